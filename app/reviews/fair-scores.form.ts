import * as z from "zod";
import { parseForm } from "~/values/parse.form.ts";
import { line } from "~/values/text.form.ts";
import { isDay } from "~/values/times.ts";
import type { ScoresAsked } from "./fair-scores.ts";
import { reviewMessages } from "./messages.ts";

const number = (least: number) =>
  z.coerce.number().int().min(least).max(1_000_000).optional().catch(undefined);

const Asked = z.object({
  sort: z.enum(["corrected"]).optional().catch(undefined),
  places: number(1),
  from: number(0),
});

/** Reads what the page of scores should show from a URL. */
export function scoresAskedFor(params: URLSearchParams): ScoresAsked {
  const { sort = "mean", places = null, from = 0 } = Asked.parse(Object.fromEntries(params));
  return { sort, places, from };
}

/** @param today the earliest day that can be given as the deadline, YYYY-MM-DD. */
export const parseReminderForm = (form: FormData, today: string) =>
  parseForm(
    z.object({
      by: line(10)
        .refine(isDay, { error: reviewMessages.scores.notADay })
        .refine((day) => !isDay(day) || day >= today, { error: reviewMessages.scores.dayIsOver }),
    }),
    form,
  );
