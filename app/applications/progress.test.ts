import { expect, test } from "vitest";
import type { Answers, Question } from "~/values/catalogue.ts";
import { countAnswers, minutesLeft } from "./progress.ts";

const question = (id: string, more: Partial<Question> = {}): Question => ({
  ...{ id, sectionId: "about", text: id, hint: null, kind: "short text", required: "always" },
  ...{ requiredMessage: null, dependsOn: null, options: null, mask: null, format: null, maxLength: 100 },
  ...{ autocomplete: null, retired: false, ...more },
});
const essay = question("essay", { kind: "long text" });
const resume = question("resume", { kind: "document upload" });
const questions = [
  question("first"),
  question("last"),
  question("diet", { required: "never" }),
  question("gone", { retired: true }),
  question("amount", { dependsOn: { field: "first", values: ["Ada"] } }),
];

test.each<[string, Answers, number, number]>([
  ["nothing is answered", {}, 0, 2],
  ["what is optional or retired is not counted", { diet: "none", gone: "x" }, 0, 2],
  ["blanks are no answer", { first: " " }, 0, 2],
  ["a dependent question counts once it is shown", { first: "Ada" }, 1, 3],
  ["all is answered", { first: "Bo", last: "Li" }, 2, 2],
])("%s", (_rule, answers, answered, asked) => {
  expect(countAnswers(questions, answers, new Set())).toEqual({ answered, asked });
});

test("a stored document is an answer", () => {
  expect(countAnswers([resume], {}, new Set(["resume"]))).toEqual({ answered: 1, asked: 1 });
});

test.each<[string, Question[], Answers, string[], number]>([
  ["short questions, rounded up", questions, {}, [], 5],
  ["an essay and a document", [essay, resume], {}, [], 15],
  ["what is answered takes no time", [essay, resume], { essay: "x" }, [], 5],
  ["nothing is left", [essay, resume], { essay: "x" }, ["resume"], 0],
  ["what may stay empty takes no time", [question("diet", { required: "never" })], {}, [], 0],
])("the time it takes: %s", (_rule, asked, answers, documents, minutes) => {
  expect(minutesLeft(asked, answers, new Set(documents))).toBe(minutes);
});
