import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Card } from "~/components/card.tsx";
import { Moment } from "~/components/moment.tsx";
import { Notice } from "~/components/notice.tsx";
import { Page } from "~/components/page.tsx";
import { PAYMENT_WORDS, PaymentTag } from "~/components/payment-state.tsx";
import { PriceTable } from "~/components/price-table.tsx";
import { RefundForm, RefundList } from "~/components/refunds.tsx";
import { SummaryList } from "~/components/summary-list.tsx";
import { messages } from "~/domain/messages.ts";
import { dollarAmount, dollars } from "~/domain/money.ts";
import { receiptLines } from "~/domain/receipts.ts";
import { refundQuote } from "~/domain/refunds.ts";
import { staffMessages } from "~/domain/staff-messages.ts";
import { OPEN_REFUND_STATES, type RefundState } from "~/domain/types.ts";
import { parseRefundForm } from "~/forms/refund.ts";
import { findPayment } from "~/models/payment-list.server.ts";
import { processorOf } from "~/models/processors.server.ts";
import { refundPayment } from "~/models/refunds.server.ts";
import { readForm, refuse, requireDirector } from "~/session.server.ts";

export const meta: MetaFunction = () => [{ title: "Payment · HPAIR" }];

const OPEN: ReadonlySet<RefundState> = new Set(OPEN_REFUND_STATES);

export async function loader(args: LoaderFunctionArgs) {
  const { now } = await requireDirector(args);
  const found = await findPayment(args.context, args.params["id"]!);
  if (!found) refuse(404, messages.notFound);
  const { payment, refunds, policy } = found;
  const { id, passType, amountCents, cardBrand, cardLastFour } = payment;
  const lines = receiptLines(payment.lines, passType, amountCents);
  const seenCents = refunds
    .filter((refund) => refund.state !== "refused")
    .reduce((sum, refund) => sum + refund.amountCents, 0);
  const proposed = refundQuote(policy, amountCents - seenCents, lines[0]!.cents, now);
  return {
    id,
    state: payment.state,
    who: payment.name ? `${payment.name}, ${payment.email}` : payment.email,
    card: cardLastFour && `${cardBrand ?? "Card"} ending in ${cardLastFour}`,
    transactionId: payment.transactionId,
    processor: payment.gateway,
    away: processorOf(args.context, payment.gateway) ? null : staffMessages.processorAway(payment.gateway),
    date: payment.createdAt,
    lines: lines.map(({ title, variant, cents }) => ({ title, detail: variant, amount: dollars(cents) })),
    total: dollars(amountCents),
    proposal: { amount: String(dollarAmount(proposed.cents)), reason: proposed.reason, seenCents },
    isUnderWay: refunds.some((refund) => OPEN.has(refund.state)),
    refunds: refunds.map((refund) => ({
      id: refund.id,
      kind: refund.kind,
      state: refund.state,
      endsPass: refund.endsPass,
      amount: dollars(refund.amountCents),
      reason: refund.reason,
      date: refund.createdAt,
    })),
  };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireDirector(args, form);
  const paymentId = args.params["id"]!;
  const typed = (field: string) => String(form.get(field) ?? "");
  const values = {
    amount: typed("amount"),
    kind: typed("kind"),
    pass: typed("pass"),
    reason: typed("reason"),
  };
  const parsed = parseRefundForm(form);
  if ("problems" in parsed) return data({ values, problems: parsed.problems }, 400);
  const answer = await refundPayment(args.context, visit, { paymentId, ...parsed.request });
  if ("refused" in answer) {
    if (answer.status === 404) refuse(404, answer.refused);
    return data({ values, problems: {}, reason: answer.refused }, answer.status);
  }
  return redirect(`/admin/payments/${paymentId}`);
}

export default function Payment() {
  const payment = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const { id, who, state, date, card, transactionId, lines, total, proposal, refunds } = payment;
  const { processor, away, isUnderWay } = payment;
  return (
    <Page title="Payment" lead={<bdi>{who}</bdi>}>
      {away && (
        <Notice tone="warning">
          <p>{away}</p>
        </Notice>
      )}
      <Card>
        <SummaryList
          rows={[
            { term: "State", value: <PaymentTag state={state} /> },
            { term: "Date", value: <Moment at={date} /> },
            { term: "Card", value: card },
            { term: "Reference", value: id },
            { term: "Card processor", value: processor },
            { term: "Transaction", value: transactionId },
          ]}
        />
        <PriceTable lines={lines} total={total} caption="What was bought" />
      </Card>
      {refunds.length > 0 && <RefundList refunds={refunds} />}
      {state === "captured" && !isUnderWay ? (
        <RefundForm proposal={proposal} reply={reply} />
      ) : (
        <p className="hint">
          {isUnderWay
            ? staffMessages.refundUnderWay
            : `${PAYMENT_WORDS[state].words}: ${staffMessages.nothingToRefund}`}
        </p>
      )}
      <p>
        <a href="/admin/payments">All payments</a>
      </p>
    </Page>
  );
}
