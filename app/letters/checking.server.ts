import type { Context, Visit } from "~/platform/context.server.ts";
import { take } from "~/platform/counters.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { readLetterCode } from "./letter-codes.ts";
import { readLetterOfCode } from "./letters.server.ts";
import { letterMessages } from "./messages.ts";

/**
 * The limit of checks for a network. A consulate checks a few letters a minute. At this rate, a program that guesses
 * codes would need millions of years.
 */
const CHECKS = { what: "letter", limit: 60, minutes: 10 };

/**
 * The letter that has this code, with its present state. Every code that is opened is counted before it is looked up,
 * whatever its form. So the answer to a code without a letter is the same as the answer to a text that is no code.
 * Refused with a 429 page if a network has tried too many codes.
 *
 * @returns null if no letter has this code.
 */
export async function checkLetter(context: Context, { now }: Visit, typed: string) {
  const wait = await take(context, [{ ...CHECKS, who: context.network }]);
  if (wait > 0) refuse(429, letterMessages.check.tooMany(wait));
  return readLetterOfCode(context, readLetterCode(typed) ?? "", now);
}
