import { and, eq, gt, sql } from "drizzle-orm";
import { plans } from "#db/schema/decisions.ts";
import { scheduleLines } from "#db/schema/programme.ts";
import { calledOf } from "~/accounts/addresses.server.ts";
import { addOnRows, ticketRows } from "~/conference/catalogue.server.ts";
import { headRows, LINES_A_PAGE, linesPage, type PlanRead, planRead } from "~/plans/plans.server.ts";
import type { Context } from "~/platform/context.server.ts";
import type { ScheduleAct } from "~/values/types.ts";
import type { JudgedSession } from "./judged-session.ts";
import type { ScheduleSummary } from "./programme-planning.server.ts";
import { schedulePlans } from "./programme-plans.server.ts";
import { type Moved, movedLines } from "./schedule-lines.server.ts";
import { levelsOf } from "./session-editing.server.ts";

const MOST_MOVED = 50;

export type SchedulePlan = PlanRead<ScheduleSummary> & {
  createdBy: string | null;
  appliedBy: string | null;
  lines: JudgedSession[];
  /** The titles of the levels that sessions of this conference may have, by the level. */
  levels: ReadonlyMap<string, string>;
  /** The next page begins after this line. */
  next: number | null;
  moved: Moved[];
};

/**
 * A plan with one page of its lines. Until the plan is applied, `moved` lists the changes since the plan was made that
 * prevent it from being applied. Null if the programme of this conference has no such plan. Two round trips.
 */
export async function readSchedulePlan(
  { db }: Context,
  conferenceId: string,
  planId: string,
  { chosen, after }: { chosen?: ScheduleAct; after: number },
): Promise<SchedulePlan | null> {
  const [found, undo, passes, addOns, page, ...moved] = await db.batch([
    ...headRows(db, planId),
    ticketRows(db, conferenceId),
    addOnRows(db, conferenceId),
    db
      .select()
      .from(scheduleLines)
      .where(
        and(
          eq(scheduleLines.planId, planId),
          chosen ? eq(scheduleLines.act, chosen) : undefined,
          gt(scheduleLines.line, after),
        ),
      )
      .orderBy(scheduleLines.line)
      .limit(LINES_A_PAGE + 1),
    ...movedLines({ id: planId, conferenceId }).map((found) =>
      db
        .select({
          line: sql<number>`moved.line`,
          title: sql<string>`moved.title`,
          why: sql<Moved["why"]>`moved.why`,
          what: sql<string>`moved.what`,
        })
        .from(sql`(${found}) AS moved`)
        .where(
          sql`EXISTS (SELECT 1 FROM ${plans} WHERE ${plans.id} = ${planId} AND ${plans.state} = 'proposed')`,
        )
        .orderBy(sql`moved.line`)
        .limit(MOST_MOVED),
    ),
  ]);
  const read = planRead(conferenceId, schedulePlans, found, undo);
  if (!read) return null;
  const { plan } = read;
  const { lines, next } = linesPage(page);
  const names = await calledOf(db, [plan.createdBy, plan.appliedBy]);
  return {
    ...read,
    createdBy: names.get(plan.createdBy) ?? null,
    appliedBy: plan.appliedBy && (names.get(plan.appliedBy) ?? null),
    lines: lines.map(({ line, act, sessionId, seenVersion, session, problem }) => ({
      ...{ line, act, sessionId, seenVersion, problem },
      session: session as JudgedSession["session"],
    })),
    levels: new Map(levelsOf(passes, addOns).map(({ value, label }) => [value, label])),
    next,
    moved: moved.flat().sort((one, other) => one.line - other.line),
  };
}
