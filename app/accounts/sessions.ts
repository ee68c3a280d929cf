import { DAY, HOUR } from "~/values/durations.ts";

/** How long a session lasts without use (ms), and how long it lasts at most, however much it is used. */
const LIVES = {
  staff: { unused: 4 * HOUR, whole: 12 * HOUR },
  delegate: { unused: 30 * DAY, whole: 90 * DAY },
};

/** If a stolen session must not be enough for an act, the password must have been typed within this time. */
export const FRESH_MINUTES = 5;

/** The use of a session is recorded at most this often. */
const USE_NOTED = HOUR;

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

/** The later end that a session gets by being used at `now`; null if the difference is too small to be stored. */
export function laterEnd(
  session: { admin: boolean; openedAt: number; expiresAt: number },
  now: number,
): number | null {
  const end = sessionEnd(session, session.openedAt, now);
  return end - session.expiresAt >= USE_NOTED ? end : null;
}
