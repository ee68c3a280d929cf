import type { Answers, Question } from "./catalogue.ts";
import { isShown, shownAnswers } from "./questions.ts";
import type { StaffRole } from "./types.ts";

type Reader = { role: StaffRole | null };

/** Whether somebody who may open an application sees the answer to a question of it. */
export const seesAnswer = ({ role }: Reader, { forReviewers }: { forReviewers: boolean }): boolean =>
  role === "director" || forReviewers;

/**
 * What is left of an application for its reader. Whether a question is shown at all may depend on an answer that is
 * not theirs to see, so that is settled here.
 */
export function asReaderSees<Document extends { questionId: string }>(
  reader: Reader,
  application: {
    questions: readonly (Question & { forReviewers: boolean })[];
    answers: Answers;
    documents: readonly Document[];
  },
): { questions: Question[]; answers: Answers; documents: Document[] } {
  const { questions, answers, documents } = application;
  const given = shownAnswers([...questions], answers);
  const seen = questions.filter((question) => seesAnswer(reader, question) && isShown(question, given));
  const ids = new Set(seen.map(({ id }) => id));
  return {
    questions: seen.map((question) => ({ ...question, dependsOn: null })),
    answers: Object.fromEntries(Object.entries(given).filter(([id]) => ids.has(id))),
    documents: documents.filter(({ questionId }) => ids.has(questionId)),
  };
}
