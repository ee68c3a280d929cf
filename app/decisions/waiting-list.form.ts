import * as z from "zod";
import { messages } from "~/values/messages.ts";
import { parseForm } from "~/values/parse.form.ts";
import { line } from "~/values/text.form.ts";
import { instantAt } from "~/values/times.ts";
import { PASS_TYPES, WAITING_ORDERS } from "~/values/types.ts";
import { decisionMessages } from "./messages.ts";

/** The least and the most hours for an offer that the portal makes by itself. */
export const OFFER_HOURS = { least: 1, most: 24 * 30 } as const;

const wallTimeIn = (zone: string) =>
  z.string({ error: messages.required }).transform((wall, issues) => {
    const at = instantAt(wall, zone);
    if (at === null) issues.addIssue({ code: "custom", message: messages.notATime });
    return at ?? 0;
  });

/** Parses the form that offers places. The end of the offers is typed as a time in the zone `zone`. */
export const parseOfferForm = (form: FormData, zone: string) =>
  parseForm(
    z.object({
      passType: z.enum(PASS_TYPES, { error: messages.required }),
      endsAt: wallTimeIn(zone),
      pressId: line(40),
    }),
    form,
  );

const { least, most } = OFFER_HOURS;
const hours = { error: decisionMessages.waiting.hours(least, most) };

/**
 * Parses the form that sets the order of the list, and how the list is filled. The time at which the list stops is
 * typed in the zone `zone`.
 */
export const parseWaitingListForm = (form: FormData, zone: string) =>
  parseForm(
    z.object({
      sortedBy: z.enum(WAITING_ORDERS, { error: messages.required }),
      passType: z.enum(PASS_TYPES, { error: messages.required }),
      refills: z
        .literal("true")
        .optional()
        .transform((ticked) => ticked !== undefined),
      hours: z.coerce.number(hours).int(hours).min(least, hours).max(most, hours),
      stopsAt: wallTimeIn(zone)
        .optional()
        .transform((at) => at ?? null),
    }),
    form,
  );

/**
 * The uids of people with a typed number, the lowest number first. People with equal numbers keep their order in the
 * form. People without a number are left out.
 */
export function orderTyped(form: FormData): string[] {
  const typed = [...form.entries()].flatMap(([name, value]) => {
    const uid = /^place-(.{1,128})$/.exec(name)?.[1];
    const place = Number(value);
    return uid && value !== "" && Number.isFinite(place) ? [{ uid, place }] : [];
  });
  return typed.sort((one, other) => one.place - other.place).map(({ uid }) => uid);
}
