import { countryName } from "~/values/countries.ts";
import type { QuestionKind } from "~/values/types.ts";
import { quantity } from "~/values/words.ts";
import {
  type AnswerCondition,
  type ApplicationFilter,
  answerParameter,
  filterParameters,
  sortNeeds,
} from "./application-filter.ts";

type Titled = { id: string; title: string };

/** The names of the things to which a filter refers by an id. */
export type FilterNames = {
  rounds: readonly Titled[];
  passes: readonly Titled[];
  labels: readonly Titled[];
  sessions: readonly Titled[];
  readers: readonly { uid: string; called: string }[];
  questions: readonly { id: string; text: string; kind: QuestionKind }[];
};

/** The names for a list whose filter refers only to rounds. */
export const noNames = (rounds: FilterNames["rounds"]): FilterNames => ({
  ...{ rounds, passes: [], labels: [], sessions: [], readers: [], questions: [] },
});

/** A condition of a filter: its name and value in an address, and its words. */
export type ConditionInWords = { name: string; value: string; label: string };

export const REVIEWED = { no: "Not reviewed by me", yes: "Reviewed by me" } as const;
export const PAYMENTS = {
  open: "Payment under way",
  paid: "Paid",
  refunded: "Given back",
  none: "Nothing paid",
} as const;
const SORTED: Partial<Record<string, string>> = {
  score: "With a mean, by which the list is sorted",
  spread: "With a spread, by which the list is sorted",
};
export const AWARDS = { yes: "Has an award", no: "Has no award" } as const;

/** The conditions of a filter in words, always in the same order. */
export function conditionsInWords(filter: ApplicationFilter, names: FilterNames): ConditionInWords[] {
  const titleOf = (list: readonly Titled[], id: string) => list.find((one) => one.id === id)?.title ?? id;
  const values = filterParameters(filter);
  const words: [name: string, label: string | undefined][] = [
    ["search", filter.search && `“${filter.search}”`],
    ["reviewed", filter.reviewed && REVIEWED[filter.reviewed]],
    ["round", filter.round && titleOf(names.rounds, filter.round)],
    ["state", filter.state && "Drafts"],
    ["decision", filter.decision === "undecided" ? "Undecided" : filter.decision],
    ...(filter.answers ?? []).map((answer): [string, string] => [
      answerParameter(answer),
      answerInWords(answer, names),
    ]),
    ["label", filter.label && `Label ${titleOf(names.labels, filter.label)}`],
    [
      "reader",
      filter.reader &&
        `Given to ${names.readers.find(({ uid }) => uid === filter.reader)?.called ?? filter.reader}`,
    ],
    [
      "reviewsFrom",
      filter.reviewsFrom === undefined ? undefined : `At least ${quantity(filter.reviewsFrom, "review")}`,
    ],
    [
      "reviewsTo",
      filter.reviewsTo === undefined ? undefined : `At most ${quantity(filter.reviewsTo, "review")}`,
    ],
    ["scoreFrom", values["scoreFrom"] && `Mean from ${values["scoreFrom"]}`],
    ["scoreTo", values["scoreTo"] && `Mean up to ${values["scoreTo"]}`],
    ["spreadFrom", values["spreadFrom"] && `At least ${values["spreadFrom"]} apart`],
    ["pass", filter.pass === "none" ? "No pass" : filter.pass && titleOf(names.passes, filter.pass)],
    ["payment", filter.payment && PAYMENTS[filter.payment]],
    ["award", filter.award && AWARDS[filter.award]],
    ["session", filter.session && `At ${titleOf(names.sessions, filter.session)}`],
    ["only", filter.only && `${filter.only.length} ticked`],
    ["sort", SORTED[sortNeeds(filter) ?? ""]],
  ];
  return words.flatMap(([name, label]) => (label ? [{ name, value: values[name]!, label }] : []));
}

/** A filter in words, as one line. */
export const selectionWords = (filter: ApplicationFilter, names: FilterNames): string =>
  conditionsInWords(filter, names)
    .map(({ label }) => label)
    .join(" · ") || "All submitted applications";

function answerInWords({ condition, question, value }: AnswerCondition, names: FilterNames): string {
  const asked = names.questions.find(({ id }) => id === question);
  const title = asked?.text ?? question;
  const answer = asked?.kind === "country" ? (countryName(value) ?? value) : value;
  if (condition === "has") return `${title}: ${value === "no" ? "not uploaded" : "uploaded"}`;
  return `${title}: ${{ is: "", from: "from ", to: "up to " }[condition]}${answer}`;
}
