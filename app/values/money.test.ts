import { expect, test } from "vitest";
import { centsOf, dollarAmount, dollars, typedCents } from "./money.ts";

test.each([
  [0, "$0"],
  [1, "$0.01"],
  [99, "$0.99"],
  [100, "$1"],
  [1_250, "$12.50"],
  [49_500, "$495"],
  [99_999, "$999.99"],
  [125_000, "$1,250"],
  [123_456_789, "$1,234,567.89"],
  [-500, "-$5"],
])("%d cents read %s", (cents, text) => {
  expect(dollars(cents)).toBe(text);
});

test.each([
  [0, 0],
  [49_500, 495],
  [1_250, 12.5],
  [1, 0.01],
])("%d cents are %d dollars", (cents, amount) => {
  expect(dollarAmount(cents)).toBe(amount);
});

test.each([
  [495, 49_500],
  ["495", 49_500],
  ["495.00", 49_500],
  ["495.5", 49_550],
  [19.99, 1_999],
  [0.29, 29],
  [1.1, 110],
  [0, 0],
  [-0, 0],
  ["0.00", 0],
  ["90071992547409.91", 9_007_199_254_740_991],
])("%o dollars are %d cents", (sent, cents) => {
  expect(centsOf(sent)).toBe(cents);
});

test.each([
  [-0.01],
  [-495],
  ["-1"],
  [495.001],
  [0.1 + 0.2],
  ["495.001"],
  ["495."],
  [".5"],
  ["4,95"],
  ["1e3"],
  [1e21],
  [1e-7],
  [90_071_992_547_409_920],
  ["0x10"],
  [""],
  [" 495"],
  ["495\n"],
  ["$495"],
  ["４９５"],
  [Number.NaN],
  [Number.POSITIVE_INFINITY],
  ["NaN"],
  [null],
  [undefined],
  [true],
  [49_500n],
  [[495]],
  [{ valueOf: () => 495 }],
])("%o is no amount of dollars", (sent) => {
  expect(centsOf(sent)).toBeNull();
});

test.each([
  ["550", 55_000],
  [" $550.50 ", 55_050],
  ["$ 1,250", 125_000],
  ["1,234,567.8", 123_456_780],
  ["550,50", null],
  ["1.250,00", null],
  ["5,5", null],
  ["12,34,567", null],
  ["1,2500", null],
  ["$", null],
  ["", null],
])("who types %o means %o cents", (typed, cents) => {
  expect(typedCents(typed)).toBe(cents);
});

test("every amount up to $200 survives the way to dollars and back", () => {
  const amounts = Array.from({ length: 20_001 }, (_, cents) => cents);
  expect(amounts.map((cents) => centsOf(dollarAmount(cents)))).toEqual(amounts);
});
