import { and, eq, type SQL, sql } from "drizzle-orm";
import { type Database, hasRow, insertFrom, listed } from "#db/client.ts";
import { invoices, takings } from "#db/schema/invoices.ts";
import { orders, payments } from "#db/schema/money.ts";
import { restOf } from "~/money/invoices/taking-rows.server.ts";
import type { PaidAct } from "~/money/payments/acts.server.ts";
import { receiptMails } from "~/money/payments/receipt-mails.server.ts";
import { reservation } from "~/money/payments/reservations.server.ts";
import { audited, auditRow } from "~/platform/audit.server.ts";
import type { Context } from "~/platform/context.server.ts";
import { INVOICED, isByHand, WRITTEN_OFF } from "~/values/types.ts";
import type { BookingOf, ReplayOutcome } from "./replaying.server.ts";

/**
 * Replays a pass for which nobody was charged. It is held again; anything that happened to it later is a separate act.
 * If the person has the pass through another payment by now, nothing is lost, because the pass cost nothing.
 */
export async function replayFree(context: Context, act: PaidAct, booked: BookingOf): Promise<ReplayOutcome> {
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
 * Replays money that the staff recorded by hand (cash or a bank transfer). The money pays its invoice, or a part of it,
 * once more. The rows of the invoice may have been lost too; then either all of them are written again or none. If the
 * invoice has ended in the restored database, or one of its passes is held in another way, the money is owed to the
 * person who sent it, and the staff see that.
 */
export async function replayTaking(
  context: Context,
  act: PaidAct,
  booked: BookingOf,
): Promise<ReplayOutcome> {
  const { kind, order, bills, invoice, taking, parts } = act;
  if (!invoice || !taking) return "left";
  const { db } = context;
  const { id } = order;
  const { createdAt, resolvedAt } = bills[0]!;
  const means = isByHand(order.means) ? order.means : undefined;
  const pays = kind === "taken" && means !== undefined;
  const counts = pays || kind === "part";
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
    ...partsAgain(db, id, parts, booked),
    // The row of the taking must exist before the payment is booked, because the booking depends on write-offs and on
    // earlier part payments.
    takingAgain(db, kind, taking, { fits, pays, booked }),
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
    invoiceAgain(db, order, invoice),
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

/** The statements that write the rows of an invoice's earlier parts again. */
const partsAgain = (db: Database, orderId: string, parts: PaidAct["parts"], booked: BookingOf) =>
  parts.flatMap((part) => {
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
          state: sql`iif(${restOf(orderId)} > ${part.amountCents}, 'part', 'unwanted')`,
        })
        .onConflictDoNothing(),
      db
        .update(takings)
        .set({ ...before, confirmedBy, confirmedAt })
        .where(and(eq(takings.id, part.id), eq(takings.state, "waiting"))),
    ];
  });

/**
 * The statement that writes the row of an act's money again. If the money does not fit what is due, it buys nothing.
 *
 * @param fits the condition that the money fits.
 * @param pays whether the money paid for the whole of its invoice at the time.
 */
function takingAgain(
  db: Database,
  kind: PaidAct["kind"],
  taking: NonNullable<PaidAct["taking"]>,
  { fits, pays, booked }: { fits: SQL; pays: boolean; booked: BookingOf },
) {
  const inVain = taking.means === WRITTEN_OFF ? ("withdrawn" as const) : ("unwanted" as const);
  return db
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
    .onConflictDoNothing();
}

/**
 * The statement that writes a lost invoice again. If another invoice has the same number by now, the lost one gets a
 * new number.
 */
function invoiceAgain(
  db: Database,
  { id, conferenceId }: PaidAct["order"],
  invoice: NonNullable<PaidAct["invoice"]>,
) {
  const number = sql`CASE WHEN EXISTS (SELECT 1 FROM ${invoices} WHERE ${invoices.conferenceId} = ${conferenceId}
    AND ${invoices.number} = ${invoice.number}) THEN (SELECT max(${invoices.number}) + 1 FROM ${invoices}
    WHERE ${invoices.conferenceId} = ${conferenceId}) ELSE ${invoice.number} END`;
  return insertFrom(
    db,
    invoices,
    { ...invoice, number },
    sql`WHERE NOT EXISTS (SELECT 1 FROM ${invoices} WHERE ${invoices.orderId} = ${id})`,
  );
}
