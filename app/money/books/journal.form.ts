import { isDay } from "~/values/times.ts";
import type { JournalPeriod } from "./journal.ts";

/**
 * Reads the first and the last day, both included, from the page's address. Without valid days, the period is the month
 * of `today` (YYYY-MM-DD) so far.
 */
export function journalDaysOf(params: URLSearchParams, today: string): JournalPeriod {
  const asked = (name: string) => {
    const day = params.get(name) ?? "";
    return isDay(day) ? day : null;
  };
  const last = asked("last") ?? today;
  return { first: asked("first") ?? `${last.slice(0, 8)}01`, last };
}
