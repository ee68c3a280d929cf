import { DAY, HOUR } from "~/values/durations.ts";

/** How many people may be added to the staff with one form. */
export const MOST_ADDED = 50;

/** The most characters in the name of a member of the staff. */
export const LONGEST_STAFF_NAME = 100;

/** How long an invitation to the staff works. */
export const INVITATION_DAYS = 7;

/** How often (minutes) the portal's records are compared. */
export const INSPECTION_MINUTES = 10;

/** After this time (ms), a matter that is still open needs the attention of a person. */
export const LEFT_OPEN = HOUR;

/**
 * After this time (ms), even a late row of a settlement must have arrived. Its batch has been read several times by
 * then.
 */
export const SETTLEMENT_PATIENCE = DAY;

/** Settlements older than this (ms) are not reported any more, because they have been reported often enough. */
export const SETTLEMENTS_REPORTED = 31 * DAY;

/** How long (ms) the findings of an inspection are kept. */
export const FINDINGS_KEPT = 30 * DAY;

/**
 * How many directors must stay when last season's staff leave. One is not enough, because a single director could lock
 * everybody out by mistake.
 */
export const DIRECTORS_LEFT = 2;

/** For how many hours another director may confirm the reset of a second factor. */
export const RESET_HOURS = 24;
