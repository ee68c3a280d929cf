import { expect, test } from "vitest";
import { baseRows } from "#db/seed/first-edition.ts";
import type { PassEvent } from "~/values/catalogue.ts";
import { oneApplication, waysToTakePart } from "./ways.ts";

const { tickets, events } = baseRows(0) as unknown as Parameters<typeof waysToTakePart>[0];
const [harvard, summit] = events as [PassEvent, PassEvent];
const off = (index: number) =>
  tickets.map((ticket, place) => (place === index ? { ...ticket, onSale: false } : ticket));

test.each<[string, Parameters<typeof waysToTakePart>[0], PassEvent[]]>([
  ["both passes are on sale", { tickets, events }, [harvard, summit]],
  ["one is not", { tickets: off(1), events }, [harvard]],
  [
    "both lead to one event",
    { tickets: tickets.map((one) => ({ ...one, eventId: "summit" })), events },
    [summit],
  ],
  ["the event of one was taken away", { tickets, events: [summit] }, [summit]],
  ["nothing is sold", { tickets: [], events }, []],
])("ways to take part where %s", (_, edition, expected) => {
  expect(waysToTakePart(edition)).toEqual(expected);
});

test.each<[string, Pick<PassEvent, "name" | "venue">[], string | null]>([
  [
    "two events",
    [harvard, summit],
    "One application for the Asia Conference 2023, two ways to take part. In person at the Harvard Conference 2023, or online at the Virtual Summit.",
  ],
  [
    "three events",
    [harvard, { name: "Business Day", venue: "Hong Kong" }, summit],
    "One application for the Asia Conference 2023, three ways to take part. In person at the Harvard Conference 2023, in person at the Business Day, or online at the Virtual Summit.",
  ],
  [
    "one event of another name",
    [harvard],
    "With your application for the Asia Conference 2023 you can take part in person at the Harvard Conference 2023.",
  ],
  ["one event of its own name", [{ name: "Asia Conference 2023", venue: "Hong Kong" }], null],
  ["no event", [], null],
])("one application, %s", (_, ways, expected) => {
  expect(oneApplication("Asia Conference 2023", ways)).toBe(expected);
});
