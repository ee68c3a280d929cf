import { HOUR, MINUTE } from "~/values/durations.ts";
import type { LinkPurpose } from "~/values/types.ts";
import { quantity } from "~/values/words.ts";

/** How long a link works, in ms. */
export const LINK_LIFE: Record<LinkPurpose, number> = {
  "reset-password": 6 * HOUR,
  "own-password": 10 * MINUTE,
  "revert-email": 72 * HOUR,
  "verify-email": 72 * HOUR,
  "known-device": 6 * HOUR,
};

/** How long a link works, in words: "6 hours". */
export function lifeOf(purpose: LinkPurpose): string {
  const life = LINK_LIFE[purpose];
  return life % HOUR === 0 ? quantity(life / HOUR, "hour") : quantity(life / MINUTE, "minute");
}

/**
 * How many working links of one kind somebody may have at the same time. A further request gets the same answer as the
 * others, but no mail is sent. So nobody can flood a mailbox, and the mailbox always has a link that works.
 */
export const MOST_OPEN_LINKS = 3;
