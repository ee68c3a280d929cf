import { expect, test } from "vitest";
import { baseRows } from "#db/seed/first-edition.ts";
import { editionInShort } from "./edition-in-short.ts";

type Edition = Parameters<typeof editionInShort>[0];

const { rounds, tickets, prices, addOns, events } = baseRows(0);
const [FIRST, LAST] = [Date.parse("2022-12-17T15:00Z"), Date.parse("2023-06-02T03:59Z")];

const seeded = (more: Partial<Edition> = {}) =>
  ({
    ...{ rounds, tickets, prices, addOns, events },
    conference: { id: "aconf_2023", year: 2023, title: "Architects of Asia: Building Tomorrow" },
    zone: "America/New_York",
    texts: { visitorLead: "Apply here." },
    ...more,
  }) as Edition;
const selling = (more: object) =>
  seeded({ tickets: tickets.map((ticket) => ({ ...ticket, ...more })) as never });
const pricesOf = (edition: Edition, now: number) =>
  editionInShort(edition, now).ways.map(({ price }) => price);

test("a visitor reads what the edition is, when, where, for how much, and until when to apply", () => {
  expect(editionInShort(seeded(), FIRST)).toMatchObject({
    conference: "Asia Conference 2023",
    theme: "Architects of Asia: Building Tomorrow",
    sentence: expect.stringContaining("two ways to take part"),
    ways: [
      { event: "Harvard Conference 2023", facts: "17–19 February 2023, Harvard campus", price: "$495" },
      { event: "Virtual Summit", facts: "Online", price: "$150" },
    ],
    closesAt: Date.parse("2023-05-02T03:59:00.000Z"),
    lead: "Apply here.",
  });
});

test.each<[string, Edition, number, (string | null)[]]>([
  ["is that of the round that is open", seeded(), LAST, ["$550", "$150"]],
  ["is not said before it is sold", selling({ saleFrom: LAST }), FIRST, [null, null]],
  ["is not said after it was sold", selling({ saleUntil: FIRST }), LAST, [null, null]],
])("a price %s", (_, edition, now, expected) => {
  expect(pricesOf(edition, now)).toEqual(expected);
});

test.each<[string, string | null, boolean]>([
  ["before an event ends", "2023-05-03", true],
  ["on its last day", "2023-05-01", true],
  ["when all events with days are over", "2023-04-30", false],
  ["when no event has days", null, true],
])("a round that closes %s is told as a date to apply by or not", (_, lastDay, isTold) => {
  const edition = seeded({
    events: events.map((event) => ({ ...event, lastDay: event.firstDay && lastDay })) as never,
  });
  const { closesAt, applyBy } = editionInShort(edition, FIRST);
  expect(applyBy).toBe(isTold ? closesAt : null);
});

test("nothing is said of what is not set, nor of what is closed", () => {
  const bare = seeded({ rounds: [], events: [], texts: {} });
  bare.conference.title = null;
  expect(editionInShort(bare, FIRST)).toMatchObject({
    ...{ theme: null, sentence: null, ways: [], closesAt: null, lead: undefined },
  });
  expect(editionInShort(seeded(), LAST + 1).closesAt).toBeNull();
});
