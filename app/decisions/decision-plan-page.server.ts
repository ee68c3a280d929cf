import { and, eq, getTableColumns, gt, not, type SQL, sql } from "drizzle-orm";
import { answers, applications } from "#db/schema/applications.ts";
import { rounds } from "#db/schema/conference.ts";
import { decisionLines, decisions, plans } from "#db/schema/decisions.ts";
import { calledRows } from "~/accounts/addresses.server.ts";
import { answersOf } from "~/applications/applications.server.ts";
import type { GrantSize } from "~/money/prices/grants.ts";
import { headRows, LINES_A_PAGE, linesPage, type PlanRead, planRead } from "~/plans/plans.server.ts";
import type { Context } from "~/platform/context.server.ts";
import { hasPass } from "~/standing/holdings.server.ts";
import { isVisible } from "~/standing/visible-decision.server.ts";
import type { DecisionLineState } from "~/values/types.ts";
import { fullName } from "~/values/words.ts";
import { awardBefore, awardSize } from "./award-lines.server.ts";
import { MOST_COUNTED } from "./decision-file.ts";
import { changesAward, EXAMPLES, hasMoved, lineBefore, setsDecision } from "./decision-lines.server.ts";
import { decisionPlans, type PlanCounts } from "./decision-plans.server.ts";

const MOST_MOVED = 50;

/**
 * A plan with one page of its lines. As long as the plan has not been applied, `moved` contains the lines that make it
 * impossible to apply because their decisions have changed, and `warnings` the lines that may be a reason for not
 * applying it. Null if this conference has no such plan. Two round trips.
 */
export async function readDecisionPlan(
  { db }: Context,
  conferenceId: string,
  planId: string,
  { chosen, after }: { chosen?: DecisionLineState; after: number },
  now: number,
): Promise<DecisionPlan | null> {
  const ofPlan = eq(decisionLines.planId, planId);
  const changes = and(ofPlan, eq(decisionLines.state, "change"));
  const whileOpen = and(eq(plans.id, decisionLines.planId), eq(plans.state, "proposed"));
  const itsApplication = and(
    eq(applications.conferenceId, conferenceId),
    eq(applications.uid, decisionLines.uid),
  );
  const itsDecision = and(eq(decisions.conferenceId, conferenceId), eq(decisions.uid, decisionLines.uid));
  const line = { line: decisionLines.line, key: decisionLines.key };
  // Most decisions were set after the last release, so this first condition alone already excludes most lines.
  const wasReleased = (setAt: SQL) => sql`${setAt} <= (SELECT max(${rounds.releasedAt}) FROM ${rounds}
    WHERE ${rounds.conferenceId} = ${conferenceId}) AND ${isVisible(now, setAt)}`;
  const seenLines = db
    .select(line)
    .from(decisionLines)
    .innerJoin(plans, whileOpen)
    .innerJoin(applications, itsApplication)
    .where(and(changes, setsDecision, wasReleased(sql`${decisionLines.oldSetAt}`)));
  const shownLines = db
    .select(line)
    .from(decisionLines)
    .innerJoin(plans, whileOpen)
    .innerJoin(lineBefore, and(eq(lineBefore.planId, plans.undoes), eq(lineBefore.line, decisionLines.line)))
    .innerJoin(applications, itsApplication)
    .where(and(changes, setsDecision, wasReleased(sql`${lineBefore.oldSetAt}`)));
  const paidLines = db
    .select(line)
    .from(decisionLines)
    .innerJoin(plans, whileOpen)
    .where(and(changes, setsDecision, hasPass(conferenceId, sql`${decisionLines.uid}`, ["held"])));
  // An award that comes with a decision cannot be known before that decision is released.
  const toldLines = db
    .select(line)
    .from(decisionLines)
    .innerJoin(plans, whileOpen)
    .innerJoin(applications, itsApplication)
    .where(and(changes, not(setsDecision), changesAward, wasReleased(sql`${decisionLines.oldSetAt}`)));
  const lateLines = db
    .select(line)
    .from(decisionLines)
    .innerJoin(plans, whileOpen)
    .where(and(changes, changesAward, hasPass(conferenceId, sql`${decisionLines.uid}`, ["held"])));
  const movedLines = db
    .select({ ...line, decision: decisions.decision, submittedAt: applications.submittedAt })
    .from(decisionLines)
    .innerJoin(plans, whileOpen)
    .leftJoin(decisions, itsDecision)
    .leftJoin(applications, itsApplication)
    .where(and(changes, hasMoved(conferenceId)))
    .orderBy(decisionLines.line)
    .limit(MOST_COUNTED + 1)
    .as("moved");
  const total = sql<number>`count(*) OVER ()`;
  const first = (lines: typeof seenLines | typeof shownLines | typeof paidLines | typeof toldLines) => {
    const some = lines
      .orderBy(decisionLines.line)
      .limit(MOST_COUNTED + 1)
      .as("concerned");
    return db.select({ line: some.line, key: some.key, total }).from(some).orderBy(some.line).limit(EXAMPLES);
  };
  const [found, undo, page, moved, seen, shown, paid, told, late] = await db.batch([
    ...headRows(db, planId),
    db
      .select({
        ...getTableColumns(decisionLines),
        oldSize: awardSize(awardBefore),
        about: answers.answers,
      })
      .from(decisionLines)
      .leftJoin(answers, answersOf(conferenceId, "about", decisionLines.uid))
      .leftJoin(awardBefore, eq(awardBefore.id, decisionLines.oldAward))
      .where(and(ofPlan, chosen ? eq(decisionLines.state, chosen) : undefined, gt(decisionLines.line, after)))
      .orderBy(decisionLines.line)
      .limit(LINES_A_PAGE + 1),
    db
      .select({
        line: movedLines.line,
        key: movedLines.key,
        decision: movedLines.decision,
        submittedAt: movedLines.submittedAt,
        total,
      })
      .from(movedLines)
      .orderBy(movedLines.line)
      .limit(MOST_MOVED),
    first(seenLines),
    first(shownLines),
    first(paidLines),
    first(toldLines),
    first(lateLines),
  ]);
  const read = planRead(conferenceId, decisionPlans, found, undo);
  if (!read) return null;
  const { plan } = read;
  const { lines, next } = linesPage(page);
  const people = await calledRows(db, [...lines.map(({ uid }) => uid), plan.createdBy, plan.appliedBy]);
  const personOf = (asked: string | null) => people.find(({ uid }) => uid === asked);
  return {
    ...read,
    createdBy: personOf(plan.createdBy)?.called ?? null,
    appliedBy: personOf(plan.appliedBy)?.called ?? null,
    lines: lines.map(({ about, ...line }) => ({
      ...line,
      name: fullName(about?.["firstName"], about?.["middleName"], about?.["lastName"]),
      email: personOf(line.uid)?.email ?? null,
    })),
    next,
    moved,
    warnings: {
      ...{ seen: concerned(seen), shown: concerned(shown), paid: concerned(paid) },
      ...{ told: concerned(told), late: concerned(late) },
    },
  };
}

type Line = typeof decisionLines.$inferSelect & {
  /** The size of the former award; null if there was none. */
  oldSize: GrantSize | null;
};

/**
 * The lines that a warning is about: how many there are (counted up to `MOST_COUNTED` + 1), and the first few of them.
 */
type Concerned = { total: number; lines: { line: number; key: string }[] };

export type DecisionPlan = PlanRead<PlanCounts> & {
  createdBy: string | null;
  appliedBy: string | null;
  /** `name` is the name in the application; empty if it has none. */
  lines: (Line & { name: string; email: string | null })[];
  /** The next page begins after this line. */
  next: number | null;
  /**
   * The first lines (at most `MOST_MOVED`) of those whose decision has changed since the plan was made. `total` is the
   * number of all these lines.
   */
  moved: {
    line: number;
    key: string;
    total: number;
    decision: Line["oldDecision"];
    submittedAt: number | null;
  }[];
  warnings: {
    /** Lines that would change a decision which the delegate can already see. */
    seen: Concerned;
    /** Lines of an undo that restore a decision which the delegate can see immediately. */
    shown: Concerned;
    /** Lines that change the decision of delegates who hold a pass. */
    paid: Concerned;
    /** Lines that change an award which the delegate can already see, and leave the decision as it is. */
    told: Concerned;
    /** Lines that change the award of delegates who hold a pass. */
    late: Concerned;
  };
};

const concerned = (found: { line: number; key: string; total: number }[]): Concerned => ({
  total: found[0]?.total ?? 0,
  lines: found.map(({ line, key }) => ({ line, key })),
});
