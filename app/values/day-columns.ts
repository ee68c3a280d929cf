import { DAY } from "./durations.ts";

/** More columns than this cannot be distinguished on a phone. */
const MOST_COLUMNS = 45;
/** The possible numbers of days in a column; the first that fits is used. */
const WIDTHS = [1, 7, 28, 91, 364];

/** One column of a chart: its first day (UTC ms), the number of days in it, and the sum of these days' values. */
export type Column = { day: number; days: number; value: number };

/** How many days a column has if a chart spans this many days. */
export const columnWidth = (span: number): number =>
  WIDTHS.find((width) => span / width <= MOST_COLUMNS) ?? Math.ceil(span / MOST_COLUMNS);

/**
 * Groups daily values, which are in order, into columns without gaps from the first day to the last.
 *
 * @param points the days that have a value; `day` is the start of the day (UTC ms).
 */
export function columnsOf(points: { day: number; value: number }[]): Column[] {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return [];
  const span = (last.day - first.day) / DAY + 1;
  const days = columnWidth(span);
  const columns = Array.from({ length: Math.ceil(span / days) }, (_, index) => ({
    day: first.day + index * days * DAY,
    days,
    value: 0,
  }));
  for (const { day, value } of points) {
    columns[Math.floor((day - first.day) / DAY / days)]!.value += value;
  }
  return columns;
}
