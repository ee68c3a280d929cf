import * as z from "zod";
import { messages } from "~/values/messages.ts";
import { parseForm } from "~/values/parse.form.ts";
import { atMost, roundId } from "~/values/text.form.ts";

export const MOST_READERS = 5;

const DistributionForm = z
  .object({
    round: z.union([z.literal("all"), roundId], { error: messages.notAnOption }),
    state: z.enum(["undecided", "all"], { error: messages.notAnOption }),
    readers: z
      .string({ error: messages.notAnOption })
      .regex(new RegExp(`^[1-${MOST_READERS}]$`), messages.notAnOption)
      .transform(Number),
    seed: z
      .string()
      .trim()
      .max(...atMost(40))
      .optional(),
  })
  .transform(({ round, state, readers, seed }) => ({
    round: round === "all" ? null : round,
    undecidedOnly: state === "undecided",
    readers,
    seed: seed || "1",
  }));

/** What to distribute; if the form is not valid, the problem with each field. */
export const parseDistributionForm = (form: FormData) => parseForm(DistributionForm, form);
