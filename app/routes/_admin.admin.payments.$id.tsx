import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAbility } from "~/access/gate.server.ts";
import { endFreePass } from "~/money/passes/free-passes.server.ts";
import { refundMessages } from "~/money/passes/messages.ts";
import { findPayment } from "~/money/passes/payment-list.server.ts";
import { PAYMENT_WORDS, PaymentTag } from "~/money/passes/payment-state.tsx";
import { receiptLines } from "~/money/passes/receipts.ts";
import { EndForm, parseRefundForm } from "~/money/passes/refund.form.ts";
import { refundPayment } from "~/money/passes/refunds.server.ts";
import { refundQuote } from "~/money/passes/refunds.ts";
import { EndPassForm, RefundForm, RefundList } from "~/money/passes/refunds.tsx";
import { processorOf } from "~/money/processor/processors.server.ts";
import { readForm } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { Card } from "~/ui/card.tsx";
import { Moment } from "~/ui/moment.tsx";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { PriceTable } from "~/ui/price-table.tsx";
import { titled } from "~/ui/site.tsx";
import { SummaryList } from "~/ui/summary-list.tsx";
import { messages } from "~/values/messages.ts";
import { dollarAmount, dollars } from "~/values/money.ts";
import { parseForm } from "~/values/parse.form.ts";
import { OPEN_REFUND_STATES, type RefundState } from "~/values/types.ts";

export const meta = titled("Payment");

const OPEN: ReadonlySet<RefundState> = new Set(OPEN_REFUND_STATES);

export async function loader(args: LoaderFunctionArgs) {
  const { now } = await requireAbility(args, "money");
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
    uid: payment.delegateUid,
    state: payment.state,
    who: payment.name ? `${payment.name}, ${payment.email}` : payment.email,
    card: cardLastFour && `${cardBrand ?? "Card"} ending in ${cardLastFour}`,
    transactionId: payment.transactionId,
    processor: payment.gateway,
    away:
      isFree(payment) || processorOf(args.context, payment.gateway)
        ? null
        : refundMessages.staff.processorAway(payment.gateway),
    isFree: isFree(payment),
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
  const visit = await requireAbility(args, "money", form);
  const paymentId = args.params["id"]!;
  const typed = (field: string) => String(form.get(field) ?? "");
  const values = {
    amount: typed("amount"),
    kind: typed("kind"),
    pass: typed("pass"),
    reason: typed("reason"),
  };
  if (form.get("intent") === "end") {
    const parsed = parseForm(EndForm, form);
    if ("problems" in parsed) return data({ values, problems: parsed.problems }, 400);
    const answer = await endFreePass(args.context, visit, { paymentId, ...parsed.request });
    if ("refused" in answer) return data({ values, problems: {}, reason: answer.refused }, answer.status);
    return redirect(`/admin/payments/${paymentId}`);
  }
  const parsed = parseRefundForm(form);
  if ("problems" in parsed) return data({ values, problems: parsed.problems }, 400);
  const answer = await refundPayment(args.context, visit, { paymentId, ...parsed.request });
  if ("refused" in answer) {
    if (answer.status === 404) refuse(404, answer.refused);
    return data({ values, problems: {}, reason: answer.refused }, answer.status);
  }
  return redirect(`/admin/payments/${paymentId}`);
}

const isFree = ({ gateway }: { gateway: string }) => gateway === "none";

export default function Payment() {
  const payment = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const { id, uid, who, state, date, card, transactionId, lines, total, proposal, refunds } = payment;
  const { processor, away, isFree, isUnderWay } = payment;
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
            { term: "Card processor", value: isFree ? "None: nothing had to be paid" : processor },
            { term: "Transaction", value: transactionId },
          ]}
        />
        <PriceTable lines={lines} total={total} caption="What was bought" />
      </Card>
      {refunds.length > 0 && <RefundList refunds={refunds} />}
      {state === "captured" && isFree && <EndPassForm reply={reply} />}
      {state === "captured" && !isFree && !isUnderWay && <RefundForm proposal={proposal} reply={reply} />}
      {(state !== "captured" || isUnderWay) && (
        <p className="hint">
          {isUnderWay
            ? refundMessages.staff.refundUnderWay
            : `${PAYMENT_WORDS[state].words}: ${refundMessages.staff.nothingToRefund}`}
        </p>
      )}
      <p className="cluster">
        <a href={`/admin/payments/person/${uid}`}>Everything of this person</a>{" "}
        <a href="/admin/payments">All payments</a>
      </p>
    </Page>
  );
}
