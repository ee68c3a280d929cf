import type { Decision, PaymentState } from "./types.ts";

/** Something that must never be, found by the invariant checker: which rule, and the row it is about. */
export type Finding = { rule: string; object: string };

/**
 * What the right to pay for a pass rested on when its row was reserved, as the reserving statement saw it. Kept
 * with the payment, so that the checker can judge it whatever has changed since.
 */
export type Grounds = {
  /** The application's `submittedAt` (UTC ms), which the price follows; null: it was not submitted. */
  submittedAt: number | null;
  /** The decision that its delegate could see; null: none. */
  decision: Decision | null;
  /** The newest version of the agreement, where it was accepted; null: it was not. */
  agreementVersion: number | null;
  /** State of the payment for the other pass, where there was one that had not failed or gone back. */
  beside: PaymentState | null;
};
