import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { excluded, hasRow, insertFrom, listed } from "#db/client.ts";
import { grantUses } from "#db/schema/grants.ts";
import { invoices, reversals, takings } from "#db/schema/invoices.ts";
import { holdings, orders, payments, refundLines, refunds } from "#db/schema/money.ts";
import { transfers } from "#db/schema/transfers.ts";
import { readDeadlineZone } from "~/conference/conferences.server.ts";
import { endingStatements } from "~/money/invoices/reversals.server.ts";
import { restOf } from "~/money/invoices/taking-rows.server.ts";
import {
  type Act,
  type BankSaidAct,
  type BankTookAct,
  conferenceOfAct,
  type GivenBackAct,
  type GoneBackAct,
  idOfAct,
  type MovedAct,
  type PaidAct,
  type ReversedAct,
} from "~/money/payments/acts.server.ts";
import { receiptMails } from "~/money/payments/receipt-mails.server.ts";
import { reservation } from "~/money/payments/reservations.server.ts";
import { decidesBank, rowsOfBank } from "~/money/refunds/bank-returns.server.ts";
import { finishing } from "~/money/refunds/refund-outcomes.server.ts";
import { recordGoneBack } from "~/money/refunds/refunds.server.ts";
import { audited, auditRow } from "~/platform/audit.server.ts";
import type { Context } from "~/platform/context.server.ts";
import { isItsOrder, paymentColumns } from "~/standing/payments.server.ts";
import { replayedBooking } from "~/values/bookings.ts";
import type { Booking } from "~/values/shapes.ts";
import {
  INVOICED,
  isByHand,
  LIVE_HOLDING_STATES,
  OPEN_PAYMENT_STATES,
  OPEN_REFUND_STATES,
  WRITTEN_OFF,
} from "~/values/types.ts";

/** The outcome for an act that was missing from the database. */
export type ReplayOutcome =
  | "written"
  /** The rows that the act changes are not there yet, or are still being settled. */
  | "waits"
  /** Something else has happened since the database was restored, so a person has to look. */
  | "left";

/** Makes the booking for the money that an act moved; `at` is when it moved (UTC ms). */
type BookingOf = (at: number) => Booking;

/**
 * Repeats an act that a restored database has lost. Its money is booked today, and marked as restored. People who were
 * told about the act when it happened are not told again.
 */
export async function replayAct(context: Context, act: Act): Promise<ReplayOutcome> {
  const { now } = await context.visit();
  const deadlineZone = await readDeadlineZone(context.db, conferenceOfAct(act));
  const booked: BookingOf = (at) => replayedBooking(at, now, deadlineZone);
  if (act.kind === "free") return replayFree(context, act, booked);
  if (act.kind === "moved") return replayMove(context, act);
  if (act.kind === "given back") return replayRefund(context, act, booked);
  if (act.kind === "gone back") return replayRecordedRefund(context, act, booked);
  if (act.kind === "reversed") return replayReversal(context, act, booked);
  if (act.kind === "bank took") return replayBankReturn(context, act, booked);
  if (act.kind === "bank said") return replayBankDecision(context, act, booked);
  return replayTaking(context, act, booked);
}

/**
 * Replays a pass for which nobody was charged. It is held again; anything that happened to it later is a separate act.
 * If the person has the pass through another payment by now, nothing is lost, because the pass cost nothing.
 */
async function replayFree(context: Context, act: PaidAct, booked: BookingOf): Promise<ReplayOutcome> {
  const { db } = context;
  const { order, bills } = act;
  const { id } = order;
  const bill = bills[0]!;
  const resolvedAt = bill.resolvedAt ?? bill.createdAt;
  const isReserved = and(eq(payments.id, id), eq(payments.state, "reserved"));
  const { entry, isDone } = audited(
    context,
    { actorUid: null, action: "payment rebuilt", object: `payments/${id}` },
    hasRow(payments, isReserved),
  );
  const [, again] = await db.batch([
    db.insert(orders).values(order).onConflictDoNothing(),
    reservation(db, { ...bill, state: "reserved", resolvedAt: null, booking: null }, null),
    entry,
    db
      .update(payments)
      .set({ state: "captured", resolvedAt, booking: booked(resolvedAt) })
      .where(isReserved),
    ...receiptMails(context, id, isDone),
    db
      .delete(orders)
      .where(
        and(eq(orders.id, id), sql`NOT EXISTS (SELECT 1 FROM ${payments} WHERE ${payments.orderId} = ${id})`),
      ),
  ]);
  return again.length === 0 ? "left" : "written";
}

/**
 * Replays money that the staff recorded by hand (cash or a bank transfer). It is credited once more to its invoice, or
 * to part of it. The rows of the invoice may have been lost too; then either all of them are written again or none. If
 * the invoice has ended in the restored database, or one of its passes is held in another way, the money is owed to
 * whoever sent it, and the staff see that.
 */
async function replayTaking(context: Context, act: PaidAct, booked: BookingOf): Promise<ReplayOutcome> {
  const { kind, order, bills, invoice, taking, parts } = act;
  if (!invoice || !taking) return "left";
  const { db } = context;
  const { id, conferenceId } = order;
  const { createdAt, resolvedAt } = bills[0]!;
  const means = isByHand(order.means) ? order.means : undefined;
  const pays = kind === "taken" && means !== undefined;
  const counts = pays || kind === "part";
  const number = sql`CASE WHEN EXISTS (SELECT 1 FROM ${invoices} WHERE ${invoices.conferenceId} = ${conferenceId}
    AND ${invoices.number} = ${invoice.number}) THEN (SELECT max(${invoices.number}) + 1 FROM ${invoices}
    WHERE ${invoices.conferenceId} = ${conferenceId}) ELSE ${invoice.number} END`;
  const isReserved = and(
    eq(payments.orderId, id),
    eq(payments.state, "reserved"),
    sql`NOT EXISTS (SELECT 1 FROM ${takings} WHERE ${takings.orderId} = ${id} AND ${takings.state} = 'waiting'
      AND ${takings.id} NOT IN ${listed(parts.map((part) => part.id))})`,
    counts ? undefined : sql`false`,
  );
  // If somebody has recorded the same money again before the act was found, the sum exceeds what is due.
  const fits = sql`(EXISTS (SELECT 1 FROM ${payments} WHERE ${isReserved})
    AND iif(${Number(pays)}, ${restOf(id)} = ${taking.amountCents}, ${restOf(id)} > ${taking.amountCents}))`;
  const isTaken = sql`EXISTS (SELECT 1 FROM ${takings} WHERE ${takings.id} = ${taking.id} AND ${takings.state} = 'taken')`;
  const isOpen = and(isReserved, isTaken);
  const inVain = taking.means === WRITTEN_OFF ? ("withdrawn" as const) : ("unwanted" as const);
  const isPart = sql`(SELECT count(*) FROM ${payments} WHERE ${payments.orderId} = ${id}
    AND ${payments.state} NOT IN ('released', 'declined')) < ${bills.length}`;
  // The lost payments of the order are reserved again, beside those that are still there. Then either all of the order
  // is paid or none of it.
  const again = bills.map((row) =>
    reservation(db, { ...row, state: "reserved", booking: null }, null, counts ? sql`true` : sql`false`),
  );
  await db.batch([
    db
      .insert(orders)
      .values({ ...order, means: INVOICED, leaseUntil: kind === "part" ? order.leaseUntil : 0 })
      .onConflictDoNothing(),
    ...again,
    db.update(payments).set({ state: "released", resolvedAt }).where(and(isReserved, isPart)),
    ...parts.flatMap((part) => {
      const before = {
        ...{ state: "part" as const, isPart: false, settledBy: null, settledAt: null },
        booking: booked(part.confirmedAt ?? part.recordedAt),
      };
      const { confirmedBy, confirmedAt } = part;
      return [
        db
          .insert(takings)
          .values({
            ...part,
            ...before,
            state: sql`iif(${restOf(id)} > ${part.amountCents}, 'part', 'unwanted')`,
          })
          .onConflictDoNothing(),
        db
          .update(takings)
          .set({ ...before, confirmedBy, confirmedAt })
          .where(and(eq(takings.id, part.id), eq(takings.state, "waiting"))),
      ];
    }),
    // The row of the money taken must exist before the payment is booked, because the booking depends on write-offs and
    // on earlier part payments.
    db
      .insert(takings)
      .values({
        ...taking,
        booking: booked(taking.confirmedAt ?? taking.settledAt ?? taking.recordedAt),
        state: sql`iif(${fits}, ${kind}, ${inVain})`,
        isPart: sql`iif(${fits}, ${Number(taking.isPart)}, 0)`,
        // If the money bought something at the time but buys nothing now, the person who settled it at the time counts
        // as having confirmed it.
        confirmedBy: pays ? sql`iif(${fits}, NULL, ${taking.settledBy})` : taking.confirmedBy,
        confirmedAt: pays ? sql`iif(${fits}, NULL, ${taking.settledAt})` : taking.confirmedAt,
        settledBy: pays ? sql`iif(${fits}, ${taking.settledBy}, NULL)` : null,
        settledAt: pays ? sql`iif(${fits}, ${taking.settledAt}, NULL)` : null,
      })
      .onConflictDoNothing(),
    db
      .update(takings)
      .set({ state: "taken", isPart: true, settledBy: taking.settledBy, settledAt: taking.settledAt })
      .where(and(eq(takings.orderId, id), eq(takings.state, "part"), isTaken)),
    db
      .update(orders)
      .set({ means: order.means, leaseUntil: 0 })
      .where(and(eq(orders.id, id), sql`EXISTS (SELECT 1 FROM ${payments} WHERE ${isOpen})`)),
    db
      .update(payments)
      .set({ state: "captured", createdAt, resolvedAt, booking: booked(resolvedAt ?? createdAt) })
      .where(isOpen),
    ...bills.map((row) =>
      insertFrom(
        db,
        payments,
        { ...row, state: "released", booking: null },
        sql`WHERE NOT EXISTS (SELECT 1 FROM ${payments} WHERE ${payments.id} = ${row.id})`,
      ),
    ),
    insertFrom(
      db,
      invoices,
      { ...invoice, number },
      sql`WHERE NOT EXISTS (SELECT 1 FROM ${invoices} WHERE ${invoices.orderId} = ${id})`,
    ),
    db
      .update(takings)
      .set({ state: "unwanted" })
      .where(
        and(
          eq(takings.orderId, id),
          eq(takings.state, "part"),
          sql`NOT EXISTS (SELECT 1 FROM ${payments} WHERE ${payments.id} = ${id} AND ${payments.state} = 'reserved')`,
        ),
      ),
    auditRow(
      context,
      { actorUid: null, action: "receipt rebuilt", object: `payments/${id}`, detail: { taking: taking.id } },
      hasRow(takings, eq(takings.id, taking.id)),
    ),
    ...receiptMails(
      context,
      id,
      sql`EXISTS (SELECT 1 FROM ${takings} WHERE ${takings.id} = ${taking.id} AND ${takings.state} = 'taken')`,
      means,
    ),
  ]);
  return "written";
}

/**
 * Replays a transfer or an exchange. This happens only if everything in it is held as it was at the time, and the new
 * holder does not have any of it already.
 */
async function replayMove(context: Context, act: MovedAct): Promise<ReplayOutcome> {
  const { db } = context;
  const { began, transfer } = act;
  const [first] = began;
  if (!first) return "left";
  const { uid, conferenceId, paymentId, since } = first;
  const from = listed(began.map(({ fromHolding }) => fromHolding ?? ""));
  const isHeld = and(sql`${holdings.id} IN ${from}`, eq(holdings.state, "held"));
  const isFree = sql`NOT EXISTS (SELECT 1 FROM ${holdings} WHERE ${holdings.conferenceId} = ${conferenceId}
    AND ${holdings.uid} = ${uid} AND ${holdings.item} IN ${listed(began.map(({ item }) => item))}
    AND ${holdings.state} IN ${listed(LIVE_HOLDING_STATES)} AND ${holdings.id} NOT IN ${from})`;
  const isWhole = sql`${began.length} = (SELECT count(*) FROM ${holdings} WHERE ${isHeld}) AND ${isFree}`;
  const isDone = sql`EXISTS (SELECT 1 FROM ${holdings} WHERE ${holdings.id} = ${first.id})`;
  const row = Object.fromEntries(
    Object.keys(getTableColumns(holdings)).map((name) => [name, sql`value ->> ${`$.${name}`}`]),
  ) as Record<keyof typeof first, SQL>;
  const moved = audited(
    context,
    rebuilt(act, `payments/${paymentId}`),
    hasRow(holdings, and(isHeld, isWhole)),
  );
  const [, ended, , , found] = await db.batch([
    moved.entry,
    db
      .update(holdings)
      .set({ state: "ended", until: since })
      .where(and(isHeld, moved.isDone))
      .returning({ id: holdings.id }),
    insertFrom(db, holdings, row, sql`FROM json_each(${JSON.stringify(began)}) WHERE ${moved.isDone}`),
    db
      .update(grantUses)
      .set({
        holdingId: sql`(SELECT ${holdings.id} FROM ${holdings} WHERE ${holdings.fromHolding} = ${grantUses.holdingId})`,
      })
      .where(and(sql`${grantUses.holdingId} IN ${from}`, isDone)),
    db.select({ state: holdings.state }).from(holdings).where(sql`${holdings.id} IN ${from}`),
    ...(transfer
      ? [
          insertFrom(db, transfers, transfer, sql`WHERE ${isDone}`).onConflictDoUpdate({
            target: transfers.id,
            set: {
              state: excluded(transfers.state),
              grounds: excluded(transfers.grounds),
              closedAt: excluded(transfers.closedAt),
              closedBy: excluded(transfers.closedBy),
            },
          }),
        ]
      : []),
  ]);
  if (ended.length > 0) return "written";
  const isOnItsWay = found.some(({ state }) => state === "pending" || state === "ending");
  return found.length < began.length || isOnItsWay ? "waits" : "left";
}

/**
 * Replays a refund. A refund to a card is first looked up at its processor, as after any lost answer, and only then
 * sent. A refund by hand is open again until it is known that the money has gone back.
 */
async function replayRefund(context: Context, act: GivenBackAct, booked: BookingOf): Promise<ReplayOutcome> {
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
    // If the processor has the refund, the money went back before the restore.
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
async function replayRecordedRefund(
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
async function replayReversal(context: Context, act: ReversedAct, booked: BookingOf): Promise<ReplayOutcome> {
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

/** The audit entry for an act that was done again. */
const rebuilt = (act: Act, object: string) => ({
  ...{ actorUid: null, action: "act rebuilt" as const, object },
  detail: { act: idOfAct(act) },
});

const linesOf = (refundId: string, lines: ReversedAct["lines"]) =>
  lines.filter((line) => line.refundId === refundId);

/**
 * Replays the act which records that a bank took money. Refunds that had been refused by then may be open again in the
 * restored database; they are refused again before anybody sends them.
 */
async function replayBankReturn(
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
async function replayBankDecision(
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
