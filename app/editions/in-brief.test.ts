import { expect, test } from "vitest";
import { documentOfSeed } from "../../test/support/edition-documents.ts";
import { EDITION_PARTS } from "./edition-document.ts";
import {
  addOnInBrief,
  eventInBrief,
  partInBrief,
  passInBrief,
  questionInBrief,
  roundInBrief,
  textInBrief,
} from "./in-brief.ts";

const document = documentOfSeed();
const pass = document.passes.find(({ id }) => id === "goldPlus")!;
const addOn = document.addOns.find(({ cents }) => cents > 0)!;
const [event] = document.events;
const question = document.sections[0]!.questions[0]!;

test.each([
  [
    "an event",
    eventInBrief({ ...event!, firstDay: null, lastDay: null, venue: null, minimumAge: null }),
    ["No days", "Online"],
  ],
  [
    "an event with days",
    eventInBrief({
      ...event!,
      firstDay: "2024-02-16",
      lastDay: "2024-02-18",
      venue: "main campus",
      minimumAge: 18,
    }),
    ["16–18 February 2024", "main campus", "18 or older"],
  ],
  [
    "a round",
    roundInBrief(
      { id: "r", title: "", deadline: Date.UTC(2024, 4, 1, 23), decisionRelease: Date.UTC(2024, 5, 1) },
      "UTC",
    ),
    ["Deadline 1 May 2024, 23:00 UTC", "Decisions 1 June 2024"],
  ],
  [
    "a pass of two prices",
    passInBrief(
      { ...pass, cents: { early: 100_00, regular: 120_50 }, eventId: "e", places: 40, onSale: false },
      {
        rounds: document.rounds,
        events: [{ ...event!, id: "e", name: "Summit" }],
      },
    ),
    ["$100–$120.50", "in-person pass", "Summit", "40 places", "Not on sale"],
  ],
  [
    "a pass without a price",
    passInBrief({ ...pass, cents: {}, eventId: "nowhere", places: null, onSale: true }, document),
    ["No price", "in-person pass"],
  ],
  [
    "an add-on",
    addOnInBrief(
      { ...addOn, cents: 12_00, variants: ["S", "M"], places: 1, disabled: true, ticketId: "gold" },
      { passes: [] },
    ),
    ["$12", "S, M", "1 place", "Not sold"],
  ],
  [
    "an add-on that comes with the pass",
    addOnInBrief(
      { ...addOn, cents: 0, included: true, variants: null, places: null, disabled: false },
      { passes: [] },
    ),
    ["Comes with the pass"],
  ],
  [
    "a question",
    questionInBrief({
      ...question,
      kind: "choice",
      options: ["a", "b"],
      required: "never",
      dependsOn: null,
      retired: false,
    }),
    ["choice, 2 options", "Optional"],
  ],
  [
    "a question that depends on others",
    questionInBrief({
      ...question,
      kind: "short text",
      options: null,
      required: { any: [{ field: "x", values: ["y"] }] },
      dependsOn: { field: "x", values: ["y", "z"] },
      retired: true,
    }),
    ["short text", "Required by a rule", "After y or z", "Asked no more"],
  ],
])("%s is said by its main values", (_, said, expected) => {
  expect(said).toEqual(expected);
});

test.each([
  ["", ""],
  ["# Welcome\n\nto all", "Welcome"],
  ["**Read** [the rules](/waiver) first.", "Read the rules first."],
  [`${"word ".repeat(40)}`, `${"word ".repeat(18).trim()} …`],
])("a text is known by its beginning: %s", (text, expected) => {
  expect(textInBrief(text)).toBe(expected);
});

test("every part of the seed says something in lines that are read at a glance", () => {
  for (const { id } of EDITION_PARTS) {
    const lines = partInBrief(id, document);
    expect([id, lines.length > 0, lines.length <= 4]).toEqual([id, true, true]);
  }
  expect(partInBrief("mails", document)[0]).toBe("4 of 4 texts written");
});

test("of a long list the first are named, and the rest is counted", () => {
  const criteria = ["A", "B", "C", "D", "E"].map((title) => ({ id: title, title, hint: null, weight: 1 }));
  expect(partInBrief("criteria", { ...document, criteria })).toEqual(["A", "B", "C", "and 2 more"]);
  expect(partInBrief("criteria", { ...document, criteria: criteria.slice(0, 4) })).toEqual([
    "A",
    "B",
    "C",
    "D",
  ]);
  expect(partInBrief("criteria", { ...document, criteria: [] })).toEqual([]);
});
