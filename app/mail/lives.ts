import { DAY, SECOND } from "~/values/durations.ts";

/** The text of a mail that was sent or given up is kept this long (ms) after it was queued. */
export const MAIL_TEXT_KEPT = 30 * DAY;

/** A run begins no mail after this time (ms), so that it is over before the next one begins. */
export const MAIL_RUN = 50 * SECOND;

/**
 * Longer than a run, including the attempt at its last mail; if a run breaks off, the next takes over after
 * this time (ms).
 */
export const MAIL_LEASE = 90 * SECOND;

/**
 * Minutes to wait after the first, second … failure; after the last one the mail is given up. All attempts fall
 * within the 24 hours for which the provider remembers what it has accepted.
 */
export const MAIL_RETRIES = [1, 5, 30, 2 * 60, 6 * 60, 12 * 60];
