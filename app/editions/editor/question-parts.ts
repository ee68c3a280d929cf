import {
  conditionLines,
  conditionsIn,
  type NamedQuestion,
  questionsIn,
} from "~/editions/checks/condition-lines.ts";
import type { EditionDocument, EditionQuestion } from "~/editions/edition-document.ts";
import {
  choice,
  type EditionField,
  type EditionItem,
  figure,
  lineField,
  linesField,
  readable,
  rows,
  tick,
} from "~/editions/edition-fields.ts";
import { questionInBrief } from "~/editions/in-brief.ts";
import { PLAIN_QUESTION } from "~/editions/known-questions.ts";
import { editionMessages } from "~/editions/messages.ts";
import type { Condition, Question } from "~/values/catalogue.ts";
import { ACCOUNT_FIELDS, CARD_FIELDS } from "~/values/never-kept.ts";
import { QUESTION_KINDS } from "~/values/types.ts";
import type { PublishedQuestion } from "./answers-given.ts";
import { itemTyped, typedOf } from "./part-form.ts";
import { nameOf, type PartShape } from "./part-shape.ts";

const { hints } = editionMessages;

/**
 * The rules that combine several conditions. Each rule is named by the key under which a question stores the
 * conditions.
 */
const RULES = ["all", "any", "none"] as const;
type Rule = (typeof RULES)[number];
const isRule = (required: unknown): required is Rule => RULES.some((rule) => rule === required);

const MOST_YEARS = 200;

const rare = (field: EditionField): EditionField => ({ ...field, isRare: true });

/**
 * A question as its page edits it: the rule, its conditions, the format and the details of the format each become a
 * field.
 */
function toItem({ required, format, ...question }: EditionQuestion): EditionItem {
  const [rule, conditions] =
    typeof required === "string" ? [required, null] : Object.entries<Condition[]>(required)[0]!;
  return {
    ...{ ...question, required: rule, conditions },
    format: format === null ? "none" : Object.keys(format)[0],
    telephone: format && "telephone" in format ? format.telephone : null,
    years: format && "years" in format ? format.years : null,
  };
}

function toQuestion({ required, conditions, dependsOn, format, ...item }: EditionItem): EditionQuestion {
  const { telephone, years, ...question } = item;
  const { field, values } = (dependsOn ?? {}) as { field?: string | null; values?: string[] | null };
  return {
    ...question,
    required: isRule(required) ? { [required]: conditions ?? [] } : required,
    dependsOn: field ? { field, values: values ?? [] } : null,
    format: format === "telephone" ? { telephone: telephone ?? [] } : format === "years" ? { years } : null,
  } as unknown as EditionQuestion;
}

/** Checks that a rule has at least one condition, and that a range of years has both a beginning and an end. */
function checkQuestion({ required, conditions, format, years }: EditionItem): Record<string, string> {
  const span = (years ?? {}) as { past?: number | null; ahead?: number | null };
  const missing = (["past", "ahead"] as const).filter((end) => format === "years" && span[end] == null);
  return {
    ...(isRule(required) && !conditions ? { conditions: editionMessages.noConditions } : {}),
    ...Object.fromEntries(missing.map((end) => [`years.${end}`, editionMessages.noYears])),
  };
}

/**
 * The fields of a question, an empty question, and the check of a question, as an editor of questions needs them.
 *
 * @param others the questions of the whole form, to which conditions can refer.
 */
export function questionsEditing(
  others: readonly NamedQuestion[],
): Pick<PartShape, "noun" | "fields" | "empty" | "check"> {
  return {
    noun: "question",
    fields: [
      lineField("text", "Question", 500),
      linesField("hint", "Hint", 1000, { optional: true, rows: 2 }),
      choice(
        "kind",
        "Kind",
        QUESTION_KINDS.map((kind) => ({ value: kind, label: kind })),
      ),
      rows("options", "Options", 200, { hint: hints.options }),
      choice(
        "required",
        "Must be answered",
        [
          { value: "always", label: "always" },
          { value: "never", label: "never" },
          { value: "all", label: "if all of these hold" },
          { value: "any", label: "if any of these holds" },
          { value: "none", label: "if none of these holds" },
        ],
        { hint: hints.required },
      ),
      choice(
        "dependsOn.field",
        "Asked only after an answer to",
        others.map(({ id, text }) => ({ value: id, label: text })),
        { optional: true, hint: hints.dependsOn },
      ),
      rows("dependsOn.values", "… that is one of", 200, { hint: hints.rows }),
      figure("maxLength", "Most characters", [1, 20_000]),
      tick("retired", "Asked no more", { hint: hints.retired }),
      ...[
        readable<Condition[]>("conditions", "Conditions", hints.conditions, {
          write: conditionLines,
          read: (typed) => conditionsIn(typed, others),
        }),
        lineField("requiredMessage", "Said instead of “This field is required”", 300, { optional: true }),
        choice("format", "Format", [
          { value: "none", label: "none" },
          { value: "telephone", label: "a telephone number" },
          { value: "years", label: "a date or a year within a span" },
        ]),
        readable<string[]>("telephone", "Telephone numbers are read in the country of", hints.telephone, {
          write: (ids) => ids.join("\n"),
          read: (typed) => questionsIn(typed, others),
        }),
        figure("years.past", "At most so many years before today", [0, MOST_YEARS], { optional: true }),
        figure("years.ahead", "At most so many years after today", [0, MOST_YEARS], { optional: true }),
        lineField("mask", "Mask", 60, { optional: true, hint: hints.mask }),
        tick("forReviewers", "Reviewers see the answer", { hint: hints.forReviewers }),
        tick("onSite", "The door or the kitchen needs the answer"),
        tick("forEmergencies", "Needed to reach somebody in an emergency"),
        tick("askedLater", "Asked after acceptance, not in the application", { hint: hints.askedLater }),
        tick("scholarshipRelated", "Belongs to a scholarship"),
      ].map(rare),
    ],
    check: checkQuestion,
    empty: toItem(PLAIN_QUESTION),
  };
}

/**
 * The names of the other fields in forms that ask questions. No new question gets one of them as its id, because the
 * answer would then be lost, or sent in place of the other field.
 */
const OTHER_FIELDS = [...CARD_FIELDS, ...ACCOUNT_FIELDS, "owner", "edition", "version", "intent", "reason"];

/** The questions of a section as their page edits them; null if there is no such section. */
export function questionsShape(document: EditionDocument, sectionId: string): PartShape | null {
  const section = document.sections.find(({ id }) => id === sectionId);
  if (!section) return null;
  const others = namedQuestions(document);
  return {
    ...questionsEditing(others),
    items: section.questions.map(toItem),
    taken: [...others.map(({ id }) => id), ...OTHER_FIELDS],
    titleOf: nameOf,
    inBrief: (item) => questionInBrief(toQuestion(item)),
    put: (items) => ({
      ...document,
      sections: document.sections.map((one) =>
        one.id === sectionId ? { ...one, questions: items.map(toQuestion) } : one,
      ),
    }),
  };
}

/** All questions of the form, with the names by which conditions refer to them. */
export const namedQuestions = ({ sections }: EditionDocument): NamedQuestion[] =>
  sections.flatMap(({ questions }) => questions.map(({ id, text }) => ({ id, text })));

type Editing = ReturnType<typeof questionsEditing>;

/** Whether any of the folded fields has a value that few questions have. */
export function isSpecial({ fields, empty }: Editing, typed: Record<string, string>): boolean {
  const [plain] = typedOf({ fields, items: [empty] });
  return fields.some(({ name, isRare }) => isRare && (typed[name] ?? "") !== plain!.typed[name]);
}

/** The question as it is being typed, as far as it is already valid. */
export function questionTyped(editing: Editing, id: string, typed: Record<string, string>): Question {
  const { item } = itemTyped(editing, { ...editing.empty, text: typed["text"] ?? "" }, typed);
  return { ...toQuestion(item), id, sectionId: "" };
}

/**
 * A published question as it would be read from the editor's form, so that only a director's changes count as
 * differences.
 */
export function questionPublished(editing: Editing, question: PublishedQuestion): Question {
  const [written] = typedOf({
    fields: editing.fields,
    items: [toItem({ ...PLAIN_QUESTION, ...question })],
  });
  return { ...questionTyped(editing, question.id, written!.typed), sectionId: question.sectionId };
}
