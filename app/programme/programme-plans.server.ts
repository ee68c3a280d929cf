import { and, asc, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { type Database, excluded, insertFrom, listed } from "#db/client.ts";
import { plans } from "#db/schema/decisions.ts";
import { speakers } from "#db/schema/library.ts";
import {
  places,
  programmeSessions,
  rooms,
  scheduleLines,
  sessionEntries,
  sessionSpeakers,
  tracks,
} from "#db/schema/programme.ts";
import { calledOf } from "~/accounts/addresses.server.ts";
import { addOnRows, programmeEventRows, ticketRows } from "~/conference/catalogue.server.ts";
import { planMessages } from "~/plans/messages.ts";
import {
  type Applying,
  headRows,
  LINES_A_PAGE,
  linesFrom,
  linesPage,
  newHead,
  type Plan,
  type PlanHead,
  type PlanRead,
  type PlanUse,
  type Proposed,
  planRead,
  storePlan,
} from "~/plans/plans.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { newId } from "~/platform/ids.server.ts";
import { csvHead, csvRow } from "~/values/csv.ts";
import { daysFrom, daysLater } from "~/values/times.ts";
import type { ScheduleAct } from "~/values/types.ts";
import { tellPromoted } from "./agenda.server.ts";
import { programmeMessages } from "./messages.ts";
import { promoteWaiting, roomRows, trackRows } from "./programme.server.ts";
import { LONGEST_PROGRAMME_SESSION } from "./programme.ts";
import {
  cellsOf,
  type JudgedSession,
  namesOf,
  readScheduleFile,
  SCHEDULE_COLUMNS,
  undoLine,
} from "./schedule-file.ts";
import { levelsOf, speakerRows, zoneOf } from "./session-editing.server.ts";

const rival = alias(programmeSessions, "rival");

type Named = { id: string; title: string };

/** For each act, the number of a plan's lines; also the rooms and tracks that the plan makes. */
export type ScheduleSummary = Record<ScheduleAct, number> & {
  rooms: Named[];
  tracks: Named[];
  /** Lines for days outside the conference: the first of these lines, and how many there are. */
  outside: { total: number; lines: number[] };
  /** For a plan that undoes another: the ids of the rooms and tracks that it removes if nothing is in them. */
  removes: { rooms: string[]; tracks: string[] };
};

const MOST_MOVED = 50;
const EXAMPLES = 5;

/** The whole programme, with the names that a file uses in place of ids. Two round trips. */
async function readProgramme(db: Database, conferenceId: string) {
  const [sessions, roomList, trackList, passes, addOns, [event]] = await db.batch([
    db
      .select()
      .from(programmeSessions)
      .where(eq(programmeSessions.conferenceId, conferenceId))
      .orderBy(asc(programmeSessions.day), asc(programmeSessions.startsAt), asc(programmeSessions.id)),
    roomRows(db, conferenceId),
    trackRows(db, conferenceId),
    ticketRows(db, conferenceId),
    addOnRows(db, conferenceId),
    programmeEventRows(db, conferenceId),
  ]);
  return {
    sessions,
    rooms: roomList,
    tracks: trackList,
    speakers: await speakerRows(db),
    levels: levelsOf(passes, addOns).map(({ value }) => value),
    timeZone: zoneOf(event),
    days: event?.firstDay && event.lastDay ? { first: event.firstDay, last: event.lastDay } : null,
  };
}

/** The columns of our own file. The last one is for people to read, and is ignored when the file is imported. */
export const EXPORT_COLUMNS = [...SCHEDULE_COLUMNS, "cancelled"];

/**
 * The programme as a file that can be edited and imported again. Each page is a list of rows, and each row a list of
 * values.
 */
export async function* exportProgramme({ db }: Context, conferenceId: string): AsyncGenerator<string[][]> {
  const { sessions, ...programme } = await readProgramme(db, conferenceId);
  const names = namesOf(programme);
  for (let start = 0; start < sessions.length; start += 500) {
    yield sessions.slice(start, start + 500).map((session) => {
      const cells = cellsOf(session, names);
      return [
        ...SCHEDULE_COLUMNS.map((column) => cells[column]),
        session.cancelledAt === null ? "" : "cancelled",
      ];
    });
  }
}

/**
 * Stores a file as a plan, compared with the programme as it is at that moment; the programme itself does not change.
 * An error in a line is kept with that line. The whole file is refused only if it cannot be read.
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
 * Stores a plan that copies the sessions of another edition: to the corresponding days of this event, at the same local
 * times, with their rooms and tracks, but without speakers, recordings and cancelled sessions.
 */
export async function proposeScheduleOf(context: Context, visit: SignedIn, from: string): Promise<Proposed> {
  const { db } = context;
  const [then, now] = await Promise.all([
    readProgramme(db, from),
    readProgramme(db, visit.settings.conferenceId),
  ]);
  const held = then.sessions.filter(({ cancelledAt }) => cancelledAt === null);
  if (!then.days || held.length === 0) return { refused: programmeMessages.plan.nothingThere, status: 400 };
  if (!now.days) return { refused: programmeMessages.plan.noDays, status: 400 };
  const later = daysFrom(then.days.first, now.days.first);
  const names = namesOf(then);
  const rows = held.map((session) => {
    const cells = cellsOf(session, names);
    const level = now.levels.includes(cells.level) ? cells.level : "";
    const skeleton = { ...cells, level, id: "", day: daysLater(cells.day, later), speakers: "" };
    return SCHEDULE_COLUMNS.map((column) => skeleton[column]);
  });
  const text = [csvHead([...SCHEDULE_COLUMNS]), ...rows.map(csvRow)].join("");
  return proposeSchedule(context, visit, { title: programmeMessages.plan.copied(from), text });
}

/**
 * Stores the plan that undoes another one. Sessions that the other plan changed become what they were before. Sessions
 * that it added leave the programme: sessions that nobody has chosen are deleted, and the others are cancelled. The
 * rooms and tracks that it added are removed if nothing is in them. A plan that undoes another one cannot be undone
 * itself.
 */
async function storeUndo({ db }: Context, _visit: SignedIn, head: PlanHead, done: Plan): Promise<Proposed> {
  if (done.undoes !== null) return { refused: programmeMessages.plan.undoOnce, status: 409 };
  const [lines, present] = await db.batch([
    db
      .select()
      .from(scheduleLines)
      .where(and(eq(scheduleLines.planId, done.id), inArray(scheduleLines.act, ["create", "change"])))
      .orderBy(scheduleLines.line),
    db
      .select({ id: programmeSessions.id, version: programmeSessions.version })
      .from(programmeSessions)
      .where(sql`${programmeSessions.id} IN (${written(done.id)})`),
  ]);
  const versions = new Map(present.map(({ id, version }) => [id, version]));
  const made = summaryOf(done);
  const ids = (named: Named[]) => named.map(({ id }) => id);
  return storeSchedule(
    db,
    head,
    lines.map((line) => undoLine(line as JudgedSession, versions.get(line.sessionId ?? ""))),
    { removes: { rooms: ids(made.rooms), tracks: ids(made.tracks) } },
  );
}

/** Stores a plan with its lines and, for each act, the number of lines. */
function storeSchedule(
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

/**
 * Plans of the programme. A plan is refused if a line has an error, or if the programme has changed since the plan was
 * made. If there are free places afterwards, people on the waiting lists get them.
 */
export const schedulePlans: PlanUse<ScheduleSummary> = {
  kind: "schedule",
  acts: { apply: "applySchedule", undo: "undoSchedule" },
  summaryOf,
  tally: ({ create, change, refused, rooms, tracks }) => ({
    refused,
    changing: create + change,
    detail: { added: create, changed: change, rooms: rooms.length, tracks: tracks.length },
  }),
  sentences: { nothingToDo: planMessages.nothingToDo, moved: programmeMessages.file.moved },
  async obstacle(db, { id }) {
    const missing = await db
      .select({ id: sql<string>`missing.id`.as("speaker_id") })
      .from(sql`(${missingSpeakers(id)}) AS missing`);
    if (missing.length === 0) return null;
    return programmeMessages.file.speakersGone(missing.map((speaker) => speaker.id));
  },
  unmoved: (plan) =>
    and(
      ...movedLines(plan).map((found) => sql`NOT EXISTS (${found})`),
      sql`NOT EXISTS (SELECT 1 FROM ${scheduleLines} WHERE ${scheduleLines.planId} = ${plan.id}
        AND ${scheduleLines.act} = 'refused')`,
      sql`NOT EXISTS (${missingSpeakers(plan.id)})`,
    )!,
  writes: writeProgramme,
  storeUndo,
};

/** The statements that carry out a plan, each under the condition `isOurs`. */
function writeProgramme(context: Context, { now }: Applying, plan: Plan, isOurs: SQL) {
  const { db } = context;
  const { conferenceId } = plan;
  const summary = summaryOf(plan);
  const changed = sql`(SELECT json_group_array(id) FROM (${written(plan.id)}) WHERE ${isOurs})`;
  return [
    ...([rooms, tracks] as const).map((table) =>
      insertFrom(
        db,
        table,
        {
          conferenceId,
          id: sql`item.value ->> 'id'`,
          title: sql`item.value ->> 'title'`,
          position: sql`item.key + (SELECT coalesce(max(${table.position}), -1) + 1 FROM ${table}
            WHERE ${table.conferenceId} = ${conferenceId})`,
        },
        sql`FROM json_each(${JSON.stringify(table === rooms ? summary.rooms : summary.tracks)}) AS item
          WHERE ${isOurs}`,
      ),
    ),
    writeSessions(db, plan, isOurs, now),
    db
      .delete(sessionSpeakers)
      .where(sql`${sessionSpeakers.sessionId} IN (${written(plan.id)}) AND ${isOurs}`),
    insertFrom(
      db,
      sessionSpeakers,
      { conferenceId, sessionId: sql`${scheduleLines.sessionId}`, speakerId: sql`speaker.value` },
      sql`FROM ${scheduleLines} JOIN json_each(${scheduleLines.session}, '$.speakers') AS speaker
        WHERE ${scheduleLines.planId} = ${plan.id} AND ${scheduleLines.act} IN ('create', 'change')
          AND ${isOurs}`,
    ),
    takeOut(db, plan.id, isOurs, now),
    db.delete(programmeSessions).where(
      sql`${programmeSessions.id} IN (${takenOut(plan.id)}) AND ${isOurs}
        AND NOT EXISTS (SELECT 1 FROM ${places} WHERE ${places.sessionId} = ${programmeSessions.id})
        AND NOT EXISTS (SELECT 1 FROM ${sessionEntries} WHERE ${sessionEntries.sessionId} = ${programmeSessions.id})`,
    ),
    ...([rooms, tracks] as const).map((table) => {
      const place = table === rooms ? programmeSessions.roomId : programmeSessions.trackId;
      const made = table === rooms ? summary.removes.rooms : summary.removes.tracks;
      return db.delete(table).where(
        sql`${table.conferenceId} = ${conferenceId} AND ${table.id} IN ${listed(made)} AND ${isOurs}
          AND NOT EXISTS (SELECT 1 FROM ${programmeSessions}
            WHERE ${programmeSessions.conferenceId} = ${conferenceId}
            AND ${place} = ${table.id})`,
      );
    }),
    tellPromoted(context, changed),
    promoteWaiting(db, changed),
  ];
}

/** Something that prevents a plan from being applied: the line concerned, and what has changed in the meantime. */
type Moved = {
  line: number;
  title: string;
  why: "session" | "room taken" | "speaker busy" | "place gone" | "place made";
  /** The name of the session, room or track. */
  what: string;
};

export type SchedulePlan = PlanRead<ScheduleSummary> & {
  createdBy: string | null;
  appliedBy: string | null;
  lines: JudgedSession[];
  /** The next page begins after this line. */
  next: number | null;
  moved: Moved[];
};

/**
 * A plan with one page of its lines and, while the plan can still be applied, anything that prevents applying it; null
 * if the programme of this conference has no such plan. Two round trips.
 */
export async function readSchedulePlan(
  { db }: Context,
  conferenceId: string,
  planId: string,
  { chosen, after }: { chosen?: ScheduleAct; after: number },
): Promise<SchedulePlan | null> {
  const [found, undo, page, ...moved] = await db.batch([
    ...headRows(db, planId),
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
    next,
    moved: moved.flat().sort((one, other) => one.line - other.line),
  };
}

function summaryOf({ summary }: Plan): ScheduleSummary {
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

/** The sessions that a plan adds or changes. */
const written = (planId: string): SQL =>
  sql`SELECT ${scheduleLines.sessionId} AS id FROM ${scheduleLines}
    WHERE ${scheduleLines.planId} = ${planId} AND ${scheduleLines.act} IN ('create', 'change')`;

/** The sessions of `written` that leave the programme. */
const takenOut = (planId: string): SQL =>
  sql`SELECT ${scheduleLines.sessionId} FROM ${scheduleLines} WHERE ${scheduleLines.planId} = ${planId}
    AND ${scheduleLines.act} = 'change' AND ${scheduleLines.session} ->> 'isTakenOut'`;

/**
 * The statement that cancels the sessions which leave the programme; people who have chosen one see this in their
 * agenda.
 */
const takeOut = (db: Database, planId: string, isOurs: SQL, now: number) =>
  db
    .update(programmeSessions)
    .set({ cancelledAt: now, version: sql`${programmeSessions.version} + 1`, changedAt: now })
    .where(sql`${programmeSessions.id} IN (${takenOut(planId)}) AND ${isOurs}`);

/**
 * The queries for what has changed since a plan was made: a session with another version, a room or speaker taken by a
 * session that the plan does not know, a room or track that was removed or added. The lines of the plan itself need no
 * check, because they were compared with each other when the plan was made. The queries are separate because D1 refuses
 * a UNION of so many.
 */
function movedLines({ id, conferenceId }: Pick<Plan, "id" | "conferenceId">): SQL[] {
  const isWritten = sql`${scheduleLines.planId} = ${id} AND ${scheduleLines.act} IN ('create', 'change')`;
  const movedRow = (why: Moved["why"], what: SQL) =>
    sql`SELECT ${scheduleLines.line}, ${scheduleLines.session} ->> 'title' AS title,
      ${sql.raw(`'${why}'`)} AS why, ${what} AS what
      FROM ${scheduleLines}`;
  const isRival = sql`${rival.startsAt} < ${scheduleLines.session} ->> 'endsAt'
    AND ${rival.startsAt} > (${scheduleLines.session} ->> 'startsAt') - ${LONGEST_PROGRAMME_SESSION}
    AND ${rival.endsAt} > ${scheduleLines.session} ->> 'startsAt' AND ${rival.cancelledAt} IS NULL
    AND ${rival.id} NOT IN (${written(id)})
    AND NOT EXISTS (SELECT 1 FROM ${programmeSessions}
      WHERE ${programmeSessions.id} = ${scheduleLines.sessionId} AND ${programmeSessions.cancelledAt} IS NOT NULL)`;
  const placesOfKind = (kind: "room" | "track") => {
    const table = kind === "room" ? rooms : tracks;
    const wanted = sql`${scheduleLines.session} ->> ${sql.raw(`'${kind}Id'`)}`;
    const title = sql`coalesce(${scheduleLines.session} ->> ${sql.raw(`'$.cells.${kind}'`)}, '')`;
    const made = sql`${plans} JOIN json_each(${plans.summary}, ${sql.raw(`'$.${kind}s'`)})`;
    return [
      sql`${movedRow("place gone", title)} WHERE ${isWritten} AND ${wanted} IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM ${table}
          WHERE ${table.conferenceId} = ${conferenceId} AND ${table.id} = ${wanted})
        AND NOT EXISTS (SELECT 1 FROM ${made} WHERE ${plans.id} = ${id}
          AND json_each.value ->> 'id' = ${wanted})`,
      sql`SELECT 0 AS line, '' AS title, 'place made' AS why, ${table.title} AS what
        FROM ${made} JOIN ${table} ON ${table.conferenceId} = ${conferenceId}
          AND lower(${table.title}) = lower(json_each.value ->> 'title')
        WHERE ${plans.id} = ${id}`,
    ];
  };
  return [
    sql`${movedRow("session", sql`coalesce(${programmeSessions.title}, '')`)}
      LEFT JOIN ${programmeSessions} ON ${programmeSessions.id} = ${scheduleLines.sessionId}
      WHERE ${isWritten} AND ${programmeSessions.version} IS NOT ${scheduleLines.seenVersion}`,
    sql`${movedRow("room taken", sql`${rival.title}`)}
      JOIN ${programmeSessions} AS ${rival} ON ${rival.conferenceId} = ${conferenceId}
        AND ${rival.roomId} = ${scheduleLines.session} ->> 'roomId'
      WHERE ${isWritten} AND ${isRival}`,
    sql`${movedRow("speaker busy", sql`${rival.title}`)}
      JOIN json_each(${scheduleLines.session}, '$.speakers')
      JOIN ${sessionSpeakers} ON ${sessionSpeakers.conferenceId} = ${conferenceId}
        AND ${sessionSpeakers.speakerId} = json_each.value
      JOIN ${programmeSessions} AS ${rival} ON ${rival.id} = ${sessionSpeakers.sessionId}
      WHERE ${isWritten} AND ${isRival}`,
    ...placesOfKind("room"),
    ...placesOfKind("track"),
  ];
}

/** The statement that writes every session of a plan. It leaves recordings and cancellations as they are. */
function writeSessions(db: Database, { id, conferenceId }: Plan, isOurs: SQL, now: number) {
  const value = (key: string) => sql`${scheduleLines.session} ->> ${sql.raw(`'${key}'`)}`;
  return insertFrom(
    db,
    programmeSessions,
    {
      id: sql`${scheduleLines.sessionId}`,
      conferenceId,
      title: value("title"),
      description: value("description"),
      day: value("day"),
      startsAt: value("startsAt"),
      endsAt: value("endsAt"),
      roomId: value("roomId"),
      trackId: value("trackId"),
      speakers: sql`json_extract(${scheduleLines.session}, '$.speakers')`,
      accessLevel: value("accessLevel"),
      capacity: value("capacity"),
      giveAwayMinutes: value("giveAwayMinutes"),
      recordingId: null,
      cancelledAt: null,
      version: 1,
      changedAt: now,
    },
    sql`FROM ${scheduleLines} WHERE ${scheduleLines.planId} = ${id}
      AND ${scheduleLines.act} IN ('create', 'change')
      AND ${scheduleLines.session} ->> 'isTakenOut' IS NULL AND ${isOurs}`,
  ).onConflictDoUpdate({
    target: programmeSessions.id,
    set: {
      title: excluded(programmeSessions.title),
      description: excluded(programmeSessions.description),
      day: excluded(programmeSessions.day),
      startsAt: excluded(programmeSessions.startsAt),
      endsAt: excluded(programmeSessions.endsAt),
      roomId: excluded(programmeSessions.roomId),
      trackId: excluded(programmeSessions.trackId),
      speakers: excluded(programmeSessions.speakers),
      accessLevel: excluded(programmeSessions.accessLevel),
      capacity: excluded(programmeSessions.capacity),
      giveAwayMinutes: excluded(programmeSessions.giveAwayMinutes),
      version: sql`${programmeSessions.version} + 1`,
      changedAt: excluded(programmeSessions.changedAt),
    },
  });
}

/** The query for the ids of a plan's speakers who are no longer in the library. */
const missingSpeakers = (planId: string): SQL =>
  sql`SELECT DISTINCT speaker.value AS id
    FROM ${scheduleLines} JOIN json_each(${scheduleLines.session}, '$.speakers') AS speaker
    WHERE ${scheduleLines.planId} = ${planId} AND ${scheduleLines.act} IN ('create', 'change')
      AND NOT EXISTS (SELECT 1 FROM ${speakers} WHERE ${speakers.id} = speaker.value)`;
