import { editionMessages } from "~/editions/messages.ts";
import type { Condition } from "~/values/catalogue.ts";
import { messages } from "~/values/messages.ts";

/** A question as a line refers to it: by its id, or by its text if no other question has the same text. */
export type NamedQuestion = { id: string; text: string };

type Read<Value> = { value: Value } | { problem: string };

/**
 * The limits for the number of conditions of a question, of answers in a condition, of characters in an answer, and of
 * questions that give the country of a telephone number.
 */
const MOST = { conditions: 20, answers: 100, letters: 200, countries: 5 };

const say = editionMessages.lines;

const tidy = (text: string) => text.trim().replace(/\s+/g, " ").toLowerCase();

/**
 * The id of the question to which the typed text refers; null if no question has this id or text, or if several have
 * this text.
 */
function idOf(typed: string, questions: readonly NamedQuestion[]): string | null {
  const name = typed.trim();
  if (questions.some(({ id }) => id === name)) return name;
  const named = questions.filter(({ text }) => tidy(text) === tidy(name));
  return named.length === 1 ? named[0]!.id : null;
}

/**
 * Whether an answer can be written as it is. Any other answer would be misread, so it is put in quotation marks, as in
 * JSON.
 */
const isPlain = (answer: string) =>
  answer !== "" && answer === answer.trim() && !answer.startsWith('"') && !/[|\p{C}]/u.test(answer);

const written = (answer: string) => (isPlain(answer) ? answer : JSON.stringify(answer));

/** Conditions as a director types them, one on each line: `level = Other | Doctoral`. */
export const conditionLines = (conditions: readonly Condition[]): string =>
  conditions.map(({ field, values }) => `${field} = ${values.map(written).join(" | ")}`).join("\n");

/** The conditions that the lines express; null if there are none. */
export const conditionsIn = (typed: string, questions: readonly NamedQuestion[]): Read<Condition[] | null> =>
  readLines<Condition>(typed, MOST.conditions, (line) => {
    if (!line.includes("=")) return { problem: say.noSign };
    const split = splitLine(line, questions);
    if (!split) return { problem: say.noQuestion(line.split("=")[0]!.trim()) };
    const values = answersIn(split.answers);
    if (values.length === 0) return { problem: say.noAnswer };
    if (values.length > MOST.answers) return { problem: say.tooMany(MOST.answers) };
    if (values.some((value) => value.length > MOST.letters))
      return { problem: messages.tooLong(MOST.letters) };
    return { value: { field: split.field, values } };
  });

/** The ids of the questions that the lines name, one on each line; null if there are none. */
export const questionsIn = (typed: string, questions: readonly NamedQuestion[]): Read<string[] | null> =>
  readLines<string>(typed, MOST.countries, (line) => {
    const id = idOf(line, questions);
    return id === null ? { problem: say.noQuestion(line) } : { value: id };
  });

/**
 * Reads every line that is not empty, and returns the values; null if there are none. If a line is wrong, returns the
 * problem of the first wrong line instead.
 */
function readLines<Value>(
  typed: string,
  most: number,
  read: (line: string) => Read<Value>,
): Read<Value[] | null> {
  const lines = typed.split(/\r?\n/).map((line, index) => ({ line: line.trim(), number: index + 1 }));
  const values: Value[] = [];
  for (const { line, number } of lines) {
    if (line === "") continue;
    const found = read(line);
    if ("problem" in found) return { problem: say.inLine(number, found.problem) };
    if (values.length === most) return { problem: say.inLine(number, say.tooMany(most)) };
    values.push(found.value);
  }
  return { value: values.length > 0 ? values : null };
}

/**
 * Splits a line into its question and its answers. The text of the question may itself contain the equals sign that
 * separates the two.
 */
function splitLine(line: string, questions: readonly NamedQuestion[]) {
  for (let at = line.indexOf("="); at >= 0; at = line.indexOf("=", at + 1)) {
    const field = idOf(line.slice(0, at), questions);
    if (field !== null) return { field, answers: line.slice(at + 1) };
  }
  return null;
}

/** Splits the answers of a line, which are separated by bars and may be in quotation marks. */
function answersIn(typed: string): string[] {
  const answers: string[] = [];
  let rest = typed;
  while (rest !== "") {
    const quoted = /^\s*("(?:[^"\\]|\\.)*")\s*(?:\||$)/.exec(rest);
    const [whole, answer] = quoted ?? /^([^|]*)(?:\||$)/.exec(rest)!;
    const value = (quoted && fromJson(answer!)) ?? answer!.trim();
    if (value !== "" || quoted) answers.push(value);
    rest = rest.slice(whole.length);
  }
  return answers;
}

function fromJson(text: string): string | null {
  try {
    return JSON.parse(text) as string;
  } catch {
    return null;
  }
}
