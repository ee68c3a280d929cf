import { expect, test } from "vitest";
import { baseRows } from "#db/seed/first-edition.ts";
import type { Answers, Question } from "~/values/catalogue.ts";
import {
  answersTogether,
  documentQuestions,
  formQuestions,
  keepField,
  outdatedPart,
  pageOf,
  readSectionAnswers,
  sectionQuestions,
  typedSections,
} from "./application-form.ts";

const { sections, questions: rows } = baseRows(0);
const questions: Question[] = rows;
const idsOf = (part: { id: string }[]) => part.map(({ id }) => id);

test("a section of documents alone is not one to type in", () => {
  expect(idsOf(typedSections(sections, questions))).toEqual([
    "about",
    "education",
    "participation",
    "essays",
    "scholarship",
  ]);
});

test("documents are asked for apart, and only where they are needed", () => {
  expect(idsOf(sectionQuestions(questions, "scholarship"))).not.toContain("budget_document");
  expect(idsOf(documentQuestions(questions, {}))).toEqual(["resume"]);
  expect(idsOf(documentQuestions(questions, { scholarship: "No" }))).toEqual(["resume"]);
  expect(idsOf(documentQuestions(questions, { scholarship: "Yes" }))).toEqual([
    "budget_document",
    "financial_statement",
    "resume",
  ]);
});

test("every question has a page on which it is answered", () => {
  const pages = new Set(["documents", ...idsOf(typedSections(sections, questions))]);
  expect(questions.filter((question) => !pages.has(pageOf(question)))).toEqual([]);
});

test("only the section's own fields are read, missing ones as empty", () => {
  const form = new FormData();
  form.set("firstName", "  Mei  ");
  form.set("motivation", "belongs elsewhere");
  form.set("admin", "true");
  const answers = readSectionAnswers(questions, "about", form, {});
  expect(answers["firstName"]).toBe("Mei");
  expect(answers["lastName"]).toBe("");
  expect(Object.keys(answers).sort()).toEqual(idsOf(sectionQuestions(questions, "about")).sort());
});

/* ------------------------------------------------------------------ forms that changed */

const [first] = questions;
const made = (id: string, rest: Partial<Question> = {}): Question => ({
  ...first!,
  id,
  sectionId: "s",
  required: "never",
  autocomplete: null,
  ...rest,
});
const several = made("q", { kind: "several of many", options: ["Art", "Law", "Sea"] });

const formOf = (...fields: [string, string][]) => {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
};
const KEEP = keepField("q");
const CHOICE = made("q", { kind: "choice", options: ["Art", "Law"] });
test.each<[string, Question, [string, string][], string]>([
  [
    "several in the order of the options",
    several,
    [
      ["q", "Sea"],
      ["q", "Art"],
    ],
    "Art\nSea",
  ],
  [
    "an option twice is chosen once",
    several,
    [
      ["q", "Sea"],
      ["q", "Sea"],
    ],
    "Sea",
  ],
  [
    "what is no option stays, at the end",
    several,
    [
      ["q", "Tea"],
      ["q", "Law"],
    ],
    "Law\nTea",
  ],
  ["a text of several lines is as many options", several, [["q", "Sea\r\nArt"]], "Art\nSea"],
  ["nothing ticked", several, [], ""],
  [
    "what is kept from before goes behind",
    several,
    [
      ["q", "Sea"],
      [KEEP, "Tea\r\nRum"],
    ],
    "Sea\nTea\nRum",
  ],
  ["only what is kept from before", several, [[KEEP, "Tea"]], "Tea"],
  ["a choice", CHOICE, [["q", "Law"]], "Law"],
  [
    "a choice replaces what was kept",
    CHOICE,
    [
      ["q", "Law"],
      [KEEP, "Tea"],
    ],
    "Law",
  ],
  [
    "nothing chosen, kept from before",
    CHOICE,
    [
      ["q", ""],
      [KEEP, "Tea"],
    ],
    "Tea",
  ],
  ["nothing chosen, not kept", CHOICE, [["q", ""]], ""],
])("read: %s", (_case, question, fields, answer) => {
  expect(readSectionAnswers([question], "s", formOf(...fields), {})).toEqual({ q: answer });
});

test.each<[string, Partial<Question>, string, string]>([
  ["a choice that is offered", { kind: "choice", options: ["A", "B"] }, "B", ""],
  ["a choice that is not", { kind: "choice", options: ["A", "B"] }, "C", "C"],
  ["a choice of nothing", { kind: "choice", options: null }, "C", "C"],
  ["several, some of them", { kind: "several of many", options: ["A", "B"] }, "A\nC\nD", "C\nD"],
  ["a country", { kind: "country" }, "HK", ""],
  ["no country", { kind: "country" }, "Hong Kong", "Hong Kong"],
  ["a day", { kind: "date" }, "2001-09-24", ""],
  ["no day", { kind: "date" }, "in autumn", "in autumn"],
  ["a text", { kind: "short text", options: ["A"] }, "C", ""],
  ["nothing", { kind: "choice", options: ["A"] }, "", ""],
])("what a control cannot show: %s", (_case, rest, answer, outdated) => {
  expect(outdatedPart(made("q", rest), answer)).toBe(outdated);
});

const onYes = (field: string) => ({ field, values: ["Yes"] });
test.each<[string, Question[], Record<string, string>, string[]]>([
  ["depends on a field of this form", [made("a"), made("b", { dependsOn: onYes("a") })], {}, ["a", "b:a"]],
  [
    "depends on a retired one that wants it",
    [made("a", { retired: true }), made("b", { dependsOn: onYes("a") })],
    { a: "Yes" },
    ["b"],
  ],
  [
    "depends on a retired one that does not",
    [
      made("a", { retired: true }),
      made("b", { dependsOn: onYes("a") }),
      made("c", { dependsOn: onYes("b") }),
    ],
    { a: "No", b: "Yes" },
    [],
  ],
  [
    "depends on another section",
    [
      made("a", { sectionId: "t" }),
      made("b", { dependsOn: onYes("a") }),
      made("c", { dependsOn: onYes("b") }),
    ],
    { a: "Yes" },
    ["b", "c:b"],
  ],
])("the form of a section: %s", (_case, asked, answers, expected) => {
  const here = formQuestions(asked, "s", answers);
  expect(here.map(({ id, dependsOn }) => (dependsOn ? `${id}:${dependsOn.field}` : id))).toEqual(expected);
});

test("a question that the form did not hold is not read, unless an older page sent it", () => {
  const asked = [
    made("a", { retired: true }),
    made("b", { dependsOn: onYes("a") }),
    made("c"),
    made("d", { kind: "document upload" }),
  ];
  expect(readSectionAnswers(asked, "s", formOf(["c", "x"]), {})).toEqual({ c: "x" });
  expect(readSectionAnswers(asked, "s", formOf(["a", "Yes"], ["b", "y"], ["d", "z"]), {})).toEqual({
    a: "Yes",
    b: "y",
    c: "",
  });
});

test("retired questions are in no form, and a section of them alone is not one to type in", () => {
  const retired = questions.map((question) => ({ ...question, retired: question.sectionId !== "essays" }));
  expect(idsOf(typedSections(sections, retired))).toEqual(["essays"]);
  expect(documentQuestions(retired, { scholarship: "Yes" })).toEqual([]);
});

test("of two sections that answer a question its own counts, whichever comes first", () => {
  const saved: { sectionId: string; answers: Answers }[] = [
    { sectionId: "a", answers: { q: "of a", gone: "kept" } },
    { sectionId: "b", answers: { q: "of b" } },
  ];
  const together = (sectionId: string) => answersTogether([{ id: "q", sectionId }], saved);
  expect(together("a")).toEqual({ q: "of a", gone: "kept" });
  expect(together("b")).toEqual({ q: "of b", gone: "kept" });
  expect(together("c")["q"]).toBe("of b");
});
