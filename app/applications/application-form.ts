import type { Answers, Question, Section } from "~/values/catalogue.ts";
import { isCountry } from "~/values/countries.ts";
import { isDay } from "~/values/times.ts";
import { isShown, optionsIn, shownAnswers, tidyAnswer } from "./questions.ts";

/** The URL that leads to the first incomplete page of an application. */
export const BEGIN_APPLICATION = "/application?begin";

/** The page with all document questions. Each has a small form of its own, so that an upload cannot lose typed text. */
export const DOCUMENTS_PAGE = "documents";

export const isDocumentQuestion = (question: Question) => question.kind === "document upload";

/**
 * The questions of an application. A question with `askedLater` is only for people with a place. It is left out unless
 * it was answered while the application still asked it.
 */
export const askedInApplication = <Asked extends { id: string; askedLater: boolean }>(
  questions: readonly Asked[],
  answers: Answers,
): Asked[] => questions.filter(({ id, askedLater }) => !askedLater || (answers[id] ?? "") !== "");

/** The typed questions that one section asks, in order. */
export function sectionQuestions(questions: Question[], sectionId: string): Question[] {
  return questions.filter(
    (question) => question.sectionId === sectionId && !question.retired && !isDocumentQuestion(question),
  );
}

/** The sections that have at least one typed question, in order. */
export function typedSections(sections: Section[], questions: Question[]): Section[] {
  return sections.filter(({ id }) => sectionQuestions(questions, id).length > 0);
}

/** The document questions that apply, given the answers so far. */
export function documentQuestions(questions: Question[], answers: Answers): Question[] {
  const shown = shownAnswers(questions, answers);
  return questions.filter(
    (question) => isDocumentQuestion(question) && !question.retired && isShown(question, shown),
  );
}

/** The page on which a question is answered. */
export function pageOf(question: Question): string {
  return isDocumentQuestion(question) ? DOCUMENTS_PAGE : question.sectionId;
}

/**
 * The questions on the form for one section. A question that depends on a field of this form is always included: a
 * script hides it, or its hint says when to answer it. A question that depends on a field in another section, or on a
 * field that is no longer asked, is included only if the stored answer to that field meets its condition. The form then
 * contains the question without the condition.
 */
export const formQuestions = (questions: Question[], sectionId: string, answers: Answers): Question[] =>
  heldByForm(sectionQuestions(questions, sectionId), shownAnswers(questions, answers));

/**
 * The questions of `asked` that the form shows, by the rule that `formQuestions` describes.
 *
 * @param asked the questions that the form would contain if no question depended on another one.
 * @param shown the result of `shownAnswers` for all questions.
 */
export function heldByForm<Asked extends Question>(asked: Asked[], shown: Answers): Asked[] {
  let here = asked;
  for (;;) {
    const fields = new Set(here.map(({ id }) => id));
    const followsHere = ({ dependsOn }: Question) => dependsOn !== null && fields.has(dependsOn.field);
    const left = here.filter((question) => followsHere(question) || isShown(question, shown));
    if (left.length === here.length)
      return left.map((question) => (followsHere(question) ? question : { ...question, dependsOn: null }));
    here = left;
  }
}

/** The part of a stored answer that the control for its question cannot show, because the question has changed. */
export function outdatedPart({ kind, options }: Question, answer: string): string {
  const isOption = (line: string) => options?.includes(line) ?? false;
  switch (kind) {
    case "choice":
      return isOption(answer) ? "" : answer;
    case "several of many":
      return optionsIn(answer)
        .filter((line) => !isOption(line))
        .join("\n");
    case "country":
      return isCountry(answer) ? "" : answer;
    case "date":
      return isDay(answer) ? "" : answer;
    default:
      return "";
  }
}

/**
 * The name of the checkbox that keeps the outdated part of an answer. If the question allows several options, the
 * outdated ones are kept as well as the new ones. Otherwise, the outdated answer is kept only if no new answer was
 * given. No question has this name as its id, because an id contains no dot.
 */
export const keepField = (id: string) => `${id}.before`;

/**
 * The tidied answers in the posted form of one section. A question that the form did not contain is left out, and
 * saving does not change its answer. If a question was removed after the form was loaded, its answer is still read.
 *
 * @param stored the answers so far, which determine what the form contained.
 */
export function readSectionAnswers(
  questions: Question[],
  sectionId: string,
  form: FormData,
  stored: Answers,
): Answers {
  const held = new Set(formQuestions(questions, sectionId, stored).map(({ id }) => id));
  return Object.fromEntries(
    questions
      .filter((question) => question.sectionId === sectionId && !isDocumentQuestion(question))
      .filter(({ id }) => held.has(id) || form.has(id))
      .map((question) => [question.id, readAnswer(question, form)]),
  );
}

/** The tidied answer to one question in a posted form. */
export function readAnswer(question: Question, form: FormData): string {
  const textsOf = (field: string) => form.getAll(field).filter((value) => typeof value === "string");
  const [before = ""] = textsOf(keepField(question.id));
  if (question.kind === "several of many") {
    const { options } = question;
    const lines = [...textsOf(question.id), before].flatMap((text) => tidyAnswer(question, text).split("\n"));
    const chosen = new Set(optionsIn(lines.join("\n")));
    const known = options?.filter((option) => chosen.has(option)) ?? [];
    return [...new Set([...known, ...chosen])].join("\n");
  }
  const [typed = ""] = textsOf(question.id);
  return tidyAnswer(question, typed) || tidyAnswer(question, before);
}

/**
 * The answers of all sections together. If a question was moved to another section, both sections may contain an answer
 * to it. Then the answer in the question's present section counts.
 */
export function answersTogether(
  questions: Pick<Question, "id" | "sectionId">[],
  saved: { sectionId: string; answers: Answers }[],
): Answers {
  const together: Answers = Object.assign({}, ...saved.map(({ answers }) => answers));
  const sections = new Map(saved.map(({ sectionId, answers }) => [sectionId, answers]));
  for (const { id, sectionId } of questions) {
    const own = sections.get(sectionId);
    if (own && Object.hasOwn(own, id)) together[id] = own[id] ?? "";
  }
  return together;
}
