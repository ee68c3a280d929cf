import type { Line } from "~/values/shapes.ts";
import type { PassType } from "~/values/types.ts";
import { listInWords } from "~/values/words.ts";

/** A request to the viewer to pay for somebody. */
export type AskedOf = {
  id: string;
  name: string;
  passType: PassType;
  /** Null if the pass cannot be paid for now. */
  lines: Line[] | null;
  cents: number;
  /** The id of the same person's request for the pass that includes this one; null if there is none. */
  includedIn: string | null;
};

/** Whether a request can be paid now. */
export const isPayable = ({ lines, cents }: AskedOf): boolean => lines !== null && cents > 0;

/**
 * The requests among these that can be paid in one order. If two requests of the same person can be paid, only the one
 * for the pass that includes the other pass is returned.
 */
export const paidTogether = (people: AskedOf[]): AskedOf[] => {
  const payable = people.filter(isPayable);
  return payable.filter(({ includedIn }) => !payable.some(({ id }) => id === includedIn));
};

/**
 * The most people that somebody can pay for in one order. Each of them is checked as if they paid for themselves, and
 * one request to the server may make only a limited number of database queries.
 */
export const MOST_PEOPLE = 20;

/** The names of several people in words. */
export const peopleInWords = (people: { name: string }[]): string =>
  listInWords(people.map(({ name }) => name || "Somebody"));
