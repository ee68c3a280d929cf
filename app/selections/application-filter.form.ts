import * as z from "zod";
import { roundId } from "~/values/text.form.ts";
import { PASS_TYPES } from "~/values/types.ts";
import {
  ANSWER_CONDITIONS,
  type AnswerCondition,
  APPLICATION_SORTS,
  type ApplicationFilter,
  answerParameter,
  DECISION_CHOICES,
  PAYMENT_CHOICES,
} from "./application-filter.ts";

const MOST_ANSWERS = 20;
const MOST_TICKED = 200;
const LONGEST_ANSWER = 200;

const ID = /^[\w-]{1,64}$/;
const id = z.string().regex(ID).optional().catch(undefined);
const choice = <const Choices extends readonly [string, ...string[]]>(choices: Choices) =>
  z.enum(choices).optional().catch(undefined);
const number = z
  .string()
  .regex(/^\d{1,4}$/)
  .transform(Number)
  .optional()
  .catch(undefined);
const points = z
  .string()
  .regex(/^\d([.,]\d{1,2})?$/)
  .transform((typed) => Math.round(Number(typed.replace(",", ".")) * 100))
  .optional()
  .catch(undefined);

const Filter = z.object({
  show: choice(["mine", "everyone"]),
  search: z.string().trim().max(254).optional().catch(undefined),
  state: choice(["draft"]),
  round: roundId.optional().catch(undefined),
  decision: choice(DECISION_CHOICES),
  reviewed: choice(["yes", "no"]),
  label: id,
  reader: id,
  reviewsFrom: number,
  reviewsTo: number,
  scoreFrom: points,
  scoreTo: points,
  spreadFrom: points,
  pass: choice([...PASS_TYPES, "none"]),
  payment: choice(PAYMENT_CHOICES),
  award: choice(["yes", "no"]),
  session: id,
  sort: choice(APPLICATION_SORTS),
  /** The last row of the previous page: the value by which the list is sorted, and the uid. */
  after: z
    .string()
    .regex(/^\d{1,16}-[\w-]{1,64}$/)
    .optional()
    .catch(undefined),
});

/**
 * Reads the filter from a URL. Spaces around a value do not count. Values that cannot be read are left out of the
 * filter; `unread` has them as they were typed, by the names of their parameters. If there are any, a page that acts on
 * the applications must refuse the filter: without the value, the filter may find more applications than somebody meant.
 */
export function applicationFilterOf(params: URLSearchParams) {
  const typed = Object.fromEntries([...params].map(([name, value]) => [name, value.trim()]));
  const parsed = Filter.parse(typed);
  const { after, search, ...filter } = parsed;
  const [, key, id] = /^(\d+)-(.+)$/.exec(after ?? "") ?? [];
  const answers = answersIn(params);
  const only = tickedIn(params);
  return {
    filter: {
      ...filter,
      search: search || undefined,
      ...(answers.length > 0 && { answers }),
      ...(only.length > 0 && { only }),
    } as ApplicationFilter,
    after: key && id ? { key: Number(key), id } : null,
    unread: Object.fromEntries(
      Object.entries(typed).filter(
        ([name, value]) =>
          value !== "" &&
          name !== "after" &&
          ((name in parsed && parsed[name as keyof typeof parsed] === undefined) ||
            (name === "only" && !value.split(",").every((uid) => ID.test(uid))) ||
            (isAboutAnswer(name) && !answers.some((answer) => answerParameter(answer) === name))),
      ),
    ),
  };
}

/** Whether a parameter is a condition on an answer. */
const isAboutAnswer = (name: string) =>
  ANSWER_CONDITIONS.some((condition) => name.startsWith(`${condition}-`));

/** The conditions on answers, sorted by question. Each parameter counts only once. */
function answersIn(params: URLSearchParams): AnswerCondition[] {
  const found = [...new Map(params)].flatMap(([name, typed]): AnswerCondition[] => {
    const [, condition, question] = /^([a-z]+)-([\w-]{1,64})$/.exec(name) ?? [];
    const known = ANSWER_CONDITIONS.find((one) => one === condition);
    const value = typed.trim();
    if (!known || !question || value === "" || value.length > LONGEST_ANSWER) return [];
    return [{ condition: known, question, value }];
  });
  return found
    .sort((one, other) =>
      `${one.question} ${one.condition}` < `${other.question} ${other.condition}` ? -1 : 1,
    )
    .slice(0, MOST_ANSWERS);
}

/** The uids of the ticked applications. The form of a list sends them as `tick`; an address contains them as `only`. */
function tickedIn(params: URLSearchParams): string[] {
  const ticked = [...params.getAll("tick"), ...(params.get("only") ?? "").split(",")];
  return [...new Set(ticked.filter((uid) => ID.test(uid)))].slice(0, MOST_TICKED);
}
