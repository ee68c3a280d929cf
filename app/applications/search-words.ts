import type { Answers, Question } from "~/values/catalogue.ts";
import { searchWordsOf } from "~/values/search.ts";
import { NAME_QUESTIONS } from "./blind-reading.ts";
import { shownAnswers } from "./questions.ts";

/**
 * Begins a stored word that is not part of a name. Such words are apart from the names, because everybody who searches
 * finds names, but only staff who see all answers find these.
 */
export const NO_NAME = "~";

/** Options such as "Yes" and "No" are too short to be worth a search. */
const SHORTEST_OPTION = 4;

/** The words of somebody's name by which staff can find the application. */
export const nameWords = (answers: Answers): string[] =>
  searchWordsOf(NAME_QUESTIONS.map((question) => answers[question] ?? "").join(" "));

/** Whether the answers of a section include any part of a name. */
export const isSearched = (answers: Answers): boolean =>
  NAME_QUESTIONS.some((question) => question in answers);

/** Comes after `NO_NAME` before the code of a country. Words begin with a letter or a digit, so none looks like a code. */
export const COUNTRY = "=";

/**
 * The words of the institution and of the chosen options, as they are stored, by which staff who see all answers can
 * find an application. A country is stored as its code. Hidden answers and long texts have no words.
 *
 * @param questions all questions of the edition.
 */
export function answerWords(questions: readonly Question[], answers: Answers): string[] {
  const shown = shownAnswers([...questions], answers);
  const words = questions.flatMap(({ id, kind, options }) => {
    const answer = shown[id] ?? "";
    if (kind === "country") return answer === "" ? [] : [`${COUNTRY}${answer}`];
    const found = searchWordsOf(answer);
    if (id === "institution") return found;
    return options ? found.filter((word) => word.length >= SHORTEST_OPTION) : [];
  });
  return [...new Set(words)].map((word) => `${NO_NAME}${word}`);
}
