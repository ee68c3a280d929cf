import * as z from "zod";
import { messages } from "~/values/messages.ts";
import { centsOf } from "~/values/money.ts";
import { type Problems, parseForm } from "~/values/parse.form.ts";
import { atMost } from "~/values/text.form.ts";
import { REFUND_KINDS, type RefundKind } from "~/values/types.ts";
import { refundMessages } from "./messages.ts";

const reason = z
  .string({ error: refundMessages.staff.reasonNeeded })
  .trim()
  .min(1, refundMessages.staff.reasonNeeded)
  .max(...atMost(500));

/** Why a pass that cost nothing is ended. */
export const EndForm = z.object({ reason });

const RefundForm = z.object({
  amount: z
    .string({ error: messages.required })
    .trim()
    .transform((dollars, issues) => {
      const cents = centsOf(dollars);
      if (cents === null) issues.addIssue({ code: "custom", message: refundMessages.staff.notAnAmount });
      return cents ?? 0;
    }),
  pass: z.enum(["ends", "keeps"], { error: messages.notAnOption }).default("ends"),
  /** What had already been given back when the form was shown, in cents. */
  seenCents: z.coerce.number({ error: messages.unreadableField }).int().min(0).default(0),
  kind: z.enum(REFUND_KINDS, { error: messages.notAnOption }),
  reason,
});

export type RefundRequest = {
  amountCents: number;
  kind: RefundKind;
  endsPass: boolean;
  seenCents: number;
  reason: string;
};

/** A posted refund, or what is wrong with it by field. */
export function parseRefundForm(form: FormData): { request: RefundRequest } | { problems: Problems } {
  const parsed = parseForm(RefundForm, form);
  if ("problems" in parsed) return parsed;
  const { amount: amountCents, kind, pass, seenCents, reason } = parsed.request;
  return { request: { amountCents, kind, endsPass: pass === "ends", seenCents, reason } };
}
