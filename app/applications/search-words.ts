import type { Answers } from "~/values/catalogue.ts";
import { searchWordsOf } from "~/values/search.ts";

/** The questions whose answers staff can search for. */
const SEARCHED = ["firstName", "middleName", "lastName"] as const;

/** The words by which staff can find an application. */
export const nameWords = (answers: Answers): string[] =>
  searchWordsOf(SEARCHED.map((question) => answers[question] ?? "").join(" "));

/** Whether the answers of a section include any for which staff can search. */
export const isSearched = (answers: Answers): boolean => SEARCHED.some((question) => question in answers);
