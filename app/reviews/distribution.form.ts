import * as z from "zod";
import { messages } from "~/values/messages.ts";
import { parseForm } from "~/values/parse.form.ts";
import { atMost, roundId } from "~/values/text.form.ts";
import { reviewMessages } from "./messages.ts";
import { LEFT_OUT, MOST_CAPACITY, shareField } from "./who-takes-part.ts";

export const MOST_READERS = 5;

/** A posted capacity: how many shares of the applications a reader gets. */
export const capacity = z
  .string({ error: reviewMessages.distribution.capacity(MOST_CAPACITY) })
  .regex(/^[1-9]\d?$/, reviewMessages.distribution.capacity(MOST_CAPACITY))
  .transform(Number)
  .refine((shares) => shares <= MOST_CAPACITY, {
    error: reviewMessages.distribution.capacity(MOST_CAPACITY),
  });

const uid = z.string().regex(/^[\w-]{1,64}$/, { error: messages.notAnOption });

const DistributionForm = z
  .object({
    round: z.union([z.literal("all"), roundId], { error: messages.notAnOption }),
    state: z.enum(["undecided", "all"], { error: messages.notAnOption }),
    readers: z
      .string({ error: messages.notAnOption })
      .regex(new RegExp(`^[1-${MOST_READERS}]$`), messages.notAnOption)
      .transform(Number),
    who: z.enum(["usual", "ticked"], { error: messages.notAnOption }),
    part: z.array(uid, { error: messages.notAnOption }).default([]),
    share: z.record(uid, capacity).default({}),
    leftOut: z.enum(LEFT_OUT, { error: messages.notAnOption }),
    mail: z.literal("yes", { error: messages.notAnOption }).optional(),
    seed: z
      .string()
      .trim()
      .max(...atMost(40))
      .optional(),
  })
  .transform(({ round, state, readers, who, part, share, leftOut, mail, seed }) => ({
    round: round === "all" ? null : round,
    undecidedOnly: state === "undecided",
    readers,
    who,
    ticked: part,
    shares: new Map(Object.entries(share)),
    leftOut,
    isMailed: mail === "yes",
    seed: seed || "1",
  }));

/** The capacities as they were typed, by the uid of the reader. */
export const sharesIn = (form: FormData): Record<string, string> =>
  Object.fromEntries(
    [...form.keys()]
      .filter((name) => name.startsWith(shareField("")))
      .map((name) => [name.slice(shareField("").length), String(form.get(name))]),
  );

/** Parses what to distribute, and to whom. If the form is not valid, returns the problem with each field. */
export const parseDistributionForm = (form: FormData) => parseForm(DistributionForm, form);
