import * as z from "zod";
import { messages } from "../domain/messages.ts";
import { staffMessages } from "../domain/staff-messages.ts";
import { SUBSCRIPTION_STATES } from "../domain/types.ts";
import { type Problems, parseForm } from "./parse.ts";

const Filter = z.object({
  state: z.enum(SUBSCRIPTION_STATES).optional().catch(undefined),
  search: z.string().trim().max(254).optional().catch(undefined),
  /** Where the last page ended. */
  after: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional()
    .catch(undefined),
});

/** The filter in an address; what is not one is left out. */
export function filterOf(asked: URLSearchParams) {
  const { state, search, after } = Filter.parse(Object.fromEntries(asked));
  return { filter: { state, search: search || undefined }, after: after ? Number(after) : null };
}

/** The other way round. */
export function inAddress({ state, search }: ReturnType<typeof filterOf>["filter"], after?: number): string {
  const fields = { state, search, after: after?.toString() };
  const given = Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined);
  return new URLSearchParams(given).toString();
}

const RefundForm = z.object({
  reason: z
    .string({ error: staffMessages.reasonNeeded })
    .trim()
    .min(1, staffMessages.reasonNeeded)
    .max(500, messages.tooLong(500)),
});

/** Why a subscription is ended and its last payment given back, or what is wrong with that. */
export const parseRefundForm = (form: FormData): { request: { reason: string } } | { problems: Problems } =>
  parseForm(RefundForm, form);
