import { HOUR } from "~/values/durations.ts";

/** `WAIT` in hours, for sentences. */
export const WAIT_HOURS = 72;

/**
 * How long (ms) something that needs two people waits if nobody can confirm it. The person who confirms it must have
 * had the ability "money" for at least this long before the proposal. So adding somebody only to confirm it is no
 * quicker than waiting.
 */
export const WAIT = WAIT_HOURS * HOUR;

/**
 * Why somebody may not confirm a proposal; null if they may. "own": they made the proposal themselves. "new": they had
 * not had the ability "money" for long enough.
 *
 * @param since when (real time, UTC ms) they were given the ability; undefined if they do not have it.
 */
export function secondPersonRefusal(
  { proposedBy, proposedAt }: { proposedBy: string | null; proposedAt: number },
  { uid, since }: { uid: string; since: number | undefined },
): "own" | "new" | null {
  if (proposedBy === uid) return "own";
  return since !== undefined && since < proposedAt - WAIT ? null : "new";
}
