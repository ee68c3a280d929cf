import type { Answers } from "./catalogue.ts";

/** The questions whose answers staff can search for. */
const SEARCHED = ["firstName", "middleName", "lastName"] as const;
const LONGEST = 40;
const MOST = 12;

/** The words of a text as they are stored and looked up: in lower case, without accents, each once. */
export function searchWordsOf(text: string): string[] {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words.map((word) => word.slice(0, LONGEST)))].slice(0, MOST);
}

/** The words by which staff can find an application. */
export const nameWords = (answers: Answers): string[] =>
  searchWordsOf(SEARCHED.map((question) => answers[question] ?? "").join(" "));

/** Whether a section's answers include any that staff can search for. */
export const isSearched = (answers: Answers): boolean => SEARCHED.some((question) => question in answers);
