import type { HoldingState } from "~/values/types.ts";

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
