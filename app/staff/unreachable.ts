import type { Decision, UnreachableBecause } from "~/values/types.ts";

/** An address that became unreachable, and the person who had it. */
export type AddressTrouble = {
  emailKey: string;
  /** The person who had this address; null if no account had it. */
  uid: string | null;
  /** The person's present address. */
  email: string | null;
  name: string;
  /** The decision on the person's application to the edition, released or not; null if there is none. */
  decision: Decision | null;
  because: UnreachableBecause;
  /** The provider's reason. */
  said: string;
  at: number;
  /** Whether the person has another address now, or has confirmed this one again. */
  isMended: boolean;
  /** Whether the person can get mail now: the address is mended, there is one, and the account is not disabled. */
  getsMail: boolean;
  /** How many mails to this address did not arrive and can be sent again. */
  lost: number;
};

/** People with one of these decisions come first: they get the most mail, and so they miss the most. */
const FIRST: readonly (Decision | null)[] = ["Accepted", "Deferred to virtual", "Waitlisted"];

const rank = ({ decision }: AddressTrouble) => {
  const place = FIRST.indexOf(decision);
  return place === -1 ? FIRST.length : place;
};

/**
 * Two lists: the people to whom no mail can be sent, and the people who have missed mails but can get mail again.
 * Both lists begin with the people whose decision is in `FIRST`, in the order of `FIRST`. Among people with the same
 * rank, those whose address became unreachable most recently come first.
 */
export function sortedTroubles(troubles: readonly AddressTrouble[]) {
  const sorted = troubles.toSorted((one, other) => rank(one) - rank(other) || other.at - one.at);
  return {
    unreachable: sorted.filter(({ isMended }) => !isMended),
    missed: sorted.filter(({ getsMail, lost }) => getsMail && lost > 0),
  };
}
