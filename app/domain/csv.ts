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

/** Beginnings that some spreadsheet takes for a formula, full-width ones too. */
const FORMULA = /^\s*[=+\-@＝＋－＠\t\r\n]/;
