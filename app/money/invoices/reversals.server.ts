import { and, asc, eq, getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { hasRow, insertFrom, listed } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { reversals, takings } from "#db/schema/invoices.ts";
import { holdings, orders, payments, refundLines, refunds } from "#db/schema/money.ts";
import { hasHadMoneySince, moneySinceRows } from "~/accounts/second-person.server.ts";
import { limitInForce } from "~/conference/catalogue.server.ts";
import { deadlineZoneIn } from "~/conference/conferences.server.ts";
import { queueMail } from "~/mail/outbox.server.ts";
import { keepAct } from "~/money/payments/acts.server.ts";
import { billLines, lineTitle } from "~/money/payments/bill-lines.ts";
import { holdingRows } from "~/money/payments/holding-rows.server.ts";
import { chargedOf } from "~/money/prices/pricing.ts";
import type { LeaveStatements } from "~/money/refunds/giving-back.server.ts";
import { finishing } from "~/money/refunds/refund-outcomes.server.ts";
import { spread } from "~/money/refunds/refunds.ts";
import { audited, auditRow } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { newId } from "~/platform/ids.server.ts";
import { isItsOrder, type Payment, paymentColumns } from "~/standing/payments.server.ts";
import { bookingAt } from "~/values/bookings.ts";
import { messages } from "~/values/messages.ts";
import { REVERSIBLE_TAKINGS, type Refused, WRITTEN_OFF } from "~/values/types.ts";
import { listInWords } from "~/values/words.ts";
import { reversalRefusal } from "./invoices.ts";
import { invoiceMails } from "./mails.ts";
import { takingMessages } from "./messages.ts";

type Refusal = Refused<403 | 404 | 409>;

const refusal = (refused: string, status: Refusal["status"]): Refusal => ({ refused, status });

const confirmed: { confirmed: true } = { confirmed: true };

const notPossible = refusal(takingMessages.reversal.notPossible, 409);

/**
 * Reverses a taking that was recorded by mistake: immediately or, above the limit, as soon as a second person
 * has confirmed it. If the same request comes again, it changes nothing and gets the same answer.
 *
 * @param asked.id the id that the form carries, so that one form makes one reversal however often it is sent.
 * @param leaving makes the statements that take people out of sessions when their holdings end.
 */
export async function reverseTaking(
  context: Context,
  visit: SignedIn,
  { id, takingId, reason }: { id: string; takingId: string; reason: string },
  leaving?: LeaveStatements,
): Promise<{ isWaiting: boolean } | Refusal> {
  const { db } = context;
  const { viewer, now } = visit;
  await db.batch([
    insertFrom(
      db,
      reversals,
      {
        ...{ id, takingId, reason, state: "waiting" as const, askedBy: viewer.uid, askedAt: now },
        conferenceId: sql`${takings.conferenceId}`,
        was: sql`${takings.state}`,
        limitCents: limitInForce(takings.conferenceId),
        createdAt: Date.now(),
      },
      sql`FROM ${takings} WHERE ${takings.id} = ${takingId} AND ${inArray(takings.state, [...REVERSIBLE_TAKINGS])}`,
    ).onConflictDoNothing(),
    auditRow(
      context,
      {
        ...{ actorUid: viewer.uid, action: "ask to reverse receipt", object: `takings/${takingId}` },
        detail: { reversal: id },
      },
      hasRow(reversals, eq(reversals.id, id)),
    ),
  ]);
  const [asked] = await db.select().from(reversals).where(eq(reversals.id, id));
  if (!asked || asked.takingId !== takingId || asked.state === "withdrawn") return notPossible;
  if (asked.state === "done") return { isWaiting: false };
  const done = await confirmReversal(context, visit, id, leaving);
  if ("confirmed" in done) return { isWaiting: false };
  if (done.isOtherNeeded) return { isWaiting: true };
  // If the reversal cannot be done now, it must not stay open for a second person.
  await withdrawReversal(context, visit, id);
  return done;
}

/**
 * Confirms that money was recorded by mistake. The taking is reversed, and everything that the money had paid for is
 * ended. If several people confirm at the same time, only one of them succeeds.
 */
export async function confirmReversal(
  context: Context,
  { viewer, now }: SignedIn,
  id: string,
  leaving: LeaveStatements = () => [],
): Promise<{ confirmed: true } | (Refusal & { isOtherNeeded?: true })> {
  const { db } = context;
  const found = await readReversal(context, viewer.uid, id);
  if ("confirmed" in found || "refused" in found) return found;
  const { reversal, taking, amountCents } = found;
  const { orderId } = taking;
  const settled = { state: "done" as const, settledBy: viewer.uid, settledAt: now };
  const ends = reversal.was === "taken" ? await endingsOf(context, { ...reversal, ...settled }, orderId) : [];
  const isSecond = sql`(${amountCents} <= ${reversals.limitCents} OR ${reversals.askedBy} <> ${viewer.uid}
    AND ${hasHadMoneySince(viewer.uid, reversals.createdAt)})`;
  const isAsAsked = sql`EXISTS (SELECT 1 FROM ${takings} WHERE ${takings.id} = ${taking.id}
    AND ${inArray(takings.state, reversal.was === "taken" ? ["taken"] : ["part", "unwanted"])})`;
  const mayReverse = and(
    eq(reversals.id, id),
    eq(reversals.state, "waiting"),
    isSecond,
    isAsAsked,
    reversal.was === "taken" ? isWhole(orderId, ends) : undefined,
  );
  const { entry } = audited(
    context,
    {
      ...{ actorUid: viewer.uid, action: "reverse receipt", object: `takings/${taking.id}` },
      detail: { reversal: id },
    },
    hasRow(reversals, mayReverse),
  );
  const [, [done]] = await db.batch([
    entry,
    db.update(reversals).set(settled).where(mayReverse).returning(),
    db
      .update(takings)
      .set({ state: "reversed", booking: bookingAt(now, taking.deadlineZone) })
      .where(and(eq(takings.id, taking.id), isReversedBy(id))),
    ...endingStatements(context, ends, id),
    ...mailsOf(context, ends, id),
    ...ends.flatMap(({ payment: { conferenceId }, holder }) =>
      holder === null ? [] : leaving({ conferenceId, uid: holder }, isReversedBy(id)),
    ),
  ]);
  if (!done) {
    // The money or the request may have changed meanwhile.
    const left = await readReversal(context, viewer.uid, id);
    if ("confirmed" in left || "refused" in left) return left;
    return reversal.was === "taken" ? refusal(takingMessages.reversal.partGone, 409) : notPossible;
  }
  const rows = ends.map(({ refund }) => refund);
  await keepAct(context, {
    ...{ kind: "reversed", reversal: done, refunds: rows, lines: ends.flatMap(({ lines }) => lines) },
  });
  return confirmed;
}

/**
 * Reads a request to reverse a taking, with the taking and the amount (cents) that counts towards the limit. Returns a
 * refusal instead if the viewer may not confirm the request, and `confirmed` if they have already confirmed it. One
 * round trip.
 */
async function readReversal({ db }: Context, uid: string, id: string) {
  const [[reversal], [taking], [ability]] = await db.batch([
    db.select().from(reversals).where(eq(reversals.id, id)),
    db
      .select({
        ...getTableColumns(takings),
        deadlineZone: deadlineZoneIn(takings.conferenceId).as("deadline_zone"),
        dueCents: orders.dueCents,
      })
      .from(takings)
      .innerJoin(orders, eq(orders.id, takings.orderId))
      .innerJoin(reversals, eq(reversals.takingId, takings.id))
      .where(eq(reversals.id, id)),
    moneySinceRows(db, uid),
  ]);
  if (!reversal || !taking) return refusal(messages.notFound, 404);
  const { otherPerson, notAsked, changed } = takingMessages.reversal;
  if (reversal.state === "done" && reversal.settledBy === uid) return confirmed;
  if (reversal.state !== "waiting") return refusal(notAsked, 409);
  // Everything that the money had paid for ends too, so the whole order counts towards the limit.
  const amountCents = reversal.was === "taken" ? taking.dueCents : taking.amountCents;
  const why = reversalRefusal(
    { ...reversal, recordedBy: reversal.askedBy, state: taking.state, amountCents },
    { uid, since: ability?.since },
  );
  if (why === "changed") return refusal(changed, 409);
  if (why === null) return { reversal, taking, amountCents };
  return {
    ...refusal(why === "own" ? otherPerson : takingMessages.newPerson, 403),
    isOtherNeeded: true as const,
  };
}

/** Withdraws the request to reverse a taking. The taking stays as it is. */
export async function withdrawReversal(
  context: Context,
  { viewer, now }: SignedIn,
  id: string,
): Promise<{ withdrawn: true } | Refusal> {
  const isThis = eq(reversals.id, id);
  const isWaiting = and(isThis, eq(reversals.state, "waiting"));
  const { entry } = audited(
    context,
    { actorUid: viewer.uid, action: "withdraw reversal", object: `reversals/${id}` },
    hasRow(reversals, isWaiting),
  );
  const [, , [reversal]] = await context.db.batch([
    entry,
    context.db
      .update(reversals)
      .set({ state: "withdrawn", settledBy: viewer.uid, settledAt: now })
      .where(isWaiting),
    context.db.select().from(reversals).where(isThis),
  ]);
  if (reversal?.state === "withdrawn" && reversal.settledBy === viewer.uid) return { withdrawn: true };
  return { refused: takingMessages.reversal.notAsked, status: 409 };
}

/**
 * How the holdings of one payment end: the refund row that ends them, the lines of that row, the holder, and what was
 * held.
 */
type Ending = {
  payment: Payment;
  refund: typeof refunds.$inferSelect;
  lines: (typeof refundLines.$inferSelect)[];
  holder: string | null;
  held: string[];
  titles: string[];
};

/** The endings of everything that the money had paid for, one for each payment of its order. */
async function endingsOf(
  { db }: Context,
  { id, reason, askedBy, settledAt }: typeof reversals.$inferSelect,
  orderId: string,
): Promise<Ending[]> {
  const order = await db
    .select(paymentColumns)
    .from(payments)
    .innerJoin(orders, isItsOrder)
    .where(eq(payments.orderId, orderId))
    .orderBy(asc(payments.id));
  const found = await Promise.all(order.map((payment) => holdingRows(db, payment.id)));
  return order.map((payment, index): Ending => {
    const rows = found[index]!;
    const bill = billLines(rows);
    const { conferenceId, amountCents, creditCents } = payment;
    const isMoney = chargedOf(payment) > 0;
    const refundId = newId();
    const live = rows.filter(({ state }) => state === "held");
    return {
      payment,
      refund: {
        ...{
          id: refundId,
          conferenceId,
          paymentId: payment.id,
          amountCents,
          reason,
          reversalId: id,
          bankState: null,
        },
        kind: isMoney ? "money" : "credit",
        creditCents: isMoney ? creditCents : 0,
        ...{
          endsAll: true,
          state: "done",
          transactionId: null,
          requestedBy: askedBy,
          leaseUntil: Date.now(),
        },
        ...{
          createdAt: settledAt!,
          resolvedAt: settledAt,
          booking: bookingAt(settledAt!, payment.deadlineZone),
        },
      },
      lines: spread(bill, bill, amountCents).map((line) => ({
        ...{ refundId, holdingId: line.id, cents: line.cents, ends: true },
      })),
      holder: live[0]?.uid ?? null,
      held: live.map(({ id }) => id),
      titles: bill.map(lineTitle),
    };
  });
}

/** Whether a reversal has been carried out. */
const isReversedBy = (id: string): SQL =>
  sql`EXISTS (SELECT 1 FROM ${reversals} WHERE ${reversals.id} = ${id} AND ${reversals.state} = 'done')`;

/**
 * Whether an order is still as it was read: all its payments are captured, the same holdings are held, and no other
 * holding of its payments is live. No money of the order may have gone back or be on its way back.
 */
function isWhole(orderId: string, ends: Ending[]): SQL {
  const held = ends.flatMap((ending) => ending.held);
  const ofOrder = sql`SELECT ${payments.id} FROM ${payments} WHERE ${payments.orderId} = ${orderId}`;
  return sql`NOT EXISTS (SELECT 1 FROM ${payments} WHERE ${payments.orderId} = ${orderId} AND ${payments.state} <> 'captured')
    AND NOT EXISTS (SELECT 1 FROM ${refunds} WHERE ${refunds.paymentId} IN (${ofOrder}) AND ${refunds.state} <> 'refused')
    AND NOT EXISTS (SELECT 1 FROM ${holdings} WHERE ${holdings.paymentId} IN (${ofOrder})
      AND ${holdings.state} <> 'ended' AND ${holdings.id} NOT IN ${listed(held)})
    AND ${held.length} = (SELECT count(*) FROM ${holdings} WHERE ${holdings.id} IN ${listed(held)}
      AND ${holdings.state} = 'held')`;
}

/**
 * The statements for money that is reversed: they end everything that it had paid for. Other money may have helped to
 * pay for the same things. The other money did come in, so from then on it is owed to the person who sent it. A
 * write-off no longer counts.
 */
export const endingStatements = (
  { db }: Context,
  ends: Pick<Ending, "refund" | "lines">[],
  reversalId: string,
) => [
  db
    .update(takings)
    .set({ state: sql`iif(${takings.means} = ${WRITTEN_OFF}, 'withdrawn', 'unwanted')` })
    .where(
      and(
        eq(takings.state, "taken"),
        sql`${takings.orderId} IN (SELECT ${other.orderId} FROM ${reversals} JOIN ${takings} AS ${other}
          ON ${other.id} = ${reversals.takingId} WHERE ${reversals.id} = ${reversalId}
            AND ${reversals.was} = 'taken' AND ${reversals.state} = 'done')`,
      ),
    ),
  ...ends.flatMap(({ refund, lines }) => [
    insertFrom(
      db,
      refunds,
      { ...refund, state: "pending", resolvedAt: null, booking: null },
      sql`FROM ${payments} WHERE ${payments.id} = ${refund.paymentId} AND ${payments.state} = 'captured'
        AND ${isReversedBy(reversalId)}`,
    ).onConflictDoNothing(),
    insertFrom(
      db,
      refundLines,
      {
        refundId: refund.id,
        holdingId: sql`value ->> 'holdingId'`,
        cents: sql`value ->> 'cents'`,
        ends: sql`value ->> 'ends'`,
      },
      sql`FROM json_each(${JSON.stringify(lines)}) WHERE EXISTS (SELECT 1 FROM ${refunds} WHERE ${refunds.id} = ${refund.id})`,
    ).onConflictDoNothing(),
    finishing(db, refund.id, refund.booking),
    db
      .update(payments)
      .set({ state: "refunded" })
      .where(
        and(
          eq(payments.id, refund.paymentId),
          eq(payments.state, "captured"),
          sql`EXISTS (SELECT 1 FROM ${refunds} WHERE ${refunds.id} = ${refund.id})`,
        ),
      ),
  ]),
];

const other = alias(takings, "other");

/**
 * The statements that queue the mails about a reversal: one mail to each person whose pass or add-on ends, and one to
 * the payer.
 */
function mailsOf({ db, origin }: Context, ends: Ending[], reversalId: string) {
  const told = new Map<string, string[]>();
  for (const { holder, payment, titles } of ends) {
    for (const uid of new Set([holder ?? payment.delegateUid, payment.payerUid])) {
      told.set(uid, [...(told.get(uid) ?? []), ...titles]);
    }
  }
  return [...told].map(([uid, titles]) =>
    queueMail(
      db,
      {
        kind: "payment",
        uid: sql`${users.uid}`,
        eventKey: `reversed:${reversalId}:${uid}`,
        recipient: sql`${users.email}`,
        text: invoiceMails.recordedByMistake(listInWords([...new Set(titles)]), `${origin}/payment-info`),
      },
      sql`FROM ${users} WHERE ${isReversedBy(reversalId)} AND ${users.uid} = ${uid}`,
    ).onConflictDoNothing(),
  );
}
