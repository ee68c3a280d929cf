import { QUESTION_KINDS } from "~/values/types.ts";
import type { EditionDocument, EditionQuestion } from "./edition-document.ts";
import { choice, type EditionItem, figure, lineField, linesField, rows, tick } from "./edition-fields.ts";
import { PLAIN_QUESTION } from "./known-questions.ts";
import { editionMessages } from "./messages.ts";
import { nameOf, type PartShape } from "./part-shape.ts";

const { hints } = editionMessages;

/** The questions of a section as their page edits them; null if there is no such section. */
export function questionsShape(document: EditionDocument, sectionId: string): PartShape | null {
  const section = document.sections.find(({ id }) => id === sectionId);
  if (!section) return null;
  const others = document.sections.flatMap(({ questions }) => questions);
  return {
    noun: "question",
    items: section.questions.map(toItem),
    taken: others.map(({ id }) => id),
    titleOf: nameOf,
    fields: [
      lineField("text", "Question", 500),
      linesField("hint", "Hint", 1000, { optional: true, rows: 2 }),
      choice(
        "kind",
        "Kind",
        QUESTION_KINDS.map((kind) => ({ value: kind, label: kind })),
      ),
      choice(
        "required",
        "Must be answered",
        [
          { value: "always", label: "always" },
          { value: "never", label: "never" },
          { value: "rule", label: "by the rule it has" },
        ],
        { hint: hints.required },
      ),
      lineField("requiredMessage", "Said instead of “This field is required”", 300, { optional: true }),
      choice(
        "dependsOn.field",
        "Asked only after an answer to",
        others.map(({ id, text }) => ({ value: id, label: text })),
        { optional: true },
      ),
      rows("dependsOn.values", "… that is one of", 200, { hint: hints.rows }),
      rows("options", "Options", 200, { hint: hints.options }),
      lineField("mask", "Mask", 60, { optional: true, hint: hints.mask }),
      figure("maxLength", "Most characters", [1, 20_000]),
      tick("forReviewers", "Reviewers see the answer"),
      tick("onSite", "The door or the kitchen needs the answer"),
      tick("forEmergencies", "Needed to reach somebody in an emergency"),
      tick("scholarshipRelated", "Belongs to a scholarship"),
      tick("retired", "Asked no more", { hint: hints.retired }),
    ],
    empty: toItem(PLAIN_QUESTION),
    put: (items) => ({
      ...document,
      sections: document.sections.map((one) =>
        one.id === sectionId ? { ...one, questions: items.map(toQuestion) } : one,
      ),
    }),
  };
}

/** A rule among several answers has no field of its own: it is kept beside the choice. */
const toItem = ({ required, ...question }: EditionQuestion): EditionItem =>
  typeof required === "string"
    ? { ...question, required }
    : { ...question, required: "rule", rule: required };

function toQuestion({ rule, required, dependsOn, ...question }: EditionItem): EditionQuestion {
  const { field, values } = (dependsOn ?? {}) as { field?: string | null; values?: string[] | null };
  return {
    ...question,
    required: required === "rule" ? (rule ?? "always") : required,
    dependsOn: field ? { field, values: values ?? [] } : null,
  } as unknown as EditionQuestion;
}
