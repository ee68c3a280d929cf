import { inOneLine, optionsIn } from "~/applications/questions.ts";
import type { Question } from "~/values/catalogue.ts";

/** The kinds of things that have a list for the day. Each is also the name of a field in the list's address. */
const DAY_LIST_FIELDS = ["session", "addOn", "question"] as const;
export type DayListAsked = { of: (typeof DAY_LIST_FIELDS)[number]; id: string };

/** The list that an address requests; null if it requests none. */
export function dayListIn(asked: URLSearchParams): DayListAsked | null {
  const of = DAY_LIST_FIELDS.find((field) => asked.get(field));
  return of ? { of, id: asked.get(of)! } : null;
}

/** The query of the address that requests a list. */
export const dayListQuery = ({ of, id }: DayListAsked): string => `?${new URLSearchParams([[of, id]])}`;

export type DayCount = { what: string; number: number };

/** A list to print. It has counts, and below them the people, with only the columns that its readers need. */
export type DayList = {
  title: string;
  notes: string[];
  counts: DayCount[];
  /** The name of the thing that is counted. */
  counted: string;
  columns: string[];
  rows: { id: string; cells: string[] }[];
  /** Whether each row has a box to tick on paper. */
  isTicked: boolean;
};

/** Matches answers by which people say that they need nothing. “No peanuts” is not such an answer. */
const NOTHING = new RegExp(
  "^(no|none|nope|nil|n/?a|nothing|not applicable|-+|–|—|" +
    "no (dietary |special |food |access )?(needs?|restrictions?|requirements?|allerg(y|ies)))( at all)?[.!]?$",
);

/** A key that is the same for two answers if they differ only in capital letters, spaces and the full stop. */
const keyOf = (answer: string) =>
  answer.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim().replace(/\.$/, "");

/** Whether an answer asks for something. */
export const asksForSomething = (answer: string): boolean => {
  const key = keyOf(answer);
  return key !== "" && !NOTHING.test(key);
};

/**
 * How many people gave each answer, the most frequent answer first. The last two counts are the people who need nothing
 * and the people who did not answer. If several options were chosen, each of them is counted.
 *
 * @param given the answer of each person; empty if the person gave none.
 * @param words the names of the last two counts.
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

/** Sorts rows by answer, so that equal answers follow one another. People with the same answer keep their order. */
export const byAnswer = <Row extends { answer: string }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((one, other) => {
    const [first, second] = [keyOf(one.answer), keyOf(other.answer)];
    return first === second ? 0 : first < second ? -1 : 1;
  });

/**
 * How many people get each variant, in the order of the catalogue. Variants that the catalogue no longer has come last.
 */
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
 * Whether a question has a list. It has one if its answers are needed on the day and are not on every badge. Files
 * cannot be counted, so they have no list.
 */
export const isListed = ({
  id,
  kind,
  onSite,
}: Pick<Question, "id" | "kind"> & { onSite: boolean }): boolean =>
  onSite && kind !== "document upload" && id !== "institution" && id !== "badgeName";

/**
 * A question with all questions on which it depends, directly or through others. Together they decide whether its
 * answer is shown.
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
