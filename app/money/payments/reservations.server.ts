import { and, eq, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { alias } from "drizzle-orm/sqlite-core";
import { type Database, insertFrom, listed } from "#db/client.ts";
import { acceptances, applications } from "#db/schema/applications.ts";
import { addOns, tickets } from "#db/schema/conference.ts";
import { decisions } from "#db/schema/decisions.ts";
import { grants } from "#db/schema/grants.ts";
import { holdings, orders, payments } from "#db/schema/money.ts";
import { settings } from "#db/schema/site.ts";
import { catalogueVersion, isSoldNow } from "~/conference/catalogue.server.ts";
import type { IdleGrant } from "~/money/prices/grants.ts";
import { passMessages } from "~/money/prices/messages.ts";
import { chargedOf, isOfAddOns, totalOf } from "~/money/prices/pricing.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { type Allowance, countOneMore, isUsedUp, readCounters, waitOf } from "~/platform/counters.server.ts";
import type { CardProcessor } from "~/platform/ports/card-processor.server.ts";
import { countedFrom } from "~/standing/agreements.server.ts";
import { creditOf } from "~/standing/credit.server.ts";
import { decisionsFor } from "~/standing/eligibility.ts";
import { isUsable } from "~/standing/grants.server.ts";
import type { DelegateStanding } from "~/standing/standing.server.ts";
import { seenDecision } from "~/standing/visible-decision.server.ts";
import { isKeptFor, placesKept } from "~/standing/waiting-offers.server.ts";
import type { Line, Reduction } from "~/values/shapes.ts";
import { LIVE_HOLDING_STATES, type PassType } from "~/values/types.ts";
import type { Bill, RefusedPayment } from "./orders.ts";
import { statesInTheWay } from "./registration.ts";

const besides = alias(grants, "besides");

/** The facts that were checked before a payment, and must still be true when its row is reserved. */
export type CheckedPayment = {
  /** When the application was submitted (UTC ms). This decides the price of a pass. */
  submittedAt: number | null;
  /** The newest of the agreement's versions that the delegate has accepted and that still count. */
  agreementVersion: number;
  /** A text that identifies the version of the catalogue that was checked. */
  catalogueVersion: string;
  /** The other pass, if the delegate already holds it and was told so. */
  beside: PassType | null;
  /** The id of the delegate's award, even if the award is not for this pass; null for none. */
  award: string | null;
  /** What the award and the code take off. Both must still be usable. */
  reductions: Reduction[];
  /** The grants that took nothing off at the check. If one of them has become usable by now, nothing is reserved. */
  idle: IdleGrant[];
  /**
   * When the delegate's offer from the waiting list ends (UTC ms), if this offer gives the right to pay; null if the
   * decision gives it.
   */
  offerEndsAt: number | null;
  /** The delegate's credit in cents, even if this payment does not spend all of it. */
  creditCents: number;
  /** The time (UTC ms) by the portal's clock. It decides which decisions are visible and what is on sale. */
  now: number;
};

/**
 * An order that may be reserved: its bills, each with what was checked for it. The order gets the id of the first bill.
 */
export type CheckedOrder = {
  /** Each bill may have a further condition (`also`) for the statement that reserves it. */
  bills: [CheckedBill, ...CheckedBill[]];
  cards: CardProcessor;
  standing: DelegateStanding;
  /** Whether the payer holds a pass or may pay for one. Payers who are not admitted may try fewer cards. */
  isAdmitted: boolean;
  /** Why the bills with these ids were not reserved: something has changed, or another payment was quicker. */
  whyMoved: (ids: string[]) => Promise<RefusedPayment>;
  /** Further statements for the same batch. */
  besides?: (orderId: string) => BatchItem<"sqlite">[];
};

/** Checks everything about an order and prices it again. A refusal gives the reason. */
export type OrderCheck = (context: Context, visit: SignedIn) => Promise<CheckedOrder | RefusedPayment>;

/** `name` is the delegate's name when the bill was checked; empty if they had given none. */
type CheckedBill = { bill: Bill; name: string; checked: CheckedPayment; also?: SQL };

/**
 * The values with which an order begins: its `means`, its lease, its card if there is one, and the state of its
 * payments.
 */
type NewOrder = Pick<typeof orders.$inferInsert, "means" | "leaseUntil" | "cardBrand" | "cardLastFour"> &
  Pick<typeof payments.$inferInsert, "state">;

type Row = typeof payments.$inferInsert & { lines: Line[] };

/** An order as it was reserved, with its payments. */
export type ReservedOrder = { order: typeof orders.$inferInsert; rows: Row[] };

/**
 * Reserves an order that the viewer pays. The same batch records that its charge begins or, if nothing has to be paid,
 * that everything is held. The unique index on holdings prevents a second reservation of the same things, and the
 * statements make sure that everything is still as it was checked. Either all bills are reserved or none. If an
 * allowance is used up, or the edition is no longer the current one, the rows are deleted before the batch ends. Rows
 * that are deleted do not use up an allowance.
 *
 * @param limits `allowances` are the limits that the order counts towards. `tooMany` makes the sentence for an order
 *   that exceeds one of them, from the number of minutes to wait.
 * @param also statements for the same batch, after the order's `besides`.
 */
export async function reserveOrder(
  { db, wait: held }: Pick<Context, "db" | "wait">,
  { viewer, settings: { conferenceId }, now }: SignedIn,
  { bills, whyMoved, besides = () => [] }: CheckedOrder,
  { state, ...newOrder }: NewOrder,
  limits: { allowances: Allowance[]; tooMany: (minutes: number) => string },
  also: (orderId: string) => BatchItem<"sqlite">[],
): Promise<ReservedOrder | RefusedPayment> {
  const { allowances } = limits;
  const { id } = bills[0].bill;
  const dueCents = totalOf(bills.map(({ bill }) => chargedOf(bill)));
  const order = { id, conferenceId, payerUid: viewer.uid, dueCents, createdAt: now, ...newOrder };
  const rows = bills.map(({ bill }) => ({ ...bill, conferenceId, orderId: id, state, createdAt: now }));
  const own = eq(payments.orderId, id);
  const isThere = sql`EXISTS (SELECT 1 FROM ${payments} WHERE ${own})`;
  const isPart = sql`(SELECT count(*) FROM ${payments} WHERE ${own}) < ${bills.length}`;
  const reserving = bills.map(({ checked, also }, index) => reservation(db, rows[index]!, checked, also));
  const results: unknown[] = await db.batch([
    readCounters(db, allowances),
    db.insert(orders).values(order),
    ...reserving,
    db.delete(payments).where(and(own, isPart)),
    db
      .delete(payments)
      .where(and(own, isNotCurrent(conferenceId)))
      .returning({ id: payments.id }),
    db.delete(payments).where(and(own, isUsedUp(allowances))),
    db.delete(orders).where(and(eq(orders.id, id), sql`NOT ${isThere}`)),
    countOneMore(db, allowances, isThere),
    ...besides(id),
    ...also(id),
  ]);
  const used = results[0] as Awaited<ReturnType<typeof readCounters>>;
  const taken = results.slice(2, 2 + bills.length) as Awaited<(typeof reserving)[number]>[];
  const ended = results[3 + bills.length] as unknown[];
  const moved = rows.filter((_, index) => taken[index]!.length === 0);
  if (moved.length > 0) return whyMoved(moved.map((row) => row.id));
  if (ended.length > 0) return { refused: passMessages.anotherEdition, status: 409 };
  const wait = waitOf({ wait: held }, allowances, used);
  return wait > 0 ? { refused: limits.tooMany(wait), status: 429 } : { order, rows };
}

/**
 * The statement that reserves a bill for the delegate and returns its id. The bill is for a pass with its add-ons, or
 * for add-ons to a pass that the delegate holds. The statement writes no row if the delegate already has something that
 * is on the bill, or if the delegate's other pass prevents a payment for this one. It also writes no row for add-ons if
 * the delegate does not hold the pass of these add-ons. If `checked` is given, the row is written only if all of
 * `checked` is still true, and the grounds on which the delegate may pay are stored with it. When lost rows are written
 * again, `checked` is null. `also` is a further condition.
 */
export function reservation(db: Database, row: Row, checked: CheckedPayment | null, also: SQL = sql`true`) {
  const { conferenceId, delegateUid, passType } = row;
  const ofDelegate = (table: typeof acceptances | typeof applications | typeof decisions) =>
    and(eq(table.conferenceId, conferenceId), eq(table.uid, delegateUid));
  const isLive = sql`${holdings.conferenceId} = ${conferenceId} AND ${holdings.uid} = ${delegateUid}
    AND ${holdings.state} IN ${listed(LIVE_HOLDING_STATES)}`;
  const items = row.lines.map(({ id }) => id);
  // The plus sign before a column makes SQLite look up holdings by person, instead of reading the holdings of everybody
  // who has the pass. The query gives one row. Because of its LIMIT, SQLite runs the query only once, and not again for
  // each use of `seen`.
  const seen = sql`(SELECT ${applications.submittedAt} AS submittedAt,
    ${seenDecision(checked?.now ?? 0)} AS decision,
    (SELECT max(${acceptances.version}) FROM ${acceptances} WHERE ${ofDelegate(acceptances)}
      AND ${acceptances.version} >= ${countedFrom(conferenceId)}) AS agreementVersion,
    (SELECT ${holdings.state} FROM ${holdings} WHERE ${isLive}
      AND +${holdings.item} = ${passType}) AS pass,
    (SELECT ${holdings.state} FROM ${holdings} WHERE ${isLive} AND ${holdings.item} = ${holdings.passType}
      AND ${holdings.item} <> ${passType}) AS beside,
    ${fewestLeft(conferenceId, delegateUid, items, checked?.now ?? 0)} AS placesLeft
    FROM (SELECT 1) LEFT JOIN ${applications} ON ${ofDelegate(applications)}
    LEFT JOIN ${decisions} ON ${ofDelegate(decisions)} LIMIT 1) AS seen`;
  const hasItsPass = isOfAddOns({ passType, lines: row.lines })
    ? sql`seen.pass = 'held'`
    : sql`coalesce(seen.beside NOT IN ${listed(statesInTheWay(passType, checked ? checked.beside : "gold"))}, true)`;
  const isFree = sql`NOT EXISTS (SELECT 1 FROM ${holdings} WHERE ${isLive}
      AND ${holdings.item} IN ${listed(items)}) AND ${hasItsPass}`;
  const grounds = sql`json_object('submittedAt', seen.submittedAt, 'decision', seen.decision,
    'agreementVersion', seen.agreementVersion, 'pass', seen.pass, 'beside', seen.beside, 'placesLeft', seen.placesLeft)`;
  const condition = sql`${isFree} AND ${checked ? isUnchanged(row, checked) : sql`true`} AND ${also}`;
  return insertFrom(
    db,
    payments,
    { ...row, ...(checked && { grounds }) },
    sql`FROM ${seen} WHERE ${condition}`,
  )
    .onConflictDoNothing()
    .returning({ id: payments.id });
}

/**
 * The smallest number of places left for any of these passes and add-ons; null if none of them has a limit. A place
 * that an offer from the waiting list keeps for somebody else counts as taken. A place that an offer keeps for this
 * person counts as left, even if more places are taken by now than there are.
 */
function fewestLeft(conferenceId: string, uid: string, items: string[], now: number): SQL<number | null> {
  const leftOf = (
    table: typeof tickets | typeof addOns,
  ) => sql`${table.places} - (SELECT count(*) FROM ${holdings}
      WHERE ${holdings.conferenceId} = ${conferenceId} AND ${holdings.item} = ${table.id}
      AND ${holdings.state} IN ${listed(LIVE_HOLDING_STATES)})`;
  const limited = (table: typeof tickets | typeof addOns) => sql`FROM ${table}
    WHERE ${table.conferenceId} = ${conferenceId} AND ${table.id} IN ${listed(items)}
      AND ${table.places} IS NOT NULL`;
  const ofPass = sql`${leftOf(tickets)} - ${placesKept(conferenceId, sql`${tickets.id}`, now, uid)}`;
  const least = sql`iif(${isKeptFor(conferenceId, sql`${tickets.id}`, uid, now)}, 1, ${Number.MIN_SAFE_INTEGER})`;
  return sql`(SELECT min(places) FROM (SELECT max(${ofPass}, ${least}) AS places ${limited(tickets)}
    UNION ALL SELECT ${leftOf(addOns)} ${limited(addOns)}))`;
}

const isNotCurrent = (conferenceId: string): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM ${settings} WHERE ${settings.key} = 'currentConference'
    AND ${settings.value} = ${conferenceId})`;

function isUnchanged({ conferenceId, delegateUid, passType, lines }: Row, checked: CheckedPayment): SQL {
  const stillHolds = sql`seen.agreementVersion = ${checked.agreementVersion}
    AND coalesce(seen.placesLeft > 0, true)
    AND ${creditOf(delegateUid)} = ${checked.creditCents}
    AND ${catalogueVersion(conferenceId)} = ${checked.catalogueVersion}`;
  // Somebody who holds the pass may buy its add-ons, so `stillHolds` is all that is checked.
  if (isOfAddOns({ passType, lines })) return stillHolds;
  const reductions = JSON.stringify(checked.reductions);
  // One budget may pay for both the award and the code, so their amounts are added up for each budget.
  const outOfItsBudget = sql`(SELECT sum(json_each.value ->> 'cents') FROM json_each(${reductions})
    JOIN ${grants} AS ${besides} ON ${besides.id} = json_each.value ->> 'id'
    WHERE ${besides.budgetId} IS ${grants.budgetId})`;
  return sql`seen.submittedAt = ${checked.submittedAt}
    AND seen.decision IN ${listed(decisionsFor(passType))}
    AND ${stillHolds}
    AND EXISTS (SELECT 1 FROM ${tickets} WHERE ${tickets.conferenceId} = ${conferenceId}
      AND ${tickets.id} = ${passType} AND ${isSoldNow(checked.now)})
    AND (SELECT ${grants.id} FROM ${grants} WHERE ${grants.conferenceId} = ${conferenceId}
      AND ${grants.uid} = ${delegateUid} AND ${grants.endedAt} IS NULL) IS ${checked.award}
    AND NOT EXISTS (SELECT 1 FROM json_each(${reductions})
      LEFT JOIN ${grants} ON ${grants.id} = json_each.value ->> 'id' AND ${grants.conferenceId} = ${conferenceId}
        AND coalesce(${grants.uid} = ${delegateUid}, true) AND ${isUsable(checked.now, outOfItsBudget)}
      WHERE ${grants.id} IS NULL)
    AND NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(checked.idle)})
      JOIN ${grants} ON ${grants.id} = json_each.value ->> 'id'
      WHERE ${isUsable(checked.now, sql`json_each.value ->> 'cents'`)})`;
}
