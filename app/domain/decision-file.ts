import Papa from "papaparse";
import { tableRows, withoutMark } from "./csv.ts";
import { emailKey } from "./emails.ts";
import { staffMessages } from "./staff-messages.ts";
import { DECISIONS, type Decision } from "./types.ts";

/** More lines than this are no round of applications; a plan of this many is applied in one batch. */
export const MOST_DECISION_LINES = 50_000;

/** What a file may call its applicants by, in the order in which its columns are looked for. */
export const KEY_COLUMNS = ["uid", "application", "email"] as const;
export type KeyColumn = (typeof KEY_COLUMNS)[number];

/** What a line asks for: a decision, none any more, or that all stays as it is. */
export type Choice = Decision | "none" | "leave";

/** One line of a file of decisions, as it was read. */
export type FileLine = {
  /** As counted in the file, the header being line 1; a quoted line break counts too. */
  line: number;
  /** What the file calls the applicant. */
  key: string;
  /** What to look the applicant up by; two where the mark against formulas may be part of an address. */
  candidates: string[];
  choice: Choice;
  problem: string | null;
};

export type DecisionFile = { keyColumn: KeyColumn; lines: FileLine[] };

/** A line with the applicant it is about, ready to be stored. */
export type JudgedLine = Omit<FileLine, "candidates"> & { uid: string | null };

const LONGEST_KEY = 254;
const DELIMITERS = [",", ";", "\t"];

/**
 * A file of decisions: comma, semicolon or tab between the columns, which are found by their header, in any
 * order and beside others. What is wrong with one line is said in that line; a sentence alone means that the
 * file as a whole cannot be read.
 *
 * @param conferenceId the conference that an application id `{conference}/{uid}` has to name.
 */
export function readDecisionFile(text: string, conferenceId: string): DecisionFile | { problem: string } {
  const source = text.replace(/^\uFEFF/, "");
  if (source.trim() === "") return { problem: staffMessages.decisionFile.empty };
  const headers = DELIMITERS.map((delimiter) => ({ delimiter, columns: headerOf(source, delimiter) }));
  const found = headers.find(({ columns }) => "decision" in columns && "key" in columns)?.columns;
  if (!found) {
    const problems = headers.flatMap(({ columns }) => ("problem" in columns ? [columns.problem] : []));
    const [telling = staffMessages.decisionFile.noColumns] = problems.filter(
      (said) => said !== NOTHING_FOUND,
    );
    return { problem: telling };
  }
  const { delimiter, key, keyColumn, decision } = found as Columns;
  const lines = tableRows(source, delimiter)
    .slice(1)
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ""))
    .map(({ line, cells, isBroken }) => lineOf(line, cells[key], cells[decision], isBroken));
  if (lines.length === 0) return { problem: staffMessages.decisionFile.empty };
  if (lines.length > MOST_DECISION_LINES)
    return { problem: staffMessages.table.tooManyLines(MOST_DECISION_LINES) };
  return { keyColumn, lines };

  function lineOf(line: number, rawKey = "", rawDecision = "", isBroken = false): FileLine {
    const given = rawKey.trim();
    const choice = choiceOf(rawDecision);
    const candidates = [...new Set([given, withoutMark(given)])].map((candidate) =>
      lookedUp(keyColumn, candidate, conferenceId),
    );
    const problem = isBroken
      ? staffMessages.table.quoteOpen
      : given === ""
        ? staffMessages.decisionFile.noKey
        : choice === null
          ? staffMessages.decisionFile.notADecision(rawDecision.trim().slice(0, 40))
          : null;
    return { line, key: given.slice(0, LONGEST_KEY), candidates, choice: choice ?? "leave", problem };
  }
}

/**
 * The lines with their applicants: refused are those who are unknown, have not submitted, or stand in the file
 * twice, each line then naming the other.
 *
 * @param uids by what they were looked up by.
 * @param submitted the uids of those whose application is submitted.
 */
export function judgeLines(
  lines: FileLine[],
  uids: ReadonlyMap<string, string>,
  submitted: ReadonlySet<string>,
): JudgedLine[] {
  const judged = lines.map(({ candidates, ...line }) => {
    const found = new Set(candidates.flatMap((candidate) => uids.get(candidate) ?? []));
    const [uid = null] = found.size === 1 ? found : [];
    if (line.problem !== null) return { ...line, uid };
    if (found.size > 1) return { ...line, uid, problem: staffMessages.decisionFile.twoPeople };
    if (uid === null) return { ...line, uid, problem: staffMessages.decisionFile.unknown };
    return submitted.has(uid)
      ? { ...line, uid }
      : { ...line, uid, problem: staffMessages.decisionFile.notSubmitted };
  });
  const linesOf = new Map<string, number[]>();
  for (const { uid, line } of judged) {
    if (uid !== null) linesOf.set(uid, [...(linesOf.get(uid) ?? []), line]);
  }
  return judged.map((line) => {
    const others = (linesOf.get(line.uid ?? "") ?? []).filter((other) => other !== line.line);
    if (others.length === 0 || line.problem !== null) return line;
    return { ...line, problem: staffMessages.decisionFile.twice(others.slice(0, 3)) };
  });
}

const NOTHING_FOUND = "";
type Columns = { delimiter: string; key: number; keyColumn: KeyColumn; decision: number };

function headerOf(source: string, delimiter: string): Columns | { problem: string } {
  const [first] = Papa.parse<string[]>(source, { delimiter, preview: 1 }).data;
  const names = (first ?? []).map((name) => name.trim().toLowerCase());
  const decision = names.indexOf("decision");
  const keyColumn = KEY_COLUMNS.find((name) => names.includes(name));
  if (decision === -1 && !keyColumn) return { problem: NOTHING_FOUND };
  if (decision === -1) return { problem: staffMessages.decisionFile.noDecisionColumn };
  if (!keyColumn) return { problem: staffMessages.decisionFile.noKeyColumn };
  const twice = [keyColumn, "decision"].find((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (twice) return { problem: staffMessages.table.columnTwice(twice) };
  return { delimiter, decision, key: names.indexOf(keyColumn), keyColumn };
}

/** The decision a cell names, in any case; null for what is none. */
function choiceOf(cell: string): Choice | null {
  const word = withoutMark(cell.trim()).replace(/\s+/g, " ").toLowerCase();
  if (word === "") return "leave";
  if (word === "none") return "none";
  return DECISIONS.find((decision) => decision.toLowerCase() === word) ?? null;
}

function lookedUp(column: KeyColumn, key: string, conferenceId: string): string {
  if (column === "email") return emailKey(key);
  const prefix = `${conferenceId}/`;
  return column === "application" && key.startsWith(prefix) ? key.slice(prefix.length) : key;
}
