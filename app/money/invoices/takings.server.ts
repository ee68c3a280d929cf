import { and, asc, desc, eq, getTableColumns, inArray, lt, lte, type SQL, sql } from "drizzle-orm";
import { type Database, insertFrom } from "#db/client.ts";
import { invoices, reversals, takings } from "#db/schema/invoices.ts";
import { orders, payments } from "#db/schema/money.ts";
import { hasHadMoneySince, moneySinceRows } from "~/accounts/second-person.server.ts";
import { limitInForce } from "~/conference/catalogue.server.ts";
import { deadlineZoneIn, zoneOfDeadlines } from "~/conference/conferences.server.ts";
import { keepAct } from "~/money/payments/acts.server.ts";
import { auditOfOrder, dueOfOrder } from "~/money/payments/orders.server.ts";
import { receiptMails } from "~/money/payments/receipt-mails.server.ts";
import { auditEntry } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { bookingAt } from "~/values/bookings.ts";
import { messages } from "~/values/messages.ts";
import { dollars } from "~/values/money.ts";
import {
  type HandMeans,
  INVOICED,
  type Refused,
  type TakingState,
  UNCONFIRMED_TAKINGS,
} from "~/values/types.ts";
import { lastToday, needsSecondPerson, whyNotConfirm } from "./invoices.ts";
import { takingMessages } from "./messages.ts";

const MOST_AT_ONCE = 100;

/** Money that came in by hand: its day is YYYY-MM-DD. */
export type Coming = { means: HandMeans; reference: string; receivedOn: string };

type Taken = Coming & {
  /** Made by the form: however often it is sent, it is one entry. */
  id: string;
  orderId: string;
  amountCents: number;
  /** Whether it shall pay the invoice, or buys nothing and is owed to whoever sent it. */
  isOwed: boolean;
};

/**
 * An order that one invoice is for, the zone in which its money is booked, its payments with the first of them first,
 * the invoice, the limit in force in its edition, and what came in for it; null if there is no invoice.
 */
async function readForTaking({ db }: Context, orderId: SQL | string) {
  const [[order], bills, [invoice], [limit], money] = await db.batch([
    db
      .select({
        ...getTableColumns(orders),
        deadlineZone: deadlineZoneIn(orders.conferenceId).as("deadline_zone"),
      })
      .from(orders)
      .where(sql`${orders.id} = ${orderId}`),
    db
      .select()
      .from(payments)
      .where(sql`${payments.orderId} = ${orderId}`)
      .orderBy(desc(sql`${payments.id} = ${payments.orderId}`), asc(payments.id)),
    db.select().from(invoices).where(sql`${invoices.orderId} = ${orderId}`),
    db
      .select({ cents: limitInForce(invoices.conferenceId).as("limit_in_force") })
      .from(invoices)
      .where(sql`${invoices.orderId} = ${orderId}`),
    db.select().from(takings).where(sql`${takings.orderId} = ${orderId}`),
  ]);
  if (!order || !invoice || !limit) return null;
  const { deadlineZone, ...row } = order;
  return { order: row, deadlineZone, bills, invoice, money, limitCents: limit.cents };
}

type Refusal = Refused<400 | 403 | 404 | 409 | 503>;

/** What recording it would do: whether it needs a second person, or why it cannot be recorded. One round trip. */
export async function checkTaking(
  context: Context,
  { now }: Pick<SignedIn, "now">,
  { orderId, receivedOn, amountCents, isOwed }: Omit<Taken, "id">,
): Promise<{ isSecondNeeded: boolean; limitCents: number; conferenceId: string } | Refusal> {
  const found = await readForTaking(context, orderId);
  if (!found) return { refused: messages.notFound, status: 404 };
  const { order, bills, money, limitCents } = found;
  if (receivedOn > lastToday(now)) return { refused: takingMessages.inFuture, status: 400 };
  const { conferenceId, dueCents } = order;
  const answer = { isSecondNeeded: needsSecondPerson(amountCents, limitCents), limitCents, conferenceId };
  if (isOwed) return answer;
  if (bills[0]?.state !== "reserved") return { refused: takingMessages.notOpen, status: 409 };
  if (money.some(({ state }) => state === "waiting"))
    return { refused: takingMessages.isWaiting, status: 409 };
  const more = amountCents - dueCents;
  const due = dollars(dueCents);
  if (more < 0) return { refused: takingMessages.tooLittle(due, dollars(-more)), status: 400 };
  if (more > 0) return { refused: takingMessages.tooMuch(due, dollars(more)), status: 400 };
  return answer;
}

/** The statement that records money for an invoice, if `condition` holds. */
export const takingStatement = (
  { db }: Context,
  { viewer, now }: SignedIn,
  { isOwed, ...money }: Taken & { conferenceId: string },
  condition: SQL,
) =>
  insertFrom(
    db,
    takings,
    {
      ...{ ...money, recordedBy: viewer.uid, recordedAt: now, createdAt: Date.now() },
      limitCents: limitInForce(money.conferenceId),
      state: isOwed ? "unconfirmed" : "waiting",
    },
    sql`WHERE ${condition}`,
  )
    .onConflictDoNothing()
    .returning({ id: takings.id });

/**
 * Records money that came in for an invoice. It counts at once, or, above the limit, once a second person has confirmed
 * it: it pays the invoice, or is owed until it has gone back. The same entry again changes nothing, and has the same
 * answer.
 */
export async function recordTaking(
  context: Context,
  visit: SignedIn,
  taken: Taken,
): Promise<{ taking: string; isWaiting: boolean } | Refusal> {
  const { id, isOwed, ...said } = taken;
  const before = await enteredBefore(context, visit, id, said);
  if (before) return before;
  const checked = await checkTaking(context, visit, taken);
  if ("refused" in checked) return checked;
  const { orderId, amountCents, means } = said;
  const { conferenceId } = checked;
  const pays = sql`EXISTS (SELECT 1 FROM ${payments} WHERE ${payments.id} = ${orderId}
    AND ${payments.state} = 'reserved') AND ${dueOfOrder(orderId)} = ${amountCents}`;
  const [recorded] = await context.db.batch([
    takingStatement(context, visit, { ...said, id, isOwed, conferenceId }, isOwed ? sql`true` : pays),
    auditEntry(context, {
      actorUid: visit.viewer.uid,
      action: isOwed ? "record money owed" : "record receipt",
      object: `payments/${orderId}`,
      detail: { taking: id, means, amountCents },
    }),
  ]);
  if (recorded.length === 0) {
    return (
      (await enteredBefore(context, visit, id, said)) ?? { refused: takingMessages.notOpen, status: 409 }
    );
  }
  const counted = await countTaking(context, visit, id);
  return "refused" in counted ? counted : { taking: id, ...counted };
}

/**
 * What became of an entry that was made before: if it does not count yet and needs nobody else, it does now. null if
 * there is none; refused if it says something else.
 */
export async function enteredBefore(
  context: Context,
  visit: SignedIn,
  id: string,
  said: Coming & Partial<Pick<Taken, "orderId" | "amountCents">>,
): Promise<{ taking: string; payment: string; isWaiting: boolean } | Refusal | null> {
  const [row] = await context.db.select().from(takings).where(eq(takings.id, id));
  if (!row) return null;
  if (!saysAll(row, { ...said, recordedBy: visit.viewer.uid }))
    return { refused: takingMessages.enteredOtherwise(dollars(row.amountCents)), status: 409 };
  const answer = { taking: id, payment: row.orderId };
  if (!isUnconfirmed(row.state)) return { ...answer, isWaiting: false };
  const counted = await countTaking(context, visit, id);
  return "refused" in counted ? counted : { ...answer, ...counted };
}

const saysAll = <Row extends object>(row: Row, said: Partial<Row>): boolean =>
  Object.entries(said).every(([name, value]) => row[name as keyof Row] === value);

const isUnconfirmed = (state: TakingState): boolean =>
  (UNCONFIRMED_TAKINGS as readonly TakingState[]).includes(state);

/** Lets money that was just recorded count at once, unless it is above the limit that was stored with it. */
export async function countTaking(
  context: Context,
  { viewer, now }: SignedIn,
  id: string,
): Promise<{ isWaiting: boolean } | Refusal> {
  const confirmed = await confirmTaking(context, { uid: viewer.uid, now }, id);
  if ("confirmed" in confirmed) return { isWaiting: false };
  return confirmed.isOtherNeeded ? { isWaiting: true } : confirmed;
}

/** How long (ms) the request that records money may take before the cron finishes what it has left. */
const UNFINISHED = 2 * 60 * 1000;

/**
 * Finishes what was recorded, needs no second person and does not count all the same, as the request that recorded it
 * was cut off or the file store was away; the cron calls this.
 */
export async function finishTakings(context: Context): Promise<void> {
  const { now } = await context.visit();
  const left = await context.db
    .select({ id: takings.id, uid: takings.recordedBy })
    .from(takings)
    .where(
      and(
        inArray(takings.state, [...UNCONFIRMED_TAKINGS]),
        lte(takings.amountCents, takings.limitCents),
        lt(takings.createdAt, Date.now() - UNFINISHED),
      ),
    )
    .limit(MOST_AT_ONCE);
  for (const { id, uid } of left) await confirmTaking(context, { uid, now }, id);
}

/**
 * Whether somebody may confirm money: above the limit that was stored with it, another person who had the ability before
 * it was recorded.
 */
const mayConfirm = (uid: string): SQL =>
  sql`(${takings.amountCents} <= ${takings.limitCents} OR ${takings.recordedBy} <> ${uid}
    AND ${hasHadMoneySince(uid, takings.createdAt)})`;

/**
 * Confirms money that came in: it is written beside the database, then it counts, and what it pays for is held. Who
 * recorded more than the limit cannot confirm it, nor who was given the ability since. Of several who confirm, or
 * confirm and withdraw, at once, one does.
 */
export async function confirmTaking(
  context: Context,
  who: { uid: string; now: number },
  id: string,
): Promise<{ confirmed: true } | (Refusal & { isOtherNeeded?: true })> {
  const { db } = context;
  const found = await readForTaking(
    context,
    sql`(SELECT ${takings.orderId} FROM ${takings} WHERE ${takings.id} = ${id})`,
  );
  const taking = found?.money.find((one) => one.id === id);
  if (!found || !taking) return { refused: messages.notFound, status: 404 };
  if (!isUnconfirmed(taking.state)) return { refused: takingMessages.notWaiting, status: 409 };
  const [ability] = await moneySinceRows(db, who.uid);
  const why = whyNotConfirm(taking, { uid: who.uid, since: ability?.since });
  if (why !== null) {
    const refused = why === "own" ? takingMessages.otherPerson : takingMessages.newPerson;
    return { refused, status: 403, isOtherNeeded: true };
  }
  const as = { ...who, found, taking };
  const done = taking.state === "waiting" ? await confirmPaying(context, as) : await confirmOwed(context, as);
  if (done === "not kept") return { refused: takingMessages.notKept, status: 503 };
  return done === "done" ? { confirmed: true } : { refused: takingMessages.notWaiting, status: 409 };
}

type Confirming = {
  uid: string;
  now: number;
  found: NonNullable<Awaited<ReturnType<typeof readForTaking>>>;
  taking: typeof takings.$inferSelect;
};

/** The money pays its invoice: what the invoice is for is held from now on. */
async function confirmPaying(
  context: Context,
  { uid, now, found: { order, deadlineZone, bills, invoice }, taking }: Confirming,
): Promise<"done" | "not kept" | "moved"> {
  const { db } = context;
  const { id, means, orderId } = taking;
  const settled = { settledBy: uid, settledAt: now };
  const captured = {
    ...{ state: "captured" as const, createdAt: now, settledAt: now },
    booking: bookingAt(now, deadlineZone),
  };
  const by = { gateway: means, leaseUntil: 0 };
  const isKept = await keepAct(context, {
    ...{ kind: "taken", invoice },
    order: { ...order, ...by },
    bills: bills.map((row) => ({ ...row, ...captured })),
    taking: { ...taking, ...settled, state: "taken" },
  });
  if (!isKept) return "not kept";
  const isTaken = sql`EXISTS (SELECT 1 FROM ${takings} WHERE ${takings.id} = ${id} AND ${takings.state} = 'taken')`;
  const [done] = await db.batch([
    db
      .update(takings)
      .set({ ...settled, state: "taken" })
      .where(
        and(
          eq(takings.id, id),
          eq(takings.state, "waiting"),
          mayConfirm(uid),
          sql`EXISTS (SELECT 1 FROM ${payments} WHERE ${payments.id} = ${takings.orderId}
            AND ${payments.state} = 'reserved')`,
          sql`${dueOfOrder(orderId)} = ${takings.amountCents}`,
        ),
      )
      .returning({ id: takings.id }),
    auditEntry(context, {
      actorUid: uid,
      action: "confirm receipt",
      object: `payments/${orderId}`,
      detail: { taking: id },
    }),
    db
      .update(orders)
      .set(by)
      .where(and(eq(orders.id, orderId), eq(orders.gateway, INVOICED), isTaken)),
    // What was asked for becomes a payment of the day on which its money is recorded.
    db
      .update(payments)
      .set(captured)
      .where(and(eq(payments.orderId, orderId), eq(payments.state, "reserved"), isTaken)),
    auditOfOrder(context, orderId, "payment captured"),
    ...receiptMails(context, orderId, sql`changes() > 0`, means),
  ]);
  return done.length === 1 ? "done" : "moved";
}

/** The money buys nothing: it is owed from now on. */
async function confirmOwed(
  context: Context,
  { uid, now, found: { order, deadlineZone, bills, invoice }, taking }: Confirming,
): Promise<"done" | "not kept" | "moved"> {
  const { db } = context;
  const { id, orderId } = taking;
  const confirmed = {
    ...{ state: "unwanted" as const, confirmedBy: uid, confirmedAt: now },
    booking: bookingAt(now, deadlineZone),
  };
  const act = { kind: "unwanted" as const, order, bills, invoice, taking: { ...taking, ...confirmed } };
  if (!(await keepAct(context, act))) return "not kept";
  const [done] = await db.batch([
    db
      .update(takings)
      .set(confirmed)
      .where(and(eq(takings.id, id), eq(takings.state, "unconfirmed"), mayConfirm(uid)))
      .returning({ id: takings.id }),
    auditEntry(context, {
      actorUid: uid,
      action: "confirm money owed",
      object: `payments/${orderId}`,
      detail: { taking: id },
    }),
  ]);
  return done.length === 1 ? "done" : "moved";
}

/** The zone in which money that came in is booked. */
async function zoneOfTaking(db: Database, id: string): Promise<string> {
  const [edition] = await db
    .select({ deadlineZone: deadlineZoneIn(takings.conferenceId).as("deadline_zone") })
    .from(takings)
    .where(eq(takings.id, id));
  return zoneOfDeadlines(edition);
}

/**
 * Takes back that money has come in, before it counts; or records that money which buys nothing has gone back. The same
 * again changes nothing, and has the same answer.
 */
export async function settleTaking(
  context: Context,
  { viewer, now }: SignedIn,
  id: string,
  note: string,
  as: "withdrawn" | "returned",
): Promise<{ settled: true } | Refusal> {
  const { db } = context;
  const from: TakingState[] = as === "withdrawn" ? [...UNCONFIRMED_TAKINGS] : ["unwanted"];
  const settled = { state: as, note, settledBy: viewer.uid };
  const booking = as === "returned" && bookingAt(now, await zoneOfTaking(db, id));
  const isAsked = sql`EXISTS (SELECT 1 FROM ${reversals} WHERE ${reversals.takingId} = ${takings.id}
    AND ${reversals.state} = 'waiting')`;
  const [, , [row]] = await db.batch([
    db
      .update(takings)
      .set({ ...settled, settledAt: now, ...(booking && { booking }) })
      .where(and(eq(takings.id, id), inArray(takings.state, from), sql`NOT ${isAsked}`)),
    auditEntry(context, {
      actorUid: viewer.uid,
      action: as === "withdrawn" ? "withdraw receipt" : "give back money owed",
      object: `takings/${id}`,
      detail: { note },
    }),
    db.select().from(takings).where(eq(takings.id, id)),
  ]);
  if (row && saysAll(row, settled)) return { settled: true };
  return { refused: as === "withdrawn" ? takingMessages.notWaiting : takingMessages.notOwed, status: 409 };
}
