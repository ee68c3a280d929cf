import { paymentMessages } from "~/money/payments/messages.ts";
import type { HoldingState } from "~/values/types.ts";
import { withdrawalMessages } from "./messages.ts";

/** What a delegate would get back and lose by giving up a pass now. */
export type Withdrawal = {
  passType: string;
  title: string;
  /** The amount that the refund policy gives back now. */
  amountCents: number;
  /** The part of the amount that was paid with credit and becomes credit again. */
  creditCents: number;
  /** Whether another person paid, and gets the money back. */
  isPaidByOther: boolean;
  /** Whether the money goes back by hand, as it came in. */
  isByHand: boolean;
  reason: string;
  /**
   * The last moment (UTC ms) at which the amount is still this much; null if that moment has passed, or if there is
   * none. `timeZone` is the event's.
   */
  until: number | null;
  timeZone: string;
  /** The titles of everything that ends. */
  lost: string[];
  /** The titles of add-ons that were bought for the pass later, on separate bills, and end with it. */
  later: string[];
  /** The other pass, which stays; null if there is none. */
  kept: string | null;
  /** How much had gone back already, in cents. */
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
 * Whether a delegate may give up a pass that is in this state. `isHere` means that the pass belongs to the current
 * edition and its card processor can be asked.
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

/** A holding of a payment, and the holding that it replaced, if any. */
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
 * What became of a payment's pass, for somebody who took the pass over without having paid for it. Null if they never
 * had it.
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
