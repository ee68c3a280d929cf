import { type BillLine, leftOf } from "~/money/payments/bill-lines.ts";
import { chargedOf, totalOf } from "~/money/prices/pricing.ts";
import type { PaymentState, RefundState } from "~/values/types.ts";

/** Which payments a list shows whose money a bank has: those of which nobody has decided yet, or all. */
export const BANK_FILTERS = ["open", "any"] as const;
export type BankFilter = (typeof BANK_FILTERS)[number];

/** The states of a payment whose money came in, so that a bank can take it back; one that was cancelled never did. */
export const RETURNABLE_STATES = [
  "captured",
  "refund_pending",
  "refunded",
] as const satisfies readonly PaymentState[];

/**
 * What a bank takes of a payment, in cents: what was charged and has not gone back yet. No line loses more than is left
 * of it: what was kept as credit is not there any more. `returnedCents` is what of the charge has gone back.
 */
export const takenOf = (
  payment: { amountCents: number; creditCents: number; returnedCents: number },
  lines: Pick<BillLine, "cents" | "returnedCents">[],
): number => Math.max(0, Math.min(chargedOf(payment) - payment.returnedCents, leftOf(lines)));

/** A refund of one of the payments, as far as it matters to what a bank takes. */
type OneRefund = { kind: "money" | "credit"; state: RefundState; amountCents: number; creditCents: number };

/** What of a charge has gone back to the card, in cents. */
export const chargeReturned = (refunds: OneRefund[]): number =>
  totalOf(
    refunds.filter(({ kind, state }) => kind === "money" && state !== "refused").map((one) => chargedOf(one)),
  );

/** Whether a row says that the bank has the money of its payment now. */
export const isWithBank = ({ bankState, state }: { bankState: string | null; state: RefundState }): boolean =>
  bankState !== null && state === "done";
