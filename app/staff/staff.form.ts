import * as z from "zod";
import { emailField } from "~/accounts/account.form.ts";
import { LONGEST_REASON } from "~/reviews/review.ts";
import { messages } from "~/values/messages.ts";
import { parseForm } from "~/values/parse.form.ts";
import { atMost } from "~/values/text.form.ts";
import { STAFF_ROLES } from "~/values/types.ts";
import { MOST_CAPACITY } from "./limits.ts";
import { staffMessages } from "./messages.ts";

const role = z.enum(STAFF_ROLES, { error: messages.notAnOption });

const capacity = z
  .string({ error: staffMessages.capacity })
  .regex(/^[1-9]\d?$/, staffMessages.capacity)
  .transform(Number)
  .refine((capacity) => capacity <= MOST_CAPACITY, { error: staffMessages.capacity });

const AddForm = z.object({
  email: z
    .string({ error: messages.required })
    .trim()
    .max(...atMost(254))
    .pipe(emailField()),
  role,
  capacity,
});

const FactsForm = z.object({
  role,
  capacity,
  institution: z
    .string()
    .trim()
    .max(...atMost(200))
    .optional()
    .transform((text) => text || null),
  onLeave: z
    .literal("true")
    .optional()
    .transform((ticked) => ticked === "true"),
});

const { reasonNeeded } = staffMessages.account;
const ReasonForm = z.object({
  reason: z
    .string({ error: reasonNeeded })
    .trim()
    .min(1, reasonNeeded)
    .max(...atMost(LONGEST_REASON)),
});

/** Somebody to add to the staff, or what is wrong with it by field. */
export const parseAddForm = (form: FormData) => parseForm(AddForm, form);

/** The facts about somebody on the staff, or what is wrong with them by field. */
export const parseFactsForm = (form: FormData) => parseForm(FactsForm, form);

/** Why an account is disabled or enabled, or what is wrong with the reason. */
export const parseAccountReasonForm = (form: FormData) => parseForm(ReasonForm, form);
