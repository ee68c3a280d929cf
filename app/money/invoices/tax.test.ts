import { expect, test } from "vitest";
import { rateInWords, rateOf, taxIn, taxShown } from "./tax.ts";

test.each([
  ["7.7", 770],
  ["7,7", 770],
  ["7.70 %", 770],
  ["7.7%", 770],
  ["19", 1900],
  ["8.25", 825],
  ["0.5", 50],
  ["0", 0],
  ["77", 7700],
  ["7.725", null],
  ["-1", null],
  ["1e1", null],
  [".5", null],
  ["seven", null],
  ["1,000", null],
])("the rate %j is %s hundredths of a percent", (typed, rate) => {
  expect(rateOf(typed)).toBe(rate);
});

test.each([
  [770, "7.7 %"],
  [1900, "19 %"],
  [825, "8.25 %"],
])("%s hundredths of a percent are read as %s", (rate, words) => {
  expect(rateInWords(rate)).toBe(words);
});

test.each([
  ["7.7 % of $570", 570_00, 770, 40_75],
  ["19 % of $119", 119_00, 1900, 19_00],
  ["less than half a cent", 1, 770, 0],
  ["half a cent counts", 3, 20_00, 1],
  ["8.25 % of $495", 495_00, 825, 37_73],
  ["the smallest rate of the largest sum", 100_000_00, 1, 10_00],
  ["nothing of nothing", 0, 770, 0],
  ["no tax", 570_00, 0, 0],
])("the tax in a price: %s", (_, cents, rate, tax) => {
  expect(taxIn(cents, rate)).toBe(tax);
});

test.each([
  ["none", { taxRate: 0, taxNumber: "" }, { priceCents: 570_00, totalCents: 570_00 }, []],
  [
    "in all of it",
    { taxRate: 770, taxNumber: "CHE-1" },
    { priceCents: 570_00, totalCents: 570_00 },
    ["Includes 7.7 % tax: $40.75", "Tax number: CHE-1"],
  ],
  [
    "in the prices, a part of which credit pays",
    { taxRate: 770, taxNumber: "CHE-1" },
    { priceCents: 570_00, totalCents: 495_00 },
    ["Includes 7.7 % tax of $570: $40.75", "Tax number: CHE-1"],
  ],
])("what is said of tax: %s", (_, says, sums, lines) => {
  expect(taxShown(says, sums)).toEqual(lines);
});
