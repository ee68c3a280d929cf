import { eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Database } from "#db/client.ts";
import { decisionLines, plans } from "#db/schema/decisions.ts";
import type { Plan } from "~/plans/plans.server.ts";
import { DECISIONS, type Decision } from "~/values/types.ts";
import { setsDecision } from "./decision-lines.server.ts";

/** The lines of a plan, counted by what they change. */
export type PlanCounts = {
  /** Applicants who had no decision before. */
  added: number;
  changed: number;
  /** Applicants who have no decision afterwards. */
  removed: number;
  unchanged: number;
  refused: number;
  /** Lines that give, replace or end an award. `awardsAlone` counts only the lines that leave the decision as it is. */
  awards: number;
  awardsAlone: number;
  /** For each decision, the number of new or changed lines that set it. */
  decisions: Partial<Record<Decision, number>>;
  /**
   * For each decision, the number of lines that replace it or take it away. Plans that an earlier version of the portal
   * stored do not have these numbers.
   */
  leaving: Partial<Record<Decision, number>>;
};

export function countsOf({ summary }: Plan): PlanCounts {
  return {
    added: 0,
    changed: 0,
    removed: 0,
    unchanged: 0,
    refused: 0,
    awards: 0,
    awardsAlone: 0,
    decisions: {},
    leaving: {},
    ...(summary as Partial<PlanCounts>),
  };
}

/**
 * For each decision, how many lines have it as their old decision (`oldDecision`) or as their new decision
 * (`newDecision`).
 */
const numberedBy = (column: SQLiteColumn): SQL =>
  sql.join(
    DECISIONS.map(
      (decision) =>
        sql`${decision}, coalesce(sum(${decisionLines.state} = 'change' AND ${setsDecision}
          AND ${column} = ${decision}), 0)`,
    ),
    sql`, `,
  );

/** Lets the database count the lines of a plan, and stores the counts with the plan. */
export function storeCounts(db: Database, planId: string) {
  const { state, oldDecision, newDecision } = decisionLines;
  const isChange = sql`${state} = 'change'`;
  return db
    .update(plans)
    .set({
      summary: sql`(SELECT json_object(
        'added', coalesce(sum(${isChange} AND ${setsDecision} AND ${oldDecision} IS NULL), 0),
        'changed', coalesce(sum(${isChange} AND ${setsDecision} AND ${oldDecision} IS NOT NULL
          AND ${newDecision} IS NOT NULL), 0),
        'removed', coalesce(sum(${isChange} AND ${oldDecision} IS NOT NULL AND ${newDecision} IS NULL), 0),
        'awards', coalesce(sum(${isChange} AND ${decisionLines.changesAward}), 0),
        'awardsAlone', coalesce(sum(${isChange} AND NOT (${setsDecision})), 0),
        'unchanged', coalesce(sum(${state} = 'unchanged'), 0),
        'refused', coalesce(sum(${state} = 'refused'), 0),
        'decisions', json_object(${numberedBy(newDecision)}),
        'leaving', json_object(${numberedBy(oldDecision)}))
        FROM ${decisionLines} WHERE ${decisionLines.planId} = ${planId})`,
    })
    .where(eq(plans.id, planId));
}
