import { DAY, HOUR } from "~/values/durations.ts";

/** The most shares of the applications that somebody on the staff may be given to read. */
export const MOST_CAPACITY = 10;

/** The most people who are added to the staff at once. */
export const MOST_ADDED = 50;

/** The longest name of somebody on the staff. */
export const LONGEST_STAFF_NAME = 100;

/** How long an invitation to the staff works. */
export const INVITATION_DAYS = 7;

/** The portal's records are compared this often. */
export const INSPECTION_MINUTES = 10;

/** Anything that is still open after this time (ms) needs a person. */
export const LEFT_OPEN = HOUR;

/** By this time (ms) a late row of a settlement has come, and its batch has been read several times. */
export const SETTLEMENT_PATIENCE = DAY;

/** Settlements older than this (ms) have been reported often enough. */
export const SETTLEMENTS_REPORTED = 31 * DAY;

/** How long (ms) what the comparing found is kept. */
export const FINDINGS_KEPT = 30 * DAY;

/** So many directors stay when last season's staff leave: one alone could lock everybody out by mistake. */
export const DIRECTORS_LEFT = 2;

/** For so long another director may confirm that somebody's second factor is taken away. */
export const RESET_HOURS = 24;
