import type { Answers, Question } from "~/values/catalogue.ts";
import { isDocumentQuestion } from "./application-form.ts";
import { answerProblem, type Reference, shownAnswers } from "./questions.ts";

/**
 * The answers of an earlier application that the new form takes over, by section. An answer is taken over if both forms
 * ask the question, with the same id and kind, and the answer would be valid today. Documents are never taken over, and
 * neither are answers to questions that were hidden in the earlier form.
 */
export function takenOver(
  then: { questions: Question[]; answers: Answers },
  questions: Question[],
  reference: Reference,
): Record<string, Answers> {
  const given = shownAnswers(then.questions, then.answers);
  const kinds = new Map(then.questions.map(({ id, kind }) => [id, kind]));
  const alike = questions.filter(
    (question) =>
      !question.retired &&
      !isDocumentQuestion(question) &&
      kinds.get(question.id) === question.kind &&
      Boolean(given[question.id]?.trim()),
  );
  const answers = Object.fromEntries(alike.map(({ id }) => [id, given[id]!]));
  // A question is judged as if it were shown, because the answer that it depends on may not have been taken over yet.
  const fitting = alike.filter(
    (question) => answerProblem({ ...question, dependsOn: null }, answers, reference) === null,
  );
  const sections: Record<string, Answers> = {};
  for (const { id, sectionId } of fitting)
    sections[sectionId] = { ...sections[sectionId], [id]: answers[id]! };
  return sections;
}
