import type { Booking } from "./shapes.ts";
import { isoDay } from "./times.ts";

/** How money is booked that moves at `at` (UTC ms): on that day in the zone of the edition's deadlines. */
export const bookingAt = (at: number, deadlineZone: string): Booking => ({
  at,
  on: isoDay(at, deadlineZone),
});

/**
 * How money is booked that moved at `at` and of which the database learns again at `now` (both UTC ms): the books of the
 * days between may be closed, so it counts on the day of `now`.
 */
export const bookingAgain = (at: number, now: number, deadlineZone: string): Booking => ({
  at,
  on: isoDay(now, deadlineZone),
  restored: true,
});
