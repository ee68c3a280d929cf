import { accountMessages } from "~/accounts/messages.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { readCounters, take, waitOf } from "~/platform/counters.server.ts";
import { codeRows } from "~/standing/grants.server.ts";
import type { Grant } from "~/values/shapes.ts";
import type { Refused } from "~/values/types.ts";
import { normalCode } from "./grants.ts";
import { passMessages } from "./messages.ts";

/** Wrong codes that somebody may type: whoever guesses learns nothing and soon waits. */
const guesses = (uid: string) => [{ what: "code", who: uid, limit: 10, minutes: 60 }];

type Asking = Pick<SignedIn, "viewer" | "settings" | "now">;

/** The answer to a code: the grant behind it; null if none was typed; "wrong" if it cannot be used. */
export type FoundCode = Grant | null | "wrong" | Refused<429>;

/** Looks for the code that somebody typed; one round trip, or none if it is empty. Nothing is counted yet. */
export async function findCode(
  { db }: Context,
  { viewer, settings: { conferenceId }, now }: Asking,
  typed: string,
): Promise<FoundCode> {
  const code = normalCode(typed);
  if (code === "") return null;
  const [[grant], held] = await db.batch([
    codeRows(db, conferenceId, code, now),
    readCounters(db, guesses(viewer.uid)),
  ]);
  const wait = waitOf(guesses(viewer.uid), held);
  if (wait > 0) return { refused: accountMessages.tooManyAttempts(wait), status: 429 };
  return grant ?? "wrong";
}

/**
 * The code if it can be used for what somebody buys. One that is unknown, over, used up or for something else is
 * refused in the same words, and counted as a guess.
 */
export async function usableCode(
  { db }: Context,
  { viewer }: Pick<Asking, "viewer">,
  found: FoundCode,
  isForThis: (grant: Grant) => boolean,
): Promise<Grant | null | Refused<400 | 429>> {
  if (found === null || (found !== "wrong" && ("refused" in found || isForThis(found)))) return found;
  await take(db, guesses(viewer.uid));
  return { refused: passMessages.codeUnusable, status: 400 };
}
