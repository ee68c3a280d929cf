import type { Database } from "#db/client.ts";
import type { Context } from "~/platform/context.server.ts";
import { type Allowance, countOneMore, readCounters, timesUsed } from "~/platform/counters.server.ts";
import { DAY } from "~/values/durations.ts";
import { isoDay } from "~/values/times.ts";
import { PUT_OFF_SHOWN } from "./hash-queue.ts";

const DAYS = PUT_OFF_SHOWN / DAY;

/**
 * This allowance refuses nothing: it only counts the requests of one day (UTC). The count is kept for as long as staff
 * can see it.
 */
const onDay = (day: string): Allowance => ({
  ...{ what: "put-off", who: day, limit: Number.POSITIVE_INFINITY },
  minutes: (DAYS + 1) * 24 * 60,
});

/**
 * Counts a request that was put off because too many passwords were being checked. The count is written after the
 * answer has left.
 */
export function countPutOff({ db, waitUntil }: Pick<Context, "db" | "waitUntil">): void {
  const [day] = daysUpTo(Date.now());
  waitUntil(countOneMore(db, [onDay(day!)]).then(() => undefined));
}

/** The statement that reads the counts of the last days; `putOffDays` interprets its rows. */
export const putOffRows = (db: Database) => readCounters(db, daysUpTo(Date.now()).map(onDay));

/**
 * How many requests were put off on each of the last days, newest day first; days without such requests are left out.
 * `at` is the end of the day or, if the day is not over, the present moment (UTC ms, real time).
 */
export function putOffDays(rows: Awaited<ReturnType<typeof putOffRows>>): { at: number; number: number }[] {
  const now = Date.now();
  return daysUpTo(now)
    .map((day) => ({
      at: Math.min(now, Date.parse(day) + DAY - 1),
      number: timesUsed(onDay(day), rows),
    }))
    .filter(({ number }) => number > 0);
}

const daysUpTo = (now: number) => Array.from({ length: DAYS }, (_, ago) => isoDay(now - ago * DAY, "UTC"));
