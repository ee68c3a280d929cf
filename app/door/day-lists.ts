import { inOneLine, optionsIn } from "~/applications/questions.ts";
import type { Question } from "~/values/catalogue.ts";

/** What a list for the day can be about, by the name of the field in its address. */
const DAY_LIST_FIELDS = ["session", "addOn", "question"] as const;
export type DayListAsked = { of: (typeof DAY_LIST_FIELDS)[number]; id: string };

/** The list that an address asks for; null if it asks for none. */
export function dayListIn(asked: URLSearchParams): DayListAsked | null {
  const of = DAY_LIST_FIELDS.find((field) => asked.get(field));
  return of ? { of, id: asked.get(of)! } : null;
}

/** The part of an address that asks for a list. */
export const dayListQuery = ({ of, id }: DayListAsked): string => `?${new URLSearchParams([[of, id]])}`;

export type DayCount = { what: string; number: number };

/** A list to print: counts, and below them the people with the columns that its readers need, and no others. */
export type DayList = {
  title: string;
  notes: string[];
  counts: DayCount[];
  /** What the counts are of. */
  counted: string;
  columns: string[];
  rows: { id: string; cells: string[] }[];
  /** Whether each row has a box to tick on paper. */
  isTicked: boolean;
};

/** Answers with which people say that they need nothing. “No peanuts” is none of them. */
const NOTHING = new RegExp(
  "^(no|none|nope|nil|n/?a|nothing|not applicable|-+|–|—|" +
    "no (dietary |special |food |access )?(needs?|restrictions?|requirements?|allerg(y|ies)))( at all)?[.!]?$",
);

/** The same for two answers that differ only in capital letters, spaces and the full stop. */
const keyOf = (answer: string) =>
  answer.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim().replace(/\.$/, "");

/** Whether an answer asks for something. */
export const asksForSomething = (answer: string): boolean => {
  const key = keyOf(answer);
  return key !== "" && !NOTHING.test(key);
};

/**
 * How many people gave each answer, the most frequent first, and at the end how many need nothing or said nothing. If
 * several options could be chosen, each is counted.
 *
 * @param given an answer for each person, empty if there is none.
 * @param words what the last two counts are called.
 */
export function countedAnswers(
  question: Pick<Question, "kind">,
  given: readonly string[],
  words: { nothing: string; silent: string },
): DayCount[] {
  const special = given.filter(asksForSomething);
  const several = question.kind === "several of many";
  const counts = new Map<string, DayCount>();
  for (const answer of special.flatMap((one) => (several ? optionsIn(one) : [inOneLine(question, one)]))) {
    const count = counts.get(keyOf(answer)) ?? { what: answer.trim(), number: 0 };
    counts.set(keyOf(answer), { ...count, number: count.number + 1 });
  }
  const silent = given.filter((answer) => answer.trim() === "").length;
  return [
    ...[...counts.values()].sort(
      (one, other) => other.number - one.number || (one.what < other.what ? -1 : 1),
    ),
    { what: words.nothing, number: given.length - special.length - silent },
    { what: words.silent, number: silent },
  ].filter(({ number }) => number > 0);
}

/** By the answer, so that equal ones are below one another; people with the same answer stay in their order. */
export const byAnswer = <Row extends { answer: string }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((one, other) => {
    const [first, second] = [keyOf(one.answer), keyOf(other.answer)];
    return first === second ? 0 : first < second ? -1 : 1;
  });

/** How many people get each variant, in the order of the catalogue; variants that it no longer has come last. */
export function countedVariants(
  variants: readonly string[] | null,
  held: readonly (string | null)[],
  without: string,
): DayCount[] {
  const all = [...new Set([...(variants ?? []), ...held.map((variant) => variant ?? without)])];
  return all.map((what) => ({
    what,
    number: held.filter((variant) => (variant ?? without) === what).length,
  }));
}

/**
 * The questions that have a list: those whose answers are needed on the day, without what stands on every badge. Files
 * cannot be counted.
 */
export const isListed = ({
  id,
  kind,
  onSite,
}: Pick<Question, "id" | "kind"> & { onSite: boolean }): boolean =>
  onSite && kind !== "document upload" && id !== "institution" && id !== "badgeName";

/**
 * A question, and those on which it depends, directly or through others: whatever decides whether its answer is shown.
 */
export function withItsGrounds<Asked extends Question>(questions: readonly Asked[], id: string): Asked[] {
  const found = new Set<Asked>();
  for (let next: string | undefined = id; next !== undefined; ) {
    const question = questions.find((one) => one.id === next);
    if (!question || found.has(question)) break;
    found.add(question);
    next = question.dependsOn?.field;
  }
  return [...found];
}
