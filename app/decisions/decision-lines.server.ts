import { eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { applications } from "#db/schema/applications.ts";
import { decisionLines, decisions, plans } from "#db/schema/decisions.ts";
import { grants } from "#db/schema/grants.ts";
import { awardMoved } from "./award-lines.server.ts";

// SQL about the lines of a plan of decisions. Several statements share it.

/** For a line of a plan that undoes an earlier plan: the line of the earlier plan that has the same number. */
export const lineBefore = alias(decisionLines, "line_before");

/** A sentence about many lines names at most this many of them. */
export const EXAMPLES = 5;

/** Whether a line changes the decision; other lines change only the award. */
export const setsDecision = sql`${decisionLines.oldDecision} IS NOT ${decisionLines.newDecision}`;
export const changesAward = eq(decisionLines.changesAward, true);

/** The decision and award that an applicant has when a line is stored. */
export const asItIs = {
  oldDecision: sql`${decisions.decision}`,
  oldSetBy: sql`${decisions.setBy}`,
  oldSetAt: sql`${decisions.setAt}`,
  oldPlanId: sql`${decisions.planId}`,
  oldToldAt: sql`${decisions.toldAt}`,
  oldReleasedAt: sql`${decisions.releasedAt}`,
  oldFormer: sql`${decisions.former}`,
  oldAward: sql`${grants.id}`,
};

/**
 * For a query over decision_lines, plans and decisions: whether a line is out of date. A line is out of date if its
 * decision or award has changed since the plan was made, or if its application is no longer submitted. The line of an
 * undo needs no submitted application, because there was one when the restored decision was made. To find out whether
 * an application is submitted, the query reads only the applications that are not submitted.
 */
export const hasMoved = (
  conferenceId: string,
): SQL => sql`(${decisions.decision} IS NOT ${decisionLines.oldDecision}
  OR ${decisions.setAt} IS NOT ${decisionLines.oldSetAt}
  OR ${decisions.planId} IS NOT ${decisionLines.oldPlanId}
  OR ${decisions.releasedAt} IS NOT ${decisionLines.oldReleasedAt}
  OR (${plans.undoes} IS NULL AND ${decisionLines.uid} IN (SELECT ${applications.uid} FROM ${applications}
    WHERE ${applications.conferenceId} = ${conferenceId} AND ${applications.submittedAt} IS NULL))
  OR ${awardMoved(conferenceId)})`;
