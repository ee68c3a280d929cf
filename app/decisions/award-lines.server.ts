import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { type Database, insertFrom } from "#db/client.ts";
import { decisionLines } from "#db/schema/decisions.ts";
import { grants } from "#db/schema/grants.ts";
import type { Applying, Plan } from "~/plans/plans.server.ts";

// The awards that a plan of decisions gives, replaces and ends: each in the same batch as the decision it comes with.

/** The award that an undo gives anew: a grant that has ended stays ended. */
export const awardBefore = alias(grants, "award_before");

/**
 * How much an award takes off, as columns of a query that joins it: null if there is none. The id comes first,
 * because drizzle makes the whole object null if its first column is null.
 */
export const awardSize = ({ id, percent, amountCents }: typeof grants | typeof awardBefore) => ({
  ...{ id, percent, amountCents },
});

/** Joins the award that the person of a line has now, in SQL. */
export const withAward = (conferenceId: string, uid: SQL): SQL =>
  sql`LEFT JOIN ${grants} ON ${grants.conferenceId} = ${conferenceId} AND ${grants.uid} = ${uid}
    AND ${grants.endedAt} IS NULL`;

/** Whether somebody's award is no longer the one that a line saw. */
export const awardMoved = (conferenceId: string): SQL =>
  sql`(${decisionLines.changesAward} AND (SELECT ${grants.id} FROM ${grants}
    WHERE ${grants.conferenceId} = ${conferenceId} AND ${grants.uid} = ${decisionLines.uid}
      AND ${grants.endedAt} IS NULL) IS NOT ${decisionLines.oldAward})`;

/** `awardBefore` as a plan keeps it, in SQL; null if there was none. */
export const plannedAgain: SQL = sql`CASE WHEN ${awardBefore.id} IS NOT NULL THEN json_object(
  'title', ${awardBefore.title}, 'percent', ${awardBefore.percent}, 'amountCents', ${awardBefore.amountCents},
  'passType', ${awardBefore.passType}, 'roundId', ${awardBefore.roundId}, 'budgetId', ${awardBefore.budgetId}) END`;

/**
 * The id of the award that a line of a plan gives. It is known before the plan is applied, so that an undo can find
 * the award.
 */
export const awardIdOf = (planId: string): SQL =>
  sql`(substr(${planId}, 1, 14) || printf('%06d', ${decisionLines.line}))`;

/** The statements that end and give what the lines of a plan say, while `isOurs`. */
export function writeAwards(
  db: Database,
  { id, conferenceId }: Plan,
  isOurs: SQL,
  { actorUid }: Pick<Applying, "actorUid">,
) {
  const its = sql`${decisionLines.planId} = ${id} AND ${decisionLines.state} = 'change'
    AND ${decisionLines.changesAward}`;
  const planned = (name: string) => sql`${decisionLines.newAward} ->> ${`$.${name}`}`;
  const now = Date.now();
  return [
    db
      .update(grants)
      .set({ endedAt: now })
      .where(
        and(
          eq(grants.conferenceId, conferenceId),
          isNull(grants.endedAt),
          isOurs,
          sql`${grants.id} IN (SELECT ${decisionLines.oldAward} FROM ${decisionLines} WHERE ${its})`,
        ),
      ),
    insertFrom(
      db,
      grants,
      {
        ...{ id: awardIdOf(id), conferenceId, kind: "award", uid: sql`${decisionLines.uid}`, maxUses: 1 },
        ...{ title: planned("title"), percent: planned("percent"), amountCents: planned("amountCents") },
        ...{ passType: planned("passType"), roundId: planned("roundId"), budgetId: planned("budgetId") },
        ...{ createdBy: actorUid, createdAt: now },
      },
      sql`FROM ${decisionLines} WHERE ${its} AND ${decisionLines.newAward} IS NOT NULL AND ${isOurs}`,
    ),
  ] as const;
}
