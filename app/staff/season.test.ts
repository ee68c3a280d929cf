import { expect, test } from "vitest";
import { DAY } from "~/values/durations.ts";
import {
  isFromLastSeason,
  lastSeasonEnd,
  type SeasonFacts,
  seasonChecklist,
  seasonEnds,
  startOfDay,
} from "./season.ts";

const [DEADLINE, RELEASE] = [100 * DAY, 130 * DAY];

const EARLY: SeasonFacts["rounds"][number] = {
  id: "early",
  title: "Early",
  deadline: DEADLINE,
  decisionRelease: RELEASE,
  releasedAt: null,
  ...{ submitted: 5, undecided: 2, unread: 1, late: 0 },
};

const facts = (some: Partial<SeasonFacts> = {}): SeasonFacts => ({
  conferenceId: "aconf_2023",
  rounds: [],
  events: [],
  hasProgramme: false,
  seasons: [],
  fromLastSeason: 0,
  handedOverAt: null,
  ...some,
});

const tasksOf = (some: Partial<SeasonFacts>, now: number) =>
  seasonChecklist(facts(some), now).map(({ text, state }) => `${state}: ${text}`);

const roundAt = (now: number, some: Partial<typeof EARLY> = {}) =>
  tasksOf({ rounds: [{ ...EARLY, ...some }] }, now);

test.each([
  ["a day before", DEADLINE - DAY, "later: Early: the deadline is in 1 day"],
  ["a moment more than a day before", DEADLINE - DAY - 1, "later: Early: the deadline is in 2 days"],
  ["at the deadline, when one can still apply", DEADLINE, "now: Early: the deadline is in 0 days"],
  ["a moment later", DEADLINE + 1, "done: Early: the deadline has passed"],
])("the deadline of a round, %s", (_, now, task) => {
  expect(roundAt(now)[0]).toBe(task);
});

test.each([
  ["while applications come in", DEADLINE - 1, 1, "later: Early: give 1 application to readers"],
  ["while they come in and all are read", DEADLINE - 1, 0, "later: Early: give every application to readers"],
  ["at the deadline", DEADLINE, 0, "now: Early: give every application to readers"],
  ["after it", DEADLINE + 1, 2, "now: Early: give 2 applications to readers"],
  ["after it, and all are read", DEADLINE + 1, 0, "done: Early: give every application to readers"],
])("reading, %s", (_, now, unread, task) => {
  expect(roundAt(now, { unread })[1]).toBe(task);
});

test.each([
  ["before the release", RELEASE - 1, 2, "later: Early: decide on 2 applications"],
  ["at the release", RELEASE, 1, "now: Early: decide on 1 application"],
  ["before it, when all is decided", RELEASE - 1, 0, "done: Early: decide on every application"],
  ["while more may come", DEADLINE, 0, "later: Early: decide on every application"],
])("deciding, %s", (_, now, undecided, task) => {
  expect(roundAt(now, { undecided })[2]).toBe(task);
});

test.each([
  ["is not yet due", RELEASE - 1, {}, "later: Early: release the decisions"],
  ["is due", RELEASE, {}, "now: Early: release the decisions"],
  ["was made", RELEASE - 1, { releasedAt: 7 }, "done: Early: release the decisions"],
  [
    "does not cover a decision",
    RELEASE,
    { releasedAt: 7, late: 1 },
    "now: Early: release again, for 1 decision set after the release",
  ],
  ["has nothing to release", DEADLINE + 1, { submitted: 0 }, "done: Early: release the decisions"],
  ["has nothing yet", DEADLINE, { submitted: 0 }, "later: Early: release the decisions"],
])("the release %s", (_, now, some, task) => {
  expect(roundAt(now, some)[3]).toBe(task);
});

const EVENT = {
  name: "Harvard Conference",
  firstDay: "1970-06-01",
  lastDay: "1970-06-03",
  timeZone: "Asia/Tokyo",
  refundsUntil: 140 * DAY,
};
const FIRST_DAY = Date.parse("1970-05-31T15:00Z");

test.each([
  ["before its first day", FIRST_DAY - 1, false, "later"],
  ["on its first day, where it is", FIRST_DAY, false, "now"],
  ["when it has something in it", FIRST_DAY - 1, true, "done"],
])("the programme, %s", (_, now, hasProgramme, state) => {
  const events = [{ ...EVENT, name: "Summit", firstDay: null, lastDay: null, refundsUntil: null }, EVENT];
  expect(tasksOf({ events, hasProgramme }, now)).toContain(
    `${state}: Harvard Conference: fill in the programme`,
  );
});

test.each([
  ["before the last moment", 140 * DAY - 1, "later"],
  ["at the last moment", 140 * DAY, "now"],
  ["after it", 140 * DAY + 1, "done"],
])("refunds, %s", (_, now, state) => {
  expect(tasksOf({ events: [EVENT] }, now)).toContain(
    `${state}: Harvard Conference: answer requests for refunds until their last day`,
  );
});

test("an event without days or refunds asks for nothing", () => {
  expect(tasksOf({ events: [{ ...EVENT, firstDay: null, lastDay: null, refundsUntil: null }] }, 0)).toEqual(
    [],
  );
});

const OWN = { conferenceId: "aconf_2023", endsAt: 200 * DAY };
const BEFORE = { conferenceId: "aconf_2022", endsAt: 50 * DAY };

test.each([
  ["nobody of it is there", { seasons: [BEFORE], fromLastSeason: 0 }, "done: End last season’s staff"],
  ["one is", { seasons: [BEFORE], fromLastSeason: 1 }, "now: End last season’s staff: 1 person"],
  [
    "somebody was ended before it was over",
    { seasons: [BEFORE], fromLastSeason: 2, handedOverAt: 50 * DAY - 1 },
    "now: End last season’s staff: 2 people",
  ],
  [
    "they were ended at its end",
    { seasons: [BEFORE], fromLastSeason: 2, handedOverAt: 50 * DAY },
    "done: End last season’s staff: 2 people",
  ],
])("last season's staff, when %s", (_, some, task) => {
  expect(tasksOf(some, 60 * DAY)).toContain(task);
});

test.each([
  ["before the end of the season", 200 * DAY - 1, [OWN], "later"],
  ["at its end", 200 * DAY, [OWN], "now"],
  ["with another that ends at the same time", 200 * DAY, [OWN, { ...BEFORE, endsAt: 200 * DAY }], "now"],
  ["with another that ends later", 200 * DAY, [OWN, { ...BEFORE, endsAt: 200 * DAY + 1 }], "done"],
])("the next conference, %s", (_, now, seasons, state) => {
  expect(tasksOf({ seasons }, now)).toContain(`${state}: Set up the next conference`);
});

test("handing over is announced until the season is over, and then asked for", () => {
  const announced = "later: Hand over: end this season’s staff once it is over";
  expect(tasksOf({ seasons: [OWN] }, 200 * DAY - 1)).toContain(announced);
  expect(tasksOf({ seasons: [OWN], fromLastSeason: 3 }, 200 * DAY)).toEqual([
    "now: End last season’s staff: 3 people",
    "now: Set up the next conference",
  ]);
});

test("tasks come in the order of their dates, whatever their kind, and each leads to its page", () => {
  const tasks = seasonChecklist(
    facts({
      rounds: [
        EARLY,
        { ...EARLY, id: "a b", title: "Late", deadline: 120 * DAY, decisionRelease: 150 * DAY },
      ],
      events: [EVENT],
      seasons: [OWN, BEFORE],
    }),
    60 * DAY,
  );
  const dates = tasks.map(({ at }) => at);
  expect(dates).toEqual(dates.toSorted((one, other) => one - other));
  expect(new Set(tasks.map(({ text }) => text)).size).toBe(tasks.length);
  expect(tasks.map(({ href }) => href)).toContain("/admin/release/a%20b");
});

/* ------------------------------------------------------------------ when a season is over */

test.each([
  ["its last event ends after its last release", "1970-06-03", Date.parse("1970-06-03T15:00Z")],
  ["its last release comes after its events", "1970-01-05", RELEASE],
  ["its events have no days", null, RELEASE],
])("a season, when %s", (_, lastDay, endsAt) => {
  const round = { conferenceId: "a", decisionRelease: RELEASE };
  const event = { conferenceId: "a", firstDay: lastDay, lastDay, timeZone: "Asia/Tokyo" };
  expect(
    seasonEnds(
      [{ ...round, decisionRelease: 1 }, round],
      [event, { ...event, conferenceId: "b", lastDay: "1999-01-01" }],
    ),
  ).toEqual([{ conferenceId: "a", endsAt }]);
});

test("a day begins an hour later where its first hour is skipped", () => {
  expect(startOfDay("2023-03-25", "Asia/Beirut")).toBe(Date.parse("2023-03-24T22:00Z"));
  expect(startOfDay("2022-03-27", "Asia/Beirut")).toBe(Date.parse("2022-03-26T22:00Z"));
});

test.each([
  [49 * DAY, null],
  [50 * DAY - 1, null],
  [50 * DAY, 50 * DAY],
  [200 * DAY - 1, 50 * DAY],
  [200 * DAY, 200 * DAY],
])("the last season that is over at %d", (now, end) => {
  expect(lastSeasonEnd([OWN, BEFORE], now)).toBe(end);
});

test.each([
  ["no season is over", 1, null, null, false],
  ["they came before its end", 49, 50, null, true],
  ["they came at its end", 50, 50, null, false],
  ["others left before its end", 1, 50, 49, true],
  ["others left at its end", 1, 50, 50, false],
])("somebody is proposed to leave: %s", (_, since, endedAt, handedOverAt, isProposed) => {
  const asked = { viewerUid: "me", endedAt, handedOverAt };
  expect(isFromLastSeason({ uid: "somebody", since }, asked)).toBe(isProposed);
  expect(isFromLastSeason({ uid: "me", since }, asked)).toBe(false);
});
