import type { Question } from "./catalogue.ts";
import { countryName } from "./countries.ts";
import { dateInWords } from "./days.ts";

/** A stored answer as people read it: a country by its name, a date in words, all others as they were typed. */
export function answerInWords({ kind }: Pick<Question, "kind">, answer: string): string {
  if (kind === "country") return countryName(answer) ?? answer;
  return kind === "date" ? dateInWords(answer) : answer;
}
