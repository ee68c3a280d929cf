import type { Database } from "#db/client.ts";
import type { Context } from "~/platform/context.server.ts";
import { type Allowance, countOneMore, readCounters, timesUsed } from "~/platform/counters.server.ts";
import { DAY } from "~/values/durations.ts";
import { isoDay } from "~/values/times.ts";
import { PUT_OFF_SHOWN } from "./hash-queue.ts";

const DAYS = PUT_OFF_SHOWN / DAY;

/** Nothing is refused by it: it only counts, day by day (UTC), for as long as staff can see it. */
const onDay = (day: string): Allowance => ({
  ...{ what: "put-off", who: day, limit: Number.POSITIVE_INFINITY },
  minutes: (DAYS + 1) * 24 * 60,
});

/** Counts a request that was put off because too many passwords were being checked, once its answer has left. */
export function countPutOff({ db, waitUntil }: Pick<Context, "db" | "waitUntil">): void {
  const [day] = daysUpTo(Date.now());
  waitUntil(countOneMore(db, [onDay(day!)]).then(() => undefined));
}

/** The statement that reads what was counted in the last days; `putOffDays` understands its rows. */
export const putOffRows = (db: Database) => readCounters(db, daysUpTo(Date.now()).map(onDay));

/**
 * How many requests were put off on which of the last days, newest first; days without any are left out. `at` is the
 * last moment of the day so far (UTC ms, real time).
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
