import {
  and,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  isNotNull,
  isNull,
  not,
  type SQL,
  sql,
} from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { answers, applications } from "#db/schema/applications.ts";
import { rounds } from "#db/schema/conference.ts";
import { decisionLines, decisions, plans } from "#db/schema/decisions.ts";
import { calledRows } from "~/accounts/addresses.server.ts";
import { answersOf } from "~/applications/applications.server.ts";
import { sectionsThatAsk } from "~/applications/known-answers.server.ts";
import { ticketRows } from "~/conference/catalogue.server.ts";
import type { GrantSize } from "~/money/prices/grants.ts";
import { headRows, LINES_A_PAGE, linesPage, type PlanRead, planRead } from "~/plans/plans.server.ts";
import type { Context } from "~/platform/context.server.ts";
import { decisionsFor } from "~/standing/eligibility.ts";
import { hasPass } from "~/standing/holdings.server.ts";
import { standingsIn, type Tally, talliesOf, tallyRows } from "~/standing/tallies.server.ts";
import { isReleased, isVisible } from "~/standing/visible-decision.server.ts";
import type { Decision, DecisionLineState, PassType } from "~/values/types.ts";
import { fullName } from "~/values/words.ts";
import { awardBefore, awardSize } from "./award-lines.server.ts";
import { MOST_COUNTED } from "./decision-file.ts";
import { changesAward, EXAMPLES, hasMoved, lineBefore, setsDecision } from "./decision-lines.server.ts";
import { decisionPlans, type PlanCounts } from "./decision-plans.server.ts";
import { type FewStanding, fewRows, mailsOf, openMailRows } from "./released-alone.server.ts";

const MOST_MOVED = 50;
const MOST_COUNTRIES = 6;

/** The last release of any round of a conference. A decision that was set after it is not released with its round. */
const lastReleaseOf = (conferenceId: string): SQL =>
  sql`(SELECT max(${rounds.releasedAt}) FROM ${rounds} WHERE ${rounds.conferenceId} = ${conferenceId})`;

/**
 * A plan with one page of its lines. As long as the plan has not been applied, `moved` contains the lines whose
 * decisions have changed since; they prevent the plan from being applied. `warnings` contains the lines that may be a
 * reason for not applying it. Null if this conference has no such plan. Two round trips.
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
  const lastRelease = lastReleaseOf(conferenceId);
  // Most decisions were set after the last release, so the first condition alone already excludes most lines.
  const isSeen = sql`(${decisionLines.oldSetAt} <= ${lastRelease} OR ${decisionLines.oldReleasedAt} IS NOT NULL
    OR ${decisionLines.oldFormer} IS NOT NULL) AND ${isVisible(now)}`;
  const aloneAgain = sql`CASE WHEN ${decisions.releasedAt} IS NOT NULL THEN ${lineBefore.oldReleasedAt} END`;
  const comesBack = sql`(${lineBefore.oldSetAt} <= ${lastRelease} OR ${lineBefore.oldReleasedAt} IS NOT NULL)
    AND ${isReleased(now, sql`${lineBefore.oldSetAt}`, aloneAgain)}`;
  const seenLines = db
    .select(line)
    .from(decisionLines)
    .innerJoin(plans, whileOpen)
    .innerJoin(applications, itsApplication)
    .innerJoin(decisions, itsDecision)
    .where(and(changes, setsDecision, isNotNull(decisionLines.newDecision), isSeen));
  const goneLines = db
    .select(line)
    .from(decisionLines)
    .innerJoin(plans, whileOpen)
    .innerJoin(applications, itsApplication)
    .innerJoin(decisions, itsDecision)
    .where(and(changes, isNull(decisionLines.newDecision), setsDecision, isSeen));
  const shownLines = db
    .select(line)
    .from(decisionLines)
    .innerJoin(plans, whileOpen)
    .innerJoin(lineBefore, and(eq(lineBefore.planId, plans.undoes), eq(lineBefore.line, decisionLines.line)))
    .innerJoin(applications, itsApplication)
    .leftJoin(decisions, itsDecision)
    .where(and(changes, setsDecision, comesBack));
  const paidLines = db
    .select(line)
    .from(decisionLines)
    .innerJoin(plans, whileOpen)
    .where(and(changes, setsDecision, hasPass(conferenceId, sql`${decisionLines.uid}`, ["held"])));
  // Only awards that change without their decision can be known already. An award that comes with a decision cannot be
  // known before that decision is released.
  const toldLines = db
    .select(line)
    .from(decisionLines)
    .innerJoin(plans, whileOpen)
    .innerJoin(applications, itsApplication)
    .innerJoin(decisions, itsDecision)
    .where(and(changes, not(setsDecision), changesAward, isSeen));
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
  const [
    found,
    undo,
    page,
    moved,
    seen,
    gone,
    shown,
    paid,
    told,
    late,
    [few],
    waiting,
    givenUp,
    countries,
    tickets,
    tallied,
  ] = await db.batch([
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
    first(goneLines),
    first(shownLines),
    first(paidLines),
    first(toldLines),
    first(lateLines),
    fewRows(db, conferenceId, { planId }, now),
    ...openMailRows(db, conferenceId),
    countryRows(db, conferenceId, planId),
    ticketRows(db, conferenceId),
    tallyRows(db, conferenceId, ["standing", "taken"]),
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
    few: {
      ...few!,
      ...mailsOf([waiting, givenUp], (key) => key.split("/")[3]?.endsWith(`-${planId}`) ?? false),
    },
    countries,
    places: placesInPlan(tickets, tallied, read.summary),
    warnings: {
      ...{ seen: concerned(seen), gone: concerned(gone), shown: concerned(shown), paid: concerned(paid) },
      ...{ told: concerned(told), late: concerned(late) },
    },
  };
}

type Line = typeof decisionLines.$inferSelect & {
  /** The size of the former award; null if there was none. */
  oldSize: GrantSize | null;
};

/**
 * The places of one pass. It says how many people may have the pass now, and how many if the plan is applied. It also
 * says how many places there are (null for no limit), and how many of them are taken.
 */
type PlacesInPlan = {
  id: string;
  title: string;
  before: number;
  after: number;
  places: number | null;
  taken: number;
};

function placesInPlan(
  tickets: { id: PassType; title: string; places: number | null }[],
  tallied: Tally[],
  { decisions, leaving }: PlanCounts,
): PlacesInPlan[] {
  const { submitted } = standingsIn(tallied);
  const taken = new Map(talliesOf(tallied, "taken").map(({ key, number }) => [key, number]));
  return tickets.map(({ id, title, places }) => {
    const allows = decisionsFor(id);
    const sum = (numbers: Partial<Record<Decision, number>>) =>
      allows.reduce((total, decision) => total + (numbers[decision] ?? 0), 0);
    const before = submitted
      .filter(({ decision }) => decision !== null && allows.includes(decision))
      .reduce((total, { number }) => total + number, 0);
    const after = before + sum(decisions) - sum(leaving);
    return { id, title, before, after, places, taken: taken.get(id) ?? 0 };
  });
}

/**
 * The countries of a plan's changed lines, of at most `MOST_COUNTED` lines. The country is the nationality in the
 * application.
 */
function countryRows(db: Database, conferenceId: string, planId: string) {
  const counted = db
    .select({ uid: decisionLines.uid })
    .from(decisionLines)
    .where(and(eq(decisionLines.planId, planId), eq(decisionLines.state, "change"), setsDecision))
    .orderBy(decisionLines.line)
    .limit(MOST_COUNTED)
    .as("counted");
  const country = sql<string | null>`${answers.answers} ->> '$.nationality'`;
  const number = count();
  return db
    .select({ country: country.as("country"), number: sql<number>`${number}`.as("number") })
    .from(counted)
    .leftJoin(
      answers,
      and(
        eq(answers.conferenceId, conferenceId),
        eq(answers.uid, counted.uid),
        sql`${answers.sectionId} IN ${sectionsThatAsk(conferenceId, ["nationality"])}`,
      ),
    )
    .groupBy(country)
    .orderBy(desc(number), country)
    .limit(MOST_COUNTRIES);
}

/**
 * The lines that a warning is about: how many there are (counted up to `MOST_COUNTED` + 1), and the first few of them.
 */
type Concerned = { total: number; lines: { line: number; key: string }[] };

export type DecisionPlan = PlanRead<PlanCounts> & {
  createdBy: string | null;
  appliedBy: string | null;
  /** `name` is the name in the application; empty if it has none. */
  lines: (Line & { name: string; email: string | null })[];
  /** How many of the decisions that this plan set are released alone, and how many of their mails are not sent yet. */
  few: FewStanding & { waiting: number; givenUp: number };
  /** How many of the changed lines are from each country, the most frequent first. */
  countries: { country: string | null; number: number }[];
  places: PlacesInPlan[];
  /** The next page begins after this line. */
  next: number | null;
  /**
   * The first lines (at most `MOST_MOVED`) whose decision has changed since the plan was made. `total` is the number of
   * all such lines.
   */
  moved: {
    line: number;
    key: string;
    total: number;
    decision: Line["oldDecision"];
    submittedAt: number | null;
  }[];
  warnings: {
    /** Lines that would change a decision while the delegate can see one. */
    seen: Concerned;
    /** Lines that would take a decision away while the delegate can see one. */
    gone: Concerned;
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
