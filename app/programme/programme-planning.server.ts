import type { Database } from "#db/client.ts";
import { scheduleLines } from "#db/schema/programme.ts";
import {
  linesFrom,
  newHead,
  type Plan,
  type PlanHead,
  type Proposed,
  storePlan,
} from "~/plans/plans.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { newId } from "~/platform/ids.server.ts";
import { csvHead, csvRow } from "~/values/csv.ts";
import { daysFrom, daysLater } from "~/values/times.ts";
import type { ScheduleAct } from "~/values/types.ts";
import type { JudgedSession } from "./judged-session.ts";
import { levelIn } from "./levels.ts";
import { programmeMessages } from "./messages.ts";
import { readProgramme } from "./programme-file.server.ts";
import { cellsOf, namesOf, SCHEDULE_COLUMNS } from "./schedule-cells.ts";
import { readScheduleFile } from "./schedule-file.ts";

type Named = { id: string; title: string };

/** How many lines of a plan have each `ScheduleAct`, and the rooms and tracks that the plan makes. */
export type ScheduleSummary = Record<ScheduleAct, number> & {
  rooms: Named[];
  tracks: Named[];
  /** Lines for days outside the conference: the first of these lines, and how many there are. */
  outside: { total: number; lines: number[] };
  /** For a plan that undoes another plan: the ids of the rooms and tracks that are removed if nothing is in them. */
  removes: { rooms: string[]; tracks: string[] };
};

const EXAMPLES = 5;

/**
 * Compares a file with the programme as it is at that moment, and stores the result as a plan. The programme itself
 * does not change. An error in a line is kept with that line. The whole file is refused only if it cannot be read.
 */
export async function proposeSchedule(
  { db }: Context,
  visit: SignedIn,
  { title, text }: { title: string; text: string },
): Promise<Proposed> {
  const file = readScheduleFile(text, await readProgramme(db, visit.settings.conferenceId), newId);
  if ("problem" in file) return { refused: file.problem, status: 400 };
  const { rooms, tracks, outside } = file;
  const made = { rooms, tracks, outside: { total: outside.length, lines: outside.slice(0, EXAMPLES) } };
  return storeSchedule(db, newHead(visit, "schedule", title), file.lines, made);
}

/**
 * Stores a plan that copies the sessions of another edition to the corresponding days of this event, at the same local
 * times and with their rooms and tracks. Speakers, recordings and cancelled sessions are not copied. A session that only
 * some people may attend gets the corresponding level of this edition. If there is none, it is not copied, and the
 * plan's title says how many these are.
 */
export async function proposeScheduleOf(context: Context, visit: SignedIn, from: string): Promise<Proposed> {
  const { db } = context;
  const to = visit.settings.conferenceId;
  const [then, now] = await Promise.all([readProgramme(db, from), readProgramme(db, to)]);
  const held = then.sessions.filter(({ cancelledAt }) => cancelledAt === null);
  if (!then.days || held.length === 0) return { refused: programmeMessages.plan.nothingThere, status: 400 };
  if (!now.days) return { refused: programmeMessages.plan.noDays, status: 400 };
  const later = daysFrom(then.days.first, now.days.first);
  const names = namesOf(then);
  const rows = held.flatMap((session) => {
    const cells = cellsOf(session, names);
    const level = levelIn(cells.level, then.titledLevels, now.titledLevels, { from, to });
    if (level === null) return [];
    const skeleton = { ...cells, level, id: "", day: daysLater(cells.day, later), speakers: "" };
    return [SCHEDULE_COLUMNS.map((column) => skeleton[column])];
  });
  if (rows.length === 0) return { refused: programmeMessages.plan.noneSoldHere, status: 400 };
  const left = held.length - rows.length;
  const text = [csvHead([...SCHEDULE_COLUMNS]), ...rows.map(csvRow)].join("");
  return proposeSchedule(context, visit, { title: programmeMessages.plan.copied(from, left), text });
}

/** Stores a plan with its lines, and how many of them have each `ScheduleAct`. */
export function storeSchedule(
  db: Database,
  head: PlanHead,
  lines: JudgedSession[],
  more: Partial<ScheduleSummary>,
): Promise<Proposed> {
  const count = (act: ScheduleAct) => lines.filter((line) => line.act === act).length;
  const summary: Partial<ScheduleSummary> = {
    create: count("create"),
    change: count("change"),
    unchanged: count("unchanged"),
    refused: count("refused"),
    ...more,
  };
  return storePlan(
    db,
    { ...head, summary },
    linesFrom(
      db,
      scheduleLines,
      lines.map(({ line, act, sessionId, seenVersion, session, problem }) => [
        ...[line, act, sessionId, seenVersion, session, problem],
      ]),
      (item) => ({
        planId: head.id,
        line: item(0),
        act: item(1),
        sessionId: item(2),
        seenVersion: item(3),
        session: item(4),
        problem: item(5),
      }),
    ),
  );
}

export function scheduleSummaryOf({ summary }: Plan): ScheduleSummary {
  return {
    create: 0,
    change: 0,
    unchanged: 0,
    refused: 0,
    rooms: [],
    tracks: [],
    outside: { total: 0, lines: [] },
    removes: { rooms: [], tracks: [] },
    ...(summary as Partial<ScheduleSummary>),
  };
}
