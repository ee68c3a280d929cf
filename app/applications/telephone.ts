import { isSupportedCountry, type PhoneNumber, parsePhoneNumberFromString } from "libphonenumber-js/min";
import type { Answers, Question } from "~/values/catalogue.ts";
import { dialledIn } from "./questions.ts";

// The telephone plans of the world are larger than a whole page, so no module for the browser may import this file.

/**
 * Reads a telephone number in any form in which people write it: with brackets, dots, a trunk zero, "(0)", 00 for +, an
 * extension, or in full-width or Arabic-Indic digits. A number without a country code is read as if it were dialled in
 * `country`, a code from the list of countries. Null if the number cannot be read; we never guess.
 */
export function readTelephone(typed: string, country: string | null): PhoneNumber | null {
  // Phones put direction marks around numbers that they copy.
  const plain = typed
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .trim();
  const defaultCountry = country !== null && isSupportedCountry(country) ? country : undefined;
  // Most of the world dials 00 for +, so we accept that even if the prefix in `country` is another one.
  const written = /^0\s*0/.test(plain) ? [plain.replace(/^0\s*0/, "+"), plain] : [plain];
  const read = written.map((text) => parsePhoneNumberFromString(text, { defaultCountry, extract: false }));
  return read.find((number) => number?.isValid()) ?? null;
}

export const isTelephone = (typed: string, country: string | null) => readTelephone(typed, country) !== null;

/** The answers with telephone numbers in the form in which they are stored: E.164, `+85251234567`. */
export const withStoredTelephones = (questions: Question[], answers: Answers) =>
  withTelephones(questions, answers, (number) =>
    number.ext ? `${number.number} ext. ${number.ext}` : number.number,
  );

/** The answers with telephone numbers in the form in which people read them: `+852 5123 4567`. */
export const withReadableTelephones = (questions: Question[], answers: Answers) =>
  withTelephones(questions, answers, (number) => number.formatInternational());

/** Rewrites the telephone numbers in the answers. A number that cannot be read stays as typed. */
function withTelephones(
  questions: Question[],
  answers: Answers,
  form: (number: PhoneNumber) => string,
): Answers {
  const read = questions.flatMap(({ id, format }) => {
    if (!format || !("telephone" in format)) return [];
    const number = readTelephone(answers[id] ?? "", dialledIn(format, answers));
    return number ? [[id, form(number)] as const] : [];
  });
  return { ...answers, ...Object.fromEntries(read) };
}
