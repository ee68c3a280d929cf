import { PROCESSOR_PAGE_MINUTES } from "~/money/cards/card-reply.ts";
import { DAY, MINUTE, SECOND } from "~/values/durations.ts";

/**
 * How long (ms) a charge may be under way. A call to the processor can take up to 25 s; the rest is room for a slow
 * database.
 */
export const LEASE = 90 * SECOND;

/**
 * How long (ms) a charge may be under way if the card is typed on the processor's page. This is as long as the page
 * accepts a card, and a little longer for a card that is sent at the last moment.
 */
export const HOSTED_LEASE = (PROCESSOR_PAGE_MINUTES + 5) * MINUTE;

/**
 * Whether the card of a charge is typed on the processor's page, and there is still time to type it. This is so if more
 * is left of the charge's lease than any other charge gets. `leaseUntil` and `now` are real times in UTC ms.
 */
export const isForProcessorsPage = (leaseUntil: number, now: number): boolean => leaseUntil - now > LEASE;

/** A charge that is missing at the processor gets this long (ms) to appear there before it can be given up. */
export const CHARGE_PATIENCE = 20 * MINUTE;

/** A missing charge is given up only if it is still missing this long (ms) after it was first found to be missing. */
export const SECOND_LOOK = 10 * MINUTE;

/**
 * The search for a charge begins this long (ms) before the end of its lease or, for a subscription, this long before
 * its row was written. This leaves room for a processor's clock that differs from ours.
 */
export const LOOK_BACK = 60 * MINUTE;

/** How far back (ms) the processor's journal is compared with our rows. */
export const JOURNAL = 3 * DAY;

/** How long (ms) we keep the processor's reports about what happened there. */
export const REPORTS_KEPT = 30 * DAY;
