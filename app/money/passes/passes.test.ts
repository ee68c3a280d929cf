import { expect, test } from "vitest";
import { type HeldPayment, heldPass, holdsPass } from "./passes.ts";

const gold: HeldPayment = { passType: "gold", addOns: {} };
const goldPlus: HeldPayment = { passType: "goldPlus", addOns: {} };

test.each<[string, HeldPayment[], string | null]>([
  ["nobody's payments", [], null],
  ["gold", [gold], "gold"],
  ["goldPlus", [goldPlus], "goldPlus"],
  ["goldPlus wins over gold", [gold, goldPlus], "goldPlus"],
  ["goldPlus wins in any order", [goldPlus, gold], "goldPlus"],
])("held pass: %s", (_rule, payments, pass) => {
  expect(heldPass(payments)).toBe(pass);
  expect(holdsPass(payments, "gold")).toBe(payments.includes(gold));
  expect(holdsPass(payments, "goldPlus")).toBe(payments.includes(goldPlus));
});
