import { accountMessages } from "~/accounts/messages.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { type Allowance, giveBackAllowances, take } from "~/platform/counters.server.ts";
import { widerNetworkOf } from "~/platform/networks.ts";
import { codeRows } from "~/standing/grants.server.ts";
import type { Grant } from "~/values/shapes.ts";
import type { Refused } from "~/values/types.ts";
import { normalCode } from "./grants.ts";
import { passMessages } from "./messages.ts";

/** How many wrong codes one account may try, and how many all accounts of one network may try together. */
const guesses = ({ network }: Context, uid: string): Allowance[] => [
  { what: "code", who: uid, limit: 10, minutes: 60 },
  { what: "code-network", who: widerNetworkOf(network), limit: 60, minutes: 60 },
];

/**
 * For each request, the codes that were looked up in it, each with the minutes to wait before another guess (0 if the
 * guess was allowed). A page looks up its code more than once, but all its look-ups together count as one guess.
 */
const guessed = new WeakMap<Context, Map<string, number>>();

/**
 * The grant of the code that somebody typed, if the code can be used for what they buy; null if they typed none. Every
 * code is counted as a guess before it is looked up, and a usable code is removed from the count afterwards. So if a
 * hundred guesses come simultaneously, only as many as the limit allows are answered. The refusal is the same whether
 * the code is unknown, expired, used up or for something else.
 *
 * The caller must have checked that the viewer may buy the pass; nobody else has a use for a code.
 */
export async function usableCode(
  context: Context,
  { viewer, settings: { conferenceId }, now }: Pick<SignedIn, "viewer" | "settings" | "now">,
  typed: string,
  isForThis: (grant: Grant) => boolean,
): Promise<Grant | null | Refused<400 | 429>> {
  const { db } = context;
  const code = normalCode(typed);
  if (code === "") return null;
  const waits = guessed.get(context) ?? new Map<string, number>();
  guessed.set(context, waits);
  const isFirst = !waits.has(code);
  const wait = waits.get(code) ?? (await take(context, guesses(context, viewer.uid)));
  waits.set(code, wait);
  if (wait > 0) return { refused: accountMessages.tooManyAttempts(wait), status: 429 };
  const [grant] = await codeRows(db, conferenceId, code, now);
  if (!grant || !isForThis(grant)) return { refused: passMessages.codeUnusable, status: 400 };
  if (isFirst) await giveBackAllowances(db, guesses(context, viewer.uid));
  return grant;
}
