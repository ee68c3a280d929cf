import { columnWidth } from "~/values/day-columns.ts";
import { DAY } from "~/values/durations.ts";

/**
 * The values that an edition has gathered on each day. `day` is the beginning of a day; `deadline` is the last deadline
 * of the edition's rounds (UTC ms).
 */
export type Gathered = { deadline: number; days: { day: number; value: number }[] };

/**
 * The sums of two editions at the same distance from their last deadlines. A distance is a number of whole days (UTC)
 * after the day of the deadline; for days before it, the distance is negative.
 */
export type SeasonCurves = {
  /**
   * One row for each shown distance, ascending: the sums of both editions up to the end of that day. `own` is null for
   * days that have not begun.
   */
  rows: { distance: number; own: number | null; last: number }[];
  today: number;
  /**
   * `own` is the sum of this edition by now. `last` is the sum of the last edition at the same distance, and
   * `lastInTheEnd` is its final sum.
   */
  own: number;
  last: number;
  lastInTheEnd: number;
};

/** The curves of both editions, with the name of the last edition. */
export type Compared = SeasonCurves & { lastEdition: string };

const dayOf = (instant: number) => Math.floor(instant / DAY);

/**
 * Compares an edition with the one before it.
 *
 * @param now the portal's clock (UTC ms).
 * @returns null if the last edition has gathered nothing. Also null if this edition has gathered nothing yet, and the
 *   last edition had gathered nothing at the same distance from its last deadline.
 */
export function seasonCurves(ownEdition: Gathered, lastEdition: Gathered, now: number): SeasonCurves | null {
  const distances = ({ days, deadline }: Gathered) =>
    days.map(({ day, value }) => ({ distance: dayOf(day) - dayOf(deadline), value }));
  const today = dayOf(now) - dayOf(ownEdition.deadline);
  const own = distances(ownEdition).filter(({ distance }) => distance <= today);
  const last = distances(lastEdition);
  const from = Math.min(...[...own, ...last].map(({ distance }) => distance));
  if (last.length === 0 || today < from) return null;
  const by = (points: typeof own, end: number) =>
    points.reduce((sum, { distance, value }) => (distance <= end ? sum + value : sum), 0);
  const to = Math.max(0, ...[...own, ...last].map(({ distance }) => distance));
  const width = columnWidth(to - from + 1);
  // The distance of each of these rows from the deadline is a multiple of `width`, so one row is the deadline itself.
  const first = Math.floor(from / width);
  const steps = Array.from(
    { length: Math.ceil(to / width) - first + 1 },
    (_, step) => (first + step) * width,
  );
  const shown = today <= steps.at(-1)! ? [...new Set([...steps, today])].sort((a, b) => a - b) : steps;
  return {
    rows: shown.map((distance) => ({
      distance,
      own: distance <= today ? by(own, distance) : null,
      last: by(last, distance),
    })),
    ...{ today, own: by(own, today), last: by(last, today), lastInTheEnd: by(last, Infinity) },
  };
}
