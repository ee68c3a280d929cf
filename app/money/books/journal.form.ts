import { daysLater, isDay } from "~/values/times.ts";
import type { JournalPeriod } from "./journal.ts";

/**
 * Reads from an address the days that are asked for, both included; without valid ones, the month of `today`
 * (YYYY-MM-DD) so far. Days are those of UTC.
 */
export function journalDaysOf(
  params: URLSearchParams,
  today: string,
): JournalPeriod & { first: string; last: string } {
  const asked = (name: string) => {
    const day = params.get(name) ?? "";
    return isDay(day) ? day : null;
  };
  const last = asked("last") ?? today;
  const first = asked("first") ?? `${last.slice(0, 8)}01`;
  return { first, last, from: Date.parse(first), until: Date.parse(daysLater(last, 1)) };
}
