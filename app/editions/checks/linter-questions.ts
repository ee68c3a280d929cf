import { isReadBlind } from "~/applications/blind-reading.ts";
import { fitsMask, tidyAnswer } from "~/applications/questions.ts";
import type { EditionDocument, EditionQuestion } from "~/editions/edition-document.ts";
import type { Condition, Requirement } from "~/values/catalogue.ts";
import { isCountry } from "~/values/countries.ts";
import { isDay } from "~/values/times.ts";
import { type EditionFinding, errorAt, type FindingPlace, graveNoteAt, noteAt, twinsIn } from "./findings.ts";
import { findingMessages } from "./linter-messages.ts";

const say = findingMessages.questions;
const CHOSEN = new Set<string>(["choice", "several of many"]);
const LONGEST_TELEPHONE = "+123456789012345".length;

const at = (item: string, field?: string): FindingPlace => ({
  part: "questions",
  item,
  ...(field === undefined ? {} : { field }),
});

/** The questions in the order of the form, by id. */
type Form = Map<string, EditionQuestion>;

/** Checks the application form: what it must ask, and whether each question can be shown and answered. */
export function* lintQuestions(
  { sections, events }: EditionDocument,
  published: EditionDocument | null,
): Generator<EditionFinding> {
  const form: Form = new Map(
    sections.flatMap(({ questions }) => questions.map((question) => [question.id, question])),
  );
  const asked = [...form.values()].filter(({ retired }) => !retired);
  yield* lintKnown(form, events);
  if (!asked.some(({ forReviewers }) => forReviewers)) {
    yield errorAt({ part: "questions", field: "forReviewers" }, say.noneForReviewers);
  } else if (isReadBlind([...form.values()])) {
    yield noteAt({ part: "questions", field: "forReviewers" }, say.readBlind);
  }
  for (const { id, questions } of sections) {
    if (questions.every(({ retired }) => retired)) yield noteAt(at(id, "section"), say.emptySection);
  }
  yield* twinsIn(
    sections,
    ({ title }) => title,
    ({ id }, title) => noteAt(at(id, "section.title"), findingMessages.twin(title)),
  );
  yield* twinsIn(
    asked,
    ({ text }) => text,
    ({ id }, text) => noteAt(at(id, "text"), findingMessages.twin(text)),
  );
  for (const question of asked) {
    yield* lintAskedLater(question);
    yield* lintAnswer(question, form);
    yield* lintConditions(question, form);
  }
  for (const before of published?.sections.flatMap(({ questions }) => questions) ?? []) {
    yield* lintChange(before, form.get(before.id));
  }
}

/**
 * Checks whether a question that is not in the application is asked at all. The form for details asks only what is
 * needed on the day, and takes no documents.
 */
function* lintAskedLater({
  id,
  kind,
  askedLater,
  onSite,
  forEmergencies,
}: EditionQuestion): Generator<EditionFinding> {
  if (!askedLater) return;
  if (kind === "document upload") yield graveNoteAt(at(id, "askedLater"), say.documentLater);
  else if (!onSite && !forEmergencies) yield graveNoteAt(at(id, "askedLater"), say.laterForNobody);
}

/** Checks the questions that rules of the portal find by id: each of them must be asked in a certain way. */
function* lintKnown(form: Form, events: EditionDocument["events"]): Generator<EditionFinding> {
  const known = (id: string) => {
    const question = form.get(id);
    return question && !question.retired ? question : null;
  };
  for (const id of ["firstName", "lastName"]) {
    const name = known(id);
    if (name && name.kind !== "short text") yield errorAt(at(id, "kind"), say.knownKind(id, "a short text"));
  }
  if (known("firstName")?.required === "never")
    yield noteAt(at("firstName", "required"), say.nameNotRequired);

  const ages = events.filter(({ minimumAge }) => minimumAge !== null && minimumAge > 0);
  const birth = known("dateOfBirth");
  if (birth && birth.kind !== "date")
    yield errorAt(at("dateOfBirth", "kind"), say.knownKind("dateOfBirth", "a date"));
  if (birth?.kind !== "date") {
    for (const { id } of ages) {
      yield errorAt({ part: "events", item: id, field: "minimumAge" }, findingMessages.events.noBirthDate);
    }
  } else if (ages.length > 0) {
    const past = birth.format && "years" in birth.format ? birth.format.years.past : Number.POSITIVE_INFINITY;
    const age = Math.max(...ages.map(({ minimumAge }) => minimumAge ?? 0));
    if (past < age) yield errorAt(at("dateOfBirth", "format"), say.tooYoung(age, past));
    if (birth.required === "never") yield errorAt(at("dateOfBirth", "required"), say.birthNotRequired);
  }

  const participation = known("participation");
  if (participation && !CHOSEN.has(participation.kind)) {
    yield errorAt(at("participation", "kind"), say.knownKind("participation", "a choice"));
  }
}

const lengthOf = (text: string) => [...text].length;

/** The length of the longest possible answer; 1 if neither the kind nor the format determines it. */
function lengthNeeded({ kind, options, format }: EditionQuestion): number {
  if (kind === "choice") return Math.max(0, ...(options ?? []).map(lengthOf));
  if (kind === "several of many") return lengthOf((options ?? []).join("\n"));
  if (kind === "date") return "2001-09-24".length;
  if (kind === "country") return 2;
  if (format === null) return 1;
  return "telephone" in format ? LONGEST_TELEPHONE : "2001".length;
}

/** Checks whether the question can be answered at all, given its options, length, mask and format. */
function* lintAnswer(question: EditionQuestion, form: Form): Generator<EditionFinding> {
  const { id, kind, mask, format, maxLength } = question;
  if (CHOSEN.has(kind)) {
    const options = question.options ?? [];
    if (options.length === 0) yield errorAt(at(id, "options"), say.noOptions);
    const [bad, twin] = [
      options.find((option) => option !== option.trim() || option === "" || option.includes("\n")),
      options.find((option, index) => options.indexOf(option) < index),
    ];
    if (bad !== undefined) yield errorAt(at(id, "options"), say.spaces(bad));
    if (twin !== undefined) yield errorAt(at(id, "options"), say.twinOption(twin));
  }
  const least = lengthNeeded(question);
  if (maxLength < least) yield errorAt(at(id, "maxLength"), say.tooShort(least));

  if (mask !== null) {
    const field = at(id, "mask");
    if (kind !== "short text" && kind !== "number") yield noteAt(field, say.maskUnused(kind));
    else if (!/[09]/.test(mask)) yield errorAt(field, say.maskWithoutDigits);
    else if (mask !== mask.trim()) yield errorAt(field, say.maskSpaces);
    // An answer may leave out the digits that the mask writes as 9.
    else if (lengthOf(mask.replaceAll("9", "")) > maxLength) yield errorAt(field, say.maskTooLong);
    else {
      const example = examplesIn(question.hint ?? "").find(
        (one) => !fitsMask(mask, tidyAnswer(question, one)),
      );
      if (example !== undefined) yield noteAt(field, say.maskExample(example, mask));
    }
  }
  if (format && "telephone" in format) {
    if (kind !== "short text") yield errorAt(at(id, "format"), say.telephoneKind);
    const unknown = format.telephone.find((field) => {
      const country = form.get(field);
      return country?.kind !== "country" || country.retired;
    });
    if (unknown !== undefined) yield errorAt(at(id, "format"), say.telephoneCountry(unknown));
    const country = [...form.values()].find((one) => one.kind === "country" && !one.retired);
    if (format.telephone.length === 0)
      yield noteAt(at(id, "format"), say.telephoneAnywhere(country?.text ?? null));
  }
  if (format && "years" in format && !["date", "short text", "number"].includes(kind)) {
    yield errorAt(at(id, "format"), say.yearsKind);
  }
}

/** The example answers in a hint such as "Such as 12-345." or "For example 12-345 or 12-346". */
const examplesIn = (hint: string): string[] =>
  Array.from(
    hint.matchAll(
      /(?:such as|for example|for instance|example:|e\.g\.),? ([^,;“”"]*?\d[^,;“”"]*?)(?=[.,;)]?(?:\s|$))/gi,
    ),
    ([, example = ""]) => example,
  );

/** Whether the question allows this answer. */
function canAnswer({ kind, options, mask, maxLength }: EditionQuestion, value: string): boolean {
  if (CHOSEN.has(kind)) return options?.includes(value) ?? false;
  if (kind === "country") return isCountry(value);
  if (kind === "date") return isDay(value);
  if (kind === "number" && mask === null && !/^\d+$/.test(value)) return false;
  return value !== "" && value === value.trim() && lengthOf(value) <= maxLength;
}

/** Why a condition of a question cannot be relied on; null if it can. */
function conditionProblem({ field, values }: Condition, form: Form): string | null {
  const target = form.get(field);
  if (!target) return say.noSuchField(field);
  if (target.retired) return say.retiredField(target.text);
  if (target.kind === "document upload") return say.documentField(target.text);
  if (values.length === 0) return say.noValue;
  const never = values.filter((value) => !canAnswer(target, value));
  return never.length > 0 ? say.noSuchAnswer(target.text, never) : null;
}

/**
 * The chain of conditions under which a question is shown, from the question's own condition back to the first one;
 * null if the conditions form a circle.
 */
function chainOf(question: EditionQuestion, form: Form): Condition[] | null {
  const chain: Condition[] = [];
  const seen = new Set<string>();
  for (
    let next: EditionQuestion | undefined = question;
    next?.dependsOn;
    next = form.get(next.dependsOn.field)
  ) {
    if (seen.has(next.id)) return null;
    seen.add(next.id);
    chain.push(next.dependsOn);
  }
  return chain;
}

/** Whether these conditions can all be met, so that their question is shown to somebody. */
const everHold = (conditions: Condition[], form: Form) =>
  conditions.every(({ field, values }) => {
    const target = form.get(field);
    return (
      target !== undefined &&
      !target.retired &&
      target.kind !== "document upload" &&
      values.some((value) => canAnswer(target, value))
    );
  });

/** Whether the conditions contradict each other: two of them require different answers to one question. */
const exclude = (conditions: Condition[], form: Form) =>
  conditions.some(({ field, values }) => {
    if (form.get(field)?.kind === "several of many") return false;
    const same = conditions.filter((condition) => condition.field === field);
    return !values.some((value) => same.every((condition) => condition.values.includes(value)));
  });

const textOf = ({ field }: Condition, form: Form) => form.get(field)?.text ?? field;

const conditionsOf = (required: Requirement): Condition[] =>
  typeof required === "string" ? [] : Object.values(required).flat();

function* lintConditions(question: EditionQuestion, form: Form): Generator<EditionFinding> {
  const { id, dependsOn, required } = question;
  const chain = chainOf(question, form);
  if (dependsOn) {
    const order = [...form.keys()];
    const field = at(id, "dependsOn");
    const problem = conditionProblem(dependsOn, form);
    if (dependsOn.field === id) yield errorAt(field, say.dependsOnItself);
    else if (chain === null) yield errorAt(field, say.circle);
    else if (problem !== null) yield errorAt(field, problem);
    else if (order.indexOf(dependsOn.field) > order.indexOf(id)) {
      yield errorAt(field, say.laterField(textOf(dependsOn, form)));
    } else if (!everHold(chain, form)) yield errorAt(field, say.neverShown(textOf(dependsOn, form)));
  }

  const conditions = conditionsOf(required);
  const wrong = conditions
    .map((condition) => (condition.field === id ? say.dependsOnItself : conditionProblem(condition, form)))
    .find((problem) => problem !== null);
  if (wrong !== undefined) yield errorAt(at(id, "required"), wrong);
  else if (typeof required === "object" && chain !== null) {
    const never =
      ("all" in required && exclude([...chain, ...required.all], form)) ||
      ("any" in required && required.any.every((condition) => exclude([...chain, condition], form)));
    if (never) yield errorAt(at(id, "required"), say.neverRequired);
  }
}

/** Checks what a change of a question does to the answers that were already given. */
function* lintChange(before: EditionQuestion, after: EditionQuestion | undefined): Generator<EditionFinding> {
  if (!after || after.retired || before.retired) return;
  if (after.kind !== before.kind) yield noteAt(at(after.id, "kind"), say.kindChanged(before.kind));
  else if (CHOSEN.has(before.kind)) {
    const gone = (before.options ?? []).filter((option) => !after.options?.includes(option));
    if (gone.length > 0) yield noteAt(at(after.id, "options"), say.optionsGone(gone));
  }
}
