import { paymentMessages } from "~/money/payments/messages.ts";
import type { HoldingState } from "~/values/types.ts";
import { withdrawalMessages } from "./messages.ts";

/** What a delegate would get back and lose who gives up a pass now. */
export type Withdrawal = {
  passType: string;
  title: string;
  /** By the refund policy at this moment. */
  amountCents: number;
  /** What of it becomes credit again, as it was paid with credit. */
  creditCents: number;
  /** Whether another person paid, to whom it goes back. */
  isPaidByOther: boolean;
  /** Whether it goes back by hand, as it came in. */
  isByHand: boolean;
  reason: string;
  /** The last moment at which that is so, UTC ms, and the zone of the event; null if it is over or never ends. */
  until: number | null;
  timeZone: string;
  /** The titles of all that ends. */
  lost: string[];
  /** The titles of what was bought for the pass later, with a bill of its own, and ends with it. */
  later: string[];
  /** The other pass, which stays; null for none. */
  kept: string | null;
  /** What had already gone back, in cents. */
  seenCents: number;
};

export type WithdrawalStage =
  | "possible"
  | "being paid"
  | "refund on its way"
  | "part on its way"
  | "gone"
  | "not here";

/**
 * Whether a delegate may give up a pass that is in this state. `isHere` means that it is a pass of the current edition
 * whose card processor can be asked.
 */
export function withdrawalStage(
  state: HoldingState,
  { isRefundUnderWay, isHere }: { isRefundUnderWay: boolean; isHere: boolean },
): WithdrawalStage {
  switch (state) {
    case "pending":
      return "being paid";
    case "ending":
      return "refund on its way";
    case "ended":
      return "gone";
    case "held":
      if (isRefundUnderWay) return "part on its way";
      return isHere ? "possible" : "not here";
  }
}

/** A holding of a payment, and of which one it took the place. */
type Followed = {
  id: string;
  item: string;
  passType: string;
  uid: string;
  title: string;
  fromHolding: string | null;
  state: HoldingState;
};

/**
 * What became of the pass of a payment for somebody who took it over, and did not pay for it; null if they never had it.
 *
 * @param rows the holdings of the payment.
 */
export function takenOverBy(uid: string, rows: Followed[]): string | null {
  const isOfOther = (id: string | null) => rows.some((row) => row.id === id && row.uid !== uid);
  const own = rows.filter(
    (row) => row.uid === uid && row.item === row.passType && isOfOther(row.fromHolding),
  );
  const [first] = own;
  if (!first) return null;
  if (own.some(({ state }) => state !== "ended")) return withdrawalMessages.paidByOther(first.title);
  const isTransferred = rows.some((row) => row.uid !== uid && own.some(({ id }) => id === row.fromHolding));
  return isTransferred ? withdrawalMessages.theyHoldIt(first.title) : paymentMessages.passGone(first.title);
}
