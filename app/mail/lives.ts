import { DAY, SECOND } from "~/values/durations.ts";

/** The text of a mail is kept for this long (ms) after it was queued, if the mail has been sent or given up. */
export const MAIL_TEXT_KEPT = 30 * DAY;

/** A run starts no mail later than this (ms) after its beginning, so that it ends before the next run begins. */
export const MAIL_RUN = 50 * SECOND;

/**
 * Longer than a run takes, including the attempt to send its last mail. If a run is cut off, the next one takes over
 * after this time (ms).
 */
export const MAIL_LEASE = 90 * SECOND;

/**
 * The minutes to wait after the first, second … failure; after the last one the mail is given up. All attempts are made
 * within the 24 hours for which the provider remembers what it has accepted.
 */
export const MAIL_RETRIES = [1, 5, 30, 2 * 60, 6 * 60, 12 * 60];
