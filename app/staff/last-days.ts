import { dayInWords } from "~/programme/agenda.ts";
import { isoDay } from "~/values/times.ts";

/** The last day (YYYY-MM-DD, in the zone of the event) of an ability that ends at an instant (UTC ms). */
export const lastDayBefore = (until: number, zone: string): string => isoDay(until - 1, zone);

/** The last day of the ability "door" in words, and whether it is over at `now`; null if the ability does not end. */
export const lastDayOf = (
  until: number | null,
  zone: string,
  now: number,
): { words: string; isOver: boolean } | null =>
  until === null ? null : { words: dayInWords(lastDayBefore(until, zone)), isOver: now >= until };
