import { DAY, HOUR, MINUTE } from "~/values/durations.ts";

/** How long a session lasts without use (ms), and how long it lasts at most, however much it is used. */
const LIVES = {
  staff: { unused: 4 * HOUR, whole: 12 * HOUR },
  delegate: { unused: 14 * DAY, whole: 90 * DAY },
};

/**
 * Some acts must not be possible with a stolen session alone. The password must have been typed at most this many
 * minutes before such an act.
 */
export const FRESH_MINUTES = 5;

/** The use of a session is recorded at most this often. */
const USE_NOTED = HOUR;

/**
 * After a pause longer than this (ms), the staff's pages about money ask for the password, or for a code of the second
 * factor.
 */
const LONGEST_PAUSE = 30 * MINUTE;

/** For the staff's pages about money, the use of a session is recorded at most this often (ms). */
const WAKING_NOTED = 5 * MINUTE;

/** The longest that any session lasts, in seconds. A browser keeps its cookie that long. */
export const LONGEST_SESSION = LIVES.delegate.whole / 1000;

/** How long (seconds) a browser stays known, whatever sessions it has had meanwhile: a year. */
export const LONGEST_COOKIE = 365 * 24 * 60 * 60;

/**
 * When a session ends if it is used at `now` and never again (UTC ms, real time).
 *
 * @param openedAt when its holder signed in.
 */
export function sessionEnd(holder: { admin: boolean }, openedAt: number, now: number): number {
  const { unused, whole } = holder.admin ? LIVES.staff : LIVES.delegate;
  return Math.min(now + unused, openedAt + whole);
}

/** The new end of a session that is used at `now`; null if it is less than `USE_NOTED` later than the stored end. */
export function laterEnd(
  session: { admin: boolean; openedAt: number; expiresAt: number },
  now: number,
): number | null {
  const end = sessionEnd(session, session.openedAt, now);
  return end - session.expiresAt >= USE_NOTED ? end : null;
}

/**
 * When a session was last used (UTC ms, real time). This is computed from the end of the session, and so is exact only
 * to the hour.
 */
export const lastUse = (session: { admin: boolean; openedAt: number; expiresAt: number }): number =>
  Math.max(session.openedAt, session.expiresAt - (session.admin ? LIVES.staff : LIVES.delegate).unused);

type Waking = { openedAt: number; awakeAt: number | null };

/**
 * Whether a session was used without a long pause until `now` (UTC ms, real time). After a long pause, using the
 * session is not enough to continue: somebody has to type a password or a code.
 */
export const isAwake = ({ openedAt, awakeAt }: Waking, now: number): boolean =>
  now - (awakeAt ?? openedAt) <= LONGEST_PAUSE;

/** The new value of `awakeAt` when a session of the staff is used at `now`; null if there is nothing to store. */
export const laterWaking = (session: Waking & { admin: boolean }, now: number): number | null =>
  session.admin && isAwake(session, now) && now - (session.awakeAt ?? session.openedAt) >= WAKING_NOTED
    ? now
    : null;
