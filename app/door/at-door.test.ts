import { expect, test } from "vitest";
import { mayStillReport, timeOfScan } from "./at-door.ts";

const NOW = Date.parse("2023-02-18T01:00:00Z");
const HOUR = 3_600_000;

test.each([
  ["an act of an hour ago", { at: 5 * HOUR, sentAt: 6 * HOUR }, NOW - HOUR],
  ["an act that is sent at once", { at: 5 * HOUR, sentAt: 5 * HOUR }, NOW],
  ["an act that lies ahead by the phone's clock", { at: 6 * HOUR, sentAt: 5 * HOUR }, NOW],
  ["an act of a month ago", { at: 0, sentAt: 30 * 24 * HOUR }, NOW - 7 * 24 * HOUR],
])("the time of %s", (_, scan, expected) => {
  expect(timeOfScan(scan, NOW)).toBe(expected);
});

test.each([
  ["no last day", null, HOUR, false],
  ["a last day that is not over", NOW + 1, HOUR, false],
  ["a last day that is just over, and an act before its end", NOW, 1, true],
  ["a last day that is just over, and an act at its end", NOW, 0, false],
  ["a last day that has been over for an hour, and an act before its end", NOW - HOUR, HOUR + 1, true],
  ["a last day that has been over for an hour, and an act after its end", NOW - HOUR, HOUR - 1, false],
])("whether a scan is still received from a helper with %s", (_, doorUntil, before, expected) => {
  expect(mayStillReport({ doorUntil }, { at: NOW - before, sentAt: NOW }, NOW)).toBe(expected);
});
