import { tableMessages } from "~/plans/messages.ts";
import { tableRows } from "~/values/csv.ts";
import type { JudgedSession } from "./judged-session.ts";
import { programmeMessages } from "./messages.ts";
import { type NamedRow, type Programme, SCHEDULE_COLUMNS, type ScheduleColumn } from "./schedule-cells.ts";
import { refuseConflicts, refuseTwice } from "./schedule-conflicts.ts";
import { judgeLine, knownProgramme } from "./schedule-line.ts";

/** The most lines of a file. A plan with this many lines can still be applied in one batch. */
const MOST_LINES = 5_000;
/** The characters that may be between columns. */
const DELIMITERS = [",", ";", "\t"];

/** The columns that every file has. */
const NEEDED: ScheduleColumn[] = ["day", "start", "end", "title"];

/** `outside` contains the numbers of the lines that could be applied but are on a day outside the conference. */
export type JudgedFile = { lines: JudgedSession[]; rooms: NamedRow[]; tracks: NamedRow[]; outside: number[] };

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

  const known = knownProgramme(programme, newId);
  const lines = refuseConflicts(
    refuseTwice(rows.map((row) => judgeLine(row, header.columns, known))),
    programme,
    known.names,
  );
  const kept = lines.filter(({ act }) => act === "create" || act === "change");
  const isUsed = (key: "roomId" | "trackId") => {
    const used = new Set(kept.map(({ session }) => session?.[key]));
    return ({ id }: NamedRow) => used.has(id);
  };
  return {
    lines: lines.map(({ key: _, ...line }) => line),
    rooms: known.rooms.added.filter(isUsed("roomId")),
    tracks: known.tracks.added.filter(isUsed("trackId")),
    outside: kept.filter(({ session }) => session && isOutside(session.day)).map(({ line }) => line),
  };

  function isOutside(day: string): boolean {
    const { days } = programme;
    return days !== null && (day < days.first || day > days.last);
  }
}

type Header = { delimiter: string; columns: ReadonlyMap<ScheduleColumn, number> };

/** Finds the columns of a file, and the character between columns, from the file's first line. */
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
