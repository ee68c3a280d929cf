import { type BillLine, leftOf } from "~/money/payments/bill-lines.ts";
import { chargedOf, totalOf } from "~/money/prices/pricing.ts";
import type { PaymentState, RefundState } from "~/values/types.ts";

/**
 * A filter of the list of payments, for those whose money a bank has taken back: only those that nobody has decided
 * about yet, or any.
 */
export const BANK_FILTERS = ["open", "any"] as const;
export type BankFilter = (typeof BANK_FILTERS)[number];

/**
 * The states of a payment whose money came in, so that a bank can take it back. The money of a cancelled one never
 * came.
 */
export const RETURNABLE_STATES = [
  "captured",
  "refund_pending",
  "refunded",
] as const satisfies readonly PaymentState[];

/**
 * What a bank takes of a payment, in cents: what was charged and has not gone back yet. No line loses more than is
 * left of it, and a part that was kept as credit is not left. `returnedCents` is the part of the charge that has gone
 * back.
 */
export const takenOf = (
  payment: { amountCents: number; creditCents: number; returnedCents: number },
  lines: Pick<BillLine, "cents" | "returnedCents">[],
): number => Math.max(0, Math.min(chargedOf(payment) - payment.returnedCents, leftOf(lines)));

/** The parts of a refund that matter to what a bank takes. */
type OneRefund = { kind: "money" | "credit"; state: RefundState; amountCents: number; creditCents: number };

/** The cents of a charge that have gone back to the card. */
export const chargeReturned = (refunds: OneRefund[]): number =>
  totalOf(
    refunds.filter(({ kind, state }) => kind === "money" && state !== "refused").map((one) => chargedOf(one)),
  );

/** Whether a row says that the bank has its payment's money now. */
export const isWithBank = ({ bankState, state }: { bankState: string | null; state: RefundState }): boolean =>
  bankState !== null && state === "done";
