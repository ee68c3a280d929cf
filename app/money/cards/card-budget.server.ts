import type { Context } from "~/platform/context.server.ts";
import { type Allowance, giveBackAllowances } from "~/platform/counters.server.ts";
import { logFault } from "~/platform/log.server.ts";
import { widerNetworkOf } from "~/platform/networks.ts";

// The same limits apply to every card that is sent to a processor for any purpose, because thieves try dozens of stolen
// cards (docs/decisions/0059-what-a-card-may-cost.md). A call to the processor is counted before it is made.

/** The limits on how many cards an account may send. */
const ofAccount = (uid: string): Allowance[] => [
  { what: "payment-burst", who: uid, limit: 5, minutes: 10 },
  { what: "payment-day", who: uid, limit: 10, minutes: 24 * 60 },
];

/**
 * The limit on the cards of all people who are not admitted, taken together. It counts cards that were declined or have
 * no answer yet.
 */
const BRAKE: Allowance = { what: "card-brake", who: "all", limit: 10, minutes: 60 };

/**
 * The allowances that are used when somebody sends one more card. Anybody can make an account, but staff choose whom to
 * admit. So the cards of people who are not admitted never stop the card of somebody who is admitted.
 */
export const cardAllowances = ({ network }: Context, uid: string, isAdmitted: boolean): Allowance[] => [
  ...ofAccount(uid),
  ...(isAdmitted
    ? []
    : [{ what: "card-network", who: widerNetworkOf(network), limit: 10, minutes: 60 }, BRAKE]),
];

/**
 * Stops counting a card towards `BRAKE` once the card is accepted. The request does not wait for this, and no payment
 * depends on it.
 */
export function releaseBrake(context: Context, allowances: Allowance[]): void {
  if (!allowances.includes(BRAKE)) return;
  const { db, requestId, waitUntil } = context;
  waitUntil(
    giveBackAllowances(db, [BRAKE]).catch((error: unknown) =>
      logFault(error, { requestId, method: "releaseBrake", path: "" }),
    ),
  );
}
