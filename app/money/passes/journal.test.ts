import { describe, expect, test } from "vitest";
import {
  accountInWords,
  amountInWords,
  comparisonInWords,
  journalBalance,
  sideOf,
  sumsOf,
} from "./journal.ts";

test.each<[account: string, title: string | undefined, name: string, side: string]>([
  ["simulator", undefined, "Cards (simulator)", "money"],
  ["authorize-net", undefined, "Cards (authorize-net)", "money"],
  ["bank transfer", undefined, "Bank transfers", "money"],
  ["cash", undefined, "Cash", "money"],
  ["credit", undefined, "Credit of delegates", "money"],
  ["owed", undefined, "Money that buys nothing, which we owe", "things"],
  ["goldPlus", "Harvard Conference ticket", "Harvard Conference ticket", "things"],
])("the account %s with the title %s is called %s, and is of the %s", (account, title, name, side) => {
  expect(accountInWords(account, title)).toBe(name);
  expect(sideOf(account, title !== undefined)).toBe(side);
});

describe("the sums of an account", () => {
  test("of money count up what came in, and down what went out", () => {
    const lines = [
      { account: "simulator", cents: 50_000 },
      { account: "cash", cents: 1_000 },
      { account: "simulator", cents: -3_000 },
    ];
    expect(sumsOf(lines, "money")).toEqual([
      { account: "simulator", up: 50_000, down: 3_000 },
      { account: "cash", up: 1_000, down: 0 },
    ]);
    expect(journalBalance(sumsOf(lines, "money"))).toBe(48_000);
  });

  test("of what was sold stand below zero, and are read above it", () => {
    const lines = [
      { account: "mug", cents: -2_500 },
      { account: "mug", cents: 2_500 },
    ];
    expect(sumsOf(lines, "things")).toEqual([{ account: "mug", up: 2_500, down: 2_500 }]);
  });
});

test.each([
  ["money", 49_500, "$495 in"],
  ["money", -3_050, "$30.50 out"],
  ["things", -49_500, "$495 paid"],
  ["things", 3_000, "$30 given back"],
] as const)("of %s %i cents are %s", (side, cents, words) => {
  expect(amountInWords(side, cents)).toBe(words);
});

test("both sides are compared", () => {
  expect(comparisonInWords(100_00, 100_00)).toBe("In less out is $100. Paid less given back is the same.");
  expect(comparisonInWords(100_00, 90_00)).toContain("but paid less given back is $90");
});
