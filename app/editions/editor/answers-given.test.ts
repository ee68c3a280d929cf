import { expect, test } from "vitest";
import type { QuestionUsage } from "~/applications/question-usage.ts";
import { PLAIN_QUESTION } from "~/editions/known-questions.ts";
import { editionMessages } from "~/editions/messages.ts";
import type { Question } from "~/values/catalogue.ts";
import { timesAnswered, timesChosen, whatChanges } from "./answers-given.ts";

const { given, obstacles } = editionMessages;
const refused = given.refused(obstacles.questions("Level", 34));

const before: Question = {
  ...{ ...PLAIN_QUESTION, id: "level", sectionId: "education", text: "Level", kind: "choice" },
  options: ["School", "Other"],
};
const usage: QuestionUsage = {
  ...{ drafts: 12, submitted: 22 },
  options: { School: { drafts: 2, submitted: 20 }, Other: { drafts: 10, submitted: 2 } },
};

test("how often a question and its options were answered", () => {
  expect(timesAnswered(usage)).toBe("Answered in 34 applications (12 still open).");
  expect(timesAnswered(undefined)).toBe(given.unanswered);
  expect(timesChosen({ ...before, options: ["Other", "Doctoral"] }, usage)).toEqual([
    "Other: 12 (10 still open)",
    "Doctoral: 0 (0 still open)",
  ]);
  expect(timesChosen({ ...before, kind: "short text" }, usage)).toEqual([]);
});

test.each<[string, Partial<Question> | null, string[]]>([
  ["nothing", {}, []],
  ["its text and hint", { text: "Studies", hint: "Now" }, []],
  ["removed", null, [refused]],
  ["in another section", { sectionId: "about" }, [refused]],
  ["retired", { retired: true }, [given.retired]],
  ["an option less", { options: ["School"] }, [given.optionGone("Other", 12, 10)]],
  ["an option more", { options: ["School", "Other", "Doctoral"] }, []],
  ["several of many", { kind: "several of many" }, [given.closed("several of many")]],
  ["a text", { kind: "long text", options: null }, [given.open("long text")]],
  ["a document", { kind: "document upload" }, [given.document]],
  ["shorter, though it is chosen", { maxLength: 5 }, []],
  ["free", { required: "never" }, [given.free]],
  ["by a rule", { required: { all: [{ field: "visa", values: ["Yes"] }] } }, [given.required(false)]],
])("what becomes of the answers if it is %s", (_, change, sentences) => {
  expect(whatChanges(before, change && { ...before, ...change }, usage)).toEqual(sentences);
});

test("what becomes of texts and documents", () => {
  const text: Question = { ...before, kind: "short text", options: null, maxLength: 200 };
  expect(whatChanges(text, { ...text, maxLength: 100 }, usage)).toEqual([given.shorter]);
  expect(whatChanges(text, { ...text, maxLength: 300 }, usage)).toEqual([]);
  expect(whatChanges(text, { ...text, mask: "0000" }, usage)).toEqual([given.otherForm]);
  const telephone = { ...text, format: { telephone: [] } };
  expect(whatChanges(telephone, { ...telephone, maxLength: 100 }, usage)).toEqual([]);
  const document: Question = { ...text, kind: "document upload" };
  expect(whatChanges(document, text, usage)).toEqual([given.noDocument]);
  expect(whatChanges({ ...text, retired: true }, text, usage)).toEqual([given.askedAgain]);
});

test("where nobody has answered, only a rule concerns anybody", () => {
  expect(whatChanges(before, null)).toEqual([]);
  expect(whatChanges(before, { ...before, kind: "date", retired: true })).toEqual([]);
  expect(whatChanges({ ...before, required: "never" }, { ...before, kind: "date" })).toEqual([
    given.required(true),
  ]);
});
