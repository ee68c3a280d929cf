import { messages } from "./messages.ts";
import { dollars } from "./money.ts";

/**
 * What the refund policy proposes to give back, in cents, and why (specification, section 9). The deposit
 * is part of the registration fee `passCents` and never more than it; `refundsUntil` and `now` are UTC ms,
 * the former inclusive. Between nothing and what was paid. An administrator may decide otherwise.
 */
export function refundQuote(
  { depositCents, refundsUntil }: { depositCents: number; refundsUntil: number },
  paidCents: number,
  passCents: number,
  now: number,
): { cents: number; reason: string } {
  if (now > refundsUntil) return { cents: 0, reason: messages.refundsOver };
  const kept = Math.max(0, Math.min(depositCents, passCents));
  const cents = Math.max(0, paidCents - kept);
  return { cents, reason: messages.refundLessDeposit(dollars(kept)) };
}
