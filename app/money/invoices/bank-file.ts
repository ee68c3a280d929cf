import { type TableRow, tableRows } from "~/values/csv.ts";
import { plainText, tidyLine } from "~/values/plain-text.ts";
import { bankCentsIn, type DayOrder, dayInCell, dayOrderOf } from "./bank-cells.ts";
import { type BankColumns, bankColumnsOf } from "./bank-columns.ts";

/** The largest size of a bank's file, in bytes, and the most lines that the file may have. */
export const LARGEST_BANK_FILE = 1_000_000;
export const MOST_BANK_LINES = 2_000;
/** A line's text is cut off after this many characters. */
export const LONGEST_BANK_TEXT = 500;
export const LONGEST_REFERENCE = 100;

/** A bank line: one transfer into our account, as the bank's file gives it. */
export type BankLine = {
  /** The line's number in the file, counted from 1. */
  line: number;
  /** YYYY-MM-DD. */
  receivedOn: string;
  cents: number;
  /** The reference under which the money is recorded: the bank's own, or the beginning of the text. */
  reference: string;
  text: string;
  /** The currency as the file names it, if it is not the dollar; otherwise null. */
  currency: string | null;
};

/**
 * A table as it was read: its headings (null if none were recognised), the rows below them, the number of columns, and
 * what the columns mean.
 */
type BankTable = { headings: string[] | null; rows: TableRow[]; width: number; columns: BankColumns | null };

export type BankFile = {
  lines: BankLine[];
  /** The number of lines for outgoing money. */
  outgoing: number;
  /** Lines that are transfers, but whose day or amount cannot be read. */
  unreadable: { line: number; cell: string }[];
};

/**
 * What staff must answer before a file can be read: what its columns mean, or whether its dates give the day or the
 * month first.
 */
export type BankQuestion = {
  asks: "columns" | "days";
  /** Each column with its heading or its position, and what its first rows contain. */
  columns: { title: string; examples: string[] }[];
  /** The meanings that were recognised in the file. */
  found: BankColumns | null;
};

/** The answers that staff have given so far: the meaning of the columns, and the order of day and month. */
export type FileAnswers = { columns?: BankColumns; days?: DayOrder };

type BankProblem = "empty" | "no table" | "too many lines" | { openQuote: number };

const DELIMITERS = [",", ";", "\t", "|"];
/** The headings are looked for in this many characters and rows at the beginning of the file. */
const HEAD = 20_000;
const HEAD_ROWS = 40;
const EXAMPLES = 3;

/** Characters that occur in no text. A file with any of them is a spreadsheet, a picture or the like. */
const BINARY = /[^\P{Cc}\t\n\r\v\f\u0080-\u009f]/u;

/** The text of a file in UTF-8, UTF-16 or Latin-1; null if the file is not text. */
export function bankText(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  const wide =
    first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : null;
  const text = wide ? new TextDecoder(wide).decode(bytes) : utf8(bytes);
  return BINARY.test(text) ? null : plainText(text);
}

function utf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

const isFilled = ({ cells }: TableRow) => cells.some((cell) => cell.trim() !== "");

/** Finds the delimiter of a table, and the row of its headings: the row with the most recognised columns. */
function tableIn(source: string): BankTable | null {
  const head = source.slice(0, HEAD);
  const tried = DELIMITERS.map((delimiter) => {
    const rows = tableRows(head, delimiter).filter(isFilled).slice(0, HEAD_ROWS);
    const recognised = rows
      .map(({ line, cells }) => ({ line, cells, columns: bankColumnsOf(cells) }))
      .filter(({ columns }) => columns !== null)
      .sort((one, other) => told(other.columns) - told(one.columns))[0];
    const widths = rows.map(({ cells }) => cells.length);
    return {
      delimiter,
      recognised,
      width: Math.max(0, ...widths),
      filled: widths.filter((one) => one > 1).length,
    };
  });
  const [best] = [...tried].sort(
    (one, other) =>
      told(other.recognised?.columns ?? null) - told(one.recognised?.columns ?? null) ||
      other.filled - one.filled ||
      other.width - one.width,
  );
  if (!best || best.width < 2) return null;
  const { delimiter, recognised, width } = best;
  const rows = tableRows(source, delimiter)
    .filter(isFilled)
    .filter(({ line }) => line > (recognised?.line ?? 0));
  return { headings: recognised?.cells ?? null, rows, width, columns: recognised?.columns ?? null };
}

const told = (columns: BankColumns | null): number =>
  columns ? Object.keys(columns).length - 1 + columns.texts.length : 0;

/**
 * Reads a bank's file. The result is the incoming lines, or a question that staff must answer first, or why the file
 * cannot be read.
 *
 * @param isAsked whether staff want to say what the columns mean, even if they were recognised.
 */
export function readBankFile(
  source: string,
  said: FileAnswers,
  isAsked = false,
): BankFile | BankQuestion | { problem: BankProblem } {
  const text = source.replace(/^\uFEFF/, "");
  if (text.trim() === "") return { problem: "empty" };
  const table = tableIn(text);
  if (!table) return { problem: "no table" };
  const broken = table.rows.find(({ isBroken }) => isBroken);
  if (broken) return { problem: { openQuote: broken.line } };
  if (table.rows.length === 0) return { problem: "empty" };
  if (table.rows.length > MOST_BANK_LINES) return { problem: "too many lines" };
  const columns = said.columns ?? table.columns;
  if (!columns || (isAsked && !said.columns)) return questionOf(table, "columns", columns);
  const cell = ({ cells }: TableRow, index: number | undefined) =>
    index === undefined ? "" : (cells[index] ?? "").trim();
  const days = said.days ?? dayOrderOf(table.rows.map((row) => cell(row, columns.day)));
  if (days === null) return questionOf(table, "days", columns);
  const file: BankFile = { lines: [], outgoing: 0, unreadable: [] };
  for (const row of table.rows) {
    const written = cell(row, columns.day);
    const receivedOn = dayInCell(written, days);
    const amount = amountIn((part) => cell(row, columns[part]), columns);
    // A line without a day or an amount is a total or a note, not a transfer.
    if (!/\p{N}/u.test(written) || amount.written === "") continue;
    if (receivedOn === null && amount.cents === null) continue;
    if (receivedOn === null || amount.cents === null)
      file.unreadable.push({
        line: row.line,
        cell: (receivedOn === null ? written : amount.written).slice(0, 40),
      });
    else if (amount.cents < 0) file.outgoing += 1;
    else if (amount.cents > 0) file.lines.push(lineOf(row, columns, { receivedOn, cents: amount.cents }));
  }
  const isRead = file.lines.length + file.outgoing > 0;
  return isRead ? file : questionOf(table, "columns", columns);
}

/** Words by which a bank marks outgoing money. */
const OUT = /^(d|db|dr|dbit|debit|s|soll|out|借|-)$/i;

/**
 * `cents`: money that came in (positive) or went out (negative); null if it cannot be read. `written`: the amount as it
 * is in the file.
 */
function amountIn(
  cell: (part: "amount" | "credit" | "debit" | "side") => string,
  { amount }: BankColumns,
): { cents: number | null; written: string } {
  if (amount === undefined) {
    const [credit, debit] = [cell("credit"), cell("debit")];
    const [incoming, gone] = [credit, debit].map((one) => (one === "" ? 0 : bankCentsIn(one)));
    const written = credit || debit;
    return { cents: incoming == null || gone == null ? null : incoming - Math.abs(gone), written };
  }
  const written = cell("amount");
  const cents = bankCentsIn(written);
  return { cents: cents !== null && OUT.test(cell("side")) ? -Math.abs(cents) : cents, written };
}

/** Whether a cell holds a real reference. Banks fill in a word or a dash if the payer gave none. */
const isReference = (cell: string): boolean => /\p{N}/u.test(cell);
const FILLED_IN = /^(notprovided|none|n\/?a|-)$/i;

function lineOf(
  { line, cells }: TableRow,
  columns: BankColumns,
  money: { receivedOn: string; cents: number },
): BankLine {
  const { texts, reference, currency, ...others } = columns;
  const taken = Object.values(others);
  const told =
    texts.length > 0 ? texts : cells.map((_, index) => index).filter((index) => !taken.includes(index));
  const words = told.map((index) => tidyLine(cells[index] ?? "").replace(/\s+/g, " "));
  const text = [...new Set(words)]
    .filter((cell) => cell && !FILLED_IN.test(cell))
    .join(" · ")
    .slice(0, LONGEST_BANK_TEXT)
    .trim();
  const named = reference === undefined ? "" : tidyLine(cells[reference] ?? "");
  const code = currency === undefined ? "" : tidyLine(cells[currency] ?? "").slice(0, 10);
  return {
    ...{ line, ...money, text },
    reference: (isReference(named) ? named : text).slice(0, LONGEST_REFERENCE).trim(),
    currency: /^(usd?|us\$|\$|)$/i.test(code) ? null : code,
  };
}

function questionOf(
  { headings, rows, width }: BankTable,
  asks: BankQuestion["asks"],
  found: BankColumns | null,
): BankQuestion {
  const columns = Array.from({ length: Math.min(width, 40) }, (_, index) => {
    const examples = rows.map(({ cells }) => tidyLine(cells[index] ?? "").slice(0, 40)).filter(Boolean);
    return {
      title: tidyLine(headings?.[index] ?? "").slice(0, 40) || `Column ${index + 1}`,
      examples: [...new Set(examples)].slice(0, EXAMPLES),
    };
  });
  return { asks, columns, found };
}
