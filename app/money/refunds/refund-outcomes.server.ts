import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { hasRow } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { holdings, payments, refundLines, refunds } from "#db/schema/money.ts";
import type { MailText } from "~/mail/mail-text.ts";
import { queueMail } from "~/mail/outbox.server.ts";
import type { RefundAmounts } from "~/money/payments/bill-lines.ts";
import { isForOthers } from "~/money/payments/orders.ts";
import { audited } from "~/platform/audit.server.ts";
import type { Context } from "~/platform/context.server.ts";
import type { GiveBackOutcome } from "~/platform/ports/card-processor.server.ts";
import type { Payment } from "~/standing/payments.server.ts";
import { bookingAt, replayedBooking } from "~/values/bookings.ts";
import type { Booking } from "~/values/shapes.ts";
import { OPEN_REFUND_STATES, type RefundState } from "~/values/types.ts";
import { refundMails, refundText } from "./mails.ts";

/** A refund, with the titles of the add-ons that it ended; none if the pass itself ended. */
export type RefundRow = typeof refunds.$inferSelect & { ended: string[] };

/** A refund that is not finished, with its payment. */
export type OpenRefund = { refund: RefundRow; payment: Payment };

/**
 * Replaces the state of an open refund by an outcome; a refund in any other state is left as it is. The payment, the
 * audit entry and the mail are written in the same batch.
 *
 * @param more.state the payment's new state, if nothing of it is held any more.
 * @param more.actorUid the person who records the outcome; null for the processor.
 * @param more.over the states that may be replaced. A refund that may have been sent must not be refused.
 * @param more.booking how the money is booked. By default it is booked today, and marked if the refund was restored.
 */
export async function writeOutcome(
  context: Context,
  { refund, payment }: OpenRefund,
  outcome: GiveBackOutcome,
  {
    state = "refunded",
    actorUid = null,
    over = OPEN_REFUND_STATES,
    ...more
  }: {
    state?: "refunded" | "voided";
    actorUid?: string | null;
    over?: readonly RefundState[];
    booking?: Booking | undefined;
  } = {},
): Promise<void> {
  const { db } = context;
  const { now } = await context.visit();
  const open = and(eq(refunds.id, refund.id), inArray(refunds.state, [...over]));
  if (outcome.outcome === "unknown") {
    await db.update(refunds).set({ state: "unknown" }).where(open);
    return;
  }
  const isDone = outcome.outcome === "done";
  const { deadlineZone } = payment;
  const today = refund.booking?.restored
    ? replayedBooking(refund.booking.at, now, deadlineZone)
    : bookingAt(now, deadlineZone);
  const booking = more.booking ?? today;
  const left = isDone && (refund.endsAll || state === "voided") ? state : "captured";
  const mayMove = and(
    eq(payments.id, payment.id),
    eq(payments.state, refund.endsAll ? "refund_pending" : "captured"),
  );
  const moved = audited(
    context,
    {
      actorUid,
      action: isDone ? `payment ${state}` : "refund refused",
      object: `payments/${payment.id}`,
      detail: { refund: refund.id, ...(!isDone && { reason: outcome.reason }) },
    },
    sql`${hasRow(refunds, open)} AND ${hasRow(payments, mayMove)}`,
  );
  await db.batch([
    moved.entry,
    db
      .update(refunds)
      .set({
        state: isDone ? "done" : "refused",
        transactionId: isDone ? outcome.transactionId : null,
        resolvedAt: now,
        ...(isDone && { booking }),
      })
      .where(open),
    db
      .update(payments)
      .set({ state: left, ...(left === "voided" && { booking }) })
      .where(and(mayMove, moved.isDone)),
    ...(isDone
      ? [refundMail(context, payment, refund, moved.isDone)]
      : refusedMails(context, payment, refund, moved.isDone)),
  ]);
}

/**
 * The statement that completes a refund for which nothing has to be sent. It must run after the statements that write
 * the refund and its lines, and returns the row.
 *
 * @param booking null if something has to be sent; then the statement changes nothing.
 */
export const finishing = (db: Database, id: string, booking: Booking | null) =>
  db
    .update(refunds)
    .set({ state: "done", resolvedAt: booking?.at ?? 0, booking })
    .where(and(eq(refunds.id, id), eq(refunds.state, "pending"), booking ? undefined : sql`false`))
    .returning();

/** The statement that queues one mail about the refund to the payer. */
export const refundMail = (
  context: Context,
  payment: Payment,
  refund: Pick<RefundRow, "id" | "endsAll" | "amountCents" | "ended">,
  condition: SQL,
) => {
  const text = !isForOthers(payment)
    ? refundText(refund, `${context.origin}/payment-info`)
    : refundMails.refundedToPayer(refund.amountCents, orderLink(context, payment));
  return mailOnce(context, `refund:${refund.id}`, payment.payerUid, text, condition);
};

/**
 * The statements that queue the mails after a delegate has given up a pass: one to the delegate, and one to a payer who
 * paid for them. The mails are sent before the money goes back.
 */
export function withdrawalMails(
  context: Context,
  payment: Payment,
  { id, ...back }: { id: string } & RefundAmounts,
  condition: SQL,
) {
  const link = `${context.origin}/payment-info`;
  const { delegateUid, payerUid } = payment;
  const isPaidByOther = isForOthers(payment);
  const text = isPaidByOther ? refundMails.givenUpForOther(link) : refundMails.givenUp(back, link);
  const toPayer = refundMails.givenUpByDelegate(back, orderLink(context, payment));
  return [
    mailOnce(context, `withdrawn:${id}`, delegateUid, text, condition),
    mailOnce(context, `withdrawn-paid:${id}`, payerUid, toPayer, isPaidByOther ? condition : sql`false`),
  ] as const;
}

/**
 * The statements that queue the mails after a refund was refused. If the refund was to end a pass or an add-on, its
 * holder has it again and gets a mail. A payer who paid for others always gets one. Places in sessions and other things
 * that were lost meanwhile do not come back.
 */
function refusedMails(context: Context, payment: Payment, { id, amountCents }: RefundRow, isRefused: SQL) {
  const { payerUid } = payment;
  const isToEnd = sql`EXISTS (SELECT 1 FROM ${refundLines} WHERE ${refundLines.refundId} = ${id} AND ${refundLines.ends})`;
  const holder = sql`(SELECT ${holdings.uid} FROM ${holdings} WHERE ${holdings.paymentId} = ${payment.id}
    AND ${holdings.state} = 'held' LIMIT 1)`;
  const text = refundMails.refundRefused(`${context.origin}/payment-info`);
  const toPayer = refundMails.refundToPayerRefused(amountCents, orderLink(context, payment));
  return [
    mailOnce(context, `refund-refused:${id}`, holder, text, sql`${isRefused} AND ${isToEnd}`),
    mailOnce(
      context,
      `refund-refused-paid:${id}`,
      payerUid,
      toPayer,
      isForOthers(payment) ? isRefused : sql`false`,
    ),
  ] as const;
}

/**
 * The statements that queue the mails after somebody has cancelled the whole charge of an order at the processor: one to
 * the payer, and one to everybody else who holds something that the charge paid for. They must run before the holdings
 * end.
 *
 * @param payment one of the order's payments.
 * @param chargedCents what the charge came to.
 */
export function cancelledMails(context: Context, payment: Payment, chargedCents: number, condition: SQL) {
  const { orderId, payerUid } = payment;
  const link = `${context.origin}/payment-info`;
  const toPayer = isForOthers(payment)
    ? refundMails.refundedToPayer(chargedCents, orderLink(context, payment))
    : refundMails.refunded(link);
  const holders = sql`(SELECT DISTINCT ${holdings.paymentId} AS payment, ${holdings.uid} AS holder FROM ${holdings}
    JOIN ${payments} ON ${payments.id} = ${holdings.paymentId}
    WHERE ${payments.orderId} = ${orderId} AND ${holdings.state} = 'held' AND ${holdings.uid} <> ${payerUid}) AS held`;
  return [
    mailOnce(context, `voided:${orderId}`, payerUid, toPayer, condition),
    queueMail(
      context.db,
      {
        kind: "payment",
        uid: sql`${users.uid}`,
        eventKey: sql`'voided-held:' || held.payment`,
        recipient: sql`${users.email}`,
        text: refundMails.cancelledForHolder(link),
      },
      sql`FROM ${holders} JOIN ${users} ON ${users.uid} = held.holder WHERE ${condition}`,
    ).onConflictDoNothing(),
  ] as const;
}

const orderLink = ({ origin }: Context, payment: Payment) => `${origin}/payment/${payment.orderId}`;

function mailOnce({ db }: Context, eventKey: string, uid: string | SQL, text: MailText, condition: SQL) {
  return queueMail(
    db,
    { kind: "payment", uid: sql`${users.uid}`, eventKey, recipient: sql`${users.email}`, text },
    sql`FROM ${users} WHERE ${condition} AND ${users.uid} = ${uid}`,
  ).onConflictDoNothing();
}
