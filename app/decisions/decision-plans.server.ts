import { and, eq, type SQL, sql } from "drizzle-orm";
import { type Database, excluded, insertFrom, subquery } from "#db/client.ts";
import { applications } from "#db/schema/applications.ts";
import { rounds } from "#db/schema/conference.ts";
import { decisionLines, decisions, plans } from "#db/schema/decisions.ts";
import { grants } from "#db/schema/grants.ts";
import { outLimitInForce } from "~/conference/catalogue.server.ts";
import { dearestCents } from "~/money/outgoings/outgoings.server.ts";
import { planMessages } from "~/plans/messages.ts";
import { type Plan, type PlanHead, type PlanUse, type Proposed, storePlan } from "~/plans/plans.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { hasPass } from "~/standing/holdings.server.ts";
import { formerAfter, seesPlace } from "~/standing/visible-decision.server.ts";
import { can } from "~/values/abilities.ts";
import { awardBefore, awardIdOf, plannedAgain, withAward, writeAwards } from "./award-lines.server.ts";
import { countsOf, type PlanCounts, storeCounts } from "./decision-counts.server.ts";
import { asItIs, EXAMPLES, hasMoved, lineBefore, setsDecision } from "./decision-lines.server.ts";
import { sameApplication } from "./decisions.server.ts";
import { decisionMessages } from "./messages.ts";

/**
 * Plans of decisions. A plan is refused in these cases:
 * - a line has an error;
 * - a decision or an award has changed since the plan was made;
 * - an application was opened again;
 * - a delegate has an open payment for a pass, because the outcome of that payment must be known first;
 * - an award now needs a second person;
 * - a line changes both the decision and the award of a delegate who already sees a place, because this delegate would
 *   see the award before the decision.
 *
 * The third case and the last two cases do not apply to an undo.
 *
 * A decision that a plan sets cannot be seen before the next release. Until then the delegate sees the decision that
 * they saw before. A decision that an undo restores is as visible as it was.
 */
export const decisionPlans: PlanUse<PlanCounts> = {
  kind: "decisions",
  acts: { apply: "applyDecisions", undo: "undoDecisions" },
  summaryOf: countsOf,
  tally: ({ added, changed, removed, refused, awards, awardsAlone }) => ({
    refused,
    changing: added + changed + removed + awardsAlone,
    detail: { added, changed, removed, ...(awards > 0 && { awards }) },
  }),
  barred: (viewer, { awards }) =>
    awards > 0 && !can(viewer.abilities, "money") ? decisionMessages.plan.awardsNeedMoney : null,
  sentences: {
    nothingToDo: planMessages.nothingToDo,
    moved: decisionMessages.plan.moved,
  },
  unmoved: (
    { id, conferenceId, undoes },
    now,
  ) => sql`(${undoes !== null} OR NOT ${needsTwoByNow(id, conferenceId)})
    AND NOT EXISTS (SELECT 1 FROM ${decisionLines}
      LEFT JOIN ${decisions} ON ${decisions.conferenceId} = ${conferenceId}
        AND ${decisions.uid} = ${decisionLines.uid}
      WHERE ${decisionLines.planId} = ${id} AND ${decisionLines.state} = 'change' AND ${hasMoved(conferenceId)})
    AND NOT EXISTS (SELECT 1 FROM ${decisionLines} WHERE ${decisionLines.planId} = ${id}
      AND ${decisionLines.state} = 'change' AND ${isPaying(conferenceId)})
    AND NOT EXISTS (SELECT 1 FROM ${decisionLines} WHERE ${decisionLines.planId} = ${id}
      AND ${decisionLines.state} = 'refused')
    AND (${undoes !== null} OR NOT ${changesAwardTooEarly(id, conferenceId, now)})`,
  writes: ({ db }, { actorUid, now }, plan, isOurs) => [
    ...writeAwards(db, plan, isOurs, { actorUid }),
    writeDecisions(db, plan, isOurs, { setBy: actorUid, now }),
    db.delete(decisions).where(
      sql`${decisions.conferenceId} = ${plan.conferenceId} AND ${isOurs}
        AND ${decisions.uid} IN (SELECT ${decisionLines.uid} FROM ${decisionLines}
          WHERE ${decisionLines.planId} = ${plan.id} AND ${decisionLines.state} = 'change'
            AND ${decisionLines.newDecision} IS NULL)`,
    ),
    // Delegates whose decisions are restored may need another mail. So the cron must look at every round again.
    db
      .update(rounds)
      .set({ toldAt: null })
      .where(and(eq(rounds.conferenceId, plan.conferenceId), isOurs)),
  ],
  async obstacle(db, { id, conferenceId, undoes }, now) {
    const [paying, [award]] = await db.batch([
      payingLines(db, conferenceId, id),
      db
        .select({
          needsTwo: subquery(sql<number>`${needsTwoByNow(id, conferenceId)}`).as("needs_two"),
          isTooEarly: subquery(sql<number>`${changesAwardTooEarly(id, conferenceId, now)}`).as(
            "is_too_early",
          ),
        })
        .from(plans)
        .where(eq(plans.id, id)),
    ]);
    const say = decisionMessages.plan;
    const [first] = paying;
    if (first)
      return say.paying(
        first.total,
        paying.map(({ key }) => key),
      );
    if (undoes !== null || !award) return null;
    return award.needsTwo ? say.awardNeedsTwoByNow : award.isTooEarly ? say.awardTooEarlyByNow : null;
  },
  storeUndo,
};

/**
 * Whether a plan gives an award that needs a second person. The file was checked when it was read, but the limit and
 * the prices may have changed since.
 */
const needsTwoByNow = (planId: string, conferenceId: string): SQL =>
  sql`EXISTS (SELECT 1 FROM ${decisionLines} WHERE ${decisionLines.planId} = ${planId}
    AND ${decisionLines.state} = 'change' AND ${decisionLines.changesAward}
    AND ${decisionLines.newAward} IS NOT NULL AND ${decisionLines.newAward} ->> '$.budgetId' IS NULL
    AND (${decisionLines.newAward} ->> '$.percent' IS 100
      OR coalesce(${decisionLines.newAward} ->> '$.amountCents',
        round(${dearestCents(conferenceId)} * (${decisionLines.newAward} ->> '$.percent') / 100.0))
        > ${outLimitInForce(conferenceId)}))`;

/**
 * Whether a plan changes the decision and the award of a delegate who sees a place at `now` (UTC ms). When the file was
 * read, the delegate may not have seen it.
 */
const changesAwardTooEarly = (planId: string, conferenceId: string, now: number): SQL =>
  sql`EXISTS (SELECT 1 FROM ${decisionLines}
    JOIN ${decisions} ON ${decisions.conferenceId} = ${conferenceId} AND ${decisions.uid} = ${decisionLines.uid}
    JOIN ${applications} ON ${sameApplication}
    WHERE ${decisionLines.planId} = ${planId} AND ${decisionLines.state} = 'change' AND ${decisionLines.changesAward}
      AND ${setsDecision} AND ${seesPlace(now)})`;

/** For a row of `decision_lines`: whether its applicant has an open payment for a pass. */
const isPaying = (conferenceId: string): SQL => hasPass(conferenceId, sql`${decisionLines.uid}`, ["pending"]);

const payingLines = (db: Database, conferenceId: string, planId: string) =>
  db
    .select({ key: decisionLines.key, total: sql<number>`count(*) OVER ()` })
    .from(decisionLines)
    .where(and(eq(decisionLines.planId, planId), eq(decisionLines.state, "change"), isPaying(conferenceId)))
    .orderBy(decisionLines.line)
    .limit(EXAMPLES);

/** The statement that writes every decision that a plan sets or restores. */
function writeDecisions(
  db: Database,
  { id, conferenceId, undoes }: Plan,
  isOurs: SQL,
  { setBy, now }: { setBy: string; now: number },
) {
  const lines = sql`FROM ${decisionLines}
    LEFT JOIN ${decisionLines} AS ${lineBefore} ON ${lineBefore.planId} = ${undoes}
      AND ${lineBefore.line} = ${decisionLines.line}
    LEFT JOIN ${decisions} ON ${decisions.conferenceId} = ${conferenceId}
      AND ${decisions.uid} = ${decisionLines.uid}
    LEFT JOIN ${applications} ON ${applications.conferenceId} = ${conferenceId}
      AND ${applications.uid} = ${decisionLines.uid}
    WHERE ${decisionLines.planId} = ${id} AND ${decisionLines.state} = 'change' AND ${setsDecision}
      AND ${decisionLines.newDecision} IS NOT NULL
    AND ${isOurs}`;
  // This time is later than every release so far, even if the clock of this machine is wrong. So nobody sees the
  // decision before the next release.
  const setAt = sql`max(${now}, coalesce(${decisions.releasedAt}, 0) + 1, coalesce((SELECT max(${rounds.releasedAt})
    FROM ${rounds} WHERE ${rounds.conferenceId} = ${conferenceId}), 0) + 1)`;
  const written =
    undoes === null
      ? {
          ...{ setBy, setAt, planId: id, toldAt: null, releasedAt: sql`${decisions.releasedAt}` },
          former: formerAfter(now),
        }
      : {
          setBy: sql`${lineBefore.oldSetBy}`,
          setAt: sql`${lineBefore.oldSetAt}`,
          planId: sql`${lineBefore.oldPlanId}`,
          // If a delegate was told of the decision that is undone, they get a mail when the former decision comes back.
          toldAt: sql`CASE WHEN ${decisions.toldAt} IS NULL THEN ${lineBefore.oldToldAt} END`,
          // This decision may have been released separately from its round. If somebody has taken that release back in
          // the meantime, an undo does not release the decision again.
          releasedAt: sql`CASE WHEN ${decisions.releasedAt} IS NOT NULL THEN ${lineBefore.oldReleasedAt} END`,
          former: sql`${lineBefore.oldFormer}`,
        };
  return insertFrom(
    db,
    decisions,
    { conferenceId, uid: sql`${decisionLines.uid}`, decision: sql`${decisionLines.newDecision}`, ...written },
    lines,
  ).onConflictDoUpdate({
    target: [decisions.conferenceId, decisions.uid],
    set: {
      decision: excluded(decisions.decision),
      setBy: excluded(decisions.setBy),
      setAt: excluded(decisions.setAt),
      planId: excluded(decisions.planId),
      toldAt: excluded(decisions.toldAt),
      releasedAt: excluded(decisions.releasedAt),
      former: excluded(decisions.former),
    },
  });
}

/** Stores a plan that restores every decision as it was, including who set it and when. */
function storeUndo({ db }: Context, _visit: SignedIn, head: PlanHead, done: Plan): Promise<Proposed> {
  // The condition that a decision is still as the plan `done` left it. If `done` is itself an undo, it restored an
  // earlier decision. That decision is stored as the old decision of the plan that `done` has undone (`lineBefore`).
  const isUntouched =
    done.undoes === null
      ? sql`${decisions.decision} IS ${decisionLines.newDecision}
          AND ${decisions.planId} IS CASE WHEN ${decisionLines.newDecision} IS NOT NULL THEN ${done.id} END`
      : sql`${decisions.decision} IS ${lineBefore.oldDecision} AND ${decisions.setAt} IS ${lineBefore.oldSetAt}
          AND ${decisions.planId} IS ${lineBefore.oldPlanId}`;
  // If a line changed only an award, it does not matter whether the decision was changed later.
  const isAsLeft = sql`(NOT (${setsDecision}) OR (${isUntouched})) AND (NOT ${decisionLines.changesAward}
    OR ${grants.id} IS CASE WHEN ${decisionLines.newAward} IS NOT NULL THEN ${awardIdOf(done.id)} END)`;
  return storePlan(db, head, [
    insertFrom(
      db,
      decisionLines,
      {
        planId: head.id,
        line: sql`${decisionLines.line}`,
        key: sql`${decisionLines.key}`,
        uid: sql`${decisionLines.uid}`,
        state: sql`CASE WHEN ${isAsLeft} THEN 'change' ELSE 'refused' END`,
        ...asItIs,
        newDecision: sql`CASE WHEN ${setsDecision} THEN ${decisionLines.oldDecision} ELSE ${decisions.decision} END`,
        changesAward: sql`${decisionLines.changesAward}`,
        newAward: plannedAgain,
        problem: sql`CASE WHEN NOT (${isAsLeft}) THEN ${decisionMessages.plan.changedSince} END`,
      },
      sql`FROM ${decisionLines}
        LEFT JOIN ${decisionLines} AS ${lineBefore} ON ${lineBefore.planId} = ${done.undoes}
          AND ${lineBefore.line} = ${decisionLines.line}
        LEFT JOIN ${decisions} ON ${decisions.conferenceId} = ${done.conferenceId}
          AND ${decisions.uid} = ${decisionLines.uid}
        ${withAward(done.conferenceId, sql`${decisionLines.uid}`)}
        LEFT JOIN ${grants} AS ${awardBefore} ON ${awardBefore.id} = ${decisionLines.oldAward}
        WHERE ${decisionLines.planId} = ${done.id} AND ${decisionLines.state} = 'change'`,
    ),
    storeCounts(db, head.id),
  ]);
}
