import { describe, expect, test } from "vitest";
import {
  accountInWords,
  comparisonInWords,
  journalBalance,
  ledgerByDay,
  ledgerOf,
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

const DAY = Date.UTC(2023, 0, 5);
const entry = {
  ...{ day: DAY, paymentId: "a", who: "Mei Chen", kind: "payment" as const },
  ...{ account: "simulator", name: "Cards (simulator)", side: "money" as const },
};

test("a payment is one row with what it was for, and the total runs on", () => {
  const thing = { ...entry, side: "things" as const };
  const rows = ledgerOf([
    { ...entry, cents: 50_000 },
    { ...entry, account: "credit", name: "Credit of delegates", cents: 2_000 },
    { ...thing, account: "goldPlus", name: "Ticket", cents: -49_500 },
    { ...thing, account: "mug", name: "Mug", cents: -2_500 },
    { ...entry, day: DAY + 86_400_000, kind: "refund", cents: -2_500 },
    { ...thing, day: DAY + 86_400_000, kind: "refund", account: "mug", name: "Mug", cents: 2_500 },
    // What only moves from one thing to another is no money.
    { ...thing, paymentId: "b", name: "Mug", cents: -100 },
  ]);
  expect(rows).toMatchObject([
    { who: "Mei Chen", what: "Ticket, Mug", up: 52_000, down: 0, total: 52_000, href: "/admin/payments/a" },
    { what: "refund, Mug", up: 0, down: 2_500, total: 49_500 },
  ]);
});

test("where there are too many to name, days and accounts are told", () => {
  const line = { ...entry, number: 3, cents: 9_000 };
  const rows = ledgerByDay([
    line,
    { ...line, kind: "refund", number: 1, cents: -1_000 },
    { ...line, side: "things", name: "Mug", cents: -9_000 },
  ]);
  expect(rows).toMatchObject([
    { who: "Cards (simulator)", what: "3 payments", href: null, up: 9_000, down: 0, total: 9_000 },
    { who: "Cards (simulator)", what: "1 refund", up: 0, down: 1_000, total: 8_000 },
  ]);
});

test("both sides are compared", () => {
  const sums = (up: number, down: number) => [{ account: "one", up, down }];
  expect(comparisonInWords(sums(100_00, 0), sums(100_00, 0))).toBe(
    "$100 came in and nothing went out: $100 is left. What it was for adds up to the same.",
  );
  expect(comparisonInWords(sums(120_00, 20_00), sums(90_00, 0))).toBe(
    "$120 came in and $20 went out: $100 is left. What it was for adds up to $90. They must be the same. Look at Checks.",
  );
});
