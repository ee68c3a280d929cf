import Papa from "papaparse";

const NEWLINE = "\r\n";
/** Without it a spreadsheet reads names in other scripts as garbage. */
const BYTE_ORDER_MARK = "\uFEFF";

/** The first line of a file for spreadsheets, with the mark that says it is UTF-8. */
export const csvHead = (columns: string[]): string => BYTE_ORDER_MARK + csvRow(columns);

/** One line: every value quoted, and what a spreadsheet would run as a formula made plain text. */
export function csvRow(values: string[]): string {
  return Papa.unparse([values], { quotes: true, newline: NEWLINE, escapeFormulae: FORMULA }) + NEWLINE;
}

/** An instant (UTC ms) as files have it; none is empty. */
export const csvInstant = (at: number | null): string => (at === null ? "" : new Date(at).toISOString());

/** What a spreadsheet does not show and may drop: blanks, controls, marks of direction, joiners. */
const UNSEEN = String.raw`[\s\p{C}\p{Default_Ignorable_Code_Point}]*`;
/**
 * A telephone number in its international form, "+1 617 555 0100": 7 to 15 digits in groups, two of them with a
 * blank between, so that no spreadsheet computes it.
 */
const TELEPHONE = String.raw`\+(?=[1-9].* )(?:[ -]?\d){7,15}$`;
/** Beginnings that some spreadsheet takes for a formula, full-width ones too. */
const RUN = String.raw`(?!${TELEPHONE})${UNSEEN}[=+\-@＝＋－＠\t\r\n]`;
const FORMULA = new RegExp(`^${RUN}`, "u");
const MARKED = new RegExp(`^'(?=${RUN})`, "u");

/** One row of a file as it was read. */
export type TableRow = {
  /** The line on which it begins, the header being line 1; a quoted line break counts too. */
  line: number;
  cells: string[];
  /** A quotation mark is not closed in it. */
  isBroken: boolean;
};

/** The rows of a table with the lines on which they begin. */
export function tableRows(source: string, delimiter: string): TableRow[] {
  const rows: TableRow[] = [];
  let [read, line] = [0, 1];
  Papa.parse<string[]>(source, {
    delimiter,
    step({ data, errors, meta }) {
      rows.push({ line, cells: data, isBroken: errors.some(({ type }) => type === "Quotes") });
      for (const _ of source.slice(read, meta.cursor).matchAll(/\r\n|\n|\r/g)) line += 1;
      read = meta.cursor;
    },
  });
  return rows;
}

/** A value without what our own files put before one that a spreadsheet would run as a formula. */
export const withoutMark = (cell: string): string => cell.replace(MARKED, "");
