import type { Answers, Question, Section } from "~/values/catalogue.ts";
import { messages } from "~/values/messages.ts";
import { named, quantity } from "~/values/words.ts";
import { DOCUMENTS_PAGE, pageOf } from "./application-form.ts";
import { shownAnswers } from "./questions.ts";

/** A page of the application with missing or invalid answers. */
export type UnfinishedPage = {
  href: string;
  title: string;
  missing: number;
  /** The number of answers that are given but invalid. */
  wrong: number;
  /** "4 answers missing, 1 to correct". */
  words: string;
  /** The questions whose problem has a sentence of its own. */
  questions: { href: string; text: string }[];
};

type Checked = {
  sections: Section[];
  questions: Question[];
  answers: Answers;
  documents: { questionId: string }[];
};

/** The URL of the field of a question, on a page that shows what is wrong. */
export const fieldAddress = (question: Question) => `/application/${pageOf(question)}?check#${question.id}`;

/**
 * Whether the only problem is that the answer is missing, and the question has no sentence of its own for a missing
 * answer.
 */
export const isOnlyMissing = (problem: string | undefined) => problem === messages.required;

/**
 * The pages of the application with missing or invalid answers, in the order of the form.
 *
 * @param problems by question id.
 */
export function unfinishedPages(application: Checked, problems: Record<string, string>): UnfinishedPage[] {
  const { sections, questions, answers, documents } = application;
  const shown = shownAnswers(questions, answers);
  const stored = new Set(documents.map(({ questionId }) => questionId));
  const hasAnswer = ({ id }: Question) => stored.has(id) || (shown[id] ?? "").trim() !== "";
  return [...sections, { id: DOCUMENTS_PAGE, title: "Documents" }].flatMap(({ id, title }) => {
    const here = questions.filter((question) => pageOf(question) === id && problems[question.id]);
    const wrong = here.filter(hasAnswer).length;
    const missing = here.length - wrong;
    const noun = id === DOCUMENTS_PAGE ? "document" : "answer";
    const words = [missing > 0 && `${quantity(missing, noun)} missing`, wrong > 0 && `${wrong} to correct`];
    return here.length === 0
      ? []
      : {
          href: `/application/${id}?check`,
          ...{ title, missing, wrong },
          words: words.filter(Boolean).join(", "),
          questions: here.flatMap((question) => {
            const problem = problems[question.id]!;
            if (isOnlyMissing(problem)) return [];
            return { href: fieldAddress(question), text: named(question.text, problem) };
          }),
        };
  });
}

/** What prevents submitting, in a few words: "12 answers are missing, and 1 is to be corrected". */
export function unfinishedInWords(pages: UnfinishedPage[]): string {
  const missing = pages.reduce((sum, page) => sum + page.missing, 0);
  const wrong = pages.reduce((sum, page) => sum + page.wrong, 0);
  const isOrAre = (number: number) => (number === 1 ? "is" : "are");
  const toCorrect = `${isOrAre(wrong)} to be corrected`;
  if (missing === 0) return `${quantity(wrong, "answer")} ${toCorrect}`;
  const words = `${quantity(missing, "answer")} ${isOrAre(missing)} missing`;
  return wrong === 0 ? words : `${words}, and ${wrong} ${toCorrect}`;
}
