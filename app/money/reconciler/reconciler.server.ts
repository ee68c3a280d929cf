import { and, desc, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import { listed } from "#db/client.ts";
import { editions } from "#db/schema/conference.ts";
import { holdings, orders, payments, refunds } from "#db/schema/money.ts";
import { audit } from "#db/schema/staff.ts";
import { zoneOfDeadlines } from "~/conference/conferences.server.ts";
import type { HeldThing } from "~/money/payments/attempts.ts";
import { CHARGE_PATIENCE, JOURNAL, LOOK_BACK, SECOND_LOOK } from "~/money/payments/leases.ts";
import { auditOfOrder } from "~/money/payments/orders.server.ts";
import { settle } from "~/money/payments/payments.server.ts";
import { TAKEN_BACK, takeBack } from "~/money/payments/unwanted-charges.server.ts";
import { chargedOf, totalOf } from "~/money/prices/pricing.ts";
import {
  answered,
  connectedProcessors,
  foundCharge,
  type LedgerCharge,
} from "~/money/processor/processors.server.ts";
import {
  bankState,
  isReportedReturned,
  noteGivenBack,
  noteReturned,
} from "~/money/refunds/bank-returns.server.ts";
import { RETURNABLE_STATES } from "~/money/refunds/bank-returns.ts";
import { cancelledMails } from "~/money/refunds/refund-outcomes.server.ts";
import {
  compareSubscriptions,
  isOfSubscription,
  settleSubscription,
} from "~/money/subscriptions/subscription-charges.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { forEachRow } from "~/platform/log.server.ts";
import type { CardProcessor, JournalEntry } from "~/platform/ports/card-processor.server.ts";
import { type Attempt, attemptColumns, toAttempt } from "~/standing/attempts.server.ts";
import { asDelegateRefund, type DelegateRefund } from "~/standing/delegate-refunds.server.ts";
import { refundColumns } from "~/standing/holdings.server.ts";
import { isItsOrder, type Payment, paymentColumns } from "~/standing/payments.server.ts";
import { bookingAt } from "~/values/bookings.ts";
import { INVOICED, type PaymentState } from "~/values/types.ts";
import { rebuild } from "./lost-rows.server.ts";

/**
 * At most this many rows are looked into in one run. Among open attempts, the newest come first: a processor can keep
 * charges under review for days, and these must not hold up the others.
 */
const MOST_AT_ONCE = 100;

/** An attempt's refunds, its holdings, and the time zone in which its days are given. */
type AroundAttempt = { refunds: DelegateRefund[]; held: HeldThing[]; zone: string };

/**
 * One of the viewer's own attempts to pay, with its refunds. If its outcome is open, the processor is asked first. Null
 * if the attempt is somebody else's.
 */
export async function findAttempt(
  context: Context,
  { viewer }: SignedIn,
  id: string,
): Promise<(Attempt & AroundAttempt & { conferenceId: string; leaseUntil: number }) | null> {
  const found = await readAttempt(context, viewer.uid, id);
  if (!found) return null;
  if (found.row.state !== "unknown" && found.row.state !== "charging") return shown(found);
  await ask(context, found.row);
  return shown((await readAttempt(context, viewer.uid, id))!);
}

const shown = ({ row, ...around }: { row: Parameters<typeof toAttempt>[0] } & AroundAttempt) => ({
  conferenceId: row.conferenceId,
  leaseUntil: row.leaseUntil,
  ...around,
  ...toAttempt(row),
});

async function readAttempt({ db }: Context, uid: string, id: string) {
  const [[row], back, held, [edition]] = await db.batch([
    db
      .select(attemptColumns)
      .from(payments)
      .innerJoin(orders, isItsOrder)
      .where(and(eq(payments.id, id), eq(payments.delegateUid, uid))),
    db
      .select(refundColumns)
      .from(refunds)
      .where(and(eq(refunds.paymentId, id), ne(refunds.state, "refused"))),
    db
      .select({ item: holdings.item, title: holdings.title, variant: holdings.variant })
      .from(holdings)
      .where(and(eq(holdings.paymentId, id), eq(holdings.uid, uid), eq(holdings.state, "held"))),
    db
      .select({ deadlineZone: editions.deadlineZone })
      .from(payments)
      .innerJoin(editions, eq(editions.conferenceId, payments.conferenceId))
      .where(eq(payments.id, id)),
  ]);
  return row && { row, refunds: back.map(asDelegateRefund), held, zone: zoneOfDeadlines(edition) };
}

/**
 * Brings every abandoned attempt to an end. A reservation that never reached the processor is released. A charge whose
 * answer is missing is looked up by its invoice number, and never made again. Only the processor of the attempt is
 * asked; while it is not connected, the outcome stays unknown, and the attempt stays open.
 */
export async function settleOpenPayments(context: Context): Promise<void> {
  const { db } = context;
  const abandoned = (but: SQL = sql`true`) =>
    sql`EXISTS (SELECT 1 FROM ${orders} WHERE ${isItsOrder} AND ${orders.leaseUntil} < ${Date.now()} AND ${but})`;
  await db.batch([
    db
      .update(payments)
      .set({ state: "released" })
      // Open invoices are ended elsewhere (app/money/invoices/).
      .where(and(eq(payments.state, "reserved"), abandoned(ne(orders.means, INVOICED)))),
    db
      .update(payments)
      .set({ state: "unknown" })
      .where(and(eq(payments.state, "charging"), abandoned())),
  ]);
  const open = await db
    .select(paymentColumns)
    .from(payments)
    .innerJoin(orders, isItsOrder)
    .where(
      and(
        eq(payments.state, "unknown"),
        eq(payments.id, payments.orderId),
        inArray(orders.means, connectedProcessors(context)),
      ),
    )
    .orderBy(desc(orders.leaseUntil))
    .limit(MOST_AT_ONCE);
  const { requestId } = context;
  const where = { requestId, method: "settleOpenPayments" };
  await forEachRow(
    open,
    where,
    ({ id }) => `payments/${id}`,
    (row) => ask(context, row),
  );
}

/**
 * Asks the processor about an order whose outcome is open. If the processor cannot be asked, the rows stay as they are
 * until the next time.
 */
export async function ask(context: Context, row: Payment): Promise<void> {
  const id = row.orderId;
  const found = await foundCharge(context, row.means, `payments/${id}`, (cards) =>
    cards.lookup(id, row.leaseUntil - LOOK_BACK),
  );
  if (found === undefined) return;
  if (found) await settleFound(context, found);
  else await giveUp(context, row);
}

/** Handles a charge that was not found. Once it is certain that there is none, the delegate may try again. */
async function giveUp({ db }: Context, row: Payment): Promise<void> {
  const now = Date.now();
  const still = and(eq(payments.orderId, row.orderId), eq(payments.state, "unknown"));
  if (row.leaseUntil + CHARGE_PATIENCE > now) return;
  if (row.unseenSince === null) {
    await db
      .update(orders)
      .set({ unseenSince: now })
      .where(and(eq(orders.id, row.orderId), sql`EXISTS (SELECT 1 FROM ${payments} WHERE ${still})`));
  } else if (row.unseenSince + SECOND_LOOK <= now) {
    await db.update(payments).set({ state: "released" }).where(still);
  }
}

/**
 * Compares each processor's journal of the last days with our rows, and repairs the differences. These are captured
 * charges that no row contains, voided charges that a row still counts as paid, charges that a bank took back, and
 * charges that a bank gave back to us after that.
 */
export async function compareJournal(context: Context): Promise<void> {
  const { requestId } = context;
  const where = { requestId, method: "compareJournal" };
  await forEachRow(
    context.processors,
    where,
    ({ name }) => `processors/${name}`,
    (cards) => compareOneJournal(context, cards),
  );
}

/** The outcomes of charges whose money came in. It may have gone back since. */
const MOVED: ReadonlySet<JournalEntry["outcome"]> = new Set(["captured", "voided", "returned"]);

async function compareOneJournal(context: Context, { name }: CardProcessor): Promise<void> {
  const journal = await answered(context, name, "journal", (cards) => cards.list(Date.now() - JOURNAL));
  const moved = journal?.filter(({ outcome }) => MOVED.has(outcome)) ?? [];
  const entries = await compareSubscriptions(context, name, moved);
  const differing = await context.db.all<{ transactionId: string }>(sql`
    SELECT DISTINCT entry.value ->> 'transactionId' AS transactionId
    FROM json_each(${JSON.stringify(entries)}) AS entry
    LEFT JOIN ${orders} ON ${orders.id} = entry.value ->> 'invoiceNumber'
      AND ${orders.transactionId} = entry.value ->> 'transactionId' AND ${orders.means} = ${name}
    LEFT JOIN ${payments} ON ${payments.orderId} = ${orders.id}
    WHERE CASE entry.value ->> 'outcome' WHEN 'voided' THEN ${payments.state} IN ${listed(VOIDABLE)}
      WHEN 'returned' THEN ${payments.state} IN ${listed([...RETURNABLE_STATES])} AND ${bankState} IS NULL
      ELSE ${isReportedReturned(name)} OR ${payments.id} IS NULL AND NOT EXISTS (SELECT 1 FROM ${audit}
        WHERE ${audit.object} = 'transactions/' || (entry.value ->> 'transactionId')
          AND ${audit.action} = ${TAKEN_BACK}) END
    LIMIT ${MOST_AT_ONCE}`);
  const later: LedgerCharge[] = [];
  let isAnswered = true;
  const { requestId } = context;
  const where = { requestId, method: "compareJournal" };
  const objectOf = ({ transactionId }: { transactionId: string }) => `transactions/${transactionId}`;
  const isSettled = await forEachRow(differing, where, objectOf, async ({ transactionId }) => {
    const found = await foundCharge(context, name, "journal", (cards) => cards.find(transactionId));
    if (found === undefined) isAnswered = false;
    else if (found && isOfAddOnsAlone(found)) later.push(found);
    else if (found) await settleFound(context, found);
  });
  const isWhole = differing.length < MOST_AT_ONCE && isAnswered && isSettled;
  // The row of the pass to which these add-ons belong may be lost too. Without their pass, add-ons cannot be held, so
  // their charges are settled last.
  await forEachRow(later, where, objectOf, (found) => settleFound(context, found, isWhole));
}

const isOfAddOnsAlone = ({ carried }: LedgerCharge): boolean => carried !== null && "addOnsAlone" in carried;

/**
 * Brings our rows in line with a charge that the processor has. No matter who reported the charge, only the processor's
 * own answer `found` counts. If the rows of a captured charge are lost, they are written again from what the charge
 * carried. A captured charge is given back if it buys nothing: its rows are in the state released or declined, the
 * amount differs from what was asked for, or another charge pays for the pass already.
 *
 * @param isLast whether every other charge has its rows by now. If so, the pass of an add-on cannot turn up later: if
 *   that pass is not held, the charge for the add-on is given back.
 */
export async function settleFound(context: Context, found: LedgerCharge, isLast = false): Promise<void> {
  const { db } = context;
  if (await isOfSubscription(context, found)) return settleSubscription(context, found);
  const id = found.invoiceNumber;
  const rows = await db
    .select(paymentColumns)
    .from(payments)
    .innerJoin(orders, isItsOrder)
    .where(eq(payments.orderId, id))
    .orderBy(desc(eq(payments.id, id)));
  const [row] = rows;
  if (!row) {
    if (found.outcome === "captured" && (await rebuild(context, found, isLast)) === "held") {
      await takeBack(context, found);
    }
    return;
  }
  if (row.transactionId === found.transactionId) {
    if (found.outcome === "voided") await markVoided(context, rows);
    if (found.outcome === "returned") await noteReturned(context, id, found.gateway);
    if (found.outcome === "captured") await noteGivenBack(context, id, found.gateway);
    return;
  }
  if (row.state !== "charging" && row.state !== "unknown") {
    if (found.outcome === "captured") await takeBack(context, found);
    return;
  }
  switch (found.outcome) {
    case "held":
      return;
    case "declined":
    // A bank took the money back before our rows counted it as paid, so nobody holds anything for it.
    case "returned":
      await settle(context, row, { outcome: "declined" });
      return;
    case "voided":
      await settle(context, row, { outcome: "notCharged" });
      return;
    case "captured":
      if (found.amountCents === totalOf(rows.map(chargedOf))) {
        await settle(context, row, { ...found, outcome: "captured" });
      } else if (await takeBack(context, found)) {
        await settle(context, row, { outcome: "notCharged" });
      }
  }
}

/**
 * The states of a payment whose charge can still turn out to be voided. "refunded" is among them: if a pass has ended
 * but its money was kept, somebody can still void the charge.
 */
const VOIDABLE: PaymentState[] = ["captured", "refunded"];

/**
 * Records that somebody voided the charge of an order at the processor instead of through the portal. The payer, and
 * everybody who loses something by it, are told in the same batch. If a payment of the order is already being given
 * back, it stays as it is.
 */
async function markVoided(context: Context, rows: Payment[]): Promise<void> {
  const payment = rows[0]!;
  const { orderId, deadlineZone } = payment;
  const { now } = await context.visit();
  const isVoidable = inArray(payments.state, VOIDABLE);
  const { entry, isDoneForAny } = auditOfOrder(context, orderId, "payment voided", isVoidable);
  const chargedCents = totalOf(rows.filter(({ state }) => VOIDABLE.includes(state)).map(chargedOf));
  await context.db.batch([
    entry,
    ...cancelledMails(context, payment, chargedCents, isDoneForAny),
    context.db
      .update(payments)
      .set({ state: "voided", booking: bookingAt(now, deadlineZone) })
      .where(and(eq(payments.orderId, orderId), isVoidable)),
  ]);
}
