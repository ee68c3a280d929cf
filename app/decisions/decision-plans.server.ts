import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { type Database, excluded, inChunks, inOneBatch, insertFrom } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { applications } from "#db/schema/applications.ts";
import { rounds } from "#db/schema/conference.ts";
import { decisionLines, decisions, plans } from "#db/schema/decisions.ts";
import { grants } from "#db/schema/grants.ts";
import { outLimitInForce } from "~/conference/catalogue.server.ts";
import { budgetThere } from "~/money/awards/budgets.server.ts";
import { grantMessages } from "~/money/awards/messages.ts";
import { dearestCents, outLimitRows } from "~/money/outgoings/outgoings.server.ts";
import { isTooMuchAlone } from "~/money/outgoings/outgoings.ts";
import type { GrantSize } from "~/money/prices/grants.ts";
import { planMessages, tableMessages } from "~/plans/messages.ts";
import {
  linesFrom,
  newHead,
  type Plan,
  type PlanHead,
  type PlanUse,
  type Proposed,
  storePlan,
} from "~/plans/plans.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { hasPass } from "~/standing/holdings.server.ts";
import { formerAfter, seesPlace } from "~/standing/visible-decision.server.ts";
import { can } from "~/values/abilities.ts";
import { dollars } from "~/values/money.ts";
import { DECISIONS, type Decision } from "~/values/types.ts";
import { awardBefore, awardIdOf, plannedAgain, withAward, writeAwards } from "./award-lines.server.ts";
import type { AwardTerms } from "./award-terms.form.ts";
import {
  type FileLine,
  type JudgedDecision,
  judgeLines,
  type KeyColumn,
  MOST_DECISION_LINES,
  readDecisionFile,
} from "./decision-file.ts";
import { asItIs, EXAMPLES, hasMoved, lineBefore, setsDecision } from "./decision-lines.server.ts";
import { sameApplication } from "./decisions.server.ts";
import { decisionMessages } from "./messages.ts";

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
   * For each decision, the number of lines that replace it or take it away. Plans of earlier versions do not have this.
   */
  leaving: Partial<Record<Decision, number>>;
};

/**
 * Stores a file as a plan, together with the present decision of every applicant in it. No decision changes yet. An
 * error in a line is kept with that line. The whole file is refused only if it cannot be read.
 */
export async function proposeDecisions(
  { db }: Context,
  visit: SignedIn,
  { title, text, awards }: { title: string; text: string; awards: AwardTerms },
): Promise<Proposed> {
  const { conferenceId } = visit.settings;
  const file = readDecisionFile(text, conferenceId);
  if ("problem" in file) return { refused: file.problem, status: 400 };
  const terms = file.hasAwards ? awards : null;
  const barred = terms && (await awardsBarred(db, visit, terms));
  if (barred) return barred;
  const uids = await findUids(db, file.keyColumn, file.lines);
  const submitted = await findSubmitted(db, conferenceId, [...new Set(uids.values())]);
  return storeLines(db, visit, { title, lines: judgeLines(file.lines, uids, submitted), terms });
}

/** The award for everybody in a list: its size, or "none" to end the present award. */
type ProposedAward = AwardTerms & { size: GrantSize | "none" };

/**
 * Stores a plan that sets one decision for a list of applicants. The plan has one line for each applicant, like the
 * plan of a file. Nothing changes yet. A line is refused if its applicant has not submitted.
 *
 * @param wanted.decision "none" takes the decision away, and "leave" leaves it as it is.
 * @param wanted.award left out if no award changes.
 */
export async function proposeFor(
  { db }: Context,
  visit: SignedIn,
  wanted: { uids: readonly string[]; decision: Decision | "none" | "leave"; award?: ProposedAward },
): Promise<Proposed> {
  const { decision: choice, award } = wanted;
  const uids = [...new Set(wanted.uids)];
  if (uids.length === 0) return { refused: decisionMessages.file.nobody, status: 400 };
  if (uids.length > MOST_DECISION_LINES) {
    return { refused: tableMessages.tooManyLines(MOST_DECISION_LINES), status: 400 };
  }
  const barred = award && (await awardsBarred(db, visit, award));
  if (barred) return barred;
  const emails = new Map(
    (
      await inOneBatch(
        db,
        inChunks(uids).map((chunk) => emailsIn(db, chunk)),
      )
    )
      .flat()
      .map(({ uid, email }) => [uid, email]),
  );
  const known = new Map(uids.filter((uid) => emails.has(uid)).map((uid) => [uid, uid]));
  const submitted = await findSubmitted(db, visit.settings.conferenceId, [...known.keys()]);
  const lines = uids.map((uid, index) => ({
    ...{ line: index + 1, key: emails.get(uid) ?? uid, candidates: [uid] },
    ...{ choice, award: award?.size ?? ("leave" as const), problem: null },
  }));
  return storeLines(db, visit, {
    title: decisionMessages.plan.titleFor(choice, uids.length),
    lines: judgeLines(lines, known, submitted),
    terms: award ?? null,
  });
}

/** Why the viewer may not give awards with these terms; null if they may. */
async function awardsBarred(db: Database, visit: SignedIn, { budgetId }: AwardTerms) {
  if (!can(visit.viewer.abilities, "money")) {
    return { refused: decisionMessages.file.awardsNeedMoney, status: 403 } as const;
  }
  const [budget] = await budgetThere(db, visit, budgetId);
  return budget?.isThere ? null : ({ refused: grantMessages.unknownBudget, status: 400 } as const);
}

/** Stores a plan with these lines. `terms` is null if no line changes an award. */
async function storeLines(
  db: Database,
  visit: SignedIn,
  { title, lines, terms }: { title: string; lines: JudgedDecision[]; terms: AwardTerms | null },
): Promise<Proposed> {
  const { conferenceId } = visit.settings;
  const { title: awardTitle, budgetId } = terms ?? { title: "", budgetId: null };
  const [limits] = terms && budgetId === null ? await outLimitRows(db, conferenceId) : [];
  // Only one person confirms a plan. So it must not give an award that needs two people.
  const needsTwo = (award: FileLine["award"]) =>
    limits && typeof award === "object" && isTooMuchAlone(award, limits)
      ? decisionMessages.file.awardNeedsTwo(dollars(limits.limitCents))
      : null;
  const head = newHead(visit, "decisions", title);
  return storePlan(db, head, [
    ...linesFrom(
      db,
      decisionLines,
      lines.map(({ line, key, uid, choice, problem, award }) => [
        ...[line, key, uid, choice, problem],
        ...(typeof award === "string"
          ? [award]
          : ["give", award.percent, award.amountCents, needsTwo(award)]),
      ]),
      (item) => {
        const [choice, problem, award, percent, amountCents] = [item(3), item(4), item(5), item(6), item(7)];
        const changesAward = sql`CASE ${award} WHEN 'leave' THEN false WHEN 'none' THEN ${grants.id} IS NOT NULL
          ELSE ${grants.percent} IS NOT ${percent} OR ${grants.amountCents} IS NOT ${amountCents} END`;
        const isGivenAlone = sql`(${item(8)} IS NOT NULL AND ${changesAward})`;
        const setsOther = sql`(${choice} <> 'leave' AND ${decisions.decision} IS NOT nullif(${choice}, 'none'))`;
        const showsAward = sql`(${changesAward} AND ${setsOther} AND ${seesPlace(visit.now)})`;
        const isRefused = sql`(${problem} IS NOT NULL OR ${isGivenAlone} OR ${showsAward})`;
        return {
          planId: head.id,
          line: item(0),
          key: item(1),
          uid: item(2),
          state: sql`CASE WHEN ${isRefused} THEN 'refused' WHEN ${changesAward} THEN 'change'
            WHEN ${choice} = 'leave' OR ${decisions.decision} IS nullif(${choice}, 'none') THEN 'unchanged' ELSE 'change' END`,
          ...asItIs,
          newDecision: sql`CASE ${choice} WHEN 'leave' THEN ${decisions.decision}
            ELSE nullif(${choice}, 'none') END`,
          changesAward: sql`(NOT ${isRefused} AND ${changesAward})`,
          newAward: sql`CASE WHEN ${award} = 'give' THEN json_object('title', ${awardTitle}, 'percent', ${percent},
            'amountCents', ${amountCents}, 'budgetId', ${budgetId}) END`,
          problem: sql`coalesce(${problem}, iif(${isGivenAlone}, ${item(8)}, NULL),
            iif(${showsAward}, ${decisionMessages.plan.awardTooEarly}, NULL))`,
        };
      },
      (item) =>
        sql`LEFT JOIN ${decisions} ON ${decisions.conferenceId} = ${conferenceId} AND ${decisions.uid} = ${item(2)}
          LEFT JOIN ${applications} ON ${applications.conferenceId} = ${conferenceId} AND ${applications.uid} = ${item(2)}
          ${withAward(conferenceId, item(2))}`,
    ),
    storeCounts(db, head.id),
  ]);
}

/** Stores a plan that restores every decision as it was, including who set it and when. */
function storeUndo({ db }: Context, _visit: SignedIn, head: PlanHead, done: Plan): Promise<Proposed> {
  // The condition that a decision is still as the plan `done` left it. If `done` was itself an undo, it left the
  // decision from before the plan that it undid.
  const isUntouched =
    done.undoes === null
      ? sql`${decisions.decision} IS ${decisionLines.newDecision}
          AND ${decisions.planId} IS CASE WHEN ${decisionLines.newDecision} IS NOT NULL THEN ${done.id} END`
      : sql`${decisions.decision} IS ${lineBefore.oldDecision} AND ${decisions.setAt} IS ${lineBefore.oldSetAt}
          AND ${decisions.planId} IS ${lineBefore.oldPlanId}`;
  // If a line changed only an award, a decision that others changed since does not matter.
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

/**
 * Plans of decisions. A plan is refused in four cases:
 * - a line has an error;
 * - a decision has changed since the plan was made;
 * - an application was opened again;
 * - a delegate is paying for the pass that the decision allows, because the outcome of that payment must be known
 *   first.
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
    AND (${undoes !== null} OR NOT EXISTS (SELECT 1 FROM ${decisionLines}
      JOIN ${decisions} ON ${decisions.conferenceId} = ${conferenceId} AND ${decisions.uid} = ${decisionLines.uid}
      JOIN ${applications} ON ${sameApplication}
      WHERE ${decisionLines.planId} = ${id} AND ${decisionLines.state} = 'change' AND ${decisionLines.changesAward}
        AND ${setsDecision} AND ${seesPlace(now)}))`,
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
  async obstacle(db, { id, conferenceId }) {
    const paying = await payingLines(db, conferenceId, id);
    const [first] = paying;
    if (!first) return null;
    return decisionMessages.plan.paying(
      first.total,
      paying.map(({ key }) => key),
    );
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

/** For a row of `decision_lines`: whether its applicant has an open payment for a pass. */
const isPaying = (conferenceId: string): SQL => hasPass(conferenceId, sql`${decisionLines.uid}`, ["pending"]);

const payingLines = (db: Database, conferenceId: string, planId: string) =>
  db
    .select({ key: decisionLines.key, total: sql<number>`count(*) OVER ()` })
    .from(decisionLines)
    .where(and(eq(decisionLines.planId, planId), eq(decisionLines.state, "change"), isPaying(conferenceId)))
    .orderBy(decisionLines.line)
    .limit(EXAMPLES);

function countsOf({ summary }: Plan): PlanCounts {
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
 * For each decision, how many lines have it as their old decision (`oldDecision`) or as their new one (`newDecision`).
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
function storeCounts(db: Database, planId: string) {
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
          // If the release of this decision alone was taken back in the meantime, an undo does not release it again.
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

const emailsIn = (db: Database, chunk: string) =>
  db
    .select({ uid: users.uid, email: users.email })
    .from(users)
    .where(sql`${users.uid} IN (SELECT value FROM json_each(${chunk}))`);

/** For each key in the file (an e-mail address or a uid), the uid of the account, if there is one. */
async function findUids(db: Database, column: KeyColumn, lines: FileLine[]): Promise<Map<string, string>> {
  const sought = [...new Set(lines.flatMap(({ candidates }) => candidates))];
  const known = column === "email" ? users.emailKey : users.uid;
  const found = await inOneBatch(
    db,
    inChunks(sought).map((chunk) =>
      db
        .select({ key: sql<string>`${known}`.as("key"), uid: users.uid })
        .from(users)
        .where(sql`${known} IN (SELECT value FROM json_each(${chunk}))`),
    ),
  );
  return new Map(found.flat().map(({ key, uid }) => [key, uid]));
}

async function findSubmitted(db: Database, conferenceId: string, uids: string[]): Promise<Set<string>> {
  const found = await inOneBatch(
    db,
    inChunks(uids).map((chunk) =>
      db
        .select({ uid: applications.uid })
        .from(applications)
        .where(
          and(
            eq(applications.conferenceId, conferenceId),
            sql`${applications.uid} IN (SELECT value FROM json_each(${chunk}))`,
            isNotNull(applications.submittedAt),
          ),
        ),
    ),
  );
  return new Set(found.flat().map(({ uid }) => uid));
}
