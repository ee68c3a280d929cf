import { expect, test } from "vitest";
import type { Round } from "~/values/catalogue.ts";
import { DAY, HOUR, SECOND } from "~/values/durations.ts";
import { deadlineBar, remaining } from "./countdown.ts";

test.each([
  ["three days and more", 3 * DAY + 4 * HOUR + 5 * 60 * SECOND + 6 * SECOND, 3, 4, 5, 6, "3 days 04:05:06"],
  ["one day is singular", DAY + 9 * SECOND, 1, 0, 0, 9, "1 day 00:00:09"],
  ["exactly two days", 2 * DAY, 2, 0, 0, 0, "2 days 00:00:00"],
  ["exactly one day", DAY, 1, 0, 0, 0, "1 day 00:00:00"],
  ["a second less than a day shows none", DAY - SECOND, 0, 23, 59, 59, "23:59:59"],
  ["hours", 4 * HOUR + 5 * 60 * SECOND + 6 * SECOND, 0, 4, 5, 6, "04:05:06"],
  ["a minute", 60 * SECOND, 0, 0, 1, 0, "00:01:00"],
  ["59 seconds", 59 * SECOND, 0, 0, 0, 59, "00:00:59"],
  ["one second", SECOND, 0, 0, 0, 1, "00:00:01"],
  ["less than a second", SECOND - 1, 0, 0, 0, 0, "00:00:00"],
  ["the deadline itself", 0, 0, 0, 0, 0, "00:00:00"],
  ["it stops at zero", -5 * DAY, 0, 0, 0, 0, "00:00:00"],
  ["a hundred days", 100 * DAY + HOUR, 100, 1, 0, 0, "100 days 01:00:00"],
])("countdown: %s", (_rule, left, days, hours, minutes, seconds, text) => {
  expect(remaining(1e12 + left, 1e12)).toEqual({ days, hours, minutes, seconds, text });
});

const rounds: Round[] = [
  { id: "early", title: "Early applications", deadline: DAY, decisionRelease: 0, releasedAt: null },
  { id: "regular", title: "Regular applications", deadline: 2 * DAY, decisionRelease: 0, releasedAt: null },
];
test.each([
  [
    "the open round",
    0,
    null,
    { state: "open", title: "Early applications", deadline: DAY, text: "1 day 00:00:00" },
  ],
  [
    "at its deadline",
    DAY,
    null,
    { state: "open", title: "Early applications", deadline: DAY, text: "00:00:00" },
  ],
  [
    "a millisecond later the next",
    DAY + 1,
    null,
    { state: "open", title: "Regular applications", deadline: 2 * DAY, text: "23:59:59" },
  ],
  ["closed after the last", 2 * DAY + 1, null, { state: "closed" }],
  ["hidden once submitted", 0, 5, { state: "hidden" }],
  ["hidden once submitted at the beginning of time", 0, 0, { state: "hidden" }],
  ["hidden once submitted, closed or not", 3 * DAY, 5, { state: "hidden" }],
])("deadline bar: %s", (_rule, now, submittedAt, bar) => {
  expect(deadlineBar(rounds, now, submittedAt)).toEqual(bar);
});
