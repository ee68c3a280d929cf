import * as z from "zod";
import { messages } from "./messages.ts";
import { tidy, tidyLine, withoutControls } from "./plain-text.ts";

/** The arguments of zod's `max` for a text. */
export const atMost = (longest: number) => [longest, { error: () => messages.tooLong(longest) }] as const;

/** A text field in its stored form, of at most `longest` characters; a missing field counts as empty. */
const typed = (asStored: (typed: string) => string) => (longest: number) =>
  z
    .string({ error: messages.required })
    .default("")
    .transform(asStored)
    .refine((text) => text.length <= longest, { error: () => messages.tooLong(longest) });

/** One line, such as a title or a name. */
export const line = typed(tidyLine);

/** Text of several lines. */
export const lines = typed(tidy);

/** Text of several lines in which empty lines are kept, because its lines are numbered. */
export const countedLines = typed(withoutControls);

/** A text that must not be empty. */
export const needed = <Text extends z.ZodType<string>>(text: Text) =>
  text.refine((value) => value !== "", { error: messages.required });

/**
 * One line that must be typed into a field of a form.
 *
 * @param missing the sentence if nothing was typed.
 * @returns the line in its stored form; if it is refused, what was typed and why.
 */
export function noteIn(
  form: FormData,
  field: string,
  { longest, missing }: { longest: number; missing: string },
): { note: string } | { typed: string; reason: string } {
  const typed = String(form.get(field) ?? "");
  const { data, error } = line(longest).safeParse(typed);
  if (data === "") return { typed, reason: missing };
  return data === undefined ? { typed, reason: error!.issues[0]!.message } : { note: data };
}

/** The id that an edition gives to one of its rows, such as a round, an event or a question. */
const idIn = (longest: number) =>
  z
    .string({ error: messages.notAnOption })
    .regex(new RegExp(`^[a-zA-Z][\\w-]{0,${longest - 1}}$`), messages.notAnOption);

export const roundId = idIn(40);
