import { expect, test } from "vitest";
import { refundQuote, spread } from "./refunds.ts";

const policy = { depositCents: 5_000, refundsUntil: 1_000 };
const over = "The time for refunds is over.";
const less = (deposit: string) =>
  `Everything paid, less the non-refundable ${deposit} deposit, which is part of the registration fee.`;

test.each([
  ["long before", policy, 49_500, 49_500, 0, 44_500, less("$50")],
  ["at the last instant", policy, 49_500, 49_500, 1_000, 44_500, less("$50")],
  ["a millisecond later", policy, 49_500, 49_500, 1_001, 0, over],
  ["add-ons come back whole", policy, 60_000, 49_500, 0, 55_000, less("$50")],
  ["a fee below the deposit keeps only the fee", policy, 8_000, 3_000, 0, 5_000, less("$30")],
  ["a fee as high as the deposit", policy, 5_000, 5_000, 0, 0, less("$50")],
  ["paid less than the deposit", policy, 4_000, 49_500, 0, 0, less("$50")],
  ["paid a cent more than the deposit", policy, 5_001, 49_500, 0, 1, less("$50")],
  ["nothing paid", policy, 0, 0, 0, 0, less("$0")],
  ["never more than was paid", { ...policy, depositCents: -100 }, 1_000, 1_000, 0, 1_000, less("$0")],
])("refund: %s", (_rule, terms, paid, pass, now, cents, reason) => {
  expect(refundQuote(terms, paid, pass, now)).toEqual({ cents, reason });
});

test.each([
  ["the first line is emptied first", [500, 100, 0], 550, [500, 50, 0]],
  ["exactly one line", [500, 100], 500, [500, 0]],
  ["a cent more", [500, 100], 501, [500, 1]],
  ["everything", [500, 100], 600, [500, 100]],
  ["nothing", [500, 100], 0, [0, 0]],
])("an amount over the lines of a bill: %s", (_rule, left, cents, given) => {
  expect(
    spread(
      left.map((of) => ({ cents: of })),
      cents,
    ).map((line) => line.cents),
  ).toEqual(given);
});
