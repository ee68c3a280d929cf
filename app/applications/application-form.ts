import type { Answers, Question, Section } from "~/values/catalogue.ts";
import { isShown, shownAnswers, tidyAnswer } from "./questions.ts";

/** The page of all document questions. Each has a small form of its own, so that an upload cannot lose typed text. */
export const DOCUMENTS_PAGE = "documents";

export const isDocumentQuestion = (question: Question) => question.kind === "document upload";

/** The typed questions of one section, in order. */
export function sectionQuestions(questions: Question[], sectionId: string): Question[] {
  return questions.filter((question) => question.sectionId === sectionId && !isDocumentQuestion(question));
}

/** The sections that have at least one typed question, in order. */
export function typedSections(sections: Section[], questions: Question[]): Section[] {
  return sections.filter(({ id }) => sectionQuestions(questions, id).length > 0);
}

/** The document questions that apply, given the answers so far. */
export function documentQuestions(questions: Question[], answers: Answers): Question[] {
  const shown = shownAnswers(questions, answers);
  return questions.filter((question) => isDocumentQuestion(question) && isShown(question, shown));
}

/** The page on which a question is answered. */
export function pageOf(question: Question): string {
  return isDocumentQuestion(question) ? DOCUMENTS_PAGE : question.sectionId;
}

/** The answers of one section's posted form, tidied. */
export function readSectionAnswers(questions: Question[], sectionId: string, form: FormData): Answers {
  return Object.fromEntries(
    sectionQuestions(questions, sectionId).map((question) => {
      const typed = form.get(question.id);
      return [question.id, typeof typed === "string" ? tidyAnswer(question, typed) : ""];
    }),
  );
}
