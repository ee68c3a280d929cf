import * as z from "zod";
import { entryMessages } from "~/money/payments/messages.ts";
import { type GrantSize, normalCode, sizeOf } from "~/money/prices/grants.ts";
import { messages } from "~/values/messages.ts";
import { dollars, MOST_ENTERED, typedCents } from "~/values/money.ts";
import { line, lines, needed } from "~/values/text.form.ts";
import { instantAt, isDay } from "~/values/times.ts";
import { PASS_TYPES } from "~/values/types.ts";
import { grantMessages } from "./messages.ts";

const size = z.string({ error: messages.required }).transform((typed, issues) => {
  const read = sizeOf(typed);
  if (!read) issues.addIssue({ code: "custom", message: grantMessages.notASize });
  return read ?? { percent: null, amountCents: null };
});

const optional = (longest: number) => line(longest).transform((text) => text || null);

export const BudgetForm = z.object({
  title: needed(line(80)),
  amount: z.string({ error: messages.required }).transform((typed, issues) => {
    const cents = typedCents(typed);
    if (cents === null) issues.addIssue({ code: "custom", message: grantMessages.notAnAmount });
    else if (cents > MOST_ENTERED)
      issues.addIssue({ code: "custom", message: entryMessages.tooMuch(dollars(MOST_ENTERED)) });
    return cents ?? 0;
  }),
});

const shared = { title: needed(line(80)), size, budgetId: optional(20) };

/** @param zone the time zone whose midnight ends the code's last day. */
export const codeForm = (zone: string) =>
  z.object({
    ...shared,
    code: line(40)
      .transform(normalCode)
      .pipe(z.string().regex(/^[A-Z0-9-]{4,40}$/, grantMessages.notACode)),
    passType: z
      .enum(PASS_TYPES, { error: messages.notAnOption })
      .nullish()
      .transform((pass) => pass ?? null),
    roundId: optional(40),
    maxUses: line(6)
      .refine((typed) => /^(|[1-9]\d{0,5})$/.test(typed), { error: grantMessages.notANumber })
      .transform((typed) => (typed === "" ? null : Number(typed))),
    lastDay: line(10)
      .refine((day) => day === "" || isDay(day), { error: grantMessages.notADay })
      .transform((day) => (day === "" ? null : endOf(day, zone))),
  });

/** The last second of a day. */
const endOf = (day: string, zone: string) => (instantAt(`${day}T23:59`, zone) ?? Date.parse(day)) + 59_000;

/** An award for one person. */
export const AwardForm = z.object(shared);

/** Awards for several people, whose addresses are pasted into a field. */
export const AwardsForm = z.object({ ...shared, people: needed(lines(20_000)) });

export type NewCode = z.output<ReturnType<typeof codeForm>>;
export type NewAward = z.output<typeof AwardForm>;
export type NewAwards = z.output<typeof AwardsForm>;

/**
 * One line of the list of people to give an award to: an e-mail address, optionally followed by the size of this
 * person's award.
 */
export function awardLine(text: string): { email: string; size: GrantSize | null } | null {
  const [, email, own] = /^\s*<?([^\s,;<>]+@[^\s,;<>]+)>?\s*(?:[,;\t ]\s*(.*\S))?\s*$/.exec(text) ?? [];
  if (!email) return null;
  if (own === undefined) return { email, size: null };
  const read = sizeOf(own);
  return read && { email, size: read };
}

/**
 * The fields of the form that was sent, with the form's prefix removed from their names. Several forms of a page have
 * the same fields.
 */
export function fieldsOfGrant(form: FormData, intent: string): FormData {
  const own = new FormData();
  for (const [name, value] of form) {
    if (name.startsWith(`${intent}-`)) own.append(name.slice(intent.length + 1), value);
  }
  return own;
}
