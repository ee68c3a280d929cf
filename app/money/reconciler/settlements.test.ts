import { describe, expect, test } from "vitest";
import { DAY } from "~/values/durations.ts";
import { differenceOf, settledPeriod, unknownSince, verdictOfBatch } from "./settlements.ts";

const NOW = Date.parse("2026-11-22T12:00:00Z");

test.each([
  ["the same", 49_500, 49_500, null],
  ["one cent more", 49_501, 49_500, "amount"],
  ["one cent less", 49_499, 49_500, "amount"],
  ["one cent of ours", 49_500, 1, "amount"],
  ["nothing of ours counts", 49_500, 0, "undone"],
  ["not ours", 49_500, null, "theirs"],
  ["in no batch", null, 49_500, "ours"],
])("%s", (_, cents, oursCents, difference) => {
  expect(differenceOf({ cents, oursCents })).toBe(difference);
});

describe("a batch", () => {
  const batch = {
    ...{ state: "settled" as const, chargedCents: 1000, refundedCents: 300, differs: false },
    listed: { chargedCents: 1000, refundedCents: 300 },
  };
  test.each([
    ["agrees", {}],
    ["differs", { differs: true }],
    ["unlisted", { listed: { chargedCents: 999, refundedCents: 300 } }],
    ["unlisted", { listed: { chargedCents: 1000, refundedCents: 301 } }],
    // If both sums are too low by the same amount, the balance agrees although the lines differ.
    ["unlisted", { listed: { chargedCents: 900, refundedCents: 200 } }],
    ["unlisted", { differs: true, listed: { chargedCents: 0, refundedCents: 0 } }],
    ["failed", { state: "failed" as const, listed: { chargedCents: 0, refundedCents: 0 } }],
  ])("%s", (verdict, more) => {
    expect(verdictOfBatch({ ...batch, ...more })).toBe(verdict);
  });
});

test.each([
  ["no batch is known", null, NOW - 365 * DAY],
  ["one of last night: a day before it", NOW - DAY, NOW - 2 * DAY],
  ["one of a year ago less a day", NOW - 364 * DAY, NOW - 365 * DAY],
  ["an older one", NOW - 400 * DAY, NOW - 365 * DAY],
])("batches are asked for since: %s", (_, newest, since) => {
  expect(unknownSince(newest, NOW)).toBe(since);
});

test("what was made three to 31 days ago must be in a batch", () => {
  expect(settledPeriod(NOW)).toEqual({ after: NOW - 31 * DAY, until: NOW - 3 * DAY });
});
