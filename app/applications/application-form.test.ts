import { expect, test } from "vitest";
import { baseRows } from "#db/seed/base.ts";
import type { Question } from "~/values/catalogue.ts";
import {
  documentQuestions,
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
  const answers = readSectionAnswers(questions, "about", form);
  expect(answers["firstName"]).toBe("Mei");
  expect(answers["lastName"]).toBe("");
  expect(Object.keys(answers).sort()).toEqual(idsOf(sectionQuestions(questions, "about")).sort());
});
