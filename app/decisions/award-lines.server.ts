import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { type Database, insertFrom } from "#db/client.ts";
import { decisionLines } from "#db/schema/decisions.ts";
import { grants } from "#db/schema/grants.ts";
import type { Applying, Plan } from "~/plans/plans.server.ts";

// The SQL for the awards of a plan of decisions. An award is given, replaced or ended in the same batch as its
// decision.

/**
 * The award that the applicant of a line had when the line was stored. An undo gives this award as a new grant, because
 * a grant that has ended stays ended.
 */
export const awardBefore = alias(grants, "award_before");

/**
 * The size of an award, as columns of a query that joins the award; the whole object is null if there is no award. The
 * id must come first, because drizzle makes the object null if its first column is null.
 */
export const awardSize = ({ id, percent, amountCents }: typeof grants | typeof awardBefore) => ({
  ...{ id, percent, amountCents },
});

/** SQL that joins the present award of a line's applicant. */
export const withAward = (conferenceId: string, uid: SQL): SQL =>
  sql`LEFT JOIN ${grants} ON ${grants.conferenceId} = ${conferenceId} AND ${grants.uid} = ${uid}
    AND ${grants.endedAt} IS NULL`;

/** Whether the applicant's present award differs from the award that was stored with the line. */
export const awardMoved = (conferenceId: string): SQL =>
  sql`(${decisionLines.changesAward} AND (SELECT ${grants.id} FROM ${grants}
    WHERE ${grants.conferenceId} = ${conferenceId} AND ${grants.uid} = ${decisionLines.uid}
      AND ${grants.endedAt} IS NULL) IS NOT ${decisionLines.oldAward})`;

/** SQL that writes `awardBefore` as a plan stores an award; null if there was no such award. */
export const plannedAgain: SQL = sql`CASE WHEN ${awardBefore.id} IS NOT NULL THEN json_object(
  'title', ${awardBefore.title}, 'percent', ${awardBefore.percent}, 'amountCents', ${awardBefore.amountCents},
  'passType', ${awardBefore.passType}, 'roundId', ${awardBefore.roundId}, 'budgetId', ${awardBefore.budgetId}) END`;

/**
 * The id of the award that a line of a plan gives. It can be computed before the plan is applied, so that an undo can
 * find the award.
 */
export const awardIdOf = (planId: string): SQL =>
  sql`(substr(${planId}, 1, 14) || printf('%06d', ${decisionLines.line}))`;

/** The statements that end and give the awards of a plan's lines. Each statement has the condition `isOurs`. */
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
