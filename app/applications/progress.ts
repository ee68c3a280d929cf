import type { Answers, Question } from "~/values/catalogue.ts";
import { isRequired } from "./questions.ts";

/** Roughly how many minutes it takes to answer a question: essays need thought, and files must be found. */
const MINUTES = { "long text": 10, "document upload": 3 } as const;
const MINUTES_OF_OTHERS = 0.5;
/** Estimates are rounded up to a multiple of this many minutes. */
const STEP = 5;

export type AnswerCounts = {
  /** The number of questions that must be answered, and how many of those have been answered. */
  asked: number;
  answered: number;
};

const isAnswered = ({ id }: Question, shown: Answers, documents: ReadonlySet<string>) =>
  documents.has(id) || (shown[id] ?? "").trim() !== "";

/**
 * How complete a section is.
 *
 * @param questions the questions of the section.
 * @param shown the result of `shownAnswers` for all questions.
 */
export function countAnswers(
  questions: Question[],
  shown: Answers,
  documents: ReadonlySet<string>,
): AnswerCounts {
  const asked = questions.filter((question) => isRequired(question, shown));
  return {
    asked: asked.length,
    answered: asked.filter((question) => isAnswered(question, shown, documents)).length,
  };
}

/** How complete several sections are together. */
export const sumCounts = (sections: AnswerCounts[]): AnswerCounts => ({
  asked: sections.reduce((sum, { asked }) => sum + asked, 0),
  answered: sections.reduce((sum, { answered }) => sum + answered, 0),
});

/** Roughly how many minutes it takes to answer the questions that must still be answered; 0 if there are none. */
export function minutesLeft(questions: Question[], shown: Answers, documents: ReadonlySet<string>): number {
  const left = questions.filter(
    (question) => isRequired(question, shown) && !isAnswered(question, shown, documents),
  );
  const minutes = left.map(({ kind }) => MINUTES[kind as keyof typeof MINUTES] ?? MINUTES_OF_OTHERS);
  return Math.ceil(minutes.reduce((sum, one) => sum + one, 0) / STEP) * STEP;
}
