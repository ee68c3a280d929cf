import { HOUR } from "~/values/durations.ts";
import type { SubscriptionState } from "~/values/types.ts";

/**
 * Access continues for this long (ms) after the paid period. The processor charges renewals at night in its own time
 * zone, and retries a declined card; nobody should lose access because of either.
 */
export const GRACE = 72 * HOUR;

/**
 * A renewal may be charged up to this long (ms) before the period ends, because the processor counts in days and we
 * count in milliseconds.
 */
export const EARLY = 48 * HOUR;

/** A paid first charge is given back if the recurring subscription cannot be made within this time (ms). */
export const COMPLETE_WITHIN = 6 * HOUR;

/** If a run of the cron claimed a subscription and was then killed, another run may claim it after this time (ms). */
export const RENEWAL_LEASE = HOUR / 12;

/** The day of a time (UTC ms), in the form in which the processor writes the day of a payment: YYYY-MM-DD. */
export const billingDay = (instant: number) => new Date(instant).toISOString().slice(0, 10);

/** When access ends if nothing more is paid (UTC ms). A cancelled subscription gets no grace period. */
export const accessEnd = (state: SubscriptionState, paidUntil: number) =>
  state === "cancelled" ? paidUntil : paidUntil + GRACE;

/**
 * Whether a subscription in this state is paid for, or a payment for it may still succeed. In both cases the card may
 * be charged.
 */
export const isHeldOrComing = (state: SubscriptionState) =>
  !["declined", "released", "ended", "refunded"].includes(state);

/**
 * Whether the paid time of a subscription is over at `now`, and until when its page promises access. While the paid time
 * runs, the page promises access until its end. After that, it promises access until `accessEnd`. All in UTC ms.
 */
export const promisedAccess = (state: SubscriptionState, paidUntil: number, now: number) => {
  const isOver = paidUntil <= now;
  return { isOver, until: isOver ? accessEnd(state, paidUntil) : paidUntil };
};

/** How often a price is paid: "a year", "a month", "every 6 months". */
export const everyMonths = (months: number) => {
  if (months === 12) return "a year";
  return months === 1 ? "a month" : `every ${months} months`;
};
