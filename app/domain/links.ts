import type { LinkPurpose } from "./types.ts";
import { counted } from "./words.ts";

const MINUTE = 60 * 1000;
const HOUR = 60 * MINUTE;

/** How long a link works, milliseconds. */
export const LINK_LIFE: Record<LinkPurpose, number> = {
  "reset-password": 6 * HOUR,
  "own-password": 10 * MINUTE,
  "revert-email": 72 * HOUR,
  "verify-email": 72 * HOUR,
  "known-device": 6 * HOUR,
};

/** The same, in words. */
export function lifeOf(purpose: LinkPurpose): string {
  const life = LINK_LIFE[purpose];
  return life % HOUR === 0 ? counted(life / HOUR, "hour") : counted(life / MINUTE, "minute");
}

/**
 * Links of one kind that somebody may have open at once. Who asks for more is answered the same and nothing is
 * mailed: so nobody can flood a mailbox, and there is always one in it that works.
 */
export const MOST_OPEN_LINKS = 3;
