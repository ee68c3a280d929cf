import { and, eq, isNotNull, isNull, not, type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { applications } from "#db/schema/applications.ts";
import { rounds } from "#db/schema/conference.ts";
import { decisionLines, decisions, plans } from "#db/schema/decisions.ts";
import { hasPass } from "~/standing/holdings.server.ts";
import { isReleased, isVisible } from "~/standing/visible-decision.server.ts";
import { MOST_COUNTED } from "./decision-file.ts";
import { changesAward, EXAMPLES, hasMoved, lineBefore, setsDecision } from "./decision-lines.server.ts";

// The lines that somebody should know of before they apply a plan of decisions: the lines that prevent the plan from
// being applied, and the lines that may be a reason not to apply it. Once the plan has been applied, these queries find
// no lines.

/** A page lists at most this many lines whose decision, award or application has changed since the plan was made. */
const MOST_MOVED = 50;

/** How many lines there are altogether, in a query that returns only the first of them. */
const total = sql<number>`count(*) OVER ()`;

const columns = { line: decisionLines.line, key: decisionLines.key };

const whileOpen = and(eq(plans.id, decisionLines.planId), eq(plans.state, "proposed"));

const changesOf = (planId: string) =>
  and(eq(decisionLines.planId, planId), eq(decisionLines.state, "change"));

const applicationIn = (conferenceId: string) =>
  and(eq(applications.conferenceId, conferenceId), eq(applications.uid, decisionLines.uid));

const decisionIn = (conferenceId: string) =>
  and(eq(decisions.conferenceId, conferenceId), eq(decisions.uid, decisionLines.uid));

/**
 * The first lines whose decision, award or application has changed since the plan was made. Each row also has the
 * number of all such lines, counted up to `MOST_COUNTED` + 1.
 */
export function movedRows(db: Database, conferenceId: string, planId: string) {
  const some = db
    .select({ ...columns, decision: decisions.decision, submittedAt: applications.submittedAt })
    .from(decisionLines)
    .innerJoin(plans, whileOpen)
    .leftJoin(decisions, decisionIn(conferenceId))
    .leftJoin(applications, applicationIn(conferenceId))
    .where(and(changesOf(planId), hasMoved(conferenceId)))
    .orderBy(decisionLines.line)
    .limit(MOST_COUNTED + 1)
    .as("moved");
  return db
    .select({
      line: some.line,
      key: some.key,
      decision: some.decision,
      submittedAt: some.submittedAt,
      total,
    })
    .from(some)
    .orderBy(some.line)
    .limit(MOST_MOVED);
}

/**
 * The lines that a warning is about: how many there are (counted up to `MOST_COUNTED` + 1), and the first few of them.
 */
type Concerned = { total: number; lines: { line: number; key: string }[] };

export type DecisionWarnings = {
  /** Lines that would change the decision of a delegate who can see a decision. */
  seen: Concerned;
  /** Lines that would take the decision away from a delegate who can see a decision. */
  gone: Concerned;
  /** Lines of an undo that restore a decision which the delegate can see immediately. */
  shown: Concerned;
  /** Lines that change the decision of delegates who hold a pass. */
  paid: Concerned;
  /** Lines that leave the decision as it is, and change an award that the delegate can already see. */
  told: Concerned;
  /** Lines that change the award of delegates who hold a pass. */
  late: Concerned;
};

/** The last release of any round of a conference. A decision that was set later is not released with its round. */
const lastReleaseOf = (conferenceId: string): SQL =>
  sql`(SELECT max(${rounds.releasedAt}) FROM ${rounds} WHERE ${rounds.conferenceId} = ${conferenceId})`;

/** The statements for the lines that `warningsFrom` makes into warnings. */
export function warningRows(db: Database, conferenceId: string, planId: string, now: number) {
  const changes = changesOf(planId);
  const itsApplication = applicationIn(conferenceId);
  const itsDecision = decisionIn(conferenceId);
  const lastRelease = lastReleaseOf(conferenceId);
  // Most decisions were set after the last release, so the first condition alone already excludes most lines.
  const isSeen = sql`(${decisionLines.oldSetAt} <= ${lastRelease} OR ${decisionLines.oldReleasedAt} IS NOT NULL
    OR ${decisionLines.oldFormer} IS NOT NULL) AND ${isVisible(now)}`;
  const aloneAgain = sql`CASE WHEN ${decisions.releasedAt} IS NOT NULL THEN ${lineBefore.oldReleasedAt} END`;
  const comesBack = sql`(${lineBefore.oldSetAt} <= ${lastRelease} OR ${lineBefore.oldReleasedAt} IS NOT NULL)
    AND ${isReleased(now, sql`${lineBefore.oldSetAt}`, aloneAgain)}`;
  const seenLines = db
    .select(columns)
    .from(decisionLines)
    .innerJoin(plans, whileOpen)
    .innerJoin(applications, itsApplication)
    .innerJoin(decisions, itsDecision)
    .where(and(changes, setsDecision, isNotNull(decisionLines.newDecision), isSeen));
  const goneLines = db
    .select(columns)
    .from(decisionLines)
    .innerJoin(plans, whileOpen)
    .innerJoin(applications, itsApplication)
    .innerJoin(decisions, itsDecision)
    .where(and(changes, isNull(decisionLines.newDecision), setsDecision, isSeen));
  const shownLines = db
    .select(columns)
    .from(decisionLines)
    .innerJoin(plans, whileOpen)
    .innerJoin(lineBefore, and(eq(lineBefore.planId, plans.undoes), eq(lineBefore.line, decisionLines.line)))
    .innerJoin(applications, itsApplication)
    .leftJoin(decisions, itsDecision)
    .where(and(changes, setsDecision, comesBack));
  const paidLines = db
    .select(columns)
    .from(decisionLines)
    .innerJoin(plans, whileOpen)
    .where(and(changes, setsDecision, hasPass(conferenceId, sql`${decisionLines.uid}`, ["held"])));
  // These lines change an award and leave the decision as it is, so the delegate may have seen the award. If a line
  // also sets a decision, its award stays hidden until that decision is released.
  const toldLines = db
    .select(columns)
    .from(decisionLines)
    .innerJoin(plans, whileOpen)
    .innerJoin(applications, itsApplication)
    .innerJoin(decisions, itsDecision)
    .where(and(changes, not(setsDecision), changesAward, isSeen));
  const lateLines = db
    .select(columns)
    .from(decisionLines)
    .innerJoin(plans, whileOpen)
    .where(and(changes, changesAward, hasPass(conferenceId, sql`${decisionLines.uid}`, ["held"])));
  const first = (lines: typeof seenLines | typeof shownLines | typeof paidLines | typeof toldLines) => {
    const some = lines
      .orderBy(decisionLines.line)
      .limit(MOST_COUNTED + 1)
      .as("concerned");
    return db.select({ line: some.line, key: some.key, total }).from(some).orderBy(some.line).limit(EXAMPLES);
  };
  return [
    first(seenLines),
    first(goneLines),
    first(shownLines),
    first(paidLines),
    first(toldLines),
    first(lateLines),
  ] as const;
}

type Found = { line: number; key: string; total: number }[];

export const warningsFrom = ([seen, gone, shown, paid, told, late]: [
  Found,
  Found,
  Found,
  Found,
  Found,
  Found,
]): DecisionWarnings => ({
  ...{ seen: concerned(seen), gone: concerned(gone), shown: concerned(shown), paid: concerned(paid) },
  ...{ told: concerned(told), late: concerned(late) },
});

const concerned = (found: Found): Concerned => ({
  total: found[0]?.total ?? 0,
  lines: found.map(({ line, key }) => ({ line, key })),
});
