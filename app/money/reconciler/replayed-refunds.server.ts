import { and, eq, sql } from "drizzle-orm";
import { hasRow, insertFrom, listed } from "#db/client.ts";
import { reversals, takings } from "#db/schema/invoices.ts";
import { holdings, orders, payments, refundLines, refunds } from "#db/schema/money.ts";
import { endingStatements } from "~/money/invoices/reversals.server.ts";
import type {
  BankSaidAct,
  BankTookAct,
  GivenBackAct,
  GoneBackAct,
  ReversedAct,
} from "~/money/payments/acts.server.ts";
import { decidesBank, rowsOfBank } from "~/money/refunds/bank-returns.server.ts";
import { finishing } from "~/money/refunds/refund-outcomes.server.ts";
import { recordGoneBack } from "~/money/refunds/refunds.server.ts";
import { audited, auditRow } from "~/platform/audit.server.ts";
import type { Context } from "~/platform/context.server.ts";
import { isItsOrder, paymentColumns } from "~/standing/payments.server.ts";
import { isByHand, OPEN_PAYMENT_STATES, OPEN_REFUND_STATES } from "~/values/types.ts";
import { type BookingOf, type ReplayOutcome, rebuilt } from "./replaying.server.ts";

/**
 * Replays a refund. A refund to a card is first looked up at its processor, and sent only if the processor does not
 * have it. A refund by hand is open again until it is known that the money has gone back.
 */
export async function replayRefund(
  context: Context,
  act: GivenBackAct,
  booked: BookingOf,
): Promise<ReplayOutcome> {
  const { db } = context;
  const { refund, lines } = act;
  const { id, paymentId, amountCents, endsAll } = refund;
  const [payment] = await db
    .select(paymentColumns)
    .from(payments)
    .innerJoin(orders, isItsOrder)
    .where(eq(payments.id, paymentId));
  if (!payment) return "waits";
  const isDone = refund.kind === "credit" || amountCents === 0;
  const open = isByHand(payment.means) ? ("pending" as const) : ("unknown" as const);
  const booking = booked(refund.resolvedAt ?? refund.createdAt);
  const asked = {
    ...{ ...refund, state: isDone ? ("pending" as const) : open, resolvedAt: null, transactionId: null },
    // A refund to a card is booked here. The booking counts only if the processor has the refund: then the money went
    // back before the restore.
    booking: open === "unknown" && !isDone ? booking : null,
  };
  const ids = listed(lines.map(({ holdingId }) => holdingId));
  const others = sql`FROM ${refunds} WHERE ${refunds.paymentId} = ${paymentId}`;
  const isOnItsWay = sql`EXISTS (SELECT 1 ${others} AND ${refunds.state} IN ${listed([...OPEN_REFUND_STATES])})`;
  const isMade = sql`EXISTS (SELECT 1 FROM ${refunds} WHERE ${refunds.id} = ${id})`;
  const [made, , , , , , [stands]] = await db.batch([
    insertFrom(
      db,
      refunds,
      asked,
      sql`FROM ${payments} WHERE ${payments.id} = ${paymentId} AND ${payments.state} = 'captured' AND NOT ${isOnItsWay}
        AND ${payments.amountCents} >= ${amountCents} + (SELECT coalesce(sum(${refunds.amountCents}), 0) ${others}
          AND ${refunds.state} <> 'refused')
        AND ${lines.length} = (SELECT count(*) FROM ${holdings} WHERE ${holdings.id} IN ${ids}
          AND ${holdings.paymentId} = ${paymentId})`,
    )
      .onConflictDoNothing()
      .returning({ id: refunds.id }),
    auditRow(context, rebuilt(act, `payments/${paymentId}`), isMade),
    insertFrom(
      db,
      refundLines,
      {
        refundId: id,
        holdingId: sql`value ->> 'holdingId'`,
        cents: sql`value ->> 'cents'`,
        ends: sql`value ->> 'ends'`,
      },
      sql`FROM json_each(${JSON.stringify(lines)}) WHERE EXISTS (SELECT 1 FROM ${refunds} WHERE ${refunds.id} = ${id})`,
    ).onConflictDoNothing(),
    finishing(db, id, isDone ? booking : null),
    db
      .update(payments)
      .set({ state: isDone ? "refunded" : "refund_pending" })
      .where(
        and(
          eq(payments.id, paymentId),
          eq(payments.state, "captured"),
          endsAll ? undefined : sql`false`,
          sql`EXISTS (SELECT 1 FROM ${refunds} WHERE ${refunds.id} = ${id})`,
        ),
      ),
    decidesBank(db, paymentId, endsAll ? isMade : sql`false`),
    db
      .select({ state: payments.state, isOnItsWay: sql<number>`${isOnItsWay}`.as("is_on_its_way") })
      .from(payments)
      .where(eq(payments.id, paymentId)),
  ]);
  if (made.length > 0) return "written";
  const mayBeLater =
    stands && (stands.isOnItsWay || (OPEN_PAYMENT_STATES as readonly string[]).includes(stands.state));
  return mayBeLater ? "waits" : "left";
}

/**
 * Replays the act which records that a refund's money has gone back by hand. If the refund itself is not there yet,
 * this act waits.
 */
export async function replayRecordedRefund(
  context: Context,
  { refund }: GoneBackAct,
  booked: BookingOf,
): Promise<ReplayOutcome> {
  const { id: refundId, paymentId, transactionId, resolvedAt, createdAt } = refund;
  const gone = await recordGoneBack(
    context,
    null,
    { paymentId, refundId, reference: transactionId ?? "" },
    booked(resolvedAt ?? createdAt),
  );
  return "refused" in gone ? "waits" : "written";
}

/**
 * Replays a reversal of money that was recorded by mistake. The money may have been replayed as money that buys
 * nothing, because what it had paid for is held in another way. In that case no pass or add-on ends with the reversal.
 */
export async function replayReversal(
  context: Context,
  act: ReversedAct,
  booked: BookingOf,
): Promise<ReplayOutcome> {
  const { db } = context;
  const { reversal, refunds: rows, lines } = act;
  const [taking] = await db.select().from(takings).where(eq(takings.id, reversal.takingId));
  if (!taking || taking.state === "waiting" || taking.state === "unconfirmed") return "waits";
  if (taking.state !== "taken" && taking.state !== "part" && taking.state !== "unwanted") return "left";
  const was = taking.state;
  const booking = booked(reversal.settledAt ?? reversal.askedAt);
  const ends =
    was === "taken"
      ? rows.map((refund) => ({ refund: { ...refund, booking }, lines: linesOf(refund.id, lines) }))
      : [];
  const ids = listed(ends.map(({ refund }) => refund.paymentId));
  const isMade = hasRow(reversals, eq(reversals.id, reversal.id));
  const isWhole = sql`${ends.length} = (SELECT count(*) FROM ${payments} WHERE ${payments.id} IN ${ids}
      AND ${payments.state} = 'captured') AND NOT EXISTS (SELECT 1 FROM ${refunds}
      WHERE ${refunds.paymentId} IN ${ids} AND ${refunds.state} <> 'refused')`;
  const [made] = await db.batch([
    insertFrom(
      db,
      reversals,
      { ...reversal, was },
      sql`FROM ${takings} WHERE ${takings.id} = ${taking.id} AND ${takings.state} = ${was} AND ${isWhole}`,
    )
      .onConflictDoNothing()
      .returning({ id: reversals.id }),
    auditRow(context, rebuilt(act, `takings/${taking.id}`), isMade),
    db
      .update(takings)
      .set({ state: "reversed", booking })
      .where(and(eq(takings.id, taking.id), isMade)),
    ...endingStatements(context, ends, reversal.id),
  ]);
  return made.length > 0 ? "written" : "left";
}

const linesOf = (refundId: string, lines: ReversedAct["lines"]) =>
  lines.filter((line) => line.refundId === refundId);

/**
 * Replays the act which records that a bank took money. Refunds that had been refused by then may be open again in the
 * restored database; they are refused again before they can be sent.
 */
export async function replayBankReturn(
  context: Context,
  { refunds: rows, lines, refused }: BankTookAct,
  booked: BookingOf,
): Promise<ReplayOutcome> {
  const { db } = context;
  const ids = listed(rows.map(({ paymentId }) => paymentId));
  const open = listed([...OPEN_REFUND_STATES]);
  const others = sql`${refunds.paymentId} IN ${ids} AND ${refunds.state} IN ${open}`;
  const isWhole = sql`NOT EXISTS (SELECT 1 FROM ${refunds} WHERE ${others})
    AND ${rows.length} = (SELECT count(*) FROM ${payments} WHERE ${payments.id} IN ${ids})`;
  const took = rows.map((refund) => ({
    refund: { ...refund, booking: booked(refund.resolvedAt ?? refund.createdAt) },
    lines: linesOf(refund.id, lines),
  }));
  const isLeft = sql`NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(rows)}) AS taken
    JOIN ${payments} ON ${payments.id} = taken.value ->> 'paymentId'
    WHERE ${payments.amountCents} < (taken.value ->> 'amountCents') + (SELECT coalesce(sum(${refunds.amountCents}), 0)
      FROM ${refunds} WHERE ${refunds.paymentId} = ${payments.id} AND ${refunds.state} <> 'refused'
        AND ${refunds.id} <> taken.value ->> 'id'))`;
  const results = await db.batch([
    db
      .update(refunds)
      .set({ state: "refused", resolvedAt: rows[0]!.resolvedAt })
      .where(and(sql`${refunds.id} IN ${listed(refused)}`, sql`${refunds.state} IN ${open}`)),
    db
      .update(payments)
      .set({ state: "captured" })
      .where(
        and(
          sql`${payments.id} IN ${ids}`,
          eq(payments.state, "refund_pending"),
          sql`NOT EXISTS (SELECT 1 FROM ${refunds} WHERE ${refunds.paymentId} = ${payments.id}
            AND ${refunds.state} IN ${open})`,
        ),
      ),
    ...rowsOfBank(context, took, null, sql`${isWhole} AND ${isLeft}`),
  ]);
  if (results.some((made) => Array.isArray(made) && made.length > 0)) return "written";
  const [[found], waiting] = await db.batch([
    db
      .select({ number: sql<number>`count(*)`.as("number") })
      .from(payments)
      .where(sql`${payments.id} IN ${ids}`),
    db.select({ id: refunds.id }).from(refunds).where(others),
  ]);
  return found!.number < rows.length || waiting.length > 0 ? "waits" : "left";
}

/**
 * Replays the act which records that the bank gave the money back, or that somebody has decided what becomes of the
 * pass.
 */
export async function replayBankDecision(
  context: Context,
  act: BankSaidAct,
  booked: BookingOf,
): Promise<ReplayOutcome> {
  const { db } = context;
  const { id, paymentId, state, bankState, resolvedAt, createdAt } = act.refund;
  const isWithBank = and(eq(refunds.id, id), eq(refunds.state, "done"));
  const { entry } = audited(context, rebuilt(act, `payments/${paymentId}`), hasRow(refunds, isWithBank));
  const [[stands], , said] = await db.batch([
    db.select({ id: refunds.id }).from(refunds).where(eq(refunds.id, id)),
    entry,
    db
      .update(refunds)
      .set({ state, bankState, resolvedAt, booking: booked(resolvedAt ?? createdAt) })
      .where(isWithBank)
      .returning({ id: refunds.id }),
  ]);
  if (!stands) return "waits";
  return said.length > 0 ? "written" : "left";
}
