import { countries } from "~/values/countries.ts";
import { searchWordsOf } from "~/values/search.ts";
import { COUNTRY, NO_NAME } from "./search-words.ts";

/** A shorter word of a search finds only names. With so few characters, too many other answers would match. */
const SHORTEST_SEARCH = 3;

/**
 * The texts to look for among the stored words that are not names. `beginning` is the beginning of such a word.
 * `countries` has the stored word of each country in whose name some word begins with the text that is searched
 * (`word`). Null if that text is too short.
 */
export function soughtBesideNames(word: string): { beginning: string; countries: string[] } | null {
  if (word.length < SHORTEST_SEARCH) return null;
  const named = countries().filter(({ name }) => searchWordsOf(name).some((one) => one.startsWith(word)));
  return {
    beginning: `${NO_NAME}${word}`,
    countries: named.map(({ code }) => `${NO_NAME}${COUNTRY}${code}`),
  };
}
