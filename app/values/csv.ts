import Papa from "papaparse";
import { plainText } from "./plain-text.ts";
import { quantity } from "./words.ts";

const NEWLINE = "\r\n";
/** Without this mark, a spreadsheet shows names in other scripts as unreadable characters. */
const BYTE_ORDER_MARK = "\uFEFF";

/** The first line of a file for spreadsheets, with the byte order mark, which says that the file is UTF-8. */
export const csvHead = (columns: string[]): string => BYTE_ORDER_MARK + csvRow(columns);

/**
 * One line of a file. Every value is quoted and loses its invisible characters. A value that a spreadsheet would run as
 * a formula is turned into plain text.
 */
export function csvRow(values: string[]): string {
  return (
    Papa.unparse([values.map(plainText)], { quotes: true, newline: NEWLINE, escapeFormulae: FORMULA }) +
    NEWLINE
  );
}

/**
 * The last line of a file; a file without it was cut off. Its text is in the first column. In the other rows, this
 * column names what the row is about. When the file is read again, the last line is skipped, even if somebody has
 * filled values down another column or has sorted the rows.
 */
export const csvEnd = (rows: number): string => csvRow([`End of file: ${quantity(rows, "row")}`]);
const END = /^End of file: [\d,]+ rows?$/;
const isEnd = (cells: string[], key: number) =>
  END.test((cells[key] ?? "").trim()) || END.test(cells.join("").trim());

/** An instant (UTC ms) as it is written to a file; null becomes an empty cell. */
export const csvInstant = (at: number | null): string => (at === null ? "" : new Date(at).toISOString());

/** Characters that a spreadsheet does not show and may drop: spaces, control characters, direction marks, joiners. */
const UNSEEN = String.raw`[\s\p{C}\p{Default_Ignorable_Code_Point}]*`;
/**
 * A telephone number in its international form, "+1 617 555 0100": 7 to 15 digits in groups. A space between at least
 * two groups keeps a spreadsheet from calculating with it.
 */
const TELEPHONE = String.raw`\+(?=[1-9].* )(?:[ -]?\d){7,15}$`;
/** The characters with which a formula begins in at least one spreadsheet program, including full-width ones. */
const RUN = String.raw`(?!${TELEPHONE})${UNSEEN}[=+\-@＝＋－＠\t\r\n]`;
const FORMULA = new RegExp(`^${RUN}`, "u");
const MARKED = new RegExp(`^'(?=${RUN})`, "u");

/** One row read from a file. */
export type TableRow = {
  /** The line on which the row begins. The header is line 1, and a line break inside quotes counts as a line. */
  line: number;
  cells: string[];
  /** Whether a quotation mark in the row is never closed. */
  isBroken: boolean;
};

/**
 * Reads the rows of a table, each with the line on which it begins. The last line of our own files is skipped.
 *
 * @param key the index of the column that names what a row is about. A row counts as our last line if this column has
 *   the text of `csvEnd`, because nothing has that text as its name. A row that has the text in another column, next to
 *   other values, was typed by somebody, and is kept.
 */
export function tableRows(source: string, delimiter: string, key = -1): TableRow[] {
  const rows: TableRow[] = [];
  let [read, line] = [0, 1];
  Papa.parse<string[]>(source, {
    delimiter,
    step({ data, errors, meta }) {
      if (!isEnd(data, key))
        rows.push({ line, cells: data, isBroken: errors.some(({ type }) => type === "Quotes") });
      for (const _ of source.slice(read, meta.cursor).matchAll(/\r\n|\n|\r/g)) line += 1;
      read = meta.cursor;
    },
  });
  return rows;
}

/**
 * Our own files put an apostrophe in front of values that look like formulas. Returns the value without the apostrophe.
 */
export const withoutMark = (cell: string): string => cell.replace(MARKED, "");
