import { and, eq, gt, inArray, lt, lte, type SQL, sql } from "drizzle-orm";
import { hasRow } from "#db/client.ts";
import { takings } from "#db/schema/invoices.ts";
import { orders, payments } from "#db/schema/money.ts";
import { hasHadMoneySince, moneySinceRows } from "~/accounts/second-person.server.ts";
import { keepAct } from "~/money/payments/acts.server.ts";
import { auditOfOrder } from "~/money/payments/orders.server.ts";
import { receiptMails } from "~/money/payments/receipt-mails.server.ts";
import { audited } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { forEachRow } from "~/platform/log.server.ts";
import { LONGEST_REQUEST } from "~/platform/requests.ts";
import { bookingAt } from "~/values/bookings.ts";
import { messages } from "~/values/messages.ts";
import { dollars } from "~/values/money.ts";
import { inZone } from "~/values/times.ts";
import { INVOICED, isByHand, REVERSIBLE_TAKINGS, UNCONFIRMED_TAKINGS, WRITTEN_OFF } from "~/values/types.ts";
import { aloneWith, confirmationRefusal, invoiceNumber, partCentsOf } from "./invoices.ts";
import { invoiceMail } from "./issuing.server.ts";
import { invoiceMails } from "./mails.ts";
import { takingMessages } from "./messages.ts";
import {
  aloneCents,
  hasPart,
  isUnconfirmed,
  type ReadForTaking,
  readForTaking,
  restOf,
  type TakingRefusal,
} from "./taking-rows.server.ts";

const MOST_AT_ONCE = 100;

/** Confirms newly recorded money immediately, unless it is above the limit that was stored with it. */
export async function countTaking(
  context: Context,
  { viewer, now }: SignedIn,
  id: string,
): Promise<{ isWaiting: boolean } | TakingRefusal> {
  const confirmed = await confirmTaking(context, { uid: viewer.uid, now }, id);
  if ("confirmed" in confirmed) return { isWaiting: false };
  return confirmed.isOtherNeeded ? { isWaiting: true } : confirmed;
}

/**
 * Confirms takings that need no second person but do not count yet, because the request that recorded them was cut off
 * or the file store was unavailable. The cron calls this.
 */
export async function finishTakings(context: Context): Promise<void> {
  const { now } = await context.visit();
  const left = await context.db
    .select({ id: takings.id, uid: takings.recordedBy })
    .from(takings)
    .where(
      and(
        inArray(takings.state, [...UNCONFIRMED_TAKINGS]),
        lte(aloneCents, takings.limitCents),
        lt(takings.createdAt, Date.now() - LONGEST_REQUEST),
      ),
    )
    .limit(MOST_AT_ONCE);
  const { requestId } = context;
  const where = { requestId, method: "finishTakings" };
  await forEachRow(
    left,
    where,
    ({ id }) => `takings/${id}`,
    ({ id, uid }) => confirmTaking(context, { uid, now }, id),
  );
}

/**
 * Whether somebody may confirm a taking. A taking above the limit that was stored with it cannot be confirmed by the
 * person who recorded it. Another person may confirm it only if they had the ability "money" before it was recorded.
 */
const mayConfirm = (uid: string): SQL =>
  sql`(${aloneCents} <= ${takings.limitCents} OR ${takings.recordedBy} <> ${uid}
    AND ${hasHadMoneySince(uid, takings.createdAt)})`;

/**
 * Confirms money that came in. The act is stored in R2 first; then the money counts. If the invoice is then paid in
 * full, everything on it is held; otherwise, it stays open. Above the limit, another person must confirm the money.
 * This person must have had the ability "money" before the taking was recorded. If several people confirm or withdraw
 * the money simultaneously, only one of them succeeds.
 */
export async function confirmTaking(
  context: Context,
  who: { uid: string; now: number },
  id: string,
): Promise<{ confirmed: true } | (TakingRefusal & { isOtherNeeded?: true })> {
  const { db } = context;
  const found = await readForTaking(
    context,
    sql`(SELECT ${takings.orderId} FROM ${takings} WHERE ${takings.id} = ${id})`,
  );
  if (!found) return { refused: messages.notFound, status: 404 };
  // The invoice was found through this taking, so the taking is among its money.
  const taking = found.money.find((one) => one.id === id)!;
  if (isConfirmedBy(who.uid, taking)) return { confirmed: true };
  if (!isUnconfirmed(taking.state)) return { refused: takingMessages.notWaiting, status: 409 };
  const [ability] = await moneySinceRows(db, who.uid);
  const stands = { ...taking, amountCents: aloneWith(taking, found.money) };
  const why = confirmationRefusal(stands, { uid: who.uid, since: ability?.since });
  if (why !== null) {
    const refused = why === "own" ? takingMessages.otherPerson : takingMessages.newPerson;
    return { refused, status: 403, isOtherNeeded: true };
  }
  const done = await confirmAs(context, { ...who, found, taking });
  if (done === "not kept") return { refused: takingMessages.notKept, status: 503 };
  if (done === "other rest") return { refused: takingMessages.otherRest, status: 409 };
  if (done === "done") return { confirmed: true };
  const [moved] = await db.select().from(takings).where(eq(takings.id, id));
  if (moved && isConfirmedBy(who.uid, moved)) return { confirmed: true };
  return { refused: takingMessages.notWaiting, status: 409 };
}

/** Whether money counts because this person has confirmed it: they may have pressed the button twice. */
const isConfirmedBy = (
  uid: string,
  { state, confirmedBy, settledBy }: typeof takings.$inferSelect,
): boolean => REVERSIBLE_TAKINGS.some((one) => one === state) && (confirmedBy ?? settledBy) === uid;

type Confirming = {
  uid: string;
  now: number;
  found: ReadForTaking;
  taking: typeof takings.$inferSelect;
};

type Done = "done" | "not kept" | "moved" | "other rest";

function confirmAs(context: Context, as: Confirming): Promise<Done> | Done {
  const { found, taking } = as;
  if (taking.state === "unconfirmed") return confirmOwed(context, as);
  const restCents = found.order.dueCents - partCentsOf(found.money);
  if (taking.amountCents === restCents) return confirmPaying(context, as);
  // A write-off must equal the unpaid amount, and money must not exceed it. Otherwise, the unpaid amount has changed
  // since the taking was recorded, and the staff decided on the basis of the old amount.
  if (taking.means === WRITTEN_OFF || taking.amountCents > restCents) return "other rest";
  return confirmPart(context, as);
}

const isReserved: SQL = sql`EXISTS (SELECT 1 FROM ${payments} WHERE ${payments.id} = ${takings.orderId}
  AND ${payments.state} = 'reserved')`;

/** The case in which the money pays the whole rest of the invoice: everything on the invoice is held from now on. */
async function confirmPaying(
  context: Context,
  { uid, now, found: { order, deadlineZone, bills, invoice, money }, taking }: Confirming,
): Promise<Done> {
  const { db } = context;
  const { id, orderId } = taking;
  const isWrittenOff = taking.means === WRITTEN_OFF;
  const settled = { settledBy: uid, settledAt: now };
  const captured = {
    ...{ state: "captured" as const, createdAt: now, resolvedAt: now },
    booking: bookingAt(now, deadlineZone),
  };
  const parts = money.filter(({ state }) => state === "part");
  // Money that is written off never came in, so the `means` of the last money that did come in is used.
  const means = [taking, ...parts.toReversed()].map((one) => one.means).find(isByHand);
  if (!means) return "other rest";
  const by = { means, leaseUntil: 0 };
  const taken = { ...settled, state: "taken" as const };
  const isKept = await keepAct(context, {
    ...{ kind: "taken", invoice },
    order: { ...order, ...by },
    bills: bills.map((row) => ({ ...row, ...captured })),
    taking: { ...taking, ...taken, isPart: isWrittenOff },
    parts: parts.map((part) => ({ ...part, ...taken, isPart: true })),
  });
  if (!isKept) return "not kept";
  const isTaken = sql`EXISTS (SELECT 1 FROM ${takings} WHERE ${takings.id} = ${id} AND ${takings.state} = 'taken')`;
  const mayPay = and(
    eq(takings.id, id),
    eq(takings.state, "waiting"),
    mayConfirm(uid),
    isReserved,
    sql`${restOf(orderId)} = ${takings.amountCents}`,
    isWrittenOff ? hasPart(orderId) : undefined,
  );
  const { entry } = audited(
    context,
    {
      actorUid: uid,
      action: isWrittenOff ? "confirm write-off" : "confirm receipt",
      object: `payments/${orderId}`,
      detail: { taking: id },
    },
    hasRow(takings, mayPay),
  );
  const mayBePaid = and(eq(payments.state, "reserved"), isTaken);
  const paid = auditOfOrder(context, orderId, "payment captured", mayBePaid);
  const [, done] = await db.batch([
    entry,
    db
      .update(takings)
      .set({ ...taken, isPart: isWrittenOff })
      .where(mayPay)
      .returning({ id: takings.id }),
    db
      .update(takings)
      .set({ ...taken, isPart: true })
      .where(and(eq(takings.orderId, orderId), eq(takings.state, "part"), isTaken)),
    db
      .update(orders)
      .set(by)
      .where(and(eq(orders.id, orderId), eq(orders.means, INVOICED), isTaken)),
    // The bills of the invoice become captured payments, dated now.
    paid.entry,
    db
      .update(payments)
      .set(captured)
      .where(and(eq(payments.orderId, orderId), mayBePaid)),
    ...receiptMails(context, orderId, paid.isDone, means),
  ]);
  return done.length === 1 ? "done" : "moved";
}

/**
 * The case in which the money pays only a part of the invoice: it counts towards the invoice, which stays open, and the
 * payer is told how much is still unpaid.
 */
async function confirmPart(
  context: Context,
  { uid, now, found: { order, year, deadlineZone, bills, invoice, money }, taking }: Confirming,
): Promise<Done> {
  const { db } = context;
  const { id, orderId, amountCents } = taking;
  const counts = {
    ...{ state: "part" as const, confirmedBy: uid, confirmedAt: now },
    booking: bookingAt(now, deadlineZone),
  };
  const act = { kind: "part" as const, order, bills, invoice, taking: { ...taking, ...counts }, parts: [] };
  if (!(await keepAct(context, act))) return "not kept";
  const number = invoiceNumber({ id: order.conferenceId, year }, invoice.number);
  const missing = order.dueCents - partCentsOf(money) - amountCents;
  const kept = { due: inZone(invoice.dueAt, deadlineZone), people: bills.length };
  const mayCount = and(
    eq(takings.id, id),
    eq(takings.state, "waiting"),
    mayConfirm(uid),
    isReserved,
    gt(restOf(orderId), takings.amountCents),
  );
  const { entry, isDone } = audited(
    context,
    { actorUid: uid, action: "confirm receipt", object: `payments/${orderId}`, detail: { taking: id } },
    hasRow(takings, mayCount),
  );
  const [, done] = await db.batch([
    entry,
    db.update(takings).set(counts).where(mayCount).returning({ id: takings.id }),
    invoiceMail(
      context,
      { event: "invoice-part", id: orderId, key: id, uid: order.payerUid },
      (link) =>
        invoiceMails.part(number, { came: dollars(amountCents), missing: dollars(missing) }, kept, link),
      isDone,
    ),
  ]);
  return done.length === 1 ? "done" : "moved";
}

/** The case in which the money buys nothing: from now on, we owe it to the person who sent it. */
async function confirmOwed(
  context: Context,
  { uid, now, found: { order, deadlineZone, bills, invoice }, taking }: Confirming,
): Promise<Done> {
  const { db } = context;
  const { id, orderId } = taking;
  const confirmed = {
    ...{ state: "unwanted" as const, confirmedBy: uid, confirmedAt: now },
    booking: bookingAt(now, deadlineZone),
  };
  const act = {
    kind: "unwanted" as const,
    order,
    bills,
    invoice,
    taking: { ...taking, ...confirmed },
    parts: [],
  };
  if (!(await keepAct(context, act))) return "not kept";
  const mayOwe = and(eq(takings.id, id), eq(takings.state, "unconfirmed"), mayConfirm(uid));
  const { entry } = audited(
    context,
    { actorUid: uid, action: "confirm money owed", object: `payments/${orderId}`, detail: { taking: id } },
    hasRow(takings, mayOwe),
  );
  const [, done] = await db.batch([
    entry,
    db.update(takings).set(confirmed).where(mayOwe).returning({ id: takings.id }),
  ]);
  return done.length === 1 ? "done" : "moved";
}
