import { describe, expect, it, test } from "vitest";
import type { Question } from "~/values/catalogue.ts";
import {
  asksForSomething,
  byAnswer,
  countedAnswers,
  countedVariants,
  dayListIn,
  dayListQuery,
  isListed,
  withItsGrounds,
} from "./day-lists.ts";

const WORDS = { nothing: "Need nothing", silent: "Left it empty" };

describe("whether an answer asks for something", () => {
  it.each([
    "",
    " ",
    "None",
    "none.",
    "No",
    "n/a",
    "NA",
    "-",
    "No dietary needs",
    "no allergies",
    "Nothing at all!",
  ])("“%s” does not", (answer) => {
    expect(asksForSomething(answer)).toBe(false);
  });
  it.each([
    "No peanuts",
    "None of the fish",
    "no dairy",
    "Halal",
    "Nothing with nuts",
    "not spicy",
    "Noodles",
  ])("“%s” does", (answer) => {
    expect(asksForSomething(answer)).toBe(true);
  });
});

test("answers that differ only in how they are typed are counted together", () => {
  const given = ["Vegetarian", "vegetarian.", "  VEGETARIAN ", "Halal", "none", "No", "", ""];
  expect(countedAnswers({ kind: "short text" }, given, WORDS)).toEqual([
    { what: "Vegetarian", number: 3 },
    { what: "Halal", number: 1 },
    { what: "Need nothing", number: 2 },
    { what: "Left it empty", number: 2 },
  ]);
});

test("of several options each is counted, and everybody stands in the counts", () => {
  expect(countedAnswers({ kind: "several of many" }, ["Halal\nNo nuts", "No nuts"], WORDS)).toEqual([
    { what: "No nuts", number: 2 },
    { what: "Halal", number: 1 },
  ]);
  expect(countedAnswers({ kind: "choice" }, [], WORDS)).toEqual([]);
});

test("equal answers are below one another, and otherwise the order stays", () => {
  const rows = [
    { name: "Abel", answer: "vegan" },
    { name: "Baker", answer: "Halal" },
    { name: "Chen", answer: "Vegan." },
  ];
  expect(byAnswer(rows).map(({ name }) => name)).toEqual(["Baker", "Abel", "Chen"]);
});

test("sizes are counted in the order of the catalogue, those that nobody has too, and old ones last", () => {
  expect(countedVariants(["S", "M"], ["M", "XXL", "M"], "In all")).toEqual([
    { what: "S", number: 0 },
    { what: "M", number: 2 },
    { what: "XXL", number: 1 },
  ]);
  expect(countedVariants(null, [null, null], "In all")).toEqual([{ what: "In all", number: 2 }]);
});

test("lists are of answers that are needed on the day, without what stands on badges", () => {
  const question = { id: "dietary", kind: "short text", onSite: true } as const;
  expect(isListed(question)).toBe(true);
  expect(isListed({ ...question, onSite: false })).toBe(false);
  expect(isListed({ ...question, kind: "document upload" })).toBe(false);
  for (const id of ["institution", "badgeName"]) expect(isListed({ ...question, id })).toBe(false);
});

test("a question comes with all that decides whether it is shown, also in a circle", () => {
  const question = (id: string, field?: string) =>
    ({ id, dependsOn: field === undefined ? null : { field, values: ["x"] } }) as Question;
  const ids = (all: Question[], id: string) => withItsGrounds(all, id).map((one) => one.id);
  expect(ids([question("a"), question("b", "a"), question("c", "b"), question("d")], "c")).toEqual([
    "c",
    "b",
    "a",
  ]);
  expect(ids([question("a", "b"), question("b", "a")], "a")).toEqual(["a", "b"]);
  expect(ids([question("a", "gone")], "a")).toEqual(["a"]);
});

test("an address asks for one list, or for none", () => {
  const asked = { of: "addOn", id: "h2023mug" } as const;
  expect(dayListIn(new URLSearchParams(dayListQuery(asked)))).toEqual(asked);
  expect(dayListIn(new URLSearchParams("question=&page=1"))).toBeNull();
});
