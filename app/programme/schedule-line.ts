import { tableMessages } from "~/plans/messages.ts";
import { type TableRow, withoutMark } from "~/values/csv.ts";
import { tidy, tidyLine } from "~/values/plain-text.ts";
import type { JudgedSession } from "./judged-session.ts";
import { programmeMessages } from "./messages.ts";
import {
  dayOf,
  LONGEST_DESCRIPTION,
  LONGEST_NAME,
  LONGEST_NIGHT_HOURS,
  LONGEST_TITLE,
  MOST_SPEAKERS,
  namedBy,
  nameKey,
  spanOf,
  spanProblem,
} from "./programme.ts";
import {
  type Cells,
  cellsOf,
  type Draft,
  type NamedRow,
  type Names,
  namesOf,
  type PresentSession,
  type Programme,
  SCHEDULE_COLUMNS,
  type ScheduleColumn,
  titles,
} from "./schedule-cells.ts";
import { giveAwayInWords, giveAwayMinutesIn, placesIn } from "./session-fields.ts";

/**
 * A line and its key. The key is empty if the line has no id and was refused when it was read. Apart from such lines,
 * all lines about the same session have the same key.
 */
export type KeyedLine = JudgedSession & { key: string };

/**
 * Everything with which the lines of a file are compared. Rooms and tracks that the programme does not have are added
 * when a line first names them.
 */
export type KnownProgramme = {
  programme: Programme;
  names: Names;
  rooms: ReturnType<typeof titled>;
  tracks: ReturnType<typeof titled>;
  levels: ReadonlyMap<string, string>;
  byId: ReadonlyMap<string, PresentSession>;
  byStart: ReadonlyMap<string, PresentSession>;
  /**
   * What was found for each spelling of a speaker's name. Each spelling is looked up only once, because the same few
   * people occur in a file again and again.
   */
  speakerIds: Map<string, string | "several" | null>;
  newId: () => string;
};

export const knownProgramme = (programme: Programme, newId: () => string): KnownProgramme => ({
  programme,
  names: namesOf(programme),
  rooms: titled(programme.rooms, newId),
  tracks: titled(programme.tracks, newId),
  levels: new Map(programme.levels.map((level) => [level.toLowerCase(), level])),
  byId: new Map(programme.sessions.map((session) => [session.id, session])),
  byStart: new Map(programme.sessions.map((one) => [startKey(one.title, one.startsAt), one])),
  speakerIds: new Map(),
  newId,
});

const startKey = (title: string, startsAt: number) => `${startsAt} ${nameKey(title)}`;

/** Reads one cell of a line; null if the file does not have the column. */
type ReadCell = (column: ScheduleColumn) => string | null;

/**
 * Judges one line of a file: whether the line creates a session, changes one or leaves one as it is, or must be
 * refused.
 *
 * @param columns the index of each column that the file has.
 */
export function judgeLine(
  { line, cells, isBroken }: TableRow,
  columns: ReadonlyMap<ScheduleColumn, number>,
  known: KnownProgramme,
): KeyedLine {
  const { programme, names, byId, byStart } = known;
  const raw: ReadCell = (column) => {
    const index = columns.get(column);
    return index === undefined ? null : tidied(column, cells[index] ?? "");
  };
  const id = withoutMark(raw("id") ?? "");
  const refused = (problem: string): KeyedLine => ({
    ...{ line, act: "refused", sessionId: id || null, seenVersion: null, session: null },
    problem: [titleOf(raw), problem].filter(Boolean).join(" "),
    key: id,
  });
  if (isBroken) return refused(tableMessages.quoteOpen);
  if (id && !byId.has(id)) return refused(programmeMessages.file.unknownId(id.slice(0, 40)));
  const span = spanOf(timesIn(raw), programme.timeZone);
  const plain = withoutMark(raw("title") ?? "");
  const present = byId.get(id) ?? (span ? byStart.get(startKey(plain, span.startsAt)) : undefined);
  const before = present && cellsOf(present, names);
  const draft = draftIn(raw, span, known, present && before && { session: present, cells: before });
  if ("problems" in draft) return refused(draft.problems.join(" "));
  const sessionId = present?.id ?? known.newId();
  const after = cellsOf(
    { ...draft, id: sessionId },
    { ...names, roomTitles: known.rooms.titles, trackTitles: known.tracks.titles },
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
    key: present?.id ?? startKey(draft.title, draft.startsAt),
  };
}

/**
 * Reads the values of a session from a line, or says what is wrong with them.
 *
 * @param span the times of the line; null if they cannot be read.
 * @param present the session that the line is about, with its cells; undefined if the line creates one.
 */
function draftIn(
  raw: ReadCell,
  span: Pick<Draft, "startsAt" | "endsAt"> | null,
  known: KnownProgramme,
  present: { session: PresentSession; cells: Cells } | undefined,
): Draft | { problems: string[] } {
  const { programme, rooms, tracks } = known;
  const problems: string[] = [];
  // A value that is written exactly as the portal exports it counts as unchanged, even if it could be read as something
  // else.
  const isAsBefore = (column: ScheduleColumn) => {
    const given = raw(column);
    const had = present && tidied(column, present.cells[column]);
    return had !== undefined && (given === null || given === had || withoutMark(given) === had);
  };
  const value = (column: ScheduleColumn) => withoutMark(raw(column) ?? "");
  /** The value that the session has, if the line leaves the column as it is; otherwise the value that `read` reads. */
  const keptOr = <Key extends keyof Draft>(
    column: ScheduleColumn,
    key: Key,
    read: (cell: string) => Draft[Key],
  ): Draft[Key] => (present && isAsBefore(column) ? present.session[key] : read(value(column)));

  const times =
    present && isAsBefore("day") && isAsBefore("start") && isAsBefore("end")
      ? { startsAt: present.session.startsAt, endsAt: present.session.endsAt }
      : span;
  if (times === null) problems.push(programmeMessages.file.times(...shortened(timesIn(raw))));
  else {
    const wrong = spanProblem(times);
    if (wrong === "too long") problems.push(programmeMessages.editing.tooLong);
    if (wrong === "ends before it begins")
      problems.push(programmeMessages.file.endsBeforeItBegins(LONGEST_NIGHT_HOURS));
  }
  const title = keptOr("title", "title", (cell) => cell);
  if (title === "") problems.push(programmeMessages.file.noTitle);
  if (title.length > LONGEST_TITLE) problems.push(programmeMessages.file.titleTooLong);
  const description = keptOr("description", "description", (cell) => cell);
  if (description.length > LONGEST_DESCRIPTION) problems.push(programmeMessages.file.descriptionTooLong);
  for (const column of ["room", "track"] as const) {
    if (value(column).length > LONGEST_NAME) problems.push(programmeMessages.file.nameTooLong(value(column)));
  }
  const speakers = keptOr("speakers", "speakers", (cell) => speakersIn(cell, known, problems));
  const accessLevel = keptOr("level", "accessLevel", (cell) => levelIn(cell, known, problems));
  const capacity = keptOr("capacity", "capacity", (cell) => capacityIn(cell, problems));
  const giveAwayMinutes = keptOr("giveaway", "giveAwayMinutes", (cell) => giveAwayIn(cell, problems));
  const unfit = times && giveAwayInWords({ ...times, capacity, giveAwayMinutes });
  if (unfit) problems.push(unfit);
  if (problems.length > 0 || times === null) return { problems };
  return {
    title,
    description,
    day: dayOf(times.startsAt, programme.timeZone),
    ...times,
    roomId: keptOr("room", "roomId", rooms.idOf),
    trackId: keptOr("track", "trackId", tracks.idOf),
    speakers,
    accessLevel,
    capacity,
    giveAwayMinutes,
  };
}

function speakersIn(cell: string, { programme, speakerIds }: KnownProgramme, problems: string[]): string[] {
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

function levelIn(cell: string, { programme, levels }: KnownProgramme, problems: string[]): string | null {
  if (cell === "" || cell.toLowerCase() === "everybody") return null;
  const level = levels.get(cell.toLowerCase());
  if (!level)
    problems.push(programmeMessages.file.unknownLevel(cell.slice(0, 40), programme.levels.join(", ")));
  return level ?? null;
}

/** The text of a cell in the form in which it is stored. */
const tidied = (column: ScheduleColumn, text: string): string =>
  column === "description" ? tidy(text) : tidyLine(text);

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
  if (minutes === null) problems.push(programmeMessages.editing.giveAwayCell);
  return minutes;
}

/**
 * The beginning of the messages about a line: the session's title in quotation marks, or nothing if there is no title.
 */
function titleOf(raw: ReadCell): string {
  const title = withoutMark(raw("title") ?? "").slice(0, 60);
  return title && `“${title}”:`;
}

const timesIn = (raw: ReadCell) => ({
  day: raw("day") ?? "",
  start: raw("start") ?? "",
  end: raw("end") ?? "",
});

const shortened = ({ day, start, end }: Record<"day" | "start" | "end", string>) =>
  [day.slice(0, 20), start.slice(0, 20), end.slice(0, 20)] as const;

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

const draftOf = ({ id: _id, version: _version, cancelledAt: _cancelled, ...draft }: PresentSession): Draft =>
  draft;
