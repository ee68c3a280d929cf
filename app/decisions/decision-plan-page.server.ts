import { and, count, desc, eq, getTableColumns, gt, sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { answers } from "#db/schema/applications.ts";
import { decisionLines } from "#db/schema/decisions.ts";
import { calledRows } from "~/accounts/addresses.server.ts";
import { answersOf } from "~/applications/applications.server.ts";
import { sectionsThatAsk } from "~/applications/known-answers.server.ts";
import { ticketRows } from "~/conference/catalogue.server.ts";
import type { GrantSize } from "~/money/prices/grants.ts";
import { headRows, LINES_A_PAGE, linesPage, type PlanRead, planRead } from "~/plans/plans.server.ts";
import type { Context } from "~/platform/context.server.ts";
import { decisionsFor } from "~/standing/eligibility.ts";
import { standingsIn, type Tally, talliesOf, tallyRows } from "~/standing/tallies.server.ts";
import type { Decision, DecisionLineState, PassType } from "~/values/types.ts";
import { fullName } from "~/values/words.ts";
import { awardBefore, awardSize } from "./award-lines.server.ts";
import type { PlanCounts } from "./decision-counts.server.ts";
import { MOST_COUNTED } from "./decision-file.ts";
import { setsDecision } from "./decision-lines.server.ts";
import {
  type DecisionWarnings,
  movedRows,
  warningRows,
  warningsFrom,
} from "./decision-plan-checks.server.ts";
import { decisionPlans } from "./decision-plans.server.ts";
import {
  disabledRows,
  type FewStanding,
  fewRows,
  fewStanding,
  mailsOf,
  openMailRows,
} from "./released-alone.server.ts";

const MOST_COUNTRIES = 6;

/**
 * A plan with one page of its lines. As long as the plan has not been applied, `moved` contains the lines whose
 * decision, award or application has changed since the plan was made. These lines prevent the plan from being applied.
 * `warnings` contains the lines that may be a reason for not applying it. Null if this conference has no such plan. Two
 * round trips.
 */
export async function readDecisionPlan(
  { db }: Context,
  conferenceId: string,
  planId: string,
  { chosen, after }: { chosen?: DecisionLineState; after: number },
  now: number,
): Promise<DecisionPlan | null> {
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
    disabled,
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
      .where(
        and(
          eq(decisionLines.planId, planId),
          chosen ? eq(decisionLines.state, chosen) : undefined,
          gt(decisionLines.line, after),
        ),
      )
      .orderBy(decisionLines.line)
      .limit(LINES_A_PAGE + 1),
    movedRows(db, conferenceId, planId),
    ...warningRows(db, conferenceId, planId, now),
    fewRows(db, conferenceId, { planId }, now),
    ...openMailRows(db, conferenceId),
    disabledRows(db),
    countryRows(db, conferenceId, planId),
    ticketRows(db, conferenceId),
    tallyRows(db, conferenceId, ["standing", "taken"]),
  ]);
  const read = planRead(conferenceId, decisionPlans, found, undo);
  if (!read) return null;
  const { plan } = read;
  const { lines, next } = linesPage(page);
  const uidsDisabled = disabled.map(({ uid }) => uid);
  const [people, [fewDisabled]] = await db.batch([
    calledRows(db, [...lines.map(({ uid }) => uid), plan.createdBy, plan.appliedBy]),
    fewRows(db, conferenceId, { planId }, now, uidsDisabled),
  ]);
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
      ...fewStanding(few!, fewDisabled!),
      ...mailsOf([waiting, givenUp], (key) => key.split("/")[3]?.endsWith(`-${planId}`) ?? false),
    },
    countries,
    places: placesInPlan(tickets, tallied, read.summary),
    warnings: warningsFrom([seen, gone, shown, paid, told, late]),
  };
}

type Line = typeof decisionLines.$inferSelect & {
  /** The size of the former award; null if there was none. */
  oldSize: GrantSize | null;
};

/**
 * The places of one pass: how many people may have the pass now, how many may have it if the plan is applied, how many
 * places there are (null for no limit), and how many of the places are taken.
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
 * The countries of the applicants in a plan's changed lines. At most `MOST_COUNTED` lines are read. The country is the
 * nationality in the application.
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

export type DecisionPlan = PlanRead<PlanCounts> & {
  createdBy: string | null;
  appliedBy: string | null;
  /** `name` is the name in the application; empty if it has none. */
  lines: (Line & { name: string; email: string | null })[];
  /**
   * How far the decisions that this plan set are released without the rest of their round, and how many of their mails
   * are not sent yet.
   */
  few: FewStanding & { waiting: number; givenUp: number };
  /**
   * The most frequent countries (at most `MOST_COUNTRIES`), each with the number of changed lines whose applicants are
   * from it.
   */
  countries: { country: string | null; number: number }[];
  places: PlacesInPlan[];
  /** The next page begins after this line. */
  next: number | null;
  /**
   * The first lines whose decision, award or application has changed since the plan was made. `total` is the number of
   * all such lines.
   */
  moved: {
    line: number;
    key: string;
    total: number;
    decision: Line["oldDecision"];
    submittedAt: number | null;
  }[];
  warnings: DecisionWarnings;
};
