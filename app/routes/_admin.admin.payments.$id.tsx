import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAbility, requireAct } from "~/access/gate.server.ts";
import { findPayment } from "~/money/books/payment.server.ts";
import { PaymentFacts } from "~/money/books/payment-facts.tsx";
import { outgoingMessages } from "~/money/outgoings/messages.ts";
import { OutgoingCard, type OutgoingReply } from "~/money/outgoings/outgoing-card.tsx";
import { withdrawOutgoing } from "~/money/outgoings/outgoings.server.ts";
import { holderOf, lineTitle } from "~/money/payments/bill-lines.ts";
import { entryIn } from "~/money/payments/entries.form.ts";
import { bankMessages } from "~/money/payments/messages.ts";
import { PAYMENT_WORDS } from "~/money/payments/payment-state.tsx";
import { isOfInvoice, paidBy, receiptLines } from "~/money/payments/receipts.ts";
import { totalOf } from "~/money/prices/pricing.ts";
import { processorOf } from "~/money/processor/processors.server.ts";
import {
  bankEntry,
  decideBank,
  recordGivenBack,
  recordReturned,
} from "~/money/refunds/bank-returns.server.ts";
import { isWithBank } from "~/money/refunds/bank-returns.ts";
import { BankReturns } from "~/money/refunds/bank-returns.tsx";
import { paidBack } from "~/money/refunds/giving-back.server.ts";
import {
  checkGivingBack,
  confirmRefund,
  giveBackByStaff,
  readProposedRefund,
} from "~/money/refunds/giving-by-two.server.ts";
import { refundMessages } from "~/money/refunds/messages.ts";
import { parseRefundForm } from "~/money/refunds/refund.form.ts";
import { recordGoneBack } from "~/money/refunds/refunds.server.ts";
import { effectOf, endedHint, lineHint } from "~/money/refunds/refunds.ts";
import {
  ConfirmRefund,
  NotDone,
  RefundForm,
  RefundList,
  type RefundReply,
} from "~/money/refunds/refunds.tsx";
import { parseExchange } from "~/money/transfers/exchange.form.ts";
import { exchange } from "~/money/transfers/exchanges.server.ts";
import { exchangeables } from "~/money/transfers/exchanges.ts";
import { ExchangeForms, type ExchangeReply } from "~/money/transfers/exchanges.tsx";
import { newId } from "~/platform/ids.server.ts";
import { intentIn, readForm } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { leavesClosed } from "~/programme/agenda.server.ts";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { backTo, stillFrom } from "~/ui/paging.ts";
import { titled } from "~/ui/site.tsx";
import { messages } from "~/values/messages.ts";
import { dollars } from "~/values/money.ts";
import { typedIn } from "~/values/parse.form.ts";
import { noteIn } from "~/values/text.form.ts";
import { isByHand, OPEN_REFUND_STATES, type RefundState } from "~/values/types.ts";

export const meta = titled("Payment");

const OPEN: ReadonlySet<RefundState> = new Set(OPEN_REFUND_STATES);

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireAbility(args, "money");
  const { now } = visit;
  const [found, proposed] = await Promise.all([
    findPayment(args.context, args.params["id"]!),
    readProposedRefund(args.context, visit, args.params["id"]!),
  ]);
  if (!found) refuse(404, messages.notFound);
  const { payment, refunds, policy, lines } = found;
  const { id, amountCents, means } = payment;
  const back = paidBack(lines);
  const [byUs, byBank] = [
    refunds.filter(({ bankState }) => !bankState),
    refunds.filter(({ bankState }) => bankState),
  ];
  const takenCents = totalOf(byBank.filter(isWithBank).map((one) => one.amountCents));
  const keptCents = amountCents - back;
  return {
    id,
    entry: newId(),
    proposed,
    list: backTo("/admin/payments", args.request.url, id),
    uid: payment.delegateUid,
    state: payment.state,
    name: payment.name || payment.email,
    who: payment.name ? `${payment.name}, ${payment.email}` : payment.email,
    // Only the card or the means is shown here. If another person paid, that person is shown elsewhere on the page.
    paidBy: paidBy({ ...payment, payer: null }),
    invoice: isOfInvoice(payment) ? payment.orderId : null,
    isByHand: isByHand(means),
    transactionId: payment.transactionId,
    processor: means,
    away:
      isFree(payment) || isOfInvoice(payment) || processorOf(args.context, means)
        ? null
        : refundMessages.staff.processorAway(means),
    isFree: isFree(payment),
    date: payment.createdAt,
    lines: receiptLines(payment.lines).map(({ id, title, variant, cents }) => {
      const back = lines.find(({ item }) => item === id)?.returnedCents ?? 0;
      const detail = [
        variant,
        back > 0 && `${dollars(back)} ${takenCents > 0 ? "taken or given back" : "given back"}`,
      ]
        .filter(Boolean)
        .join(", ");
      return { title, detail, amount: dollars(cents) };
    }),
    total: dollars(amountCents),
    credit: payment.creditCents > 0 ? dollars(payment.creditCents) : null,
    givable: lines
      .filter(({ state, isPass, cents }) => state === "held" && (isPass || cents > 0))
      .map((line) => ({
        item: line.item,
        title: lineTitle(line),
        hint: lineHint(policy, lines, line, now),
      })),
    ended: endedHint(policy, lines, now),
    seenCents: back,
    kept:
      takenCents > 0
        ? bankMessages.staff.kept(
            dollars(amountCents),
            dollars(takenCents),
            back > takenCents ? dollars(back - takenCents) : null,
            dollars(keptCents),
          )
        : back > 0
          ? refundMessages.staff.keptOf(dollars(amountCents), dollars(back), dollars(keptCents))
          : null,
    bankEntry: bankEntry(payment, refunds),
    isTakenByBank: byBank.some(isWithBank),
    bank: byBank.map(({ id, bankState, state, reason, askedBy, amountCents, createdAt }) => ({
      ...{ id, bankState: bankState!, state, reason, askedBy },
      ...{ amount: dollars(amountCents), date: createdAt },
    })),
    seenHolder: holderOf(lines),
    holder: found.holder,
    payer: payment.payerUid === payment.delegateUid ? null : { uid: payment.payerUid, email: payment.payer },
    mates: found.mates,
    exchangeable: exchangeables(lines, found.addOns, { isStaff: true }),
    isUnderWay: refunds.some((refund) => OPEN.has(refund.state)),
    refunds: byUs.map(({ amountCents, createdAt, ...refund }) => ({
      ...refund,
      amount: dollars(amountCents),
      date: createdAt,
    })),
  };
}

/**
 * A refused form, with its problems: a refund, an exchange (`exchange`), or a form about a proposal that waits
 * (`outgoing`).
 */
type Reply = RefundReply & { exchange?: ExchangeReply; outgoing?: OutgoingReply };

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireAct(args, "money", "refund", form);
  const intent = intentIn(form, [
    ...["check", "change", "give", "gone", "exchange"],
    ...["bank-took", "bank-gave", "bank-decided", "confirm-out", "withdraw-out"],
  ] as const);
  const paymentId = args.params["id"]!;
  const here = `/admin/payments/${paymentId}${stillFrom(args.request.url)}`;
  const items = form.getAll("items").map(String);
  const fields = typedIn(form, ["amount", "kind", "reason", "seenCents", "seenHolder"]);
  // The form that confirms a refund sends the refund's amount as `amount`, and the typed amount as `typedAmount`.
  const values = { ...fields, amount: String(form.get("typedAmount") ?? fields.amount), items };
  const again = (status: number, more: Partial<Reply> = {}) =>
    data<Reply>({ values, problems: {}, ...more }, status);
  if (intent === "change") return again(200);
  if (intent === "bank-took" || intent === "bank-gave" || intent === "bank-decided") {
    const missing = bankMessages.staff.reasonNeeded;
    const read =
      intent === "bank-took" ? noteIn(form, "bank-reason", { longest: 300, missing }) : { note: "" };
    if ("reason" in read) return again(400, { bank: read });
    const typed = read.note;
    const entry = String(form.get("entry") ?? "");
    const id = String(form.get("id") ?? "");
    const done = await (intent === "bank-took"
      ? recordReturned(args.context, visit, { paymentId, entry, reason: typed })
      : (intent === "bank-gave" ? recordGivenBack : decideBank)(args.context, visit, { paymentId, id }));
    if (!("refused" in done)) return redirect(here);
    if (done.status === 404) refuse(404, done.refused);
    return again(done.status, { bank: { reason: done.refused, typed } });
  }
  if (intent === "confirm-out" || intent === "withdraw-out") {
    const id = String(form.get("id") ?? "");
    const done = await (intent === "confirm-out"
      ? confirmRefund(args.context, visit, paymentId, id, leavesClosed(args.context, visit))
      : withdrawOutgoing(args.context, visit, id));
    if ("done" in done) return redirect(here);
    if (done.status === 404) refuse(404, done.refused);
    return again(done.status, { outgoing: { id, reason: done.refused } });
  }
  if (intent === "gone") {
    const refundId = String(form.get("id") ?? "");
    const missing = refundMessages.staff.howNeeded;
    const read = noteIn(form, "reference", { longest: 100, missing });
    if ("reason" in read) return again(400, { gone: { id: refundId, ...read } });
    const { note: reference } = read;
    const done = await recordGoneBack(args.context, visit.viewer.uid, { paymentId, refundId, reference });
    if ("done" in done) return redirect(here);
    return again(done.status, { gone: { id: refundId, reason: done.refused, typed: reference } });
  }
  if (intent === "exchange") {
    const asked = parseExchange(form);
    if (!asked) refuse(400, messages.badRequest);
    const done = await exchange(args.context, visit, { paymentId, ...asked }, { isStaff: true });
    if ("exchanged" in done) return redirect(here);
    return again(done.status, { exchange: { ...asked, reason: done.refused } });
  }
  const parsed = parseRefundForm(form);
  if ("problems" in parsed) return again(400, parsed);
  const request = { paymentId, ...parsed.request };
  const answer = await (intent === "give"
    ? giveBackByStaff(
        args.context,
        visit,
        entryIn(form) ?? newId(),
        request,
        leavesClosed(args.context, visit),
      )
    : checkGivingBack(args.context, visit, request));
  if ("refused" in answer) {
    if (answer.status === 404) refuse(404, answer.refused);
    return again(answer.status, { reason: answer.refused });
  }
  if ("refund" in answer || "proposed" in answer) return redirect(here);
  const { amountCents, creditCents, kind, ended, kept, later, above } = answer;
  return again(200, {
    values: { ...values, kind },
    checked: {
      ...{ amountCents, creditCents, kind, later, above },
      ended: ended.map(lineTitle),
      kept: kept.map(lineTitle),
    },
  });
}

const isFree = ({ means }: { means: string }) => means === "none";

export default function Payment() {
  const payment = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const { uid, who, name, state, refunds, away, isUnderWay } = payment;
  const { givable, ended, seenCents, seenHolder, holder, payer, exchangeable } = payment;
  const { proposed } = payment;
  const isGivable = state === "captured" && !isUnderWay && proposed === null;
  return (
    <Page title="Payment" lead={<bdi>{who}</bdi>} eyebrow={<a href={payment.list}>Payments</a>}>
      {away && (
        <Notice tone="warning">
          <p>{away}</p>
        </Notice>
      )}
      {isGivable && reply?.checked && (
        <ConfirmRefund
          who={holder?.called ?? name}
          payer={payer?.email}
          entry={payment.entry}
          values={reply.values}
          checked={reply.checked}
        />
      )}
      {proposed && (
        <OutgoingCard
          outgoing={proposed.outgoing}
          what={
            proposed.effect
              ? effectOf({ who: holder?.called ?? name, ...proposed.effect })
              : refundMessages.staff.proposed(dollars(proposed.amountCents))
          }
          rows={[{ term: "Reason", value: proposed.reason }]}
          noLonger={proposed.noLonger}
          reply={reply?.outgoing}
        />
      )}
      {!proposed && reply?.outgoing && (
        <Notice tone="error">
          <p>{reply.outgoing.reason}</p>
        </Notice>
      )}
      {payment.kept && (
        <p>
          <strong>{payment.kept}</strong>
        </p>
      )}
      <PaymentFacts payment={payment} />
      <BankReturns
        returns={payment.bank}
        entry={payment.bankEntry}
        isForSeveral={payment.mates.length > 0}
        reply={reply?.bank}
      />
      {refunds.length > 0 && <RefundList refunds={refunds} isByHand={payment.isByHand} reply={reply?.gone} />}
      {isGivable && !reply?.checked && (
        <RefundForm
          {...{
            ended,
            seenCents,
            seenHolder,
            reply: reply?.exchange || reply?.outgoing ? undefined : reply,
            lines: givable,
            isByHand: payment.isByHand,
            isMoneyOnly: payer !== null,
          }}
        />
      )}
      {!reply?.checked && <ExchangeForms things={exchangeable} reply={reply?.exchange} />}
      {!isGivable && reply?.reason && <NotDone reason={reply.reason} typed={reply.values.reason} />}
      {!isGivable && (
        <p className="hint">
          {proposed
            ? outgoingMessages.already
            : isUnderWay
              ? refundMessages.staff.refundUnderWay
              : `${PAYMENT_WORDS[state].words}: ${refundMessages.staff.nothingToRefund}`}
        </p>
      )}
      <p>
        <a href={`/admin/payments/person/${uid}`}>Everything of this person</a>
      </p>
    </Page>
  );
}
