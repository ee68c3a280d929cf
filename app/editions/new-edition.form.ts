import * as z from "zod";
import { messages } from "~/values/messages.ts";
import { parseForm } from "~/values/parse.form.ts";
import { line, needed } from "~/values/text.form.ts";
import { COPIED_PARTS, type CopiedPart } from "./copy-edition.ts";
import { EDITION_ID } from "./edition-document.ts";
import { editionMessages } from "./messages.ts";

const NewEditionForm = z.object({
  id: needed(line(40)).refine((id) => EDITION_ID.test(id), { error: editionMessages.notEdition }),
  location: needed(line(80)).transform((city) => city.toUpperCase()),
  title: line(200).transform((title) => title || null),
  /** The edition to copy from; empty for none. */
  from: line(40).transform((from) => from || null),
  /**
   * The number of weeks by which dates move. If the field is empty, the number is computed from the years of the two
   * editions, so that the season stays the same.
   */
  weeks: z
    .string({ error: messages.required })
    .default("")
    .refine((weeks) => /^(-?\d{1,4})?$/.test(weeks.trim()), { error: editionMessages.notWeeks })
    .transform((weeks) => (weeks.trim() === "" ? null : Number(weeks))),
  parts: z.preprocess(
    (posted) => (posted === undefined ? [] : Array.isArray(posted) ? posted : [posted]),
    z.array(z.enum(COPIED_PARTS)).transform((parts): ReadonlySet<CopiedPart> => new Set(parts)),
  ),
});

/** A new edition as the form asks for it; if the form is not valid, the problem with each field. */
export const parseNewEdition = (form: FormData) => parseForm(NewEditionForm, form);
