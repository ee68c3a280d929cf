import { expect, test } from "vitest";
import type { HoldingState } from "~/values/types.ts";
import { exchangeables } from "./exchanges.ts";

const SIZES = ["S", "M"];
const shirt = { id: "shirt", disabled: false, variants: SIZES as string[] | null };
const held = { item: "shirt", title: "Shirt", variant: "M" as string | null, state: "held" as HoldingState };

test.each([
  ["a size", held, shirt, true, true],
  ["one without a size yet", { ...held, variant: null }, shirt, true, true],
  ["a size that is no longer listed", { ...held, variant: "XL" }, shirt, true, true],
  ["what is no longer offered, by staff alone", held, { ...shirt, disabled: true }, false, true],
  ["the only size", held, { ...shirt, variants: ["M"] }, false, false],
  ["something without sizes", held, { ...shirt, variants: null }, false, false],
  ["what is not in the catalogue", held, { ...shirt, id: "hat" }, false, false],
  ["what is on its way back", { ...held, state: "ending" as const }, shirt, false, false],
  ["what is being paid for", { ...held, state: "pending" as const }, shirt, false, false],
  ["what has ended", { ...held, state: "ended" as const }, shirt, false, false],
])("%s can be exchanged or not", (_, thing, addOn, byDelegate, byStaff) => {
  const { item, title, variant } = thing;
  const all = [{ item, title, variant, variants: addOn.variants }];
  expect(exchangeables([thing], [addOn], { isStaff: false })).toEqual(byDelegate ? all : []);
  expect(exchangeables([thing], [addOn], { isStaff: true })).toEqual(byStaff ? all : []);
});
