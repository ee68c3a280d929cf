import * as z from "zod";
import { isCountry } from "~/values/countries.ts";
import { parseForm } from "~/values/parse.form.ts";
import { atMost } from "~/values/text.form.ts";
import { isDay } from "~/values/times.ts";
import { LETTER_KINDS } from "~/values/types.ts";
import { KINDS_FOR_MANY, LONGEST_LETTER_REASON, reasonField } from "./letters.ts";
import { letterMessages } from "./messages.ts";

const id = z.string().regex(/^[a-z2-7]{20}$/);

const Wanted = z.object({ id, kind: z.enum(LETTER_KINDS), about: z.string().max(60).default("") });

/**
 * Parses the form of a button that asks for a letter. There are problems only if the form was not made by the portal.
 */
export const parseWantedLetter = (form: FormData) => parseForm(Wanted, form);

const Many = z.object({ id, seen: z.string().max(20).default(""), kind: z.enum(KINDS_FOR_MANY) });

/**
 * Parses the form of the button that issues letters to a selection. There are problems only if the form was not made by
 * the portal.
 */
export const parseLettersForMany = (form: FormData) => parseForm(Many, form);

const { visa } = letterMessages;

/** The fields of a passport, as typed. `today` is YYYY-MM-DD. */
const passport = (today: string) =>
  z.object({
    id,
    passport: z
      .string({ error: visa.passport })
      .transform((typed) => typed.replace(/\s/g, "").toUpperCase())
      .refine((typed) => /^[A-Z0-9]{5,20}$/.test(typed), visa.passport),
    nationality: z.string({ error: visa.country }).refine(isCountry, visa.country),
    birth: z.string({ error: visa.birth }).refine((day) => isDay(day) && day < today, visa.birth),
  });

/** Parses the form that asks for a letter for a visa. */
export const parsePassport = (form: FormData, today: string) => parseForm(passport(today), form);

const reason = z
  .string({ error: letterMessages.staff.reason })
  .trim()
  .min(1, letterMessages.staff.reason)
  .max(...atMost(LONGEST_LETTER_REASON));

const End = z.object({ letter: id, id, reason });

/**
 * Parses the form with which staff withdraw or replace a letter. A problem has the name of its field on the page. Pages
 * of an earlier version send the field as `reason`.
 */
export function parseEndOfLetter(form: FormData) {
  const letter = String(form.get("letter") ?? "");
  const field = reasonField(letter);
  const own = new FormData();
  own.set("letter", letter);
  own.set("id", String(form.get("id") ?? ""));
  own.set("reason", String(form.get(field) ?? form.get("reason") ?? ""));
  const parsed = parseForm(End, own);
  if (!("problems" in parsed)) return parsed;
  const { reason, ...others } = parsed.problems;
  return { problems: { ...others, ...(reason && { [field]: reason }) } };
}
