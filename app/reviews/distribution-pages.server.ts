import { and, eq, getTableColumns, gt, ne, sql } from "drizzle-orm";
import { answers } from "#db/schema/applications.ts";
import { distributionLines, plans } from "#db/schema/decisions.ts";
import { calledRows } from "~/accounts/addresses.server.ts";
import { answersOf } from "~/applications/applications.server.ts";
import { roundRows } from "~/conference/catalogue.server.ts";
import {
  headRows,
  LINES_A_PAGE,
  linesPage,
  newestRows,
  type PlanRead,
  planRead,
} from "~/plans/plans.server.ts";
import type { Context } from "~/platform/context.server.ts";
import { type CountedStanding, standingsIn, tallyRows } from "~/standing/tallies.server.ts";
import { fullName } from "~/values/words.ts";
import type { DistributionSummary } from "./distribution.server.ts";
import type { DistributionLine } from "./distribution.ts";
import { distributionPlans, isLaterThan, whyMoved } from "./distribution-plans.server.ts";
import { assignedRows, readerRows } from "./distribution-rows.server.ts";
import { reviewMessages } from "./messages.ts";
import { usualReaders } from "./who-takes-part.ts";

const MOST_MOVED = 50;

type MovedLine = {
  uid: string;
  name: string;
  staffUid: string;
  why: keyof typeof reviewMessages.distribution.movedLine;
  total: number;
};

export type DistributionPlan = PlanRead<DistributionSummary> & {
  /** The names of everybody who occurs in the plan. */
  names: Map<string, string>;
  lines: (DistributionLine & { line: number; name: string })[];
  /** The next page begins after this line. */
  next: number | null;
  /**
   * If the plan has not been applied: its first lines that can no longer be carried out. `total` is the number of all
   * such lines.
   */
  moved: MovedLine[];
  /** Whether another distribution was applied since the plan was made; false once the plan itself is applied. */
  isOvertaken: boolean;
};

/**
 * Which lines of a plan are shown. If `reader` is given, only the lines of that reader are shown. Otherwise all lines
 * are shown if `isAll` is true, and only the lines with an unusual reason if it is false.
 */
export type LinesAsked = { after: number; reader: string | null; isAll: boolean };

/** A plan with one page of its lines; null if this conference has no such plan. Two round trips. */
export async function readDistributionPlan(
  { db }: Context,
  conferenceId: string,
  planId: string,
  { after, reader, isAll }: LinesAsked,
): Promise<DistributionPlan | null> {
  const shown = reader
    ? eq(distributionLines.staffUid, reader)
    : isAll
      ? undefined
      : ne(distributionLines.reason, reviewMessages.distribution.lowest);
  const [found, undo, page, people] = await db.batch([
    ...headRows(db, planId),
    db
      .select({ ...getTableColumns(distributionLines), about: answers.answers })
      .from(distributionLines)
      .leftJoin(answers, answersOf(conferenceId, "about", distributionLines.uid))
      .where(and(eq(distributionLines.planId, planId), gt(distributionLines.line, after), shown))
      .orderBy(distributionLines.line)
      .limit(LINES_A_PAGE + 1),
    readerRows(db),
  ]);
  const read = planRead(conferenceId, distributionPlans, found, undo);
  if (!read) return null;
  const { plan, summary } = read;
  const { lines, next } = linesPage(page);
  const named = [
    ...summary.loads.map(({ staffUid }) => staffUid),
    ...summary.shortages.map(({ uid }) => uid),
    ...lines.flatMap(({ uid, staffUid }) => [uid, staffUid]),
    ...(reader ? [reader] : []),
    plan.createdBy,
    plan.appliedBy,
  ];
  const why = whyMoved(conferenceId);
  const [accounts, moved, later] = await db.batch([
    calledRows(db, named),
    db
      .select({
        uid: distributionLines.uid,
        staffUid: distributionLines.staffUid,
        why: sql<MovedLine["why"]>`${why}`,
        about: answers.answers,
        total: sql<number>`count(*) OVER ()`,
      })
      .from(distributionLines)
      .innerJoin(plans, and(eq(plans.id, distributionLines.planId), eq(plans.state, "proposed")))
      .leftJoin(answers, answersOf(conferenceId, "about", distributionLines.uid))
      .where(and(eq(distributionLines.planId, planId), sql`${why} IS NOT NULL`))
      .orderBy(distributionLines.line)
      .limit(MOST_MOVED),
    db
      .select({ later: sql<number>`EXISTS (SELECT 1 FROM ${plans} WHERE ${isLaterThan(plan)})` })
      .from(sql`(SELECT 1)`),
  ]);
  const names = new Map([...people, ...accounts].map((person) => [person.uid, person.called]));
  return {
    ...read,
    names,
    lines: lines.map(({ about, ...line }) => ({ ...line, name: nameIn(about) })),
    next,
    moved: moved.map(({ about, ...line }) => ({ ...line, name: nameIn(about) })),
    isOvertaken: plan.state === "proposed" && later[0]?.later === 1,
  };
}

/**
 * The data of the form that makes a plan, and of the list of the newest plans. `readers` contains only readers who are
 * not on leave. For each round, `submitted` and `undecided` say how many applications could be distributed. One round
 * trip.
 */
export async function readDistributions({ db }: Context, conferenceId: string) {
  const [readers, found, rounds, loads, tally] = await db.batch([
    readerRows(db),
    newestRows(db, conferenceId, "distribution"),
    roundRows(db, conferenceId),
    assignedRows(db, conferenceId),
    tallyRows(db, conferenceId, ["standing"]),
  ]);
  const standings = standingsIn(tally).submitted;
  const loadOf = new Map(loads.map(({ staffUid, number }) => [staffUid, number]));
  const atWork = readers.filter(({ onLeaveSince }) => onLeaveSince === null);
  const usual = new Set(usualReaders(atWork));
  return {
    readers: atWork
      .map((reader) => ({
        ...{ uid: reader.uid, called: reader.called, abilities: reader.abilities },
        ...{ capacity: reader.capacity, load: loadOf.get(reader.uid) ?? 0, isUsual: usual.has(reader) },
      }))
      .sort((a, b) => Number(b.isUsual) - Number(a.isUsual) || (a.called < b.called ? -1 : 1)),
    onStaff: readers.length,
    rounds: rounds.map(({ id, title }) => ({
      ...{ id, title },
      ...toDistribute(standings.filter(({ round }) => round === id)),
    })),
    all: toDistribute(standings),
    plans: found.map((plan) => ({ ...plan, summary: distributionPlans.summaryOf(plan) })),
  };
}

/** How many submitted applications there are, and how many of them have no decision. */
const toDistribute = (standings: readonly CountedStanding[]) => ({
  submitted: numberIn(standings),
  undecided: numberIn(standings.filter(({ decision }) => decision === null)),
});

const numberIn = (standings: readonly CountedStanding[]) =>
  standings.reduce((sum, { number }) => sum + number, 0);

const nameIn = (about: Record<string, string> | null) =>
  fullName(about?.["firstName"], about?.["middleName"], about?.["lastName"]);
