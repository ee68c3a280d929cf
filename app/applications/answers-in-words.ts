import type { Question } from "~/values/catalogue.ts";
import { countryName } from "~/values/countries.ts";
import { dateInWords } from "~/values/days.ts";

/**
 * A stored answer in the form in which people read it: a country by its name, a date in words, an unticked box as "No",
 * and any other answer as typed. Several chosen options are on separate lines.
 */
export function answerInWords(
  { kind, options }: Pick<Question, "kind"> & Partial<Pick<Question, "options">>,
  answer: string,
): string {
  if (kind === "choice" && options?.length === 1) return answer || "No";
  if (kind === "country") return countryName(answer) ?? answer;
  return kind === "date" ? dateInWords(answer) : answer;
}
