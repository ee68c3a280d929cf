import { listQuery } from "~/ui/paging.ts";
import { type Ability, can } from "~/values/abilities.ts";
import { DECISIONS, type Decision, type PassType, type RoundId } from "~/values/types.ts";

export const DECISION_CHOICES = ["undecided", ...DECISIONS] as const;

/**
 * The orders in which a list can be sorted. "submitted" and "score" are read from an index; for the others, all rows
 * are sorted.
 */
export const APPLICATION_SORTS = [
  ...(["submitted", "score", "-score"] as const),
  ...(["reviews", "-reviews", "spread", "-spread"] as const),
  ...(["name", "-name", "institution", "-institution", "decision", "-decision"] as const),
] as const;
type ApplicationSort = (typeof APPLICATION_SORTS)[number];

/** The states of an applicant's payment: under way, made, given back or on its way back, or no payment at all. */
export const PAYMENT_CHOICES = ["open", "paid", "refunded", "none"] as const;

/**
 * A condition on the answer to one question. "is": the answer is the value, a short text contains the value, or one of
 * the chosen options is the value. "from": the answer is the value, or is later or larger. "to": the answer is the
 * value, or is earlier or smaller. "has": a document was or was not uploaded.
 */
export const ANSWER_CONDITIONS = ["is", "from", "to", "has"] as const;
export type AnswerCondition = {
  condition: (typeof ANSWER_CONDITIONS)[number];
  question: string;
  value: string;
};

/**
 * A filter of the application list. The applications that it finds are a selection. Without `state` it finds submitted
 * applications; without `sort`, the newest come first. Scores and their spread are in hundredths.
 */
export type ApplicationFilter = {
  show?: "mine" | "everyone";
  /** Words of a name, of the institution or of a chosen option; or the beginning of an e-mail address. */
  search?: string;
  state?: "draft";
  round?: RoundId;
  decision?: Decision | "undecided";
  /** Whether the viewer has reviewed the application. */
  reviewed?: "yes" | "no";
  /** The id of a label. */
  label?: string;
  /** The uid of a reader to whom the application was assigned. */
  reader?: string;
  reviewsFrom?: number;
  reviewsTo?: number;
  scoreFrom?: number;
  scoreTo?: number;
  spreadFrom?: number;
  pass?: PassType | "none";
  payment?: (typeof PAYMENT_CHOICES)[number];
  award?: "yes" | "no";
  /** The id of a session of the programme. The applicant has a place in it, or waits for one. */
  session?: string;
  answers?: AnswerCondition[];
  /** The uids of applications that were ticked one by one. */
  only?: string[];
  /**
   * If absent, the newest come first. A list sorted by score leaves out applications without a score. A list sorted by
   * spread leaves out applications without a spread.
   */
  sort?: ApplicationSort;
};

/** The name of an address parameter for a condition on an answer. */
export const answerParameter = ({ condition, question }: Pick<AnswerCondition, "condition" | "question">) =>
  `${condition}-${question}`;

const points = (hundredths: number | undefined) =>
  hundredths === undefined ? undefined : String(hundredths / 100);

/** The filter as the parameters of an address. */
export function filterParameters(filter: ApplicationFilter): Record<string, string | undefined> {
  const { answers = [], only, scoreFrom, scoreTo, spreadFrom, reviewsFrom, reviewsTo, ...plain } = filter;
  return {
    ...plain,
    reviewsFrom: reviewsFrom?.toString(),
    reviewsTo: reviewsTo?.toString(),
    scoreFrom: points(scoreFrom),
    scoreTo: points(scoreTo),
    spreadFrom: points(spreadFrom),
    ...Object.fromEntries(answers.map((answer) => [answerParameter(answer), answer.value])),
    only: only?.join(","),
  };
}

/** The parameters of a filter that have a value, for the hidden fields of a form. */
export const filterFields = (filter: ApplicationFilter): Record<string, string> =>
  Object.fromEntries(
    Object.entries(filterParameters(filter)).filter((field): field is [string, string] => Boolean(field[1])),
  );

/**
 * The query string of the address of a list with this filter.
 *
 * @param saved the uid of the application whose review the reader has just saved, if there is one. The next page then
 *   says that the review was saved.
 */
export const applicationAddress = (
  filter: ApplicationFilter,
  {
    after,
    from,
    saved,
  }: { after?: { key: number; id: string } | null; from?: string; saved?: string | undefined } = {},
): string =>
  listQuery({ ...filterParameters(filter), from, saved, after: after && `${after.key}-${after.id}` });

/**
 * The part of a filter that the viewer may use. The rest is ignored, so that a shared address tells nobody more than
 * their own list does. People who do not decide see only the applications given to them. They cannot filter or sort by
 * answers or by the opinions of others. Passes, payments and awards are for people who also have the ability "money".
 */
export function allowedFilter(
  filter: ApplicationFilter,
  { abilities }: { abilities: readonly Ability[] },
): ApplicationFilter {
  if (can(abilities, "decide")) {
    const { pass: _, payment: __, award: ___, ...others } = filter;
    return can(abilities, "money") ? filter : others;
  }
  const { search, state, round, reviewed, sort } = filter;
  return { search, state, round, reviewed, show: "mine", sort: sort === "submitted" ? sort : undefined };
}

/**
 * Whether somebody who decides may use every condition of a filter. If not, the list is longer for them than the filter
 * says.
 */
export const mayUseAll = (filter: ApplicationFilter, viewer: { abilities: readonly Ability[] }): boolean =>
  applicationAddress(allowedFilter(filter, viewer)) === applicationAddress(filter);

/** The value that an application must have to be in a list with this order; null if the order needs no value. */
export function sortNeeds({ sort }: ApplicationFilter): "score" | "spread" | null {
  const by = sort?.replace(/^-/, "");
  return by === "score" || by === "spread" ? by : null;
}

/**
 * Whether something may be sent to the applications that a filter finds. The recipients of a mail must not depend on
 * scores, because delegates would learn what readers think of them.
 */
export const mayBeWrittenTo = (filter: ApplicationFilter): boolean =>
  [filter.scoreFrom, filter.scoreTo, filter.spreadFrom].every((limit) => limit === undefined) &&
  sortNeeds(filter) === null;

/** Whether a filter contains a condition or an order for which every application of the edition must be examined. */
export function looksAtAll({
  show,
  search,
  state,
  round,
  decision,
  reviewed,
  sort,
  ...others
}: ApplicationFilter) {
  const isSortedByIndex = sort === undefined || ["submitted", "score", "-score"].includes(sort);
  return (
    !isSortedByIndex ||
    Object.values(others).some((value) => (Array.isArray(value) ? value.length > 0 : value !== undefined))
  );
}
