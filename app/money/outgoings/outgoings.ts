import { secondPersonRefusal } from "~/accounts/second-person.ts";
import type { GrantSize } from "~/money/prices/grants.ts";

/**
 * Why somebody may not confirm money out. "own": they proposed it themselves, and somebody else could confirm it.
 * "early": they are alone and have to wait. "new": they had not had the ability for long enough.
 */
export type WhyNot = "own" | "early" | "new";

/**
 * Why somebody may not confirm money out; null if they may. Whoever was alone when they proposed it confirms it
 * themselves once `aloneAt` has come. All times are real time, UTC ms.
 *
 * @param who.isSameAddress whether they have the address that the proposer had.
 * @param who.since when they were given the ability; undefined if they do not have it.
 */
export function outgoingRefusal(
  { proposedBy, proposedAt, aloneAt }: { proposedBy: string; proposedAt: number; aloneAt: number | null },
  { uid, isSameAddress, since, now }: WhoConfirms,
): WhyNot | null {
  if (proposedBy !== uid)
    return isSameAddress ? "own" : secondPersonRefusal({ proposedBy, proposedAt }, { uid, since });
  if (aloneAt === null) return "own";
  if (since === undefined || since >= proposedAt) return "new";
  return now < aloneAt ? "early" : null;
}

type WhoConfirms = { uid: string; isSameAddress: boolean; since: number | undefined; now: number };

/** The most cents that an award or a code takes off a pass, if no pass of the edition costs more than `dearestCents`. */
export const mostTakenOff = ({ percent, amountCents }: GrantSize, dearestCents: number): number =>
  percent === null ? (amountCents ?? 0) : Math.round((dearestCents * percent) / 100);

/** Whether an award or a code without a budget needs a second person: it is above the limit, or a whole price. */
export const isTooMuchAlone = (
  size: GrantSize,
  { limitCents, dearestCents }: { limitCents: number; dearestCents: number },
): boolean => size.percent === 100 || mostTakenOff(size, dearestCents) > limitCents;

/** Money out that staff see on their home page until it is settled. `aloneAt` is as in `outgoingRefusal`. */
export type OutgoingAtHome = { id: string; what: string; who: string; aloneAt: number | null; href: string };
