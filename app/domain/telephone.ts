import { isSupportedCountry, type PhoneNumber, parsePhoneNumberFromString } from "libphonenumber-js/min";
import type { Answers, Question } from "./catalogue.ts";
import { dialledIn } from "./questions.ts";

// The telephone plans of the world weigh more than a page: no module for the browser imports this.

/**
 * A telephone number as people write it: with brackets, dots, a trunk zero, "(0)", 00 for +, an extension, in
 * full-width or Arabic-Indic digits. One without country code is read as dialled in `country`, a code of the
 * list of countries; null where it cannot be read, and then it is never guessed.
 */
export function readTelephone(typed: string, country: string | null): PhoneNumber | null {
  // Phones copy numbers with direction marks around them.
  const plain = typed
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .trim();
  const defaultCountry = country !== null && isSupportedCountry(country) ? country : undefined;
  // 00 is how most of the world dials the +, also where the network of `country` has another prefix.
  const written = /^0\s*0/.test(plain) ? [plain.replace(/^0\s*0/, "+"), plain] : [plain];
  const read = written.map((text) => parsePhoneNumberFromString(text, { defaultCountry, extract: false }));
  return read.find((number) => number?.isValid()) ?? null;
}

export const isTelephone = (typed: string, country: string | null) => readTelephone(typed, country) !== null;

/** The answers with telephone numbers in the form that is stored with the application: E.164, `+85251234567`. */
export const withStoredTelephones = (questions: Question[], answers: Answers) =>
  withTelephones(questions, answers, (number) =>
    number.ext ? `${number.number} ext. ${number.ext}` : number.number,
  );

/** The answers with telephone numbers as people read them: `+852 5123 4567`. */
export const withReadableTelephones = (questions: Question[], answers: Answers) =>
  withTelephones(questions, answers, (number) => number.formatInternational());

/** A number that cannot be read stays as it was typed. */
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
