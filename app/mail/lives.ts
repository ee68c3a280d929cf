import { DAY, SECOND } from "~/values/durations.ts";

/**
 * The text of a mail is kept for this long (ms) after the mail was queued. Then it is deleted if the mail has been sent
 * or given up.
 */
export const MAIL_TEXT_KEPT = 30 * DAY;

/**
 * Sending starts no more mails once this time (ms) has passed since it began, so that it does not hold up the cron's
 * other work for long.
 */
export const MAIL_RUN = 50 * SECOND;

/**
 * If a run is cut off, the next one takes over after this time (ms). It is longer than a run takes, including the
 * attempt to send its last mail.
 */
export const MAIL_LEASE = 90 * SECOND;

/**
 * The minutes to wait after the first failure, the second, and so on. After the last of these attempts has failed, the
 * mail is given up. All attempts are made within 24 hours, because for that time the provider recognises a mail that it
 * has already accepted.
 */
export const MAIL_RETRIES = [1, 5, 30, 2 * 60, 6 * 60, 12 * 60];
