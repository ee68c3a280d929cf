import * as z from "zod";
import { refundMessages } from "~/money/refunds/messages.ts";
import { listQuery } from "~/ui/paging.ts";
import { type Problems, parseForm } from "~/values/parse.form.ts";
import { atMost } from "~/values/text.form.ts";
import { SUBSCRIPTION_STATES } from "~/values/types.ts";

const Filter = z.object({
  state: z.enum(SUBSCRIPTION_STATES).optional().catch(undefined),
  search: z.string().trim().max(254).optional().catch(undefined),
  sort: z.enum(["since"]).optional().catch(undefined),
  /** The position at which the previous page ended. */
  after: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional()
    .catch(undefined),
});

/** Reads the filter from an address; invalid values are ignored. */
export function subscriptionFilterOf(params: URLSearchParams) {
  const { state, search, sort, after } = Filter.parse(Object.fromEntries(params));
  return { filter: { state, search: search || undefined, sort }, after: after ? Number(after) : null };
}

/** The query string of a list with this filter. */
export const subscriptionsAddress = (
  filter: ReturnType<typeof subscriptionFilterOf>["filter"],
  after?: number | null,
): string => listQuery({ ...filter, after });

const RefundForm = z.object({
  reason: z
    .string({ error: refundMessages.staff.reasonNeeded })
    .trim()
    .min(1, refundMessages.staff.reasonNeeded)
    .max(...atMost(500)),
});

/** The reason for ending a subscription and giving back its last payment, or what is wrong with the form. */
export const parseSubscriptionRefundForm = (
  form: FormData,
): { request: { reason: string } } | { problems: Problems } => parseForm(RefundForm, form);
