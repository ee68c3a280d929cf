import type { AnswerFormat, Answers, Condition, Question } from "~/values/catalogue.ts";
import { messages } from "~/values/messages.ts";
import { isDay } from "~/values/times.ts";
import { applicationMessages } from "./messages.ts";

// Conditions use the answers that are passed in. A caller that has all questions passes the result of `shownAnswers`,
// so that the stored answer of a hidden question has no effect.

/**
 * Whether a question is shown: either it depends on no field, or the field has one of the values that its condition
 * names (specification, section 5).
 */
export function isShown(question: Question, answers: Answers): boolean {
  return question.dependsOn === null || holds(question.dependsOn, answers);
}

/**
 * Whether a question must be answered now. A question that is hidden or retired need not be answered (specification,
 * section 3, `required`).
 */
export function isRequired(question: Question, answers: Answers): boolean {
  if (question.retired || !isShown(question, answers)) return false;
  const { required } = question;
  if (typeof required === "string") return required === "always";
  const conditionHolds = (condition: Condition) => holds(condition, answers);
  if ("all" in required) return required.all.every(conditionHolds);
  return "any" in required ? required.any.some(conditionHolds) : !required.none.some(conditionHolds);
}

/** The question's text, followed by " (optional)" if it is never required (specification, section 5). */
export function label(question: Question): string {
  return question.required === "never" ? `${question.text} (optional)` : question.text;
}

/**
 * Drops the answers of hidden questions. Dependencies may form chains of any length, in any order; questions that
 * depend on each other in a circle are hidden. Fields that are not in `questions` stay.
 */
export function shownAnswers(questions: Question[], answers: Answers): Answers {
  const shown: Answers = Object.assign(Object.create(null), answers);
  for (const { id } of questions) delete shown[id];
  let waiting = questions;
  let revealed: Question[];
  do {
    revealed = waiting.filter((question) => isShown(question, shown));
    waiting = waiting.filter((question) => !revealed.includes(question));
    for (const { id } of revealed) shown[id] = answerTo(answers, id);
  } while (revealed.length > 0 && waiting.length > 0);
  return shown;
}

/**
 * Characters that people write between digits: spaces, brackets, dots, plus signs, slashes, and dashes of any length.
 */
const SEPARATOR = /[\s().+/\p{Pd}]/u;

/**
 * The answer in the form in which it is stored. It is trimmed, and if it may have several lines, its line breaks are
 * \n. If its digits fit the question's mask, it is written in the format of the mask. In a mask, 0 is a required digit,
 * 9 is an optional one, and any other character stands for itself. An answer that does not fit stays as typed, so that
 * `answerProblem` can refuse it. Masks do not apply to options.
 */
export function tidyAnswer(question: Pick<Question, "mask" | "options" | "kind">, raw: string): string {
  const { mask, options, kind } = question;
  const text = raw.replace(/\r\n?/g, "\n").trim();
  const typed = kind === "short text" ? text.replaceAll("\n", " ") : text;
  if (mask === null || options || fitsMask(mask, typed)) return typed;
  const literals = mask.replace(/\d/g, "");
  const bare = [...typed]
    .filter((character) => !SEPARATOR.test(character) && !literals.includes(character))
    .join("");
  if (bare === "") return typed;
  // A country code in the mask may have been typed or left out.
  return intoMask(mask, bare, digitsIn) ?? intoMask(mask, bare, () => "") ?? typed;
}

/**
 * The data and checks that the caller passes to the rules. The rules cannot import them, because modules for the
 * browser contain neither the list of countries nor the telephone plans.
 */
export type Reference = {
  /** Whether a code is in the country list. */
  isCountry(code: string): boolean;
  /** Whether this is a telephone number. A number without a country code is read as if it were dialled in `country`. */
  isTelephone(typed: string, country: string | null): boolean;
  /** YYYY-MM-DD. */
  today: string;
};

/**
 * The problem with the answer to one question; null if there is none (specification, section 5). A question that is not
 * shown or is retired has no problem. Documents are checked by `problems`.
 *
 * @param answers all answers, because a telephone number is read as if it were dialled in the country that another
 *   answer gives.
 */
export function answerProblem(
  question: Question,
  answers: Answers,
  { isCountry, isTelephone, today }: Reference,
): string | null {
  const { format } = question;
  if (question.kind === "document upload" || question.retired || !isShown(question, answers)) return null;
  const answer = tidyAnswer(question, answerTo(answers, question.id));
  if (answer === "") return isRequired(question, answers) ? missing(question) : null;

  switch (question.kind) {
    case "choice":
      return question.options?.includes(answer) ? null : messages.notAnOption;
    case "several of many":
      return chosenProblem(question, answer);
    case "country":
      return isCountry(answer) ? null : messages.notAnOption;
    case "date":
      return isDay(answer) ? yearsProblem(format, answer, today) : applicationMessages.notADate;
  }
  if (format && "telephone" in format) {
    return isTelephone(answer, dialledIn(format, answers)) ? null : applicationMessages.notATelephone;
  }
  if (question.mask !== null && !fitsMask(question.mask, answer))
    return applicationMessages.notInFormat(question.hint ?? question.mask);
  if (question.kind === "number" && question.mask === null && !/^\d+$/.test(answer)) {
    return applicationMessages.notANumber;
  }
  if ([...answer].length > question.maxLength) return messages.tooLong(question.maxLength);
  return yearsProblem(format, answer, today);
}

/**
 * The code of the country in which a number without a country code is assumed to be dialled; null if no answer gives a
 * country.
 */
export function dialledIn(format: { telephone: string[] }, answers: Answers): string | null {
  return format.telephone.map((field) => answerTo(answers, field)).find((code) => code !== "") ?? null;
}

/** The chosen options in an answer to a question that allows several. */
export const optionsIn = (answer: string): string[] => answer.split("\n").filter((line) => line !== "");

/**
 * An answer in the form in which a text field shows it. The lines of a long text are kept; several chosen options are
 * joined into one line. The answer may have been given when the question was of another kind.
 */
export const inOneLine = ({ kind }: Pick<Question, "kind">, answer: string): string =>
  kind === "long text" ? answer : answer.replaceAll("\n", "; ");

function chosenProblem({ options, maxLength }: Question, answer: string): string | null {
  const chosen = optionsIn(answer);
  const known = chosen.every((option) => options?.includes(option));
  if (!known || new Set(chosen).size < chosen.length) return applicationMessages.notTheseOptions;
  return [...answer].length > maxLength ? applicationMessages.tooManyOptions : null;
}

/** Why a date (YYYY-MM-DD) or a year is too far from today; null if it is not. */
function yearsProblem(format: AnswerFormat | null, answer: string, today: string): string | null {
  if (!format || !("years" in format)) return null;
  const { past, ahead } = format.years;
  const bound = (years: number) =>
    (String(Number(today.slice(0, 4)) + years) + today.slice(4)).slice(0, answer.length);
  if (answer < bound(-past)) return applicationMessages.tooLongAgo(past);
  if (answer <= bound(ahead)) return null;
  return ahead === 0 ? applicationMessages.inTheFuture : applicationMessages.tooFarAhead(ahead);
}

/**
 * The problem with the answer to each shown question, by question id; empty if the application is complete
 * (specification, section 5). `documents` contains the ids of questions with a stored document. Answers of hidden
 * questions count as empty, even for questions that depend on them.
 */
export function problems(
  questions: Question[],
  answers: Answers,
  documents: ReadonlySet<string>,
  reference: Reference,
): Record<string, string> {
  const shown = shownAnswers(questions, answers);
  const found = questions.map((question): [string, string | null] => {
    const lacksDocument =
      question.kind === "document upload" && isRequired(question, shown) && !documents.has(question.id);
    return [question.id, lacksDocument ? missing(question) : answerProblem(question, shown, reference)];
  });
  return Object.fromEntries(found.filter((entry): entry is [string, string] => entry[1] !== null));
}

/**
 * Whether a field has one of the values that a condition names. If several options are chosen, each on a line of its
 * own, it is enough that one of them is such a value.
 */
export function holds({ field, values }: Condition, answers: Answers): boolean {
  return answerTo(answers, field)
    .split("\n")
    .some((answer) => answer !== "" && values.includes(answer));
}

function answerTo(answers: Answers, id: string): string {
  return Object.hasOwn(answers, id) ? (answers[id] ?? "").trim() : "";
}

function missing(question: Question): string {
  return question.requiredMessage ?? messages.required;
}

type MaskPart = { literal: string; least: number; most: number };

/** Splits a mask into literals, each followed by a run of digits. The last run may be empty. */
function partsOf(mask: string): MaskPart[] {
  return Array.from(mask.matchAll(/([^09]*)([09]*)/g), ([, literal = "", digits = ""]) => ({
    literal,
    least: digits.replaceAll("9", "").length,
    most: digits.length,
  })).filter(({ literal, most }) => literal !== "" || most > 0);
}

/**
 * Builds a pattern with one group for each run of digits. If all digits of a run are optional, so is the literal before
 * them.
 */
function pattern(mask: string, literalAs: (literal: string) => string): RegExp {
  const source = partsOf(mask).map(({ literal, least, most }) => {
    const text = literalAs(literal).replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
    if (most === 0) return text;
    return least === 0 ? `(?:${text}(\\d{1,${most}}))?` : `${text}(\\d{${least},${most}})`;
  });
  return new RegExp(`^${source.join("")}$`, "u");
}

/** Whether a text has the format of a mask. */
export function fitsMask(mask: string, text: string): boolean {
  return pattern(mask, (literal) => literal).test(text);
}

/** Distributes digits over the mask; null if there are too few or too many. */
function intoMask(mask: string, digits: string, literalAs: (literal: string) => string): string | null {
  const groups = pattern(mask, literalAs).exec(digits)?.slice(1);
  if (groups === undefined) return null;
  return partsOf(mask)
    .map(({ literal, most }) => {
      if (most === 0) return literal;
      const group = groups.shift();
      return group === undefined ? "" : literal + group;
    })
    .join("");
}

function digitsIn(text: string): string {
  return text.replace(/\D/g, "");
}
