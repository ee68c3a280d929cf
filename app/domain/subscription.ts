import type { SubscriptionState } from "./types.ts";

const HOUR = 60 * 60 * 1000;

/**
 * Access goes on for this long past the paid period: the processor takes a renewal at night in its own time zone,
 * tries a declined card again, and nobody should lose what they pay for to either.
 */
export const GRACE = 72 * HOUR;

/** A renewal may be taken this long before the period ends: the processor counts in days, we in milliseconds. */
export const EARLY = 48 * HOUR;

/** The instant (UTC ms) at which a period of so many calendar months ends; from 31 January it is the last of February. */
export function periodEnd(from: number, months: number): number {
  const end = new Date(from);
  const day = end.getUTCDate();
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + months);
  const last = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(day, last));
  return end.getTime();
}

/** YYYY-MM-DD, as the processor writes the day on which it takes a payment. */
export const billingDay = (instant: number) => new Date(instant).toISOString().slice(0, 10);

/** When access ends if nothing more is paid: a cancelled one asked for no grace. */
export const accessEnd = (state: SubscriptionState, paidUntil: number) =>
  state === "cancelled" ? paidUntil : paidUntil + GRACE;

/** Whether a subscription in this state is paid for, or may yet come to be: the card may be charged by it. */
export const isHeldOrComing = (state: SubscriptionState) =>
  !["declined", "released", "ended", "refunded"].includes(state);

/** How often a price is paid: "a year", "a month", "every 6 months". */
export const everyMonths = (months: number) => {
  if (months === 12) return "a year";
  return months === 1 ? "a month" : `every ${months} months`;
};
