import { dollars } from "~/values/money.ts";
import { refundMessages } from "./messages.ts";

/**
 * What the refund policy proposes to give back, in cents, and why (specification, section 9). It is between
 * nothing and what was paid. The deposit is part of the registration fee `passCents` and never exceeds it.
 * `refundsUntil` (inclusive; null if the time never ends) and `now` are UTC ms. An administrator may decide otherwise.
 */
export function refundQuote(
  { depositCents, refundsUntil }: { depositCents: number; refundsUntil: number | null },
  paidCents: number,
  passCents: number,
  now: number,
): { cents: number; reason: string } {
  if (refundsUntil !== null && now > refundsUntil) return { cents: 0, reason: refundMessages.refundsOver };
  const kept = Math.max(0, Math.min(depositCents, passCents));
  const cents = Math.max(0, paidCents - kept);
  return { cents, reason: refundMessages.refundLessDeposit(dollars(kept)) };
}

/**
 * Spreads an amount over the lines of a bill in their order, each up to what is left of it; all in cents. The lines
 * that get nothing come with 0.
 */
export function spread<Line extends { cents: number }>(lines: Line[], cents: number): Line[] {
  let left = cents;
  return lines.map((line) => {
    const given = Math.min(line.cents, left);
    left -= given;
    return { ...line, cents: given };
  });
}
