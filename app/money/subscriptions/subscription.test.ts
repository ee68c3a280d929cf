import { describe, expect, it } from "vitest";
import { periodEnd } from "~/values/times.ts";
import { accessEnd, billingDay, everyMonths, GRACE, promisedAccess } from "./subscription.ts";

const at = Date.parse;

describe("a period", () => {
  it.each([
    ["2026-11-21T06:00:00.123Z", 12, "2027-11-21T06:00:00.123Z"],
    ["2026-01-31T10:00:00.000Z", 1, "2026-02-28T10:00:00.000Z"],
    ["2028-02-29T00:00:00.000Z", 12, "2029-02-28T00:00:00.000Z"],
    ["2027-12-31T23:59:59.999Z", 2, "2028-02-29T23:59:59.999Z"],
    ["2026-11-30T00:00:00.000Z", 3, "2027-02-28T00:00:00.000Z"],
    ["2026-03-31T00:00:00.000Z", 1, "2026-04-30T00:00:00.000Z"],
  ])("from %s for %i months ends %s", (from, months, end) => {
    expect(new Date(periodEnd(at(from), months)).toISOString()).toBe(end);
  });

  it("is billed on the day it ends", () => {
    expect(billingDay(at("2027-11-21T23:59:59.999Z"))).toBe("2027-11-21");
  });
});

describe("access", () => {
  it("goes on for three days past the paid period, unless it was cancelled", () => {
    expect(accessEnd("active", 1000)).toBe(1000 + GRACE);
    expect(accessEnd("past_due", 1000)).toBe(1000 + GRACE);
    expect(accessEnd("cancelled", 1000)).toBe(1000);
  });

  it.each([
    ["active", 999, { isOver: false, until: 1000 }],
    ["past_due", 999, { isOver: false, until: 1000 }],
    ["past_due", 1000, { isOver: true, until: 1000 + GRACE }],
    ["active", 1001, { isOver: true, until: 1000 + GRACE }],
  ] as const)("is promised to a day that is not over: %s at %i", (state, now, promised) => {
    expect(promisedAccess(state, 1000, now)).toEqual(promised);
  });
});

it.each([
  [12, "a year"],
  [1, "a month"],
  [6, "every 6 months"],
])("%i months are %s", (months, words) => {
  expect(everyMonths(months)).toBe(words);
});
