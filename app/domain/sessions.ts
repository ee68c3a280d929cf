const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** How long a session lasts while nobody uses it, and how long at most however much it is used. */
const LIVES = {
  staff: { unused: 4 * HOUR, whole: 12 * HOUR },
  delegate: { unused: 30 * DAY, whole: 90 * DAY },
};

/** A use of a session is written down no more often than this. */
export const USE_NOTED = HOUR;

/** The longest that any session lasts, in seconds: what a browser keeps its cookie for. */
export const LONGEST_SESSION = LIVES.delegate.whole / 1000;

/**
 * When a session ends that is used at `now` and not again (UTC ms, real time).
 *
 * @param openedAt when its holder signed in.
 */
export function sessionEnd(holder: { admin: boolean }, openedAt: number, now: number): number {
  const { unused, whole } = holder.admin ? LIVES.staff : LIVES.delegate;
  return Math.min(now + unused, openedAt + whole);
}

/** The later end that a use at `now` gives a session, or null while that is not worth writing down. */
export function laterEnd(
  session: { admin: boolean; openedAt: number; expiresAt: number },
  now: number,
): number | null {
  const end = sessionEnd(session, session.openedAt, now);
  return end - session.expiresAt >= USE_NOTED ? end : null;
}
