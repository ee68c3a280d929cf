import Papa from "papaparse";
import { type GrantSize, sizeOf } from "~/money/prices/grants.ts";
import { tableMessages } from "~/plans/messages.ts";
import { tableRows, withoutMark } from "~/values/csv.ts";
import { emailKey } from "~/values/email-addresses.ts";
import { DECISIONS, type Decision } from "~/values/types.ts";
import { decisionMessages } from "./messages.ts";

/** A plan of this size is still applied in one transaction, which takes far less time than the database allows. */
export const MOST_DECISION_LINES = 100_000;

/**
 * A warning on the page of a plan says how many lines it is about. If there are more lines than this, it says "More
 * than 1,000".
 */
export const MOST_COUNTED = 1_000;

/** If a plan has more changes than this, its decisions can be released only with the rest of their round. */
export const MOST_ALONE = 2_000;

/** The columns that can identify an applicant, in the order in which they are searched for. */
const KEY_COLUMNS = ["uid", "application", "email"] as const;
export type KeyColumn = (typeof KEY_COLUMNS)[number];

/** The decision that a line asks for: "none" removes the present decision, and "leave" leaves it as it is. */
type Choice = Decision | "none" | "leave";

/**
 * The award that a line asks for. A size gives an award of that size, "none" ends the present award, and "leave" leaves
 * it as it is.
 */
type AwardChoice = GrantSize | "none" | "leave";

/** A line that was read from a file of decisions. */
export type FileLine = {
  /** The number of the line in the file. The header is line 1, and line breaks inside quotes are counted. */
  line: number;
  /** How the file identifies the applicant. */
  key: string;
  /**
   * The keys by which the applicant is looked up. There are two if the key begins with an apostrophe. The apostrophe
   * may be our own mark against formulas, or it may belong to an e-mail address.
   */
  candidates: string[];
  choice: Choice;
  award: AwardChoice;
  problem: string | null;
};

export type DecisionFile = {
  keyColumn: KeyColumn;
  /** Whether the file has a column for awards. */
  hasAwards: boolean;
  lines: FileLine[];
};

/** A line with the applicant that was found for it, ready to be stored. */
export type JudgedDecision = Omit<FileLine, "candidates"> & { uid: string | null };

const LONGEST_KEY = 254;
const DELIMITERS = [",", ";", "\t"];

/**
 * Reads a file of decisions. Columns are separated by commas, semicolons or tabs. They are recognised by their headers,
 * in any order and among other columns. A problem with one line is reported in that line. If the file as a whole cannot
 * be read, the result is only a `problem`.
 *
 * @param conferenceId the conference that an application id `{conference}/{uid}` must begin with.
 */
export function readDecisionFile(text: string, conferenceId: string): DecisionFile | { problem: string } {
  const source = text.replace(/^\uFEFF/, "");
  if (source.trim() === "") return { problem: decisionMessages.file.empty };
  const headers = DELIMITERS.map((delimiter) => ({ delimiter, columns: headerOf(source, delimiter) }));
  const found = headers.find(({ columns }) => "decision" in columns && "key" in columns)?.columns;
  if (!found) {
    const problems = headers.flatMap(({ columns }) => ("problem" in columns ? [columns.problem] : []));
    const [telling = decisionMessages.file.noColumns] = problems.filter(
      (sentence) => sentence !== NOTHING_FOUND,
    );
    return { problem: telling };
  }
  const { delimiter, key, keyColumn, decision, award } = found as Columns;
  const lines = tableRows(source, delimiter, key)
    .slice(1)
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ""))
    .map(({ line, cells, isBroken }) => lineOf(line, cells, isBroken));
  if (lines.length === 0) return { problem: decisionMessages.file.empty };
  if (lines.length > MOST_DECISION_LINES) return { problem: tableMessages.tooManyLines(MOST_DECISION_LINES) };
  return { keyColumn, hasAwards: award !== null, lines };

  function lineOf(line: number, cells: string[], isBroken = false): FileLine {
    const given = (cells[key] ?? "").trim();
    const rawDecision = cells[decision] ?? "";
    const rawAward = award === null ? "" : (cells[award] ?? "");
    const choice = choiceOf(rawDecision);
    const awarded = awardOf(rawAward);
    const candidates = [...new Set([given, withoutMark(given)])].map((candidate) =>
      lookedUp(keyColumn, candidate, conferenceId),
    );
    const problem = isBroken
      ? tableMessages.quoteOpen
      : given === ""
        ? decisionMessages.file.noKey
        : choice === null
          ? decisionMessages.file.notADecision(rawDecision.trim().slice(0, 40))
          : awarded === null
            ? decisionMessages.file.notAnAward(rawAward.trim().slice(0, 40))
            : null;
    return {
      ...{ line, key: given.slice(0, LONGEST_KEY), candidates, problem },
      ...{ choice: choice ?? "leave", award: awarded ?? "leave" },
    };
  }
}

/**
 * Finds the applicant of each line. A line is refused if its applicant is unknown or has not submitted, if its key fits
 * two people, or if its applicant appears in another line. In the last case the message gives the numbers of up to
 * three other lines.
 *
 * @param uids for each lookup key, the uid.
 * @param submitted the uids of delegates with a submitted application.
 */
export function judgeLines(
  lines: FileLine[],
  uids: ReadonlyMap<string, string>,
  submitted: ReadonlySet<string>,
): JudgedDecision[] {
  const judged = lines.map(({ candidates, ...line }) => {
    const found = new Set(candidates.flatMap((candidate) => uids.get(candidate) ?? []));
    const [uid = null] = found.size === 1 ? found : [];
    if (line.problem !== null) return { ...line, uid };
    if (found.size > 1) return { ...line, uid, problem: decisionMessages.file.twoPeople };
    if (uid === null) return { ...line, uid, problem: decisionMessages.file.unknown };
    return submitted.has(uid)
      ? { ...line, uid }
      : { ...line, uid, problem: decisionMessages.file.notSubmitted };
  });
  const linesOf = new Map<string, number[]>();
  for (const { uid, line } of judged) {
    if (uid !== null) linesOf.set(uid, [...(linesOf.get(uid) ?? []), line]);
  }
  return judged.map((line) => {
    const others = (linesOf.get(line.uid ?? "") ?? []).filter((other) => other !== line.line);
    if (others.length === 0 || line.problem !== null) return line;
    return { ...line, problem: decisionMessages.file.twice(others.slice(0, 3)) };
  });
}

const NOTHING_FOUND = "";
type Columns = {
  delimiter: string;
  key: number;
  keyColumn: KeyColumn;
  decision: number;
  /** The position of the column for awards; null if the file has no such column. */
  award: number | null;
};

function headerOf(source: string, delimiter: string): Columns | { problem: string } {
  const [first] = Papa.parse<string[]>(source, { delimiter, preview: 1 }).data;
  const names = (first ?? []).map((name) => name.trim().toLowerCase());
  const decision = names.indexOf("decision");
  const keyColumn = KEY_COLUMNS.find((name) => names.includes(name));
  if (decision === -1 && !keyColumn) return { problem: NOTHING_FOUND };
  if (decision === -1) return { problem: decisionMessages.file.noDecisionColumn };
  if (!keyColumn) return { problem: decisionMessages.file.noKeyColumn };
  const twice = [keyColumn, "decision", "award"].find(
    (name) => names.indexOf(name) !== names.lastIndexOf(name),
  );
  if (twice) return { problem: tableMessages.columnTwice(twice) };
  const award = names.includes("award") ? names.indexOf("award") : null;
  return { delimiter, decision, key: names.indexOf(keyColumn), keyColumn, award };
}

/** The award in a cell, such as "50%", "$100" or "whole"; null if the cell does not contain an award. */
export function awardOf(cell: string): AwardChoice | null {
  const word = withoutMark(cell.trim());
  if (word === "") return "leave";
  return word.toLowerCase() === "none" ? "none" : sizeOf(word);
}

/** The choice in a cell, in upper or lower case; null if the cell does not contain a valid choice. */
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
