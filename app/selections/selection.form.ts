import * as z from "zod";
import { messages } from "~/values/messages.ts";
import { parseForm } from "~/values/parse.form.ts";
import { line } from "~/values/text.form.ts";
import { DECISIONS } from "~/values/types.ts";
import { selectionMessages } from "./messages.ts";

const LONGEST_TITLE = 60;
const titled = (missing: string) =>
  line(LONGEST_TITLE)
    .transform((typed) => typed.replace(/\s+/g, " "))
    .refine((typed) => typed !== "", { error: missing });

const Label = z.object({ label: titled(selectionMessages.labelNeeded) });
const Name = z.object({ name: titled(selectionMessages.nameNeeded) });
const Reader = z.object({ reader: z.string().regex(/^[\w-]{1,64}$/, { error: selectionMessages.noReader }) });
const Decided = z.object({
  decision: z.enum([...DECISIONS, "leave"], { error: selectionMessages.noDecision }),
});
const Saved = z.object({ id: z.string().regex(/^[a-z2-7]{20}$/, { error: messages.badRequest }) });

/** Parses a posted label for the applications of a selection. */
export const parseLabelForm = (form: FormData) => parseForm(Label, form);

/** Parses a posted name under which a selection is saved. */
export const parseNameForm = (form: FormData) => parseForm(Name, form);

/** Parses the posted uid of the reader who gets the applications of a selection. */
export const parseReaderForm = (form: FormData) => parseForm(Reader, form);

/** Parses the posted decision for the applications of a selection. "leave" leaves each decision as it is. */
export const parseDecisionForm = (form: FormData) => parseForm(Decided, form);

/** The posted id of a saved selection. */
export const parseSavedForm = (form: FormData) => parseForm(Saved, form);
