import Papa from "papaparse";
import { plainText } from "./plain-text.ts";
import { quantity } from "./words.ts";

const NEWLINE = "\r\n";
/** Without it a spreadsheet reads names in other scripts as garbage. */
const BYTE_ORDER_MARK = "\uFEFF";

/** The first line of a file for spreadsheets, with the mark that says it is UTF-8. */
export const csvHead = (columns: string[]): string => BYTE_ORDER_MARK + csvRow(columns);

/**
 * One line of a file. Every value is quoted and has no invisible characters, and a value that a spreadsheet would run
 * as a formula is made plain text.
 */
export function csvRow(values: string[]): string {
  return (
    Papa.unparse([values.map(plainText)], { quotes: true, newline: NEWLINE, escapeFormulae: FORMULA }) +
    NEWLINE
  );
}

/**
 * The last line of a file. A file without it broke off. It stands in the first column, which names the thing of each
 * row, and is left out when the file is read again, even if somebody has filled a column down to it or sorted the
 * rows.
 */
export const csvEnd = (rows: number): string => csvRow([`End of file: ${quantity(rows, "row")}`]);
const END = /^End of file: [\d,]+ rows?$/;
const isEnd = (cells: string[], key: number) =>
  END.test((cells[key] ?? "").trim()) || END.test(cells.join("").trim());

/** An instant (UTC ms) as it is written to a file; null becomes an empty cell. */
export const csvInstant = (at: number | null): string => (at === null ? "" : new Date(at).toISOString());

/** Characters that a spreadsheet does not show and may drop: spaces, controls, direction marks, joiners. */
const UNSEEN = String.raw`[\s\p{C}\p{Default_Ignorable_Code_Point}]*`;
/**
 * A telephone number in its international form, "+1 617 555 0100": 7 to 15 digits in groups. A space between
 * at least two groups keeps a spreadsheet from computing it.
 */
const TELEPHONE = String.raw`\+(?=[1-9].* )(?:[ -]?\d){7,15}$`;
/** The characters, including full-width ones, with which some spreadsheet begins a formula. */
const RUN = String.raw`(?!${TELEPHONE})${UNSEEN}[=+\-@＝＋－＠\t\r\n]`;
const FORMULA = new RegExp(`^${RUN}`, "u");
const MARKED = new RegExp(`^'(?=${RUN})`, "u");

/** One row read from a file. */
export type TableRow = {
  /** The line on which the row begins. The header is line 1, and a line break inside quotes counts. */
  line: number;
  cells: string[];
  /** Whether a quotation mark in the row is never closed. */
  isBroken: boolean;
};

/**
 * Reads the rows of a table, each with the line on which it begins, without the last line of our own files.
 *
 * @param key the column that names the thing of a row, counted from 0, where no thing can have the name of our last
 *   line. In another column a person may have that name, and their row stays.
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

/** A value without the apostrophe that our own files put in front of would-be formulas. */
export const withoutMark = (cell: string): string => cell.replace(MARKED, "");
