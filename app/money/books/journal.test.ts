import { describe, expect, test } from "vitest";
import { ENTRY_SIDES } from "~/values/types.ts";
import {
  accountInWords,
  comparisonInWords,
  journalBalance,
  ledgerByDay,
  ledgerOf,
  readAs,
  sumsOf,
} from "./journal.ts";

test.each<[account: string, title: string | undefined, name: string]>([
  ["simulator", undefined, "Cards (simulator)"],
  ["authorize-net", undefined, "Cards (authorize-net)"],
  ["bank transfer", undefined, "Bank transfers"],
  ["cash", undefined, "Cash"],
  ["credit", undefined, "Credit of delegates"],
  ["owed", undefined, "Money that buys nothing, which we owe"],
  ["goldPlus", "Harvard Conference ticket", "Harvard Conference ticket"],
])("the account %s with the title %s is called %s", (account, title, name) => {
  expect(accountInWords(account, title)).toBe(name);
});

test("what we have is read as money, and what it stands for as things: what was sold, is owed or kept as credit", () => {
  expect(ENTRY_SIDES.map(readAs)).toEqual(["money", "things", "things", "things"]);
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

const entry = {
  ...{ day: "2023-01-05", isRestored: false, paymentId: "a", who: "Mei Chen", kind: "payment" as const },
  ...{ account: "simulator", name: "Cards (simulator)", side: "money" as const },
};

test("a payment is one row with what it was for, and the total runs on", () => {
  const thing = { ...entry, side: "things" as const };
  const rows = ledgerOf([
    { ...entry, cents: 50_000 },
    { ...thing, account: "credit", name: "Credit of delegates", cents: 2_000 },
    { ...thing, account: "goldPlus", name: "Ticket", cents: -49_500 },
    { ...thing, account: "mug", name: "Mug", cents: -2_500 },
    { ...entry, day: "2023-01-06", kind: "refund", cents: -2_500 },
    { ...thing, day: "2023-01-06", kind: "refund", account: "mug", name: "Mug", cents: 2_500 },
    // Turning money into credit moves no money.
    {
      ...thing,
      day: "2023-01-06",
      kind: "credit",
      isRestored: true,
      account: "mug",
      name: "Mug",
      cents: 100,
    },
  ]);
  expect(rows).toMatchObject([
    {
      ...{ who: "Mei Chen", what: "Credit of delegates, Ticket, Mug", href: "/admin/payments/a" },
      ...{ up: 50_000, down: 0, total: 50_000 },
    },
    { what: "refund, Mug", up: 0, down: 2_500, total: 47_500 },
    { what: "credit, Mug, found again after a restore", up: 0, down: 0, total: 47_500 },
  ]);
});

test("where there are too many to name, days and accounts are told", () => {
  const line = { ...entry, number: 3, cents: 9_000 };
  const rows = ledgerByDay([
    line,
    { ...line, kind: "refund", isRestored: true, number: 1, cents: -1_000 },
    { ...line, side: "things", name: "Mug", cents: -9_000 },
  ]);
  expect(rows).toMatchObject([
    { who: "Cards (simulator)", what: "3 payments", href: null, up: 9_000, down: 0, total: 9_000 },
    {
      who: "Cards (simulator)",
      what: "1 refund, found again after a restore",
      up: 0,
      down: 1_000,
      total: 8_000,
    },
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
