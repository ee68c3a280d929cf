import type { Context, Visit } from "~/platform/context.server.ts";
import { take } from "~/platform/counters.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { readLetterCode } from "./letter-codes.ts";
import { readLetterOfCode } from "./letters.server.ts";
import { letterMessages } from "./messages.ts";

/** A consulate checks a few letters a minute; a program that guesses would need millions of years. */
const CHECKS = { what: "letter", limit: 60, minutes: 10 };

/**
 * What a letter's code says now. Each code that somebody opens is counted before it is looked up, whatever its form, so
 * that a code without a letter and a text that is no code are answered alike. Refused with a 429 page if a network has
 * tried too many.
 *
 * @returns null if no letter has this code.
 */
export async function checkLetter(context: Context, { now }: Visit, typed: string) {
  const wait = await take(context, [{ ...CHECKS, who: context.network }]);
  if (wait > 0) refuse(429, letterMessages.check.tooMany(wait));
  return readLetterOfCode(context, readLetterCode(typed) ?? "", now);
}
