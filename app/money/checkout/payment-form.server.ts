import { type ActionFunctionArgs, data, redirect } from "@remix-run/cloudflare";
import { readCard } from "~/money/cards/card-entry.server.ts";
import type { CardReply } from "~/money/cards/card-reply.ts";
import { notCharged } from "~/money/cards/messages.ts";
import { ownOrder, type PaymentRequest } from "~/money/payments/checked-payment.server.ts";
import type { PaymentReply } from "~/money/payments/payment-reply.ts";
import { payByCard, payOnProcessorsPage } from "~/money/payments/payments.server.ts";
import type { IntendedPrice } from "~/money/prices/pricing.ts";
import type { SignedIn } from "~/platform/context.server.ts";
import { centsOf } from "~/values/money.ts";

/** The amounts that the page showed when the form was made. */
export const intendedIn = (form: FormData): IntendedPrice => ({
  passCost: form.get("intendedPassCost") ?? undefined,
  total: form.get("total") ?? undefined,
});

const NO_CARD = { reply: { values: { firstName: "", lastName: "" }, problems: {} }, card: null };

/**
 * Pays for what a form asks for, and redirects to the payment. If the payment is refused, the form is shown again with
 * what is wrong. If the card has to be typed on the processor's page, the reply leads there.
 *
 * @param shown returns what else the page needs when the form is shown again.
 */
export async function payFromForm<Shown>(
  { context }: ActionFunctionArgs,
  visit: SignedIn,
  form: FormData,
  request: PaymentRequest,
  shown: () => Promise<Shown>,
) {
  const { selection } = request;
  const again = async (reply: CardReply, reason: string | undefined, status: number) =>
    data<PaymentReply & Partial<Shown>>(
      { ...reply, ...(reason && { reason }), selection, ...(await shown()) },
      status,
    );
  // If nothing has to be paid, the page asks for no card and none is read.
  const read = centsOf(request.intended.total) === 0 ? NO_CARD : readCard(context.config, form);
  if ("refused" in read) return again(read.reply, undefined, 400);
  const answer =
    read.card === "elsewhere"
      ? await payOnProcessorsPage(context, visit, ownOrder(request))
      : await payByCard(context, visit, ownOrder(request), read.card);
  if ("refused" in answer) return again(read.reply, answer.refused, answer.status);
  if ("page" in answer) {
    return data<PaymentReply>({ ...read.reply, selection, page: answer.page });
  }
  const failed = notCharged(answer.attempt.state);
  return failed
    ? again({ ...read.reply, ...failed }, undefined, 402)
    : redirect(`/payment/${answer.attempt.id}`);
}
