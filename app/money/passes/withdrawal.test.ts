import { expect, test } from "vitest";
import type { HoldingState } from "~/values/types.ts";
import { type WithdrawalStage, withdrawalStage } from "./withdrawal.ts";

const here = { isRefundUnderWay: false, isHere: true };

test.each<[HoldingState, typeof here, WithdrawalStage]>([
  ["held", here, "possible"],
  ["held", { ...here, isRefundUnderWay: true }, "part on its way"],
  ["held", { ...here, isHere: false }, "not here"],
  ["held", { isRefundUnderWay: true, isHere: false }, "part on its way"],
  ["pending", here, "being paid"],
  ["ending", { ...here, isRefundUnderWay: true }, "refund on its way"],
  ["ended", here, "gone"],
  ["ended", { ...here, isHere: false }, "gone"],
])("a pass that is %s, with %j, is %s", (state, facts, stage) => {
  expect(withdrawalStage(state, facts)).toBe(stage);
});
