import { and, asc, desc, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import { type Database, hasRow, inOneBatch, insertFrom, listed } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { orders, payments, refundLines, refunds } from "#db/schema/money.ts";
import { moneySince } from "#db/schema/staff.ts";
import { zoneOfDeadlines } from "~/conference/conferences.server.ts";
import { queueMail } from "~/mail/outbox.server.ts";
import { keepAct } from "~/money/payments/acts.server.ts";
import { billLines } from "~/money/payments/bill-lines.ts";
import { holdingRows } from "~/money/payments/holding-rows.server.ts";
import { bankMessages } from "~/money/payments/messages.ts";
import { totalOf } from "~/money/prices/pricing.ts";
import { audited, auditRow } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { fingerprint } from "~/platform/ids.server.ts";
import { refundColumns } from "~/standing/holdings.server.ts";
import { isItsOrder, type Payment, paymentColumns } from "~/standing/payments.server.ts";
import { bookingAt } from "~/values/bookings.ts";
import { messages } from "~/values/messages.ts";
import { dollars } from "~/values/money.ts";
import { isByHand, OPEN_REFUND_STATES, type Refused } from "~/values/types.ts";
import { chargeReturned, isWithBank, RETURNABLE_STATES, takenOf } from "./bank-returns.ts";
import { refundMails } from "./mails.ts";
import { finishing, type RefundRow, writeOutcome } from "./refund-outcomes.server.ts";
import { spread } from "./refunds.ts";

/** The outcome of a refund whose money the bank already has. */
export const REFUSED_FOR_BANK = {
  outcome: "refused",
  reason: "The bank has taken the charge back.",
} as const;

const REPORTED = "Reported by the card processor.";

type Order = { payments: Payment[]; refunds: RefundRow[] };

/**
 * The payments of an order, with all refunds of the order. A payment whose money a bank cannot take back is left out.
 * The order's first payment comes first, unless it is left out.
 */
async function readOrder(db: Database, orderId: string): Promise<Order> {
  const ofOrder = sql`${refunds.paymentId} IN (SELECT ${payments.id} FROM ${payments} WHERE ${payments.orderId} = ${orderId})`;
  const [paid, back] = await db.batch([
    db
      .select(paymentColumns)
      .from(payments)
      .innerJoin(orders, isItsOrder)
      .where(eq(payments.orderId, orderId))
      .orderBy(desc(eq(payments.id, orderId)), asc(payments.id)),
    db.select(refundColumns).from(refunds).where(ofOrder),
  ]);
  return {
    payments: paid.filter(isReturnable),
    refunds: back,
  };
}

/**
 * Whether the money of a payment came in by card, and its charge has not been cancelled. A bank can take back nothing
 * else.
 */
const isReturnable = ({ state, means }: Payment): boolean =>
  RETURNABLE_STATES.some((one) => one === state) && means !== "none" && !isByHand(means);

/**
 * The id (20 characters) of the refund row that records that a bank took a payment's money back. We may learn this from
 * a letter to the staff or from the processor, and after a restore we may learn it once more; the id is the same each
 * time. It depends on the payment, and on how many times the bank has already given back the money of this payment.
 */
const idOfRow = (paymentId: string, before: number): string =>
  fingerprint(`bank ${paymentId} ${before}`).slice(0, 20);

/**
 * The payments whose money the bank does not have now. If the bank takes the money of one of them, `id` is for the row
 * that records this.
 */
function untaken({ payments: paid, refunds: back }: Order): { payment: Payment; id: string }[] {
  return paid.flatMap((payment) => {
    const rows = back.filter(({ paymentId, bankState }) => paymentId === payment.id && bankState !== null);
    return rows.some(isWithBank) ? [] : [{ payment, id: idOfRow(payment.id, rows.length) }];
  });
}

/**
 * The id that the form on a payment's page uses to record that a bank took the money. Because of this id, a form that
 * is sent several times records this only once. Null if there is nothing to take.
 */
export const bankEntry = (payment: Payment, refunds: RefundRow[]): string | null =>
  isReturnable(payment) ? (untaken({ payments: [payment], refunds })[0]?.id ?? null) : null;

/**
 * A report that a bank took a charge: who made it (a person or a processor), and the reason. `entry` is the id that a
 * form of the staff carried; null for none.
 */
type Recorder = { actorUid: string | null; requestedBy: string; reason: string; entry: string | null };

/**
 * Records that a bank took a whole charge back or never paid it: the money is no longer ours. Every pass that the
 * charge paid for stays as it is until somebody decides what becomes of it. Those refunds of the charge that have not
 * been sent yet are refused. All this is recorded only once.
 */
async function takeByBank(
  context: Context,
  orderId: string,
  by: Recorder,
): Promise<{ taken: true } | Refused<404 | 409>> {
  const { db } = context;
  const { now } = await context.visit();
  let order = await readOrder(db, orderId);
  if (by.entry !== null && order.refunds.some(({ id, bankState }) => bankState !== null && id === by.entry))
    return { taken: true };
  const underWay = { refused: bankMessages.staff.refundUnderWay, status: 409 } as const;
  const isOpen = ({ state }: RefundRow) => OPEN_REFUND_STATES.some((one) => one === state);
  // A refund that may have been sent can still go through. Before its outcome is known, the amount that is left for the
  // bank is not known either.
  if (order.refunds.some((one) => isOpen(one) && one.state !== "pending")) return underWay;
  const waiting = order.refunds.filter(isOpen);
  for (const refund of waiting) {
    const payment = order.payments.find(({ id }) => id === refund.paymentId);
    if (payment)
      await writeOutcome(context, { refund, payment }, REFUSED_FOR_BANK, {
        actorUid: by.actorUid,
        over: ["pending"],
      });
  }
  if (waiting.length > 0) order = await readOrder(db, orderId);
  if (order.refunds.some(isOpen)) return underWay;
  const wanted = untaken(order);
  const [first] = wanted;
  if (!first || (by.entry !== null && !wanted.some(({ id }) => id === by.entry)))
    return { refused: bankMessages.staff.notPossible, status: 409 };
  const held = await Promise.all(wanted.map(({ payment }) => holdingRows(db, payment.id)));
  const took = wanted.map(({ payment, id }, index) => {
    const lines = billLines(held[index]!);
    const back = order.refunds.filter(({ paymentId }) => paymentId === payment.id);
    const cents = takenOf({ ...payment, returnedCents: chargeReturned(back) }, lines);
    const refund: typeof refunds.$inferSelect = {
      ...{ id, conferenceId: payment.conferenceId, paymentId: payment.id, amountCents: cents },
      ...{ kind: "money", creditCents: 0, endsAll: false, reason: by.reason, reversalId: null },
      ...{ bankState: "open", state: "done", transactionId: null, requestedBy: by.requestedBy },
      ...{ leaseUntil: Date.now(), createdAt: now, resolvedAt: now },
      booking: bookingAt(now, payment.deadlineZone),
    };
    return {
      refund,
      lines: spread(lines, [], cents).map((line) => ({
        ...{ refundId: id, holdingId: line.id, cents: line.cents, ends: false },
      })),
    };
  });
  const seen = order.refunds.filter(({ state }) => state !== "refused");
  const results = await inOneBatch<unknown>(db, [
    ...rowsOfBank(context, took, by.actorUid, isAsRead(orderId, took, seen)),
    mailOfBank(context, first.id, orderId, totalOf(took.map(({ refund }) => refund.amountCents))),
  ]);
  const made = results.some((rows) => Array.isArray(rows) && rows.length > 0);
  if (!made) {
    // Another request was quicker: it recorded the same, or it changed the refunds of the order.
    const again = await readOrder(db, orderId);
    if (again.refunds.some(({ id, bankState }) => id === first.id && bankState !== null))
      return { taken: true };
    return { refused: bankMessages.staff.notPossible, status: 409 };
  }
  await keepAct(context, {
    kind: "bank took",
    refunds: took.map(({ refund }) => refund),
    lines: took.flatMap(({ lines }) => lines),
    refused: order.refunds
      .filter(({ state, bankState }) => state === "refused" && bankState === null)
      .map(({ id }) => id),
  });
  return { taken: true };
}

type TookRow = { refund: typeof refunds.$inferSelect; lines: (typeof refundLines.$inferSelect)[] };

/**
 * Whether an order still has exactly the refunds that were read. If it has, no more of its money has gone back in the
 * meantime, and no more is on its way back.
 */
const isAsRead = (orderId: string, took: TookRow[], seen: RefundRow[]): SQL =>
  sql`${seen.length} = (SELECT count(*) FROM ${refunds} WHERE ${refunds.state} <> 'refused'
    AND ${refunds.id} NOT IN ${listed(took.map(({ refund }) => refund.id))}
    AND ${refunds.paymentId} IN (SELECT ${payments.id} FROM ${payments} WHERE ${payments.orderId} = ${orderId}))`;

/**
 * The statements that record and book what a bank took from the payments of an order, if `condition` holds. They return
 * the rows that they make.
 */
export const rowsOfBank = (context: Context, took: TookRow[], actorUid: string | null, condition: SQL) =>
  took.flatMap(({ refund, lines }) => [
    insertFrom(
      context.db,
      refunds,
      { ...refund, state: "pending", resolvedAt: null, booking: null },
      sql`FROM ${payments} WHERE ${payments.id} = ${refund.paymentId}
        AND ${payments.state} IN ${listed([...RETURNABLE_STATES])} AND ${condition}`,
    )
      .onConflictDoNothing()
      .returning({ id: refunds.id }),
    auditRow(
      context,
      {
        ...{ actorUid, action: "taken back by bank", object: `payments/${refund.paymentId}` },
        detail: { amountCents: refund.amountCents, refund: refund.id },
      },
      hasRow(refunds, eq(refunds.id, refund.id)),
    ),
    insertFrom(
      context.db,
      refundLines,
      {
        refundId: refund.id,
        holdingId: sql`value ->> 'holdingId'`,
        cents: sql`value ->> 'cents'`,
        ends: false,
      },
      sql`FROM json_each(${JSON.stringify(lines)}) WHERE EXISTS (SELECT 1 FROM ${refunds} WHERE ${refunds.id} = ${refund.id})
        AND NOT EXISTS (SELECT 1 FROM ${refundLines} WHERE ${refundLines.refundId} = ${refund.id})`,
    ).onConflictDoNothing(),
    finishing(context.db, refund.id, refund.booking),
  ]);

/** The statement that queues one mail about what a bank took, to everybody with the ability "money". */
function mailOfBank({ db, origin }: Context, actId: string, orderId: string, cents: number) {
  return queueMail(
    db,
    {
      kind: "staff",
      eventKey: sql`${`bank:${actId}:`} || ${users.uid}`,
      recipient: sql`${users.email}`,
      text: refundMails.takenByBank(dollars(cents), `${origin}/admin/payments/${orderId}`),
    },
    sql`FROM ${users} JOIN ${moneySince} ON ${moneySince.uid} = ${users.uid}
      WHERE ${users.admin} = 1 AND ${users.disabledAt} IS NULL
        AND EXISTS (SELECT 1 FROM ${refunds} WHERE ${refunds.id} = ${actId})`,
  ).onConflictDoNothing();
}

/**
 * Records a processor's report that a charge was taken back. While a refund of the charge may have been sent, nothing
 * is recorded yet.
 */
export async function noteReturned(context: Context, orderId: string, gateway: string): Promise<void> {
  await takeByBank(context, orderId, { actorUid: null, requestedBy: gateway, reason: REPORTED, entry: null });
}

/**
 * Records, for the staff, a letter in which a bank says that it took a charge back. Most card processors do not report
 * disputes.
 */
export async function recordReturned(
  context: Context,
  { viewer }: SignedIn,
  { paymentId, entry, reason }: { paymentId: string; entry: string; reason: string },
): Promise<{ taken: true } | Refused<404 | 409>> {
  const orderId = await orderOf(context, paymentId);
  if (orderId === null) return { refused: messages.notFound, status: 404 };
  return takeByBank(context, orderId, { actorUid: viewer.uid, requestedBy: viewer.uid, reason, entry });
}

async function orderOf({ db }: Context, paymentId: string): Promise<string | null> {
  const [payment] = await db.select().from(payments).where(eq(payments.id, paymentId));
  return payment?.orderId ?? null;
}

/**
 * Records that the bank has given a charge back: each payment of the order has its money again. Decisions about the
 * passes stay as they are.
 *
 * @param reporter the processor that reports this; null if staff record it. A processor can undo only its own reports,
 * and nothing that staff recorded from a letter.
 */
async function giveBackByBank(
  context: Context,
  orderId: string,
  actorUid: string | null,
  reporter: string | null,
): Promise<void> {
  const { db } = context;
  const { now } = await context.visit();
  const { payments: paid, refunds: back } = await readOrder(db, orderId);
  const zoneOf = (paymentId: string) => zoneOfDeadlines(paid.find(({ id }) => id === paymentId));
  const rows = back.filter((one) => canComeBack(one) && (reporter === null || one.requestedBy === reporter));
  const statements = rows.flatMap(({ id, paymentId, amountCents }) => {
    const isTaken = and(
      eq(refunds.id, id),
      eq(refunds.state, "done"),
      sql`(${refunds.amountCents} > 0 OR ${refunds.bankState} = 'open')`,
    );
    const { entry } = audited(
      context,
      {
        ...{ actorUid, action: "given back by bank", object: `payments/${paymentId}` },
        detail: { amountCents, refund: id },
      },
      hasRow(refunds, isTaken),
    );
    return [
      entry,
      db
        .update(refunds)
        // A row of 0 cents stays "done": the bank took no money for it, so none comes back.
        .set({
          ...{ state: amountCents > 0 ? "refused" : "done", bankState: "decided", resolvedAt: now },
          booking: bookingAt(now, zoneOf(paymentId)),
        })
        .where(isTaken)
        .returning(),
    ];
  });
  const results = await inOneBatch<unknown>(db, statements);
  for (const refund of results.flat() as (typeof refunds.$inferSelect)[]) {
    if (refund?.bankState) await keepAct(context, { kind: "bank said", refund, isBack: true });
  }
}

const canComeBack = (one: RefundRow): boolean =>
  isWithBank(one) && (one.amountCents > 0 || one.bankState === "open");

/**
 * Records a processor's report that it has the money of a charge again. Before that, the same processor had reported
 * that a bank took the money back.
 */
export async function noteGivenBack(context: Context, orderId: string, gateway: string): Promise<void> {
  await giveBackByBank(context, orderId, null, gateway);
}

/** Records, for the staff, that the bank has given a charge back. If the same form is sent again, nothing changes. */
export async function recordGivenBack(
  context: Context,
  { viewer }: SignedIn,
  { paymentId, id }: { paymentId: string; id: string },
): Promise<{ done: true } | Refused<404 | 409>> {
  const orderId = await orderOf(context, paymentId);
  if (orderId === null) return { refused: messages.notFound, status: 404 };
  const order = await readOrder(context.db, orderId);
  const row = order.refunds.find((one) => one.id === id && one.bankState !== null);
  if (!row) return { refused: bankMessages.staff.notPossible, status: 409 };
  if (canComeBack(row)) await giveBackByBank(context, orderId, viewer.uid, null);
  return { done: true };
}

/**
 * Records the decision that a delegate keeps a pass although the bank took back its price or never paid it. If the same
 * form is sent again, nothing changes.
 */
export async function decideBank(
  context: Context,
  { viewer }: SignedIn,
  { paymentId, id }: { paymentId: string; id: string },
): Promise<{ done: true } | Refused<409>> {
  const { db } = context;
  const ofIt = and(eq(refunds.id, id), eq(refunds.paymentId, paymentId), isNotNull(refunds.bankState));
  const isOpen = and(ofIt, eq(refunds.bankState, "open"), eq(refunds.state, "done"));
  const { entry } = audited(
    context,
    {
      ...{ actorUid: viewer.uid, action: "pass stays after bank", object: `payments/${paymentId}` },
      detail: { refund: id },
    },
    hasRow(refunds, isOpen),
  );
  const [, [decided], [stands]] = await db.batch([
    entry,
    db.update(refunds).set({ bankState: "decided" }).where(isOpen).returning(),
    db.select({ id: refunds.id }).from(refunds).where(ofIt),
  ]);
  if (decided) await keepAct(context, { kind: "bank said", refund: decided, isBack: false });
  return stands ? { done: true } : { refused: bankMessages.staff.notPossible, status: 409 };
}

/**
 * If `condition` holds, this statement records that somebody has decided what becomes of the payment's pass. It is for
 * a pass that ends after a bank has taken the money.
 */
export const decidesBank = (db: Database, paymentId: string, condition: SQL) =>
  db
    .update(refunds)
    .set({ bankState: "decided" })
    .where(and(eq(refunds.paymentId, paymentId), eq(refunds.bankState, "open"), condition));

/**
 * For this row of `payments`: null if the bank has no money of the payment. Otherwise, this is "open" until somebody
 * has decided what becomes of the pass, and "decided" after that.
 */
export const bankState = sql<"open" | "decided" | null>`(SELECT ${refunds.bankState} FROM ${refunds}
  WHERE ${refunds.paymentId} = ${payments.id} AND ${refunds.bankState} IS NOT NULL AND ${refunds.state} = 'done')`;

/** For this row of `payments`: the cents that the bank has. */
export const bankCents = sql<number>`(SELECT coalesce(sum(${refunds.amountCents}), 0) FROM ${refunds}
  WHERE ${refunds.paymentId} = ${payments.id} AND ${refunds.bankState} IS NOT NULL AND ${refunds.state} = 'done')`;

/**
 * For this row of `payments`: whether this processor has reported that a bank took the money back, and some of the
 * money is still with the bank.
 */
export const isReportedReturned = (gateway: string): SQL => sql`EXISTS (SELECT 1 FROM ${refunds}
  WHERE ${refunds.paymentId} = ${payments.id} AND ${refunds.bankState} IS NOT NULL AND ${refunds.state} = 'done'
    AND ${refunds.requestedBy} = ${gateway} AND (${refunds.amountCents} > 0 OR ${refunds.bankState} = 'open'))`;
