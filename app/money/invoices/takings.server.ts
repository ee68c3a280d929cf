import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { type Database, hasRow, insertFrom } from "#db/client.ts";
import { reversals, takings } from "#db/schema/invoices.ts";
import { payments } from "#db/schema/money.ts";
import { limitInForce, writeOffLimitInForce } from "~/conference/catalogue.server.ts";
import { deadlineZoneIn, zoneOfDeadlines } from "~/conference/conferences.server.ts";
import { audited, auditRow } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { bookingAt } from "~/values/bookings.ts";
import { messages } from "~/values/messages.ts";
import { dollars } from "~/values/money.ts";
import {
  type HandMeans,
  type TakingMeans,
  type TakingState,
  UNCONFIRMED_TAKINGS,
  WRITTEN_OFF,
} from "~/values/types.ts";
import { countTaking } from "./confirming.server.ts";
import { aloneWith, lastToday, needsSecondPerson, partCentsOf } from "./invoices.ts";
import { takingMessages } from "./messages.ts";
import {
  hasPart,
  isUnconfirmed,
  readForTaking,
  restOf,
  type TakingRefusal,
  takingWith,
} from "./taking-rows.server.ts";

/** Money that came in by hand. `receivedOn` is YYYY-MM-DD. */
export type ReceivedMoney = { means: HandMeans; reference: string; receivedOn: string };

/**
 * Money for an invoice, or a write-off of the part that is still unpaid. The `reference` of a write-off is the reason
 * for it.
 */
type NewTaking = Omit<ReceivedMoney, "means"> & {
  means: TakingMeans;
  /** The id that the form carries, so that one form makes one taking however often it is sent. */
  id: string;
  orderId: string;
  amountCents: number;
  /** Whether the money buys nothing and is owed to its sender. If not, it counts towards the invoice. */
  isOwed: boolean;
};

/** What recording the money would do. */
type Checked = {
  /**
   * Whether a second person must confirm the money before it counts, and the sum (cents) above which this confirmation
   * is required.
   */
  isSecondNeeded: boolean;
  limitCents: number;
  conferenceId: string;
  /** How much of the invoice is still to be paid once the money counts, in cents. */
  missingCents: number;
};

/** What recording the money would do, or why it cannot be recorded. One round trip. */
export async function checkTaking(
  context: Context,
  { now }: Pick<SignedIn, "now">,
  { orderId, means, receivedOn, amountCents, isOwed }: Omit<NewTaking, "id">,
): Promise<Checked | TakingRefusal> {
  const found = await readForTaking(context, orderId);
  if (!found) return { refused: messages.notFound, status: 404 };
  const { order, bills, money, limits } = found;
  if (receivedOn > lastToday(now)) return { refused: takingMessages.inFuture, status: 400 };
  const isWrittenOff = means === WRITTEN_OFF;
  const limitCents = isWrittenOff ? limits.writeOff : limits.money;
  const standing = isOwed ? amountCents : aloneWith({ id: "", means, amountCents }, money);
  const isSecondNeeded = needsSecondPerson(standing, limitCents);
  const restCents = order.dueCents - partCentsOf(money);
  const missingCents = isOwed ? restCents : restCents - amountCents;
  const answer = { isSecondNeeded, limitCents, conferenceId: order.conferenceId, missingCents };
  if (isOwed) return answer;
  if (bills[0]?.state !== "reserved") return { refused: takingMessages.notOpen, status: 409 };
  if (money.some(({ state }) => state === "waiting"))
    return { refused: takingMessages.isWaiting, status: 409 };
  if (isWrittenOff && (missingCents !== 0 || partCentsOf(money) === 0))
    return { refused: takingMessages.otherRest, status: 409 };
  if (missingCents < 0)
    return { refused: takingMessages.tooMuch(dollars(restCents), dollars(-missingCents)), status: 400 };
  return answer;
}

/** The statement that records money for an invoice, if `condition` holds. */
export const takingStatement = (
  { db }: Context,
  { viewer, now }: SignedIn,
  { isOwed, ...money }: NewTaking & { conferenceId: string },
  condition: SQL,
) =>
  insertFrom(
    db,
    takings,
    {
      ...{ ...money, recordedBy: viewer.uid, recordedAt: now, createdAt: Date.now() },
      limitCents: (money.means === WRITTEN_OFF ? writeOffLimitInForce : limitInForce)(money.conferenceId),
      state: isOwed ? "unconfirmed" : "waiting",
      isPart: false,
    },
    sql`WHERE ${condition}`,
  )
    .onConflictDoNothing()
    .returning({ id: takings.id });

/**
 * Records money that came in for an invoice, or writes off its rest. The money counts immediately or, above the limit,
 * as soon as a second person has confirmed it. From then on it pays the invoice or a part of it, or is owed until it
 * has gone back. If the same taking is sent again, it changes nothing and gets the same answer.
 */
export async function recordTaking(
  context: Context,
  visit: SignedIn,
  taken: NewTaking,
): Promise<{ taking: string; isWaiting: boolean } | TakingRefusal> {
  const { id, isOwed, ...values } = taken;
  const before = await enteredBefore(context, visit, id, values);
  if (before) return before;
  const checked = await checkTaking(context, visit, taken);
  if ("refused" in checked) return checked;
  const { orderId, amountCents, means } = values;
  const { conferenceId } = checked;
  const isWrittenOff = means === WRITTEN_OFF;
  const fits = isWrittenOff
    ? sql`${restOf(orderId)} = ${amountCents} AND ${hasPart(orderId)}`
    : sql`${restOf(orderId)} >= ${amountCents}`;
  const counts = sql`EXISTS (SELECT 1 FROM ${payments} WHERE ${payments.id} = ${orderId}
    AND ${payments.state} = 'reserved') AND ${fits}`;
  const [recorded] = await context.db.batch([
    takingStatement(context, visit, { ...values, id, isOwed, conferenceId }, isOwed ? sql`true` : counts),
    auditRow(
      context,
      {
        actorUid: visit.viewer.uid,
        action: isOwed ? "record money owed" : isWrittenOff ? "write off rest" : "record receipt",
        object: `payments/${orderId}`,
        detail: { taking: id, means, amountCents },
      },
      hasRow(takings, eq(takings.id, id)),
    ),
  ]);
  if (recorded.length === 0) {
    return (
      (await enteredBefore(context, visit, id, values)) ?? { refused: takingMessages.notOpen, status: 409 }
    );
  }
  const outcome = await countTaking(context, visit, id);
  return "refused" in outcome ? outcome : { taking: id, ...outcome };
}

/**
 * The outcome of a taking that was made before. If the taking does not count yet and no second person has to confirm it,
 * this function makes the taking count. Null if there is no such taking; refused if the taking
 * has details that differ from those of this request.
 */
export async function enteredBefore(
  context: Context,
  visit: SignedIn,
  id: string,
  values: Omit<NewTaking, "id" | "orderId" | "amountCents" | "isOwed"> &
    Partial<Pick<NewTaking, "orderId" | "amountCents">>,
): Promise<{ taking: string; payment: string; isWaiting: boolean } | TakingRefusal | null> {
  const [row] = await takingWith(context, id);
  if (!row) return null;
  if (!saysAll(row, { ...values, recordedBy: visit.viewer.uid }))
    return { refused: takingMessages.enteredOtherwise(dollars(row.amountCents)), status: 409 };
  const answer = { taking: id, payment: row.orderId };
  if (!isUnconfirmed(row.state)) return { ...answer, isWaiting: false };
  const outcome = await countTaking(context, visit, id);
  return "refused" in outcome ? outcome : { ...answer, ...outcome };
}

const saysAll = <Row extends object>(row: Row, values: Partial<Row>): boolean =>
  Object.entries(values).every(([name, value]) => row[name as keyof Row] === value);

/** The time zone in which a taking's money is booked. */
async function zoneOfTaking(db: Database, id: string): Promise<string> {
  const [edition] = await db
    .select({ deadlineZone: deadlineZoneIn(takings.conferenceId).as("deadline_zone") })
    .from(takings)
    .where(eq(takings.id, id));
  return zoneOfDeadlines(edition);
}

/**
 * Settles a taking. "withdrawn": the money has not come in after all; this is possible only before the money counts.
 * "returned": money that buys nothing, or nothing yet, has gone back. If the same request comes again, it changes
 * nothing and gets the same answer.
 */
export async function settleTaking(
  context: Context,
  { viewer, now }: SignedIn,
  id: string,
  note: string,
  as: "withdrawn" | "returned",
): Promise<{ settled: true } | TakingRefusal> {
  const { db } = context;
  const from: TakingState[] = as === "withdrawn" ? [...UNCONFIRMED_TAKINGS] : ["part", "unwanted"];
  const settled = { state: as, note, settledBy: viewer.uid };
  const booking = as === "returned" && bookingAt(now, await zoneOfTaking(db, id));
  const isAsked = sql`EXISTS (SELECT 1 FROM ${reversals} WHERE ${reversals.takingId} = ${takings.id}
    AND ${reversals.state} = 'waiting')`;
  const maySettle = and(eq(takings.id, id), inArray(takings.state, from), sql`NOT ${isAsked}`);
  const { entry } = audited(
    context,
    {
      actorUid: viewer.uid,
      action: as === "withdrawn" ? "withdraw receipt" : "give back money owed",
      object: `takings/${id}`,
      detail: { note },
    },
    hasRow(takings, maySettle),
  );
  const [, , [row]] = await db.batch([
    entry,
    db
      .update(takings)
      .set({ ...settled, settledAt: now, ...(booking && { booking }) })
      .where(maySettle),
    takingWith(context, id),
  ]);
  if (row && saysAll(row, settled)) return { settled: true };
  return { refused: as === "withdrawn" ? takingMessages.notWaiting : takingMessages.notOwed, status: 409 };
}
