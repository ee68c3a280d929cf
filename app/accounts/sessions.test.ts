import { describe, expect, test } from "vitest";
import { DAY, HOUR } from "~/values/durations.ts";
import { LONGEST_SESSION, laterEnd, sessionEnd } from "./sessions.ts";

const OPENED = Date.UTC(2022, 11, 17);
const STAFF = { admin: true };
const DELEGATE = { admin: false };

test.each([
  ["staff who signed in and went", STAFF, 0, 4 * HOUR],
  ["staff at their eighth hour", STAFF, 8 * HOUR, 12 * HOUR],
  ["staff after it: twelve hours at most", STAFF, 8 * HOUR + 1, 12 * HOUR],
  ["a delegate who signed in and went", DELEGATE, 0, 30 * DAY],
  ["a delegate at their sixtieth day", DELEGATE, 60 * DAY, 90 * DAY],
  ["a delegate after it: ninety days at most", DELEGATE, 60 * DAY + 1, 90 * DAY],
])("%s", (_, holder, used, lasts) => {
  expect(sessionEnd(holder, OPENED, OPENED + used)).toBe(OPENED + lasts);
});

test("a browser keeps the cookie for as long as the longest session", () => {
  expect(LONGEST_SESSION * 1000).toBe(90 * DAY);
});

describe("a use is written down", () => {
  const session = (holder: { admin: boolean }, end: number) => ({
    ...holder,
    openedAt: OPENED,
    expiresAt: OPENED + end,
  });
  test.each([
    ["not within the hour", session(STAFF, 4 * HOUR), HOUR - 1, null],
    ["after an hour", session(STAFF, 4 * HOUR), HOUR, 5 * HOUR],
    ["after three", session(STAFF, 4 * HOUR), 3 * HOUR, 7 * HOUR],
    ["not past the whole of it", session(STAFF, 12 * HOUR), 11 * HOUR, null],
    ["for a delegate too", session(DELEGATE, 30 * DAY), 2 * DAY, 32 * DAY],
    ["and not past the whole of theirs", session(DELEGATE, 90 * DAY), 89 * DAY, null],
  ])("%s", (_, held, used, end) => {
    expect(laterEnd(held, OPENED + used)).toBe(end === null ? null : OPENED + end);
  });
});
