import { expect, test } from "vitest";
import { DAY } from "~/values/durations.ts";
import { batchOf, batchPeriods } from "./batch-periods.ts";

test.each([
  [0, 0, []],
  [0, 1, [[0, 1]]],
  [0, 30 * DAY, [[0, 30 * DAY]]],
  [
    0,
    30 * DAY + 1,
    [
      [0, 30 * DAY],
      [30 * DAY, 30 * DAY + 1],
    ],
  ],
  [
    5,
    70 * DAY,
    [
      [5, 30 * DAY + 5],
      [30 * DAY + 5, 60 * DAY + 5],
      [60 * DAY + 5, 70 * DAY],
    ],
  ],
])("from %i to %i", (from, until, periods) => {
  expect(batchPeriods(from, until).map((period) => [period.from, period.until])).toEqual(periods);
});

const brand = (chargeAmount: string, chargeCount: number, refundAmount = "0", refundCount = 0) => ({
  ...{ chargeAmount, chargeCount, refundAmount, refundCount },
});

test.each([
  ["no card paid", [], { chargedCents: 0, refundedCents: 0, number: 0 }],
  ["one brand", [brand("19.99", 1)], { chargedCents: 1999, refundedCents: 0, number: 1 }],
  [
    "two brands, to the cent",
    [brand("0.1", 1, "445", 1), brand("0.2", 1, "0.01", 1)],
    { chargedCents: 30, refundedCents: 44_501, number: 4 },
  ],
  ["a charge that is no amount", [brand("-1", 1)], null],
  ["a refund that is no amount", [brand("1", 1, "1e2", 1)], null],
])("%s", (_, brands, sums) => {
  expect(batchOf(brands)).toEqual(sums);
});
