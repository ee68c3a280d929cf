import { and, count, eq, isNull, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { type Database, listed, subquery } from "#db/client.ts";
import { prepared } from "#db/prepared.ts";
import { budgets, grants, grantUses } from "#db/schema/grants.ts";
import { holdings } from "#db/schema/money.ts";
import { LIVE_HOLDING_STATES } from "~/values/types.ts";

const ofBudget = alias(grants, "of_budget");

/** The columns of a grant, as of `now` (UTC ms). */
const grantColumns = (now: number) => ({
  id: grants.id,
  kind: grants.kind,
  title: grants.title,
  percent: grants.percent,
  amountCents: grants.amountCents,
  passType: grants.passType,
  roundId: grants.roundId,
  isUsable: subquery(sql<boolean>`(${isUsable(now)})`)
    .mapWith(Boolean)
    .as("isUsable"),
  budgetId: grants.budgetId,
  budgetLeft: subquery(sql<number | null>`(SELECT ${budgets.cents} FROM ${budgets}
    WHERE ${budgets.id} = ${grants.budgetId}) - ${usedOf(sql`${grants.budgetId}`)}`).as("budgetLeft"),
});

/** A person's award at `now` (UTC ms). The person may learn of the award only once they may see their decision. */
export const awardRows = prepared((db: Database, conferenceId: string, uid: string, now: number) =>
  db
    .select(grantColumns(now))
    .from(grants)
    .where(and(eq(grants.conferenceId, conferenceId), eq(grants.uid, uid), isNull(grants.endedAt))),
);

/** The grant of a code; no row if the code cannot be used now, for whatever reason. */
export const codeRows = (db: Database, conferenceId: string, code: string, now: number) =>
  db
    .select(grantColumns(now))
    .from(grants)
    .where(and(eq(grants.conferenceId, conferenceId), eq(grants.code, code), isUsable(now)));

/** Whether a use of a grant counts. It counts if its pass is paid for, or is being paid for. */
const isCounted = sql`EXISTS (SELECT 1 FROM ${holdings} WHERE ${holdings.id} = ${grantUses.holdingId}
  AND ${holdings.state} IN ${listed(LIVE_HOLDING_STATES)})`;

/**
 * Whether the grant in a row of `grants` can be used one more time at `now` (UTC ms), to take off `cents`. It must not
 * have ended, `now` must be within its period, and its uses and its budget must not be exhausted.
 */
export const isUsable = (now: number, cents: SQL | number = 0): SQL =>
  sql`${grants.endedAt} IS NULL AND coalesce(${grants.validFrom} <= ${now}, true)
    AND coalesce(${now} <= ${grants.validUntil}, true)
    AND coalesce(${usesOf(sql`${grants.id}`)} < ${grants.maxUses}, true)
    AND coalesce((SELECT ${budgets.cents} FROM ${budgets} WHERE ${budgets.id} = ${grants.budgetId})
      >= ${cents} + ${usedOf(sql`${grants.budgetId}`)}, true)`;

/**
 * The amounts that awards and codes have taken off in a conference, and how many times they were used. There is one row
 * for each kind that was used.
 */
export const reductionRows = (db: Database, conferenceId: string) =>
  db
    .select({ kind: grants.kind, uses: count(), cents: sql<number>`sum(${grantUses.cents})`.as("cents") })
    .from(grants)
    .innerJoin(grantUses, eq(grantUses.grantId, grants.id))
    .where(and(eq(grants.conferenceId, conferenceId), isCounted))
    .groupBy(grants.kind);

/** How many uses of a grant count. */
export const usesOf = (grantId: SQL): SQL<number> =>
  sql`(SELECT count(*) FROM ${grantUses} WHERE ${grantUses.grantId} = ${grantId} AND ${isCounted})`;

/** How much of a budget has been used by awards and codes, in cents. */
export const usedOf = (budgetId: SQL): SQL<number> =>
  sql`(SELECT coalesce(sum(${grantUses.cents}), 0) FROM ${grantUses}
    WHERE ${grantUses.grantId} IN (SELECT ${ofBudget.id} FROM ${grants} AS ${ofBudget}
      WHERE ${ofBudget.budgetId} = ${budgetId})
    AND ${isCounted})`;
