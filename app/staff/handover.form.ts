import * as z from "zod";
import { parseForm } from "~/values/parse.form.ts";
import { atMost } from "~/values/text.form.ts";
import { staffMessages } from "./messages.ts";

/** The most people who can leave with one form. It is far more than any conference has on its staff. */
const MOST_LEAVING = 500;

const { nobody, gone } = staffMessages.handover;

const HandoverForm = z.object({
  leaves: z
    .array(z.string().max(...atMost(128)), { error: nobody })
    .min(1, nobody)
    .max(MOST_LEAVING, gone),
});

/** Parses the uids of the people who leave the staff. If the form is not valid, returns the problem with each field. */
export const parseHandoverForm = (form: FormData) => parseForm(HandoverForm, form);
