import { secondPersonRefusal } from "~/accounts/second-person.ts";
import type { GrantSize } from "~/money/prices/grants.ts";

/**
 * Why somebody may not confirm an act that gives money away. "own": this person proposed it, and somebody else could
 * confirm it. "address": this person has the proposer's address. "early": this person proposed it, nobody else could
 * confirm it, and the wait is not over. "new": when the act was proposed, this person had not had the ability "money"
 * for long enough. "lost": this person proposed it, and has lost the ability since the proposal, even if they have it
 * again now.
 */
export type WhyNot = "own" | "address" | "early" | "new" | "lost";

/**
 * Why somebody may not confirm an act that gives money away; null if they may. If nobody else could confirm the act,
 * its proposer may confirm it from `aloneAt`. All times are real time, UTC ms.
 *
 * @param who.isSameAddress whether this person has the address that the proposer had.
 * @param who.since when this person was given the ability "money"; undefined if they do not have it.
 */
export function outgoingRefusal(
  { proposedBy, proposedAt, aloneAt }: { proposedBy: string; proposedAt: number; aloneAt: number | null },
  { uid, isSameAddress, since, now }: WhoConfirms,
): WhyNot | null {
  if (proposedBy !== uid)
    return isSameAddress ? "address" : secondPersonRefusal({ proposedBy, proposedAt }, { uid, since });
  if (aloneAt === null) return "own";
  if (since === undefined || since >= proposedAt) return "lost";
  return now < aloneAt ? "early" : null;
}

type WhoConfirms = { uid: string; isSameAddress: boolean; since: number | undefined; now: number };

/** The most cents that an award or a code can take off a pass, if the dearest pass of the edition costs `dearestCents`. */
export const mostTakenOff = ({ percent, amountCents }: GrantSize, dearestCents: number): number =>
  percent === null ? (amountCents ?? 0) : Math.round((dearestCents * percent) / 100);

/**
 * Whether an award or a code that no budget pays for needs a second person. It needs one if it takes off a share of
 * 100%, or if it can take off more than the limit.
 */
export const isTooMuchAlone = (
  size: GrantSize,
  { limitCents, dearestCents }: { limitCents: number; dearestCents: number },
): boolean => size.percent === 100 || mostTakenOff(size, dearestCents) > limitCents;

/** A proposed act that staff see on their home page until it is settled. `aloneAt` is as in `outgoingRefusal`. */
export type OutgoingAtHome = {
  id: string;
  what: string;
  who: string;
  aloneAt: number | null;
  href: string;
  /** Whether the page `href` shows the act only after another edition has been chosen. */
  isOfOtherEdition: boolean;
};
