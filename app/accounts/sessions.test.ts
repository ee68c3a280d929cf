import { describe, expect, test } from "vitest";
import { DAY, HOUR, MINUTE } from "~/values/durations.ts";
import { isAwake, LONGEST_SESSION, lastUse, laterEnd, laterWaking, sessionEnd } from "./sessions.ts";

const OPENED = Date.UTC(2022, 11, 17);
const STAFF = { admin: true };
const DELEGATE = { admin: false };

test.each([
  ["staff who signed in and went", STAFF, 0, 4 * HOUR],
  ["staff at their eighth hour", STAFF, 8 * HOUR, 12 * HOUR],
  ["staff after it: twelve hours at most", STAFF, 8 * HOUR + 1, 12 * HOUR],
  ["a delegate who signed in and went", DELEGATE, 0, 14 * DAY],
  ["a delegate at their seventy-sixth day", DELEGATE, 76 * DAY, 90 * DAY],
  ["a delegate after it: ninety days at most", DELEGATE, 76 * DAY + 1, 90 * DAY],
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
    ["for a delegate too", session(DELEGATE, 14 * DAY), 2 * DAY, 16 * DAY],
    ["and not past the whole of theirs", session(DELEGATE, 90 * DAY), 89 * DAY, null],
  ])("%s", (_, held, used, end) => {
    expect(laterEnd(held, OPENED + used)).toBe(end === null ? null : OPENED + end);
  });
});

describe("a session is awake for the pages about money", () => {
  test.each([
    ["half an hour after it was opened", null, 30 * MINUTE, true],
    ["not a moment later", null, 30 * MINUTE + 1, false],
    ["half an hour after it was last recorded", 60 * MINUTE, 90 * MINUTE, true],
    ["not a moment later, however new the session is", 60 * MINUTE, 90 * MINUTE + 1, false],
  ])("%s", (_, awakeAt, now, is) => {
    const session = { openedAt: OPENED, awakeAt: awakeAt === null ? null : OPENED + awakeAt };
    expect(isAwake(session, OPENED + now)).toBe(is);
  });

  test.each([
    ["a use is recorded every five minutes", STAFF, 5 * MINUTE, true],
    ["and not before", STAFF, 5 * MINUTE - 1, false],
    ["one that has slept is not woken by use", STAFF, 31 * MINUTE, false],
    ["nothing is recorded for delegates", DELEGATE, 5 * MINUTE, false],
  ])("%s", (_, holder, now, is) => {
    const session = { ...holder, openedAt: OPENED, awakeAt: null };
    expect(laterWaking(session, OPENED + now)).toBe(is ? OPENED + now : null);
  });
});

test.each([
  ["a session that was only opened", STAFF, 4 * HOUR, 0],
  ["one that was used after three hours", STAFF, 7 * HOUR, 3 * HOUR],
  ["a delegate's after two days", DELEGATE, 16 * DAY, 2 * DAY],
])("%s tells by its end when it was last used", (_, holder, end, used) => {
  expect(lastUse({ ...holder, openedAt: OPENED, expiresAt: OPENED + end })).toBe(OPENED + used);
});
