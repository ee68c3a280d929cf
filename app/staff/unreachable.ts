import type { Decision, UnreachableBecause } from "~/values/types.ts";

/** Somebody to whom mail came back, at the address that they had then. */
export type AddressTrouble = {
  emailKey: string;
  /** Whose address it was; null if no account had it. */
  uid: string | null;
  /** The address that they have now. */
  email: string | null;
  name: string;
  /** What is decided in the edition, released or not; null if nothing is. */
  decision: Decision | null;
  because: UnreachableBecause;
  /** What the provider said. */
  said: string;
  at: number;
  /** Whether they have another address now, or have confirmed this one again. */
  isMended: boolean;
  /** How many mails to it did not arrive and can be sent again. */
  lost: number;
};

/** Whoever has a place is written to most, and misses most. */
const FIRST: readonly (Decision | null)[] = ["Accepted", "Deferred to virtual", "Waitlisted"];

const rank = ({ decision }: AddressTrouble) => {
  const place = FIRST.indexOf(decision);
  return place === -1 ? FIRST.length : place;
};

/**
 * The people to whom no mail can be sent, and those to whom it can be sent again and who have missed some. Accepted
 * people come first, then the newest.
 */
export function sortedTroubles(troubles: readonly AddressTrouble[]) {
  const sorted = troubles.toSorted((one, other) => rank(one) - rank(other) || other.at - one.at);
  return {
    unreachable: sorted.filter(({ isMended }) => !isMended),
    missed: sorted.filter(({ isMended, lost }) => isMended && lost > 0),
  };
}
