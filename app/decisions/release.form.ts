import * as z from "zod";
import { messages } from "~/values/messages.ts";
import { parseForm, timeIn } from "~/values/parse.form.ts";

const instant = z.coerce.number({ error: messages.badRequest }).int();

const Seen = z.object({
  decisionRelease: instant,
  /** Empty if the round was not released. */
  releasedAt: z
    .union([z.literal("").transform(() => null), instant])
    .optional()
    .default(null),
  decisions: z.string().max(60).default(""),
});

/**
 * The state of a round that was shown to the director. The form sends this state back; null if the form does not
 * contain it.
 */
export function seenRound(form: FormData): z.output<typeof Seen> | null {
  const parsed = Seen.safeParse(Object.fromEntries(form));
  return parsed.success ? parsed.data : null;
}

const Few = z.object({ seen: z.string().max(80).default(""), pressId: z.string().max(40).default("") });

/**
 * The hidden fields of a form about a few decisions. `seen` identifies the decisions that the page showed as not
 * released, and `pressId` identifies the form.
 */
export function fewIn(form: FormData): z.output<typeof Few> {
  const parsed = Few.safeParse(Object.fromEntries(form));
  return parsed.success ? parsed.data : { seen: "", pressId: "" };
}

const Shown = z.object({ shownDeadline: instant, shownRelease: instant });

/** The schedule that the page showed to the director; null if the form does not contain it. */
export function shownSchedule(form: FormData): { deadline: number; decisionRelease: number } | null {
  const { data } = Shown.safeParse(Object.fromEntries(form));
  return data ? { deadline: data.shownDeadline, decisionRelease: data.shownRelease } : null;
}

const schedule = (zone: string) => z.object({ deadline: timeIn(zone), decisionRelease: timeIn(zone) });

/**
 * Parses a posted schedule of a round. If the form is not valid, returns the problem of each field. The times in the
 * form are in the zone `zone`.
 */
export const parseScheduleForm = (form: FormData, zone: string) => parseForm(schedule(zone), form);
