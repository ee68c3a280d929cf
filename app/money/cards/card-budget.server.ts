import type { Context } from "~/platform/context.server.ts";
import { type Allowance, giveBackAllowances } from "~/platform/counters.server.ts";
import { logFault } from "~/platform/log.server.ts";
import { widerNetworkOf } from "~/platform/networks.ts";

// One budget for every card that is sent to a processor, whatever it is to pay for: thieves try stolen cards by the
// dozen (docs/decisions/0059-what-a-card-may-cost.md). What is counted are calls to the processor, before they are made.

/** What an account may send. */
const ofAccount = (uid: string): Allowance[] => [
  { what: "payment-burst", who: uid, limit: 5, minutes: 10 },
  { what: "payment-day", who: uid, limit: 10, minutes: 24 * 60 },
];

/** The cards of others that are declined or not answered yet, over all accounts and networks. */
const BRAKE: Allowance = { what: "card-brake", who: "all", limit: 10, minutes: 60 };

/**
 * The allowances that one more card of somebody uses up. Anybody can make an account, but staff
 * chose whom to admit: what others do never stops a card of somebody who is admitted.
 */
export const cardAllowances = ({ network }: Context, uid: string, isAdmitted: boolean): Allowance[] => [
  ...ofAccount(uid),
  ...(isAdmitted
    ? []
    : [{ what: "card-network", who: widerNetworkOf(network), limit: 10, minutes: 60 }, BRAKE]),
];

/** Takes a card off the brake once it is accepted. Nobody waits for it, and nothing that was paid depends on it. */
export function releaseBrake(context: Context, allowances: Allowance[]): void {
  if (!allowances.includes(BRAKE)) return;
  const { db, requestId, waitUntil } = context;
  waitUntil(
    giveBackAllowances(db, [BRAKE]).catch((error: unknown) =>
      logFault(error, { requestId, method: "releaseBrake", path: "" }),
    ),
  );
}
