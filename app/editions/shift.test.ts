import { expect, test } from "vitest";
import { wallTime } from "~/values/times.ts";
import { shiftInstant, weeksBetween } from "./shift.ts";

test.each([
  // In New York the clocks go forward on 12 March 2023 and 10 March 2024.
  ["2023-05-02T03:59:00Z", "America/New_York", 52, "2024-04-30T03:59:00.000Z", "the same weekday"],
  [
    "2023-03-09T04:59:00Z",
    "America/New_York",
    1,
    "2023-03-16T03:59:00.000Z",
    "an hour less of UTC in summer",
  ],
  ["2023-03-05T07:30:00Z", "America/New_York", 1, "2023-03-12T07:30:00.000Z", "02:30 is skipped: 03:30"],
  ["2023-02-11T04:59:59.999Z", "America/New_York", 52, "2024-02-10T04:59:59.999Z", "seconds stay"],
  ["2023-05-02T03:59:00Z", "Asia/Hong_Kong", -4, "2023-04-04T03:59:00.000Z", "no clocks change"],
])("%s in %s, %i weeks later: %s (%s)", (from, zone, weeks, to) => {
  expect(new Date(shiftInstant(Date.parse(from), zone, weeks)).toISOString()).toBe(to);
});

test("weekday and time of day stay through every week of three years", () => {
  const deadline = Date.parse("2023-01-15T04:59:00Z");
  for (let weeks = -80; weeks <= 80; weeks++) {
    const shifted = shiftInstant(deadline, "America/New_York", weeks);
    expect(wallTime(shifted, "America/New_York")).toMatch(/T23:59$/);
    expect(new Date(shifted - 5 * 3_600_000).getUTCDay()).toBe(6);
  }
});

test.each([
  [2023, 2024, 52],
  [2023, 2025, 104],
  [2023, 2029, 313],
  [2023, 2023, 0],
  [2023, 2022, -52],
])("from %i to %i: %i weeks", (from, to, weeks) => {
  expect(weeksBetween(from, to)).toBe(weeks);
});
