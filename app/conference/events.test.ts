import { expect, test } from "vitest";
import type { PassEvent } from "~/values/catalogue.ts";
import { areAllOver, eventDays, eventFacts, eventFor, eventWithDays, isOver } from "./events.ts";

const harvard: PassEvent = {
  id: "harvard",
  name: "Harvard Conference 2023",
  ordinal: "thirty-first",
  venue: "Harvard campus",
  address: null,
  drawing: null,
  ownDrawing: null,
  firstDay: "2023-02-17",
  lastDay: "2023-02-19",
  timeZone: "America/New_York",
  minimumAge: 18,
  refundDepositCents: 5_000,
  refundsUntil: null,
};
const summit: PassEvent = {
  ...{ ...harvard, id: "summit", name: "Virtual Summit" },
  ...{ ordinal: null, venue: null, address: null, firstDay: null, lastDay: null, minimumAge: null },
};
const catalogue = {
  tickets: [
    { id: "gold" as const, eventId: "summit" },
    { id: "goldPlus" as const, eventId: "harvard" },
  ],
  events: [harvard, summit],
};

test("a pass admits to its own event, and one that is not sold to none", () => {
  expect(eventFor(catalogue, "goldPlus")).toBe(harvard);
  expect(eventFor(catalogue, "gold")).toBe(summit);
  expect(eventFor({ ...catalogue, tickets: [] }, "gold")).toBeNull();
  expect(eventFor({ ...catalogue, events: [harvard] }, "gold")).toBeNull();
});

test.each([
  ["all is known", harvard, "the thirty-first edition, on the Harvard campus, 17–19 February 2023"],
  ["nothing is known: it is online", summit, "online"],
  ["nobody counts", { ...harvard, ordinal: null }, "on the Harvard campus, 17–19 February 2023"],
  ["online, with days", { ...harvard, ordinal: null, venue: null }, "online, 17–19 February 2023"],
  [
    "no days yet",
    { ...harvard, firstDay: null, lastDay: null },
    "the thirty-first edition, on the Harvard campus",
  ],
])("an event in words: %s", (_case, event, words) => {
  expect(eventFacts(event)).toBe(words);
});

test("an event is named with its days, if it has any", () => {
  expect(eventWithDays(catalogue, "goldPlus")).toBe("Harvard Conference 2023, 17–19 February 2023");
  expect(eventWithDays(catalogue, "gold")).toBe("Virtual Summit");
  expect(eventWithDays({ ...catalogue, events: [] }, "gold")).toBeNull();
});

test("an event without days has none to name", () => {
  expect([eventDays(harvard), eventDays(summit)]).toEqual(["17–19 February 2023", null]);
});

test.each<[string, string | null, string, boolean]>([
  ["its last moment", "2023-02-19", "2023-02-20T04:59:59Z", false],
  ["the moment after", "2023-02-19", "2023-02-20T05:00:00Z", true],
  ["no days", null, "2099-01-01T00:00:00Z", false],
])("an event is over after its last day, by its own clocks: %s", (_, lastDay, now, over) => {
  expect(isOver({ lastDay, timeZone: "America/New_York" }, Date.parse(now))).toBe(over);
});

test.each<[string, PassEvent[], boolean]>([
  ["all with days are over", [harvard, summit], true],
  ["one is still to come", [harvard, { ...harvard, lastDay: "2023-03-01" }], false],
  ["none has days", [summit], false],
  ["there is none", [], false],
])("all over on 20 February: %s", (_, events, expected) => {
  expect(areAllOver(events, Date.parse("2023-02-20T12:00:00Z"))).toBe(expected);
});
