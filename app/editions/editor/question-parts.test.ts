import fc from "fast-check";
import { expect, test } from "vitest";
import { conditionLines, conditionsIn, questionsIn } from "~/editions/checks/condition-lines.ts";
import { parseDocument } from "~/editions/edition-document.form.ts";
import type { EditionDocument, EditionQuestion } from "~/editions/edition-document.ts";
import { editionMessages } from "~/editions/messages.ts";
import type { Condition, Requirement } from "~/values/catalogue.ts";
import { anyEdition } from "../../../test/support/any-edition.ts";
import { documentOfSeed } from "../../../test/support/edition-documents.ts";
import { type TypedItem, typedOf, withTyped } from "./part-form.ts";
import {
  isSpecial,
  namedQuestions,
  questionsEditing,
  questionsShape,
  questionTyped,
} from "./question-parts.ts";

const { lines } = editionMessages;
const FORM = [
  { id: "level", text: "Level of study" },
  { id: "visa", text: "Do you need a visa = yes?" },
  { id: "topics", text: "Topics" },
  { id: "twin1", text: "Twin" },
  { id: "twin2", text: "Twin" },
];

/* ------------------------------------------------------------------ lines */

test.each<[string, Condition[] | null]>([
  ["", null],
  ["\n  \n", null],
  ["level = Other", [{ field: "level", values: ["Other"] }]],
  ["  level=Other|Recent graduate ", [{ field: "level", values: ["Other", "Recent graduate"] }]],
  ["level of  STUDY = a = b", [{ field: "level", values: ["a = b"] }]],
  ["Do you need a visa = yes? = Yes", [{ field: "visa", values: ["Yes"] }]],
  ["level = | Other ||", [{ field: "level", values: ["Other"] }]],
  [
    `topics = "Art | Law" | "two\\nlines" | "" | plain`,
    [{ field: "topics", values: ["Art | Law", "two\nlines", "", "plain"] }],
  ],
  [`topics = "Art" and more`, [{ field: "topics", values: [`"Art" and more`] }]],
  [`topics = "\\q"`, [{ field: "topics", values: [`"\\q"`] }]],
  [
    "level = a\r\n\r\ntopics = b",
    [
      { field: "level", values: ["a"] },
      { field: "topics", values: ["b"] },
    ],
  ],
])("%j is read as conditions", (typed, value) => {
  expect(conditionsIn(typed, FORM)).toEqual({ value });
});

test.each([
  ["level", lines.inLine(1, lines.noSign)],
  ["level = a\n\nstudies = b", lines.inLine(3, lines.noQuestion("studies"))],
  ["Twin = a", lines.inLine(1, lines.noQuestion("Twin"))],
  ["level =", lines.inLine(1, lines.noAnswer)],
  ["level = | ", lines.inLine(1, lines.noAnswer)],
  [`level = ${"x".repeat(201)}`, lines.inLine(1, "Shorten this to 200 characters or fewer.")],
  ["level = a\n".repeat(21), lines.inLine(21, lines.tooMany(20))],
  [`level = ${"a | ".repeat(101)}`, lines.inLine(1, lines.tooMany(100))],
])("%j is refused with the number of its line", (typed, problem) => {
  expect(conditionsIn(typed, FORM)).toEqual({ problem });
});

test("questions are read by id or text, one in a line", () => {
  expect(questionsIn("topics\n Level of study ", FORM)).toEqual({ value: ["topics", "level"] });
  expect(questionsIn("", FORM)).toEqual({ value: null });
  expect(questionsIn("level\nnowhere", FORM)).toEqual({
    problem: lines.inLine(2, lines.noQuestion("nowhere")),
  });
});

const questionsOf = ({ sections }: EditionDocument) => sections.flatMap(({ questions }) => questions);
const conditionsOf = (required: Requirement) =>
  typeof required === "string" ? [] : Object.values<Condition[]>(required).flat();

test("what is written is what is read again, whatever the answers hold", () => {
  fc.assert(
    fc.property(anyEdition, (document) => {
      for (const { required } of questionsOf(document)) {
        const all = conditionsOf(required);
        const form = all.map(({ field }) => ({ id: field, text: "a = b" }));
        const answered = all.filter(({ values }) => values.length > 0);
        expect(conditionsIn(conditionLines(answered), form)).toEqual({
          value: answered.length > 0 ? answered : null,
        });
        const without = all.findIndex(({ values }) => values.length === 0);
        if (without >= 0)
          expect(conditionsIn(conditionLines(all), form)).toEqual({
            problem: lines.inLine(without + 1, lines.noAnswer),
          });
      }
    }),
  );
});

/* ------------------------------------------------------------------ the form */

/** The form as a browser would post it. */
const posted = (items: TypedItem[]): TypedItem[] =>
  items.map(({ id, typed }) => ({
    id,
    typed: Object.fromEntries(
      Object.entries(typed).map(([name, value]) => [name, value.replaceAll(/\r\n?|\n/g, "\r\n")]),
    ),
  }));

test("a form that nobody touched changes nothing, whatever the questions hold", () => {
  fc.assert(
    fc.property(anyEdition, (document) => {
      for (const { id } of document.sections) {
        const shape = questionsShape(document, id)!;
        expect(withTyped(shape, posted(typedOf(shape)))).toEqual({ document });
      }
    }),
  );
});

const edited = (id: string, typed: Record<string, string>) => {
  const document = documentOfSeed();
  const section = document.sections.find(({ questions }) => questions.some((one) => one.id === id))!;
  const shape = questionsShape(document, section.id)!;
  const index = section.questions.findIndex((one) => one.id === id);
  const items = typedOf(shape).map((item) =>
    item.id === id ? { id, typed: { ...item.typed, ...typed } } : item,
  );
  const answer = withTyped(shape, items);
  if ("problems" in answer)
    return Object.fromEntries(
      Object.entries(answer.problems).map(([name, problem]) => [name.replace(`${index}.`, ""), problem]),
    );
  expect(parseDocument(answer.document)).toHaveProperty("document");
  return questionsOf(answer.document).find((one) => one.id === id)! as Partial<EditionQuestion>;
};

test.each(["all", "any", "none"] as const)("a question is required if %s of several answers", (rule) => {
  const conditions = "Level of study = Other\ndietary = Vegan | Halal";
  expect(edited("institution", { required: rule, conditions }).required).toEqual({
    [rule]: [
      { field: "level", values: ["Other"] },
      { field: "dietary", values: ["Vegan", "Halal"] },
    ],
  });
  expect(edited("institution", { required: rule })).toEqual({ conditions: editionMessages.noConditions });
});

test("the rule of a question can be changed without its conditions, and taken from it", () => {
  const conditions = [{ field: "oneName", values: ["Yes"] }];
  expect(edited("lastName", { required: "any" }).required).toEqual({ any: conditions });
  expect(edited("lastName", { required: "never" }).required).toBe("never");
  expect(edited("lastName", { conditions: "" })).toEqual({ conditions: editionMessages.noConditions });
});

test.each<[Record<string, string>, unknown]>([
  [{ format: "none" }, null],
  [{ telephone: "Nationality" }, { telephone: ["nationality"] }],
  [{ telephone: "" }, { telephone: [] }],
  [
    { format: "years", "years.past": "3", "years.ahead": "0", telephone: "" },
    { years: { past: 3, ahead: 0 } },
  ],
])("the format of a telephone number, changed with %j", (typed, format) => {
  expect(edited("phone", typed).format).toEqual(format);
});

test("a span of years needs both its ends", () => {
  expect(edited("phone", { format: "years", "years.past": "3" })).toEqual({
    "years.ahead": editionMessages.noYears,
  });
  expect(edited("dateOfBirth", { "years.past": "many" })).toHaveProperty(["years.past"]);
});

test("what a field does not hold stays", () => {
  expect(edited("firstName", { text: "Given name" })).toMatchObject({
    text: "Given name",
    autocomplete: "given-name",
  });
});

/* ------------------------------------------------------------------ while it is typed */

test("a question is shown as far as it can be read", () => {
  const document = documentOfSeed();
  const editing = questionsEditing(namedQuestions(document));
  const [plain] = typedOf({ fields: editing.fields, items: [editing.empty] });
  const typed = { ...plain!.typed, text: "Topics", kind: "several of many", options: "A\nB\n\nA" };
  expect(questionTyped(editing, "shown", { ...typed, maxLength: "many" })).toMatchObject({
    ...{ id: "shown", text: "Topics", kind: "several of many", options: ["A", "B"], maxLength: 200 },
  });
  expect(questionTyped(editing, "shown", { ...typed, text: "", required: "never" })).toMatchObject({
    ...{ text: "", required: "never" },
  });
  expect(isSpecial(editing, typed)).toBe(false);
  expect(isSpecial(editing, { ...typed, mask: "000" })).toBe(true);
  expect(isSpecial(editing, { ...typed, forReviewers: "" })).toBe(true);
});
