import * as z from "zod";
import { messages } from "~/values/messages.ts";
import { typedCents } from "~/values/money.ts";
import { parseForm } from "~/values/parse.form.ts";
import { atMost } from "~/values/text.form.ts";
import { REFUND_KINDS } from "~/values/types.ts";
import { refundMessages } from "./messages.ts";

const reason = z
  .string({ error: refundMessages.staff.reasonNeeded })
  .trim()
  .min(1, refundMessages.staff.reasonNeeded)
  .max(...atMost(500));

const RefundForm = z.object({
  /** The pass type or the add-ons that are given back; empty for a gesture of goodwill, which ends nothing. */
  items: z.array(z.string().max(100)).max(100).default([]),
  /** Empty means the amount that the policy proposes. */
  amount: z
    .string()
    .trim()
    .nullish()
    .transform((dollars, issues) => {
      if (!dollars) return null;
      const cents = typedCents(dollars);
      if (cents === null) issues.addIssue({ code: "custom", message: refundMessages.staff.notAnAmount });
      return cents;
    }),
  /** The cents that had been given back already when the form was shown. */
  seenCents: z.coerce.number({ error: messages.unreadableField }).int().min(0).default(0),
  /** The person who held the items when the form was shown. */
  seenHolder: z.string().max(100).optional(),
  kind: z.enum(REFUND_KINDS, { error: messages.notAnOption }),
  reason,
});

/** A posted refund; if the form is not valid, the problem with each field. */
export function parseRefundForm(form: FormData) {
  const parsed = parseForm(RefundForm, form);
  if ("problems" in parsed) return parsed;
  const { amount: amountCents, ...request } = parsed.request;
  return { request: { amountCents, ...request } };
}
