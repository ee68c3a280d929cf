import { expect, test } from "vitest";
import { PLAIN_QUESTION } from "~/editions/known-questions.ts";
import type { Ability } from "~/values/abilities.ts";
import { asReaderSees } from "./reader-view.ts";

const ask = (id: string, forReviewers: boolean, autocomplete: string | null = null) => ({
  ...{ ...PLAIN_QUESTION, id, text: id, sectionId: "about", forReviewers, autocomplete },
});
const ANSWERS = { firstName: "Mei", lastName: "Chen", nickname: "Mimi", essay: "I can.", income: "None" };
const application = (seesNames: boolean) => ({
  questions: [
    ...[ask("firstName", true), ask("lastName", seesNames), ask("nickname", true, "nickname")],
    ...[ask("essay", true), ask("income", false)],
  ],
  answers: ANSWERS,
  documents: [{ questionId: "essay" }, { questionId: "income" }],
});

test.each<[string, Ability[], boolean, string[]]>([
  ["a reader", ["read"], true, ["firstName", "lastName", "nickname", "essay"]],
  ["a reader who reads blind", ["read"], false, ["essay"]],
  ["a treasurer who reads blind", ["read", "money"], false, ["essay"]],
  ["somebody who decides", ["read", "decide"], false, Object.keys(ANSWERS)],
  ["a director", ["everything"], false, Object.keys(ANSWERS)],
])("%s", (_, abilities, seesNames, expected) => {
  const seen = asReaderSees({ abilities }, application(seesNames));
  expect(seen.questions.map(({ id }) => id)).toEqual(expected);
  expect(Object.keys(seen.answers)).toEqual(expected);
  expect(seen.documents.map(({ questionId }) => questionId)).toEqual(
    expected.filter((id) => ["essay", "income"].includes(id)),
  );
});
