import { expect, test } from "vitest";
import { DAY } from "~/values/durations.ts";
import {
  movedDeadlines,
  movedRound,
  nearRound,
  REMIND_BEFORE,
  reminderKey,
  reminderOf,
} from "./reminders.ts";

const [EARLY, LATE] = [100 * DAY, 130 * DAY];
const rounds = [
  { id: "early", deadline: EARLY },
  { id: "late", deadline: LATE },
];

test.each([
  [EARLY - REMIND_BEFORE - 1, null],
  [EARLY - REMIND_BEFORE, "early"],
  [EARLY, "early"],
  [EARLY + 1, null],
  [LATE - REMIND_BEFORE - 1, null],
  [LATE - REMIND_BEFORE, "late"],
  [LATE, "late"],
  [LATE + 1, null],
])("at %d the near deadline is that of %s", (now, round) => {
  expect(nearRound(rounds, now)?.id ?? null).toBe(round);
});

test.each([
  ["the open round", [{ id: "early", deadline: EARLY }], 0, "early"],
  ["a round that opens later", [{ id: "late", deadline: LATE }], EARLY, null],
  ["that round, once it is open", [{ id: "late", deadline: LATE }], EARLY + 1, "late"],
  ["a deadline that was moved again", [{ id: "early", deadline: EARLY - 1 }], 0, null],
  ["a deadline that is past", [{ id: "late", deadline: LATE }], LATE + 1, null],
] as const)("who has a draft is told of %s", (_, moved, now, round) => {
  expect(movedRound([...moved], rounds, now)?.id ?? null).toBe(round);
});

test("only a round that was there has moved", () => {
  const after = [
    { id: "early", deadline: EARLY },
    { id: "late", deadline: LATE + 1, title: "Late" },
    { id: "new", deadline: LATE },
  ];
  expect(movedDeadlines(rounds, after)).toEqual([{ id: "late", deadline: LATE + 1 }]);
});

test.each(["near", "moved"] as const)("a key of a %s deadline says what it was made from", (kind) => {
  const about = { conferenceId: "aconf_2023", roundId: "early", deadline: EARLY };
  const key = `${reminderKey({ kind, ...about }, "publication")}uid/${EARLY}`;
  expect(reminderOf(key)).toEqual({ ...about, uid: "uid" });
  expect(reminderOf(`${key}/again`)).toEqual({ ...about, uid: "uid" });
});

test.each([
  "decision/aconf_2023/uid/1",
  "submitted:x",
  "reminder/near/aconf_2023",
  "",
])("%s is no such key", (key) => {
  expect(reminderOf(key)).toBeNull();
});
