import { expect, test } from "vitest";
import { paymentMessages } from "~/money/payments/messages.ts";
import type { HoldingState } from "~/values/types.ts";
import { withdrawalMessages } from "./messages.ts";
import { takenOverBy, type WithdrawalStage, withdrawalStage } from "./withdrawal.ts";

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

const pass = (id: string, uid: string, fromHolding: string | null, state: "held" | "ended") => ({
  ...{ id, uid, fromHolding, state, item: "goldPlus", passType: "goldPlus", title: "Ticket" },
});
const HANDED = [pass("1", "a", null, "ended"), pass("2", "b", "1", "ended"), pass("3", "c", "2", "held")];

test.each([
  ["who paid is asked about elsewhere", "a", HANDED, null],
  ["who took it over and passed it on", "b", HANDED, withdrawalMessages.theyHoldIt("Ticket")],
  ["who holds it", "c", HANDED, withdrawalMessages.paidByOther("Ticket")],
  [
    "who held it until it was given back",
    "b",
    [pass("1", "a", null, "ended"), pass("2", "b", "1", "ended")],
    paymentMessages.passGone("Ticket"),
  ],
  ["whose own it was, paid for by another person", "b", [pass("1", "b", null, "held")], null],
  ["a stranger", "d", HANDED, null],
])("what a pass of another person's payment is to %s", (_, uid, rows, sentence) => {
  expect(takenOverBy(uid, rows)).toBe(sentence);
});
