import type { QuestionUsage, Usage } from "~/applications/question-usage.ts";
import type { EditionQuestion } from "~/editions/edition-document.ts";
import { isSame } from "~/editions/merge.ts";
import { editionMessages } from "~/editions/messages.ts";
import type { Question } from "~/values/catalogue.ts";
import type { QuestionKind } from "~/values/types.ts";

/**
 * The answers given so far to the questions of a section: both the questions in the draft and the published questions.
 */
export type GivenAnswers = {
  /** How each question was answered, by the question's id. A question that nobody answered is absent. */
  usage: Record<string, QuestionUsage>;
  published: PublishedQuestion[];
};

/** The properties of a question that determine what happens to its answers. */
export type PublishedQuestion = Pick<
  EditionQuestion & { sectionId: string },
  "id" | "sectionId" | "text" | "kind" | "required" | "mask" | "format" | "maxLength" | "retired"
>;

const say = editionMessages.given;

/** Kinds whose answers come from a list or have a fixed form. */
const CLOSED = new Set<QuestionKind>(["choice", "several of many", "country", "date"]);
const CHOSEN = new Set<QuestionKind>(["choice", "several of many"]);

const NONE: QuestionUsage = { drafts: 0, submitted: 0, options: {} };

const total = ({ drafts, submitted }: Usage) => drafts + submitted;

/** How many times a question was answered, in words. */
export const timesAnswered = (usage: QuestionUsage = NONE): string =>
  total(usage) === 0 ? say.unanswered : say.answered(total(usage), usage.drafts);

/** How many times each option was chosen, for the options that are still offered. */
export const timesChosen = ({ kind, options }: Question, usage: QuestionUsage = NONE): string[] =>
  CHOSEN.has(kind)
    ? (options ?? []).map((option) => {
        const chosen = usage.options[option] ?? NONE;
        return say.chosen(option, total(chosen), chosen.drafts);
      })
    : [];

/**
 * What happens to the answers given so far when the draft is published, in one sentence for each change.
 *
 * @param before the question as it is published.
 * @param after the question in the draft; null if it is removed.
 */
export function whatChanges(
  before: Omit<PublishedQuestion, "id">,
  after: Question | null,
  usage: QuestionUsage = NONE,
): string[] {
  const number = total(usage);
  const refused = say.refused(editionMessages.obstacles.questions(before.text, number));
  if (after === null) return number > 0 ? [refused] : [];
  if (after.retired) return before.retired || number === 0 ? [] : [say.retired];
  const sentences: string[] = [];
  if (number > 0) {
    if (after.sectionId !== before.sectionId) sentences.push(refused);
    if (before.retired) sentences.push(say.askedAgain);
    if (after.kind !== before.kind) sentences.push(kindChanged(before.kind, after.kind));
    else sentences.push(...optionsGone(after, usage));
    if (isShorter(before, after)) sentences.push(say.shorter);
    if (!isSame([before.mask, before.format], [after.mask, after.format])) sentences.push(say.otherForm);
  }
  if (!isSame(before.required, after.required))
    sentences.push(after.required === "never" ? say.free : say.required(after.required === "always"));
  return sentences;
}

function kindChanged(before: QuestionKind, after: QuestionKind): string {
  if (before === "document upload") return say.noDocument;
  if (after === "document upload") return say.document;
  return CLOSED.has(after) ? say.closed(after) : say.open(after);
}

/** The chosen options that the question no longer offers. */
function optionsGone({ kind, options }: Question, usage: QuestionUsage): string[] {
  if (!CHOSEN.has(kind)) return [];
  return Object.entries(usage.options)
    .filter(([option]) => !options?.includes(option))
    .map(([option, chosen]) => say.optionGone(option, total(chosen), chosen.drafts));
}

/**
 * Whether existing answers may be too long for the changed question. Answers of a fixed form, such as one chosen
 * option, a date or a telephone number, are not checked.
 */
function isShorter(before: Pick<Question, "maxLength">, { kind, format, maxLength }: Question): boolean {
  const isMeasured =
    kind === "several of many" || (!CLOSED.has(kind) && kind !== "document upload" && !hasTelephone(format));
  return isMeasured && maxLength < before.maxLength;
}

const hasTelephone = (format: Question["format"]) => format !== null && "telephone" in format;
