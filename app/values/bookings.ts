import type { Booking } from "./shapes.ts";
import { isoDay } from "./times.ts";

/**
 * The booking of money that moves at `at` (UTC ms). The money is booked on the day of `at` in the time zone of the
 * edition's deadlines.
 */
export const bookingAt = (at: number, deadlineZone: string): Booking => ({
  at,
  on: isoDay(at, deadlineZone),
});

/**
 * The booking of money that moved at `at` but is entered in the database again at `now` (both UTC ms). The books of the
 * days in between may be closed, so the money is booked on the day of `now`.
 */
export const replayedBooking = (at: number, now: number, deadlineZone: string): Booking => ({
  at,
  on: isoDay(now, deadlineZone),
  restored: true,
});
