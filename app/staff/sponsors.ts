import { quantity } from "~/values/words.ts";

/** How many people of one country, institution or level applied, were accepted, and have a pass. */
export type Reached = { applied: number; accepted: number; paid: number };
export type ReachedRow = Reached & { name: string };

const COLUMNS = ["applied", "accepted", "paid"] as const;
export type ReachedColumn = (typeof COLUMNS)[number];

/**
 * The rows of a table that may be shown. All other people are in one row, `others` (null if every row may be shown).
 * `columns` are the columns that may be shown; a column is left out if its sum is too small.
 */
export type FoldedTable = {
  columns: readonly ReachedColumn[];
  rows: ReachedRow[];
  others: (Reached & { folded: number }) | null;
};

/** A number of people that is smaller than this is never shown, because these people could be recognised. */
export const FEWEST = 5;

/**
 * The most rows that a table shows by name, because nobody reads a longer table. All smaller rows are folded into one
 * row.
 */
const MOST_ROWS = 40;

const isTooFew = (people: number) => people > 0 && people < FEWEST;

/** The sums of a table's columns. */
export const allOf = (rows: readonly Reached[]): Reached => ({
  applied: rows.reduce((sum, { applied }) => sum + applied, 0),
  accepted: rows.reduce((sum, { accepted }) => sum + accepted, 0),
  paid: rows.reduce((sum, { paid }) => sum + paid, 0),
});

/**
 * Folds rows with a number under `FEWEST` into one row. So no such number is shown, and none can be found by
 * subtracting the rows from their sum. More rows are folded, the smallest first, as long as only one row is folded, or
 * the sum of the folded rows has a number under `FEWEST` itself. A column whose sum is under `FEWEST` is left out,
 * because nothing in it may be shown. The result is null if too few people have applied.
 */
export function foldSmall(found: readonly ReachedRow[]): FoldedTable | null {
  const inOrder = found
    .filter(({ applied }) => applied > 0)
    .toSorted((a, b) => b.applied - a.applied || (a.name < b.name ? -1 : 1));
  const sum = allOf(inOrder);
  if (isTooFew(sum.applied)) return null;
  const columns = COLUMNS.filter((column) => !isTooFew(sum[column]));
  const hasTooFew = (row: Reached) => columns.some((column) => isTooFew(row[column]));
  const rows = inOrder.filter((row) => !hasTooFew(row));
  const folded = [...inOrder.filter(hasTooFew), ...rows.splice(MOST_ROWS)];
  const givesAway = () => folded.length === 1 || hasTooFew(allOf(folded));
  while (folded.length > 0 && givesAway() && rows.length > 0) folded.push(rows.pop()!);
  return { columns, rows, others: folded.length === 0 ? null : { ...allOf(folded), folded: folded.length } };
}

export type SponsorTable = { title: "Country" | "Institution" | "Level"; table: FoldedTable };

export const sponsorColumns = ["table", "name", "applied", "accepted", "hasPass"];

/** The rows of a table as they are shown. The last row sums up all people who are in no other row. */
export function shownRows({ rows, others }: FoldedTable): ReachedRow[] {
  if (!others) return rows;
  const other = rows.length > 0 ? "other " : "";
  return [...rows, { ...others, name: quantity(others.folded, `${other}group`) }];
}

/** The tables as the lines of a file, in the order of `sponsorColumns`. */
export const sponsorLines = (tables: readonly SponsorTable[]): string[][] =>
  tables.flatMap(({ title, table }) =>
    shownRows(table).map(({ name, ...row }) => [
      ...[title, name],
      ...COLUMNS.map((column) => (table.columns.includes(column) ? String(row[column]) : "")),
    ]),
  );

/** Whether a table lacks a column, because the column's sum may not be shown. */
export const lacksColumn = ({ table }: SponsorTable): boolean => table.columns.length < COLUMNS.length;
