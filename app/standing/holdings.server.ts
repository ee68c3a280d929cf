import { and, asc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { type Database, listed, subquery } from "#db/client.ts";
import { prepared } from "#db/prepared.ts";
import { grants, grantUses } from "#db/schema/grants.ts";
import { holdings, payments, refundLines, refunds } from "#db/schema/money.ts";
import { transfers } from "#db/schema/transfers.ts";
import type { Selection } from "~/values/catalogue.ts";
import {
  type HoldingState,
  LIVE_HOLDING_STATES,
  type LiveHoldingState,
  type PassType,
} from "~/values/types.ts";
import type { FormerPass, LiveHolding } from "./standing.ts";

const withPass = alias(holdings, "with_pass");
/**
 * For a row of `holdings` in a query: the condition that selects the pass of that row and everything else that the
 * person holds with this pass.
 */
const ofThePass = sql`${withPass.conferenceId} = ${holdings.conferenceId} AND ${withPass.uid} = ${holdings.uid}
  AND ${withPass.passType} = ${holdings.passType} AND ${withPass.state} = 'held'`;
const addOnsHeld = subquery(
  sql`(SELECT json_group_object(${withPass.item}, coalesce(${withPass.variant}, json('true')))
    FROM ${holdings} AS ${withPass} WHERE ${ofThePass} AND ${withPass.item} <> ${withPass.passType})`,
).mapWith((json: string): Selection => JSON.parse(json));

/** The passes that a person holds, each with its add-ons. The access gate reads them (specification, section 6). */
export const heldPasses = prepared((db: Database, conferenceId: string, uid: string) =>
  db
    .select({ passType: holdings.passType, addOns: addOnsHeld })
    .from(holdings)
    .where(and(ownPasses(conferenceId, uid), eq(holdings.state, "held"))),
);

const isAwarded = subquery(
  sql<boolean>`EXISTS (SELECT 1 FROM ${grantUses} JOIN ${grants} ON ${grants.id} = ${grantUses.grantId}
    WHERE ${grantUses.holdingId} = ${holdings.id} AND ${grants.kind} = 'award')`,
).mapWith(Boolean);

const ofHolding = {
  item: holdings.item,
  passType: holdings.passType,
  paymentId: holdings.paymentId,
  title: holdings.title,
  variant: holdings.variant,
  isAwarded: isAwarded.as("is_awarded"),
};
const ofPerson = (conferenceId: string, uid: string) =>
  and(eq(holdings.conferenceId, conferenceId), eq(holdings.uid, uid));
const isLive = sql`${holdings.state} IN ${listed(LIVE_HOLDING_STATES)}`;

/** Everything that a person holds, is paying for or is being refunded, in the order in which it was bought. */
export const liveHoldings = prepared((db: Database, conferenceId: string, uid: string) =>
  db
    .select({ ...ofHolding, state: sql<LiveHoldingState>`${holdings.state}`.as("state") })
    .from(holdings)
    .where(and(ofPerson(conferenceId, uid), isLive))
    .orderBy(asc(holdings.paymentId), asc(holdings.id)),
);

/** The condition for a pass that was really held. If the person only tried to pay for a pass, `since` is empty. */
const wasHeld = sql`${holdings.item} = ${holdings.passType} AND ${holdings.since} IS NOT NULL`;

const givenTo = subquery(
  sql<string | null>`(SELECT ${transfers.email} FROM ${transfers}
    WHERE ${transfers.conferenceId} = ${holdings.conferenceId} AND ${transfers.fromUid} = ${holdings.uid}
      AND ${transfers.holdingId} = ${holdings.id} AND ${transfers.state} = 'accepted')`,
);

/** The rows of `liveHoldings`, and also the passes that the person had before. */
export const ownHoldings = prepared((db: Database, conferenceId: string, uid: string) =>
  db
    .select({ ...ofHolding, state: holdings.state, until: holdings.until, givenTo: givenTo.as("given_to") })
    .from(holdings)
    .where(and(ofPerson(conferenceId, uid), sql`(${isLive} OR ${wasHeld})`))
    .orderBy(asc(holdings.paymentId), asc(holdings.id)),
);

type OwnHolding = Awaited<ReturnType<typeof ownHoldings>>[number];

/** The things in `own` that the person holds, is paying for or is being refunded. */
export const liveAmong = (own: OwnHolding[]): LiveHolding[] =>
  own.flatMap(({ until: _, givenTo: __, state, ...thing }) =>
    state === "ended" ? [] : [{ ...thing, state }],
  );

/** The last pass that the person had; null if they have one now, or never had one. */
export function formerPassAmong(own: OwnHolding[]): FormerPass | null {
  const passes = own.filter(({ item, passType }) => item === passType);
  if (passes.some(({ state }) => state !== "ended")) return null;
  const [last] = passes.sort((one, other) => (other.until ?? 0) - (one.until ?? 0));
  return last ? { passType: last.passType, paymentId: last.paymentId, givenTo: last.givenTo } : null;
}

/**
 * For a row of `refunds` in a query: the titles, as JSON, of the add-ons that the refund ended. Empty if the pass
 * itself ended.
 */
const endedTitles = subquery(
  sql`(SELECT json_group_array(${holdings.title}) FROM ${refundLines}
    JOIN ${holdings} ON ${holdings.id} = ${refundLines.holdingId}
    WHERE ${refundLines.refundId} = ${refunds.id} AND ${refundLines.ends} AND NOT ${refunds.endsAll})`,
).mapWith((json: string): string[] => JSON.parse(json));

/** The columns that are read from a refund. */
export const refundColumns = { ...getTableColumns(refunds), ended: endedTitles.as("ended") };

const ownPasses = (conferenceId: string, uid: string) =>
  and(ofPerson(conferenceId, uid), sql`${holdings.item} = ${holdings.passType}`);

/** A condition: whether the person has a pass in one of these states. If a pass is given, only that pass counts. */
export const hasPass = (
  conferenceId: SQL | string,
  uid: SQL | string,
  states: readonly HoldingState[],
  passType?: string,
): SQL =>
  sql`EXISTS (SELECT 1 FROM ${holdings} WHERE ${holdings.conferenceId} = ${conferenceId}
    AND ${holdings.uid} = ${uid} AND ${holdings.state} IN ${listed(states)}
    AND ${holdings.item} = ${passType ?? holdings.passType})`;

/**
 * A condition: whether the person has a pass, or had one and then gave it up, transferred it or was refunded. All other
 * people are still asked to get a pass.
 */
export const everHadPass = (conferenceId: SQL | string, uid: SQL | string): SQL =>
  sql`EXISTS (SELECT 1 FROM ${holdings} WHERE ${holdings.conferenceId} = ${conferenceId}
    AND ${holdings.uid} = ${uid} AND ${wasHeld})`;

/**
 * A pass and its holder. `cents` is what was paid for the pass and its add-ons, less what has gone back; the time of
 * the payment is UTC ms.
 */
export type PassHeld = {
  uid: string;
  passType: PassType;
  addOns: Selection;
  cents: number;
  paidAt: number;
  paymentId: string;
};

/**
 * For a holding in a query (`with_pass`): how much of its price has gone back, in cents. If an add-on was exchanged,
 * the refund names the holding that was bought.
 */
const goneBack = sql`coalesce((SELECT sum(${refundLines.cents}) FROM ${refundLines}
  CROSS JOIN ${refunds} ON ${refunds.id} = ${refundLines.refundId} AND ${refunds.state} = 'done'
  WHERE ${refundLines.holdingId} IN (SELECT line_id FROM line_holdings WHERE id = ${withPass.id})), 0)`;

const AT_ONCE = 500;

/** All passes that are held in a conference, page by page. */
export async function* allHeldPasses(db: Database, conferenceId: string): AsyncGenerator<PassHeld[], void> {
  let last = { uid: "", passType: "" };
  for (;;) {
    const page = await db
      .select({
        uid: holdings.uid,
        passType: holdings.passType,
        addOns: addOnsHeld,
        cents: subquery(
          sql<number>`(SELECT sum(${withPass.cents} - ${goneBack}) FROM ${holdings} AS ${withPass} WHERE ${ofThePass})`,
        ),
        paidAt: payments.createdAt,
        paymentId: holdings.paymentId,
      })
      .from(holdings)
      .innerJoin(payments, eq(payments.id, holdings.paymentId))
      .where(
        and(
          eq(holdings.conferenceId, conferenceId),
          sql`(${holdings.uid}, ${holdings.item}) > (${last.uid}, ${last.passType})`,
          eq(holdings.state, "held"),
          sql`${holdings.item} = ${holdings.passType}`,
        ),
      )
      .orderBy(asc(holdings.uid), asc(holdings.item))
      .limit(AT_ONCE);
    if (page.length === 0) return;
    yield page;
    last = page.at(-1)!;
  }
}
