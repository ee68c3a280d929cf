import { expect, test } from "vitest";
import { baseRows } from "#db/seed/first-edition.ts";
import type { Answers, PassEvent } from "~/values/catalogue.ts";
import {
  BADGE_NAME,
  type Changes,
  changesIn,
  type DetailQuestion,
  dayQuestions,
  detailsHistoryOf,
  detailsOf,
  lastChanged,
  mayChangeDetails,
  RELATION,
  stillAsked,
  whyClosed,
} from "./details.ts";

const base = baseRows(0);
const questions: DetailQuestion[] = base.questions.map((question) => ({
  ...{ onSite: false, forEmergencies: false, askedLater: false },
  ...question,
}));
const submitted: Answers = {
  ...{ firstName: "Mei", middleName: "Ling", lastName: "Chen", phone: "+85251234567", residence: "HK" },
  ...{ institution: "HKU", dietary: "No nuts", emergencyName: "Li Chen", emergencyPhone: "+16175550100" },
};
const changed = (changes: Record<string, [from: string, to: string]>): Changes =>
  Object.fromEntries(Object.entries(changes).map(([id, [from, to]]) => [id, { from, to }]));
const ids = (asked: DetailQuestion[]) => asked.map(({ id }) => id);

test("what the organisers need on the day is asked, and nothing else of the application", () => {
  const { asked } = detailsOf({ questions, answers: submitted, changes: [] });
  expect(ids(asked)).toEqual([
    ...["badgeName", "phone", "institution", "dietary", "accessNeeds"],
    ...["emergencyName", "emergencyPhone", "emergencyRelation"],
  ]);
});

const question = (id: string, more: Partial<DetailQuestion>): DetailQuestion => ({
  ...BADGE_NAME,
  id,
  ...more,
});

test.each<[string, DetailQuestion[], string[]]>([
  ["an edition that asks for nobody to call", [question("dietary", {})], ["badgeName", "dietary"]],
  ["a question that is asked no more", [question("dietary", { retired: true })], ["badgeName"]],
  ["a document", [question("visa", { kind: "document upload" })], ["badgeName"]],
  ["neither for the door nor for emergencies", [question("essay", { onSite: false })], ["badgeName"]],
  ["an edition that asks for the badge itself", [question("badgeName", { text: "Badge" })], ["badgeName"]],
  [
    "a question whose condition does not hold",
    [question("allergy", { dependsOn: { field: "level", values: ["Other"] } })],
    ["badgeName"],
  ],
  [
    "a question that depends on another one of the form",
    [
      question("food", {}),
      question("allergy", { forEmergencies: true, dependsOn: { field: "food", values: ["Other"] } }),
    ],
    ["badgeName", "food", "allergy", "emergencyRelation"],
  ],
])("asked: %s", (_, given, expected) => {
  expect(ids(detailsOf({ questions: given, answers: {}, changes: [] }).asked)).toEqual(expected);
});

test("an edition's own question about the badge stands in its own words", () => {
  const own = question("badgeName", { text: "Badge" });
  expect(dayQuestions([own])).toEqual([own]);
});

test.each<[string, Changes[], Answers]>([
  ["never changed: as submitted, with the full name on the badge", [], { badgeName: "Mei Ling Chen" }],
  ["changed", [changed({ dietary: ["No nuts", "Vegan"] })], { dietary: "Vegan", phone: "+85251234567" }],
  [
    "changed twice: the last counts",
    [changed({ dietary: ["No nuts", "Vegan"] }), changed({ dietary: ["Vegan", "Halal"] })],
    { dietary: "Halal" },
  ],
  ["emptied", [changed({ dietary: ["No nuts", ""] })], { dietary: "" }],
  [
    "another badge",
    [changed({ badgeName: ["Mei Ling Chen", "May"] })],
    { badgeName: "May", firstName: "Mei" },
  ],
])("in force: %s", (_, changes, expected) => {
  expect(detailsOf({ questions, answers: submitted, changes }).values).toMatchObject(expected);
});

test.each<[string, Answers, Changes]>([
  ["nothing", {}, {}],
  ["the same again, the number in groups", { dietary: "No nuts", phone: "+852 5123 4567" }, {}],
  ["another diet", { dietary: "Vegan" }, changed({ dietary: ["No nuts", "Vegan"] })],
  ["an emptied diet", { dietary: "" }, changed({ dietary: ["No nuts", ""] })],
  [
    "a number as dialled in the country of residence",
    { phone: "6123 4567" },
    changed({ phone: ["+85251234567", "+85261234567"] }),
  ],
  ["a relation", { emergencyRelation: "Mother" }, changed({ emergencyRelation: ["", "Mother"] })],
  ["another badge", { badgeName: "May" }, changed({ badgeName: ["Mei Ling Chen", "May"] })],
  ["an emptied badge, which has the full name", { badgeName: "" }, {}],
  ["what is not asked", { motivation: "x", firstName: "Ada" }, {}],
])("changes: %s", (_, typed, expected) => {
  expect(changesIn(detailsOf({ questions, answers: submitted, changes: [] }), typed)).toEqual(expected);
});

test("an emptied badge goes back to the full name", () => {
  const changes = [changed({ badgeName: ["Mei Ling Chen", "May"] })];
  expect(changesIn(detailsOf({ questions, answers: submitted, changes }), { badgeName: "" })).toEqual(
    changed({ badgeName: ["May", "Mei Ling Chen"] }),
  );
});

test("the history is in words, newest first, and has only what may be seen", () => {
  const rows = [
    {
      ...{ savedAt: 1, byTeam: false },
      changes: changed({ phone: ["+85251234567", "+85261234567"], emergencyRelation: ["", "Mother"] }),
    },
    { savedAt: 2, byTeam: false, changes: changed({ dietary: ["No nuts", ""] }) },
  ];
  const line = (text: string, from: string, to: string) => expect.objectContaining({ text, from, to });
  const asked = dayQuestions(questions);
  expect(detailsHistoryOf(asked, rows)).toEqual([
    { at: 2, byTeam: false, lines: [line("Dietary needs", "No nuts", "")] },
    {
      ...{ at: 1, byTeam: false },
      lines: [line("Phone number", "+852 5123 4567", "+852 6123 4567"), line(RELATION.text, "", "Mother")],
    },
  ]);
  const onSite = asked.filter((one) => one.onSite);
  expect(detailsHistoryOf(onSite, rows)).toEqual([
    { at: 2, byTeam: false, lines: [line("Dietary needs", "No nuts", "")] },
  ]);
});

test("what was never changed is absent from the last changes", () => {
  expect(lastChanged([])).toEqual({});
});

const events = base.events as PassEvent[];
const LAST_MOMENT = Date.parse("2023-02-20T04:59:59Z");

test.each<[string, number | null, PassEvent[], number, ReturnType<typeof whyClosed>]>([
  ["not submitted", null, events, 0, "not submitted"],
  ["submitted", 1, events, 0, null],
  ["on the last day, by the clocks there", 1, events, LAST_MOMENT, null],
  ["the day after", 1, events, LAST_MOMENT + 1000, "over"],
  ["events without days are never over", 1, events.slice(1), LAST_MOMENT + 1000, null],
])("closed: %s", (_, submittedAt, events, now, expected) => {
  expect(whyClosed({ submittedAt, events }, now)).toBe(expected);
});

test.each([
  [null, true],
  ["Accepted", true],
  ["Waitlisted", true],
  ["Rejected", false],
] as const)("home offers the details after the decision %s: %s", (decision, expected) => {
  const standing = { submittedAt: 1, events, decision };
  expect(mayChangeDetails(standing, 0)).toBe(expected);
  expect(mayChangeDetails(standing, LAST_MOMENT + 1000)).toBe(false);
});

test.each<[string, Record<string, string>, string[]]>([
  ["nothing was answered", {}, ["emergencyName", "emergencyPhone"]],
  ["an empty answer is none", { emergencyName: " " }, ["emergencyName", "emergencyPhone"]],
  ["one was answered", { emergencyName: "Li Chen" }, ["emergencyPhone"]],
  ["both were", { emergencyName: "Li Chen", emergencyPhone: "+85251234568" }, []],
])("what is asked once somebody has a place: %s", (_, values, expected) => {
  expect(stillAsked(questions, values).map(({ id }) => id)).toEqual(expected);
});

test("of what is asked later only what must be answered is still asked", () => {
  const later = (more: Partial<DetailQuestion>) =>
    stillAsked([{ ...questions.find(({ id }) => id === "emergencyName")!, ...more }], {
      participation: "Virtual",
    });
  expect(later({ required: "never" })).toEqual([]);
  expect(later({ retired: true })).toEqual([]);
  expect(later({ askedLater: false })).toEqual([]);
  expect(later({ onSite: false, forEmergencies: false })).toEqual([]);
  expect(later({ kind: "document upload" })).toEqual([]);
  expect(later({ required: { all: [{ field: "participation", values: ["In person"] }] } })).toEqual([]);
  expect(later({ required: { all: [{ field: "participation", values: ["Virtual"] }] } })).toHaveLength(1);
  expect(later({ dependsOn: { field: "participation", values: ["In person"] } })).toEqual([]);
  expect(later({ dependsOn: { field: "participation", values: ["Virtual"] } })).toHaveLength(1);
});
