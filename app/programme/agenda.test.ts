import { expect, test } from "vitest";
import { accessMessages } from "~/access/messages.ts";
import { HOUR } from "~/values/durations.ts";
import { zoneNamed } from "~/values/times.ts";
import { clashesWith, clockIn, dayInWords, isFound, mayChoose, ordinal, spanIn, ZONES } from "./agenda.ts";
import { programmeMessages } from "./messages.ts";

const session = (id: string, from: number, until: number, cancelledAt: number | null = null) => ({
  ...{ id, startsAt: from * HOUR, endsAt: until * HOUR, cancelledAt },
});
const nobody = { admin: false, hpairPlusSubscriptionId: null, passes: [] };
const names = { tickets: [], addOns: [] };

test.each([
  ["what is ahead", session("a", 2, 3), null, true],
  ["what is on", session("a", 0, 2), null, true],
  ["what is over at this instant", session("a", 0, 1), null, programmeMessages.agenda.over],
  ["what is cancelled", session("a", 2, 3, 0), null, programmeMessages.agenda.cancelled],
  [
    "what needs a registration",
    session("a", 2, 3),
    "registered",
    accessMessages.onlyForPurchasers("a registration"),
  ],
])("%s may be chosen or not", (_, planned, accessLevel, expected) => {
  const ruling = mayChoose({ ...planned, accessLevel }, nobody, names, HOUR);
  expect(ruling.allowed || ruling.reason).toBe(expected);
});

test("a clash is with what has a moment in common, is not cancelled and not the session itself", () => {
  const agenda = [
    session("self", 2, 4),
    session("before", 1, 2),
    session("overlaps", 3, 5),
    session("after", 4, 5),
    session("cancelled", 2, 4, 0),
  ];
  expect(clashesWith(session("self", 2, 4), agenda).map(({ id }) => id)).toEqual(["overlaps"]);
  expect(clashesWith(session("self", 2, 4, 0), agenda)).toEqual([]);
});

test.each([
  ["", ["anything"], true],
  ["key grow", ["Keynote: Growing old"], true],
  ["ÉCLAIR", ["Two eclairs"], true],
  ["李", ["Speaker 李 明"], true],
  ["note", ["Keynote"], false],
  ["key zebra", ["Keynote"], false],
  [
    "fourteenth",
    ["one two three four five six seven eight nine ten eleven twelve thirteen fourteenth"],
    true,
  ],
])("searching %j in %j finds it: %j", (searched, texts, found) => {
  expect(isFound(searched, texts)).toBe(found);
});

test("places in a line are counted as they are spoken", () => {
  expect([1, 2, 3, 4, 11, 12, 13, 21, 102, 111, 1_003].map(ordinal)).toEqual([
    ...["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "102nd", "111th", "1,003rd"],
  ]);
});

test("a zone is one that exists", () => {
  expect(ZONES.filter((zone) => zoneNamed(zone) === null)).toEqual([]);
  expect(zoneNamed("asia/tokyo")).toBe("Asia/Tokyo");
  for (const none of ["", "Mars/Olympus", "x".repeat(10_000), "Asia/Tokyo "])
    expect(zoneNamed(none)).toBeNull();
});

test("times in another zone name the day where it is another one", () => {
  const span = { startsAt: Date.parse("2023-02-18T04:30Z"), endsAt: Date.parse("2023-02-18T05:45Z") };
  expect(spanIn(span, "America/New_York", "America/New_York")).toBe("23:30–00:45");
  expect(spanIn(span, "Asia/Tokyo", "America/New_York")).toBe("13:30–14:45, Sat 18 Feb");
  expect(clockIn(span.startsAt, "Asia/Kathmandu")).toBe("10:15");
  expect(dayInWords("2023-02-17")).toBe("Friday 17 February");
});
