import { tableMessages } from "~/plans/messages.ts";
import { type TableRow, tableRows, withoutMark } from "~/values/csv.ts";
import { tidy, tidyLine } from "~/values/plain-text.ts";
import type { ScheduleAct } from "~/values/types.ts";
import { programmeMessages } from "./messages.ts";
import {
  type Clash,
  conflictsAmong,
  dayOf,
  giveAwayProblem,
  LATEST_GIVE_AWAY,
  LONGEST_DESCRIPTION,
  LONGEST_NAME,
  LONGEST_NIGHT_HOURS,
  LONGEST_TITLE,
  labelsOf,
  MOST_PLACES,
  MOST_SPEAKERS,
  namedBy,
  nameKey,
  spanOf,
  spanProblem,
  wallTimes,
} from "./programme.ts";

/** The most lines of a file. A plan with this many lines can still be applied in one batch. */
const MOST_LINES = 5_000;
const DELIMITERS = [",", ";", "\t"];

/** The columns, in the order of our own file. */
export const SCHEDULE_COLUMNS = [
  "id",
  "day",
  "start",
  "end",
  "title",
  "description",
  "room",
  "track",
  "speakers",
  "level",
  "capacity",
  "giveaway",
] as const;
type ScheduleColumn = (typeof SCHEDULE_COLUMNS)[number];
export type Cells = Record<ScheduleColumn, string>;

const NEEDED: ScheduleColumn[] = ["day", "start", "end", "title"];

/** The values of a session in a file or form. */
export type Draft = {
  title: string;
  description: string;
  day: string;
  startsAt: number;
  endsAt: number;
  roomId: string | null;
  trackId: string | null;
  speakers: string[];
  accessLevel: string | null;
  capacity: number | null;
  giveAwayMinutes: number | null;
};

/** An existing session of the programme, with which a file is compared. */
type PresentSession = Draft & { id: string; version: number; cancelledAt: number | null };

/** The fields of a session's form: local times in the conference's zone, and names as they were typed. */
export type SessionFields = Pick<
  Draft,
  "title" | "description" | "roomId" | "trackId" | "accessLevel" | "capacity" | "giveAwayMinutes"
> & { startsAt: string; endsAt: string; speakers: string[]; recording: string };

type NamedRow = { id: string; title: string };

/** The current programme and library, with which a file is compared. */
export type Programme = {
  timeZone: string;
  sessions: PresentSession[];
  rooms: NamedRow[];
  tracks: NamedRow[];
  speakers: { id: string; name: string }[];
  /** The days of the conference, YYYY-MM-DD; null as long as it has none. */
  days: { first: string; last: string } | null;
  /** The gate levels that a file may contain. A session without one is open to everybody who is signed in. */
  levels: string[];
};

/** A session as it is shown, and its changes. */
type Shown = { cells: Cells; changes: [what: string, before: string, after: string][] };

/** One line and its outcome: a session with its changes, or the reason why it is refused. */
export type JudgedSession = {
  line: number;
  act: ScheduleAct;
  sessionId: string | null;
  seenVersion: number | null;
  /**
   * Null in a refused line. `before` is the content that the line replaces, kept so that the line can be undone.
   * `isTakenOut` means that the session leaves the programme.
   */
  session: (Draft & Shown & { before?: Draft & Pick<Shown, "cells">; isTakenOut?: boolean }) | null;
  problem: string | null;
};

/** `outside` contains the numbers of the lines that could be applied but are on a day outside the conference. */
export type JudgedFile = { lines: JudgedSession[]; rooms: NamedRow[]; tracks: NamedRow[]; outside: number[] };

/** Converts a session into the cells of our own file. */
export function cellsOf(session: Draft & { id?: string }, programme: Names): Cells {
  const { speakerLabels, roomTitles, trackTitles, timeZone } = programme;
  return {
    id: session.id ?? "",
    ...wallTimes(session, timeZone),
    title: session.title,
    description: session.description,
    room: roomTitles.get(session.roomId ?? "") ?? "",
    track: trackTitles.get(session.trackId ?? "") ?? "",
    speakers: session.speakers.map((id) => speakerLabels.get(id) ?? id).join("; "),
    level: session.accessLevel ?? "",
    capacity: session.capacity === null ? "" : String(session.capacity),
    giveaway: session.giveAwayMinutes === null ? "" : String(session.giveAwayMinutes),
  };
}

/** For each id, the name that a file uses for the speaker, room or track. */
export type Names = {
  timeZone: string;
  speakerLabels: ReadonlyMap<string, string>;
  roomTitles: ReadonlyMap<string, string>;
  trackTitles: ReadonlyMap<string, string>;
};

const titles = (named: NamedRow[]) => new Map(named.map(({ id, title }) => [id, title]));

export const namesOf = ({
  timeZone,
  speakers,
  rooms,
  tracks,
}: Omit<Programme, "sessions" | "levels" | "days">): Names => ({
  timeZone,
  speakerLabels: labelsOf(speakers),
  roomTitles: titles(rooms),
  trackTitles: titles(tracks),
});

/**
 * Compares a file of sessions with the programme. Columns are separated by commas, semicolons or tabs, and recognised
 * by their headers. They may be in any order, with other columns between them. Sessions and columns that are not in the
 * file stay as they are. A line without an id refers to the session with the same title and start, if there is one. A
 * problem with one line is reported in that line. If the file as a whole cannot be read, the result is only a sentence.
 *
 * @param newId makes an id for each new session, room and track.
 */
export function readScheduleFile(
  text: string,
  programme: Programme,
  newId: () => string,
): JudgedFile | { problem: string } {
  const source = text.replace(/^\uFEFF/, "");
  if (source.trim() === "") return { problem: programmeMessages.file.empty };
  const header = headerOf(source);
  if ("problem" in header) return header;
  const rows = tableRows(source, header.delimiter, header.columns.get("id"))
    .slice(1)
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  if (rows.length === 0) return { problem: programmeMessages.file.empty };
  if (rows.length > MOST_LINES) return { problem: tableMessages.tooManyLines(MOST_LINES) };

  const names = namesOf(programme);
  const rooms = titled(programme.rooms, newId);
  const tracks = titled(programme.tracks, newId);
  const levels = new Map(programme.levels.map((level) => [level.toLowerCase(), level]));
  const byId = new Map(programme.sessions.map((session) => [session.id, session]));
  const startKey = (title: string, startsAt: number) => `${startsAt} ${nameKey(title)}`;
  const byStart = new Map(programme.sessions.map((one) => [startKey(one.title, one.startsAt), one]));
  // Each spelling of a speaker's name is looked up only once, because the same few people occur in a file again and
  // again.
  const speakerIds = new Map<string, string | "several" | null>();

  const lines = refuseConflicts(refuseTwice(rows.map(judged)), programme, names);
  const kept = lines.filter(({ act }) => act === "create" || act === "change");
  const isUsed = (key: "roomId" | "trackId") => {
    const used = new Set(kept.map(({ session }) => session?.[key]));
    return ({ id }: NamedRow) => used.has(id);
  };
  return {
    lines: lines.map(({ key: _, ...line }) => line),
    rooms: rooms.added.filter(isUsed("roomId")),
    tracks: tracks.added.filter(isUsed("trackId")),
    outside: kept.filter(({ session }) => session && isOutside(session.day)).map(({ line }) => line),
  };

  function isOutside(day: string): boolean {
    const { days } = programme;
    return days !== null && (day < days.first || day > days.last);
  }

  function judged({ line, cells, isBroken }: TableRow): Line {
    const raw = (column: ScheduleColumn) => {
      const index = (header as Header).columns.get(column);
      return index === undefined ? null : tidied(column, cells[index] ?? "");
    };
    const id = withoutMark(raw("id") ?? "");
    const refused = (problem: string): Line => ({
      ...{ line, act: "refused", sessionId: id || null, seenVersion: null, session: null },
      problem: [titleOf(raw), problem].filter(Boolean).join(" "),
      key: id,
    });
    if (isBroken) return refused(tableMessages.quoteOpen);
    if (id && !byId.has(id)) return refused(programmeMessages.file.unknownId(id.slice(0, 40)));
    const problems: string[] = [];
    const written = { day: raw("day") ?? "", start: raw("start") ?? "", end: raw("end") ?? "" };
    const plain = withoutMark(raw("title") ?? "");
    let span = spanOf(written, programme.timeZone);
    const present = byId.get(id) ?? (span ? byStart.get(startKey(plain, span.startsAt)) : undefined);
    const before = present && cellsOf(present, names);
    // A value that is exactly what our own file contained counts as unchanged, even if it could be read as something
    // else.
    const isAsBefore = (column: ScheduleColumn) => {
      const given = raw(column);
      const had = before && tidied(column, before[column]);
      return had !== undefined && (given === null || given === had || withoutMark(given) === had);
    };
    const value = (column: ScheduleColumn) => withoutMark(raw(column) ?? "");
    if (present && isAsBefore("day") && isAsBefore("start") && isAsBefore("end"))
      span = { startsAt: present.startsAt, endsAt: present.endsAt };
    if (span === null) problems.push(programmeMessages.file.times(...shortened(written)));
    else {
      const wrong = spanProblem(span);
      if (wrong === "too long") problems.push(programmeMessages.editing.tooLong);
      if (wrong === "ends before it begins")
        problems.push(programmeMessages.file.endsBeforeItBegins(LONGEST_NIGHT_HOURS));
    }
    const title = present && isAsBefore("title") ? present.title : plain;
    if (title === "") problems.push(programmeMessages.file.noTitle);
    if (title.length > LONGEST_TITLE) problems.push(programmeMessages.file.titleTooLong);
    const description = present && isAsBefore("description") ? present.description : value("description");
    if (description.length > LONGEST_DESCRIPTION) problems.push(programmeMessages.file.descriptionTooLong);
    for (const column of ["room", "track"] as const) {
      if (value(column).length > LONGEST_NAME)
        problems.push(programmeMessages.file.nameTooLong(value(column)));
    }
    const speakers =
      present && isAsBefore("speakers") ? present.speakers : speakersIn(value("speakers"), problems);
    const accessLevel =
      present && isAsBefore("level") ? present.accessLevel : levelIn(value("level"), problems);
    const capacity =
      present && isAsBefore("capacity") ? present.capacity : capacityIn(value("capacity"), problems);
    const giveAwayMinutes =
      present && isAsBefore("giveaway") ? present.giveAwayMinutes : giveAwayIn(value("giveaway"), problems);
    const unfit = span && giveAwayInWords({ ...span, capacity, giveAwayMinutes });
    if (unfit) problems.push(unfit);
    if (problems.length > 0 || span === null) return refused(problems.join(" "));
    const draft: Draft = {
      title,
      description,
      day: dayOf(span.startsAt, programme.timeZone),
      ...span,
      roomId: present && isAsBefore("room") ? present.roomId : rooms.idOf(value("room")),
      trackId: present && isAsBefore("track") ? present.trackId : tracks.idOf(value("track")),
      speakers,
      accessLevel,
      capacity,
      giveAwayMinutes,
    };
    const sessionId = present?.id ?? newId();
    const after = cellsOf(
      { ...draft, id: sessionId },
      { ...names, roomTitles: rooms.titles, trackTitles: tracks.titles },
    );
    const changes = before
      ? SCHEDULE_COLUMNS.filter((column) => before[column] !== after[column]).map(
          (column): [string, string, string] => [column, before[column], after[column]],
        )
      : [];
    return {
      line,
      act: present ? (changes.length > 0 ? "change" : "unchanged") : "create",
      sessionId,
      seenVersion: present?.version ?? null,
      session: {
        ...draft,
        cells: after,
        changes,
        ...(present && before && { before: { ...draftOf(present), cells: before } }),
      },
      problem: null,
      key: present?.id ?? startKey(title, span.startsAt),
    };
  }

  function speakersIn(cell: string, problems: string[]): string[] {
    const written = cell
      .split(";")
      .map((name) => name.trim())
      .filter(Boolean);
    if (written.length > MOST_SPEAKERS) problems.push(programmeMessages.editing.tooManySpeakers);
    const ids = written.flatMap((name) => {
      if (!speakerIds.has(name)) speakerIds.set(name, namedBy(name, programme.speakers));
      const found = speakerIds.get(name);
      if (found === "several") problems.push(programmeMessages.editing.severalSpeakers(name.slice(0, 60)));
      else if (!found) problems.push(programmeMessages.editing.unknownSpeaker(name.slice(0, 60)));
      else return found;
      return [];
    });
    return [...new Set(ids)];
  }

  function levelIn(cell: string, problems: string[]): string | null {
    if (cell === "" || cell.toLowerCase() === "everybody") return null;
    const level = levels.get(cell.toLowerCase());
    if (!level)
      problems.push(programmeMessages.file.unknownLevel(cell.slice(0, 40), programme.levels.join(", ")));
    return level ?? null;
  }
}

const draftOf = ({ id: _id, version: _version, cancelledAt: _cancelled, ...draft }: PresentSession): Draft =>
  draft;

/**
 * The line that undoes an applied line of a plan: a changed session becomes what it was before, and an added session
 * leaves the programme. The line is refused if the session has changed since.
 *
 * @param version the session's present version; undefined if the session no longer exists.
 */
export function undoLine(done: JudgedSession, version: number | undefined): JudgedSession {
  const { line, sessionId, session, seenVersion } = done;
  if (!session || version !== (seenVersion ?? 0) + 1)
    return {
      ...{ line, act: "refused", sessionId, seenVersion: null, session: null },
      problem: [session && `“${session.title.slice(0, 60)}”:`, programmeMessages.plan.changedSince]
        .filter(Boolean)
        .join(" "),
    };
  const { before, changes, isTakenOut: _, ...added } = session;
  const { inIt, takenOut } = programmeMessages.plan;
  return {
    ...{ line, act: "change", sessionId, seenVersion: version, problem: null },
    session: before
      ? { ...before, changes: changes.map(([what, old, present]) => [what, present, old]) }
      : {
          ...added,
          ...{ roomId: null, trackId: null, speakers: [] },
          changes: [[programmeMessages.plan.session, inIt, takenOut]],
          isTakenOut: true,
        },
  };
}

/** Reads a capacity; null if the cell is empty. */
function capacityIn(cell: string, problems: string[]): number | null {
  if (cell === "") return null;
  const places = placesIn(cell);
  if (places === null) problems.push(programmeMessages.editing.capacity);
  return places;
}

/** Reads the minute at which places are given away; null if the cell is empty. */
function giveAwayIn(cell: string, problems: string[]): number | null {
  if (cell === "") return null;
  const minutes = giveAwayMinutesIn(cell);
  if (minutes === null) problems.push(programmeMessages.editing.giveAway);
  return minutes;
}

/** What is wrong with the minute at which places are given away, in words; null if nothing is. */
export function giveAwayInWords(session: Parameters<typeof giveAwayProblem>[0]): string | null {
  const problem = giveAwayProblem(session);
  if (problem === null) return null;
  const { giveAwayNoLimit, giveAwayTooLate } = programmeMessages.editing;
  return problem === "no limit" ? giveAwayNoLimit : giveAwayTooLate;
}

/** Reads the minutes after which places are given away, 0 to 240; null for anything else. */
export function giveAwayMinutesIn(text: string): number | null {
  return /^\d{1,3}$/.test(text) && Number(text) <= LATEST_GIVE_AWAY ? Number(text) : null;
}

/** Reads a number of places, 1 to 100,000; null for anything else. */
export function placesIn(text: string): number | null {
  const places = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  return places >= 1 && places <= MOST_PLACES ? places : null;
}

/** The text of a cell in the form in which it is stored. */
const tidied = (column: ScheduleColumn, text: string): string =>
  column === "description" ? tidy(text) : tidyLine(text);

type Line = JudgedSession & { key: string };
type Header = { delimiter: string; columns: Map<ScheduleColumn, number> };

function titleOf(raw: (column: ScheduleColumn) => string | null): string {
  const title = withoutMark(raw("title") ?? "").slice(0, 60);
  return title && `“${title}”:`;
}

const shortened = ({ day, start, end }: Record<"day" | "start" | "end", string>) =>
  [day.slice(0, 20), start.slice(0, 20), end.slice(0, 20)] as const;

function headerOf(source: string): Header | { problem: string } {
  let closest: { missing: ScheduleColumn[] } = { missing: NEEDED };
  for (const delimiter of DELIMITERS) {
    const [first] = tableRows(source.slice(0, source.search(/[\r\n]|$/) + 1), delimiter);
    const names = (first?.cells ?? []).map((name) => name.trim().toLowerCase());
    const missing = NEEDED.filter((column) => !names.includes(column));
    if (missing.length < closest.missing.length) closest = { missing };
    if (missing.length > 0) continue;
    const twice = SCHEDULE_COLUMNS.find((column) => names.indexOf(column) !== names.lastIndexOf(column));
    if (twice) return { problem: tableMessages.columnTwice(twice) };
    const known = SCHEDULE_COLUMNS.filter((column) => names.includes(column));
    return { delimiter, columns: new Map(known.map((column) => [column, names.indexOf(column)])) };
  }
  return { problem: programmeMessages.file.noColumn(closest.missing[0]!) };
}

/** Looks up rooms or tracks by title, and adds one if there is none with that title. */
function titled(present: NamedRow[], newId: () => string) {
  const all = titles(present);
  const byKey = new Map(present.map(({ id, title }) => [nameKey(title), id]));
  const added: NamedRow[] = [];
  return {
    added,
    titles: all,
    idOf(title: string): string | null {
      if (title === "") return null;
      const exact = present.find((one) => one.title === title);
      const found = exact?.id ?? byKey.get(nameKey(title));
      if (found) return found;
      const id = newId();
      added.push({ id, title });
      byKey.set(nameKey(title), id);
      all.set(id, title);
      return id;
    },
  };
}

const asRefused = (line: Line, problem: string): Line => {
  const sentences = [line.problem ?? (line.session && `“${line.session.title.slice(0, 60)}”:`), problem];
  return { ...line, act: "refused", session: null, problem: sentences.filter(Boolean).join(" ") };
};

/** Refuses lines about the same session; the message of each line gives the number of another such line. */
function refuseTwice(lines: Line[]): Line[] {
  const linesOf = new Map<string, number[]>();
  for (const { key, line } of lines) {
    if (key !== "") linesOf.set(key, [...(linesOf.get(key) ?? []), line]);
  }
  return lines.map((line) => {
    const others = (linesOf.get(line.key) ?? []).filter((other) => other !== line.line);
    return others.length === 0 ? line : asRefused(line, programmeMessages.file.twice(others.slice(0, 3)));
  });
}

type Standing = PresentSession & { line: Line | null };

/**
 * Refuses lines that would put a room or a speaker into two sessions at the same time; the message of each line names
 * the other session.
 */
function refuseConflicts(lines: Line[], programme: Programme, names: Names): Line[] {
  const changing = lines.filter(({ act }) => act === "create" || act === "change");
  const replaced = new Map(changing.map((line) => [line.sessionId!, line]));
  const byId = new Map(programme.sessions.map((session) => [session.id, session]));
  const standing: Standing[] = [
    ...programme.sessions
      .filter(({ id }) => !replaced.has(id))
      .map((session) => ({ ...session, line: null })),
    ...changing.map((line) => ({
      ...line.session!,
      id: line.sessionId!,
      version: 0,
      cancelledAt: byId.get(line.sessionId!)?.cancelledAt ?? null,
      line,
    })),
  ];
  const problems = new Map<Line, string[]>();
  for (const conflict of conflictsAmong(standing)) {
    const [one, other] = conflict.sessions;
    for (const [mine, theirs] of [
      [one, other],
      [other, one],
    ] as const) {
      if (mine.line)
        problems.set(mine.line, [...(problems.get(mine.line) ?? []), told(conflict, mine, theirs)]);
    }
  }
  return lines.map((line) => {
    const sentences = problems.get(line);
    return sentences ? asRefused(line, sentences.slice(0, 3).join(" ")) : line;
  });

  function told({ kind, what }: Clash<Standing>, mine: Standing, { line, ...theirs }: Standing): string {
    const { cells } = mine.line!.session!;
    const { day, start, end } = wallTimes(theirs, programme.timeZone);
    const when = `${day} ${start}–${end}`;
    const called = theirs.title.slice(0, 60);
    const session = line
      ? programmeMessages.editing.sessionInLine(called, line.line)
      : programmeMessages.editing.session(called);
    return kind === "room"
      ? programmeMessages.editing.roomTaken(cells.room, session, when)
      : programmeMessages.editing.speakerTaken(names.speakerLabels.get(what) ?? what, session, when);
  }
}
