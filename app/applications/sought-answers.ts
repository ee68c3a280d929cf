import { countries } from "~/values/countries.ts";
import { searchWordsOf } from "~/values/search.ts";
import { COUNTRY, NO_NAME } from "./search-words.ts";

/** A shorter search finds names alone, because too many applications have an answer that begins with it. */
const SHORTEST_SEARCH = 3;

/**
 * What to look for among the words that are not names: the beginning of a stored word, and whole stored words for the
 * countries whose names have a word that begins like this. Null if the word of the search is too short.
 */
export function soughtBesideNames(word: string): { beginning: string; countries: string[] } | null {
  if (word.length < SHORTEST_SEARCH) return null;
  const named = countries().filter(({ name }) => searchWordsOf(name).some((one) => one.startsWith(word)));
  return {
    beginning: `${NO_NAME}${word}`,
    countries: named.map(({ code }) => `${NO_NAME}${COUNTRY}${code}`),
  };
}
