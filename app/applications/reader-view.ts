import { type Ability, can } from "~/values/abilities.ts";
import type { Answers, Question } from "~/values/catalogue.ts";
import { readsBlind, tellsWho } from "./blind-reading.ts";
import { isShown, shownAnswers } from "./questions.ts";

type Reader = { abilities: readonly Ability[] };

/** Whether somebody who may open an application may also see the answer to one of its questions. */
export const seesAnswer = ({ abilities }: Reader, { forReviewers }: { forReviewers: boolean }): boolean =>
  can(abilities, "decide") || forReviewers;

/**
 * The part of an application that its reader may see. This function decides which questions are shown, because a
 * condition may depend on an answer that the reader may not see. If the reader does not see who applied, the answers
 * that tell who applied are left out.
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
  const isBlind = readsBlind(reader, questions);
  const seen = questions.filter(
    (question) =>
      seesAnswer(reader, question) && !(isBlind && tellsWho(question)) && isShown(question, given),
  );
  const ids = new Set(seen.map(({ id }) => id));
  return {
    questions: seen.map((question) => ({ ...question, dependsOn: null })),
    answers: Object.fromEntries(Object.entries(given).filter(([id]) => ids.has(id))),
    documents: documents.filter(({ questionId }) => ids.has(questionId)),
  };
}
