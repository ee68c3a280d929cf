import { expect, test } from "vitest";
import { type HeldPass, heldPass, holdsPass } from "./passes.ts";

const gold: HeldPass = { passType: "gold", addOns: {} };
const goldPlus: HeldPass = { passType: "goldPlus", addOns: {} };

test.each<[string, HeldPass[], string | null]>([
  ["nobody's passes", [], null],
  ["gold", [gold], "gold"],
  ["goldPlus", [goldPlus], "goldPlus"],
  ["goldPlus wins over gold", [gold, goldPlus], "goldPlus"],
  ["goldPlus wins in any order", [goldPlus, gold], "goldPlus"],
])("held pass: %s", (_rule, passes, pass) => {
  expect(heldPass(passes)).toBe(pass);
  expect(holdsPass(passes, "gold")).toBe(passes.includes(gold));
  expect(holdsPass(passes, "goldPlus")).toBe(passes.includes(goldPlus));
});
