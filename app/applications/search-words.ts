import type { Answers, Question } from "~/values/catalogue.ts";
import { searchWordsOf } from "~/values/search.ts";
import { NAME_QUESTIONS } from "./blind-reading.ts";
import { shownAnswers } from "./questions.ts";

/**
 * The first character of a stored word that is not part of a name. It keeps such words apart from the names: everybody
 * who searches finds names, but only staff who see all answers find the other words.
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

/**
 * In the stored word for a country, this character follows `NO_NAME` and precedes the country's code. After `NO_NAME`,
 * every other word begins with a letter or a digit, so it cannot be taken for a country.
 */
export const COUNTRY = "=";

/**
 * The words of the institution and of the chosen options, in the form in which they are stored. Staff who see all
 * answers can find an application by these words. A country is stored as its code. Hidden answers and long texts have
 * no words.
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
