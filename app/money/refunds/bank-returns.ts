import { type BillLine, leftOf } from "~/money/payments/bill-lines.ts";
import { chargedOf, totalOf } from "~/money/prices/pricing.ts";
import type { PaymentState, RefundState } from "~/values/types.ts";

/**
 * The choices of the filter for payments whose money a bank has taken back. "open": nobody has decided yet what becomes
 * of the pass. "any": all such payments.
 */
export const BANK_FILTERS = ["open", "any"] as const;
export type BankFilter = (typeof BANK_FILTERS)[number];

/**
 * The states of a payment whose money came in, so that a bank can take it back. The money of a cancelled charge never
 * came in.
 */
export const RETURNABLE_STATES = [
  "captured",
  "refund_pending",
  "refunded",
] as const satisfies readonly PaymentState[];

/**
 * What a bank takes from a payment, in cents: the charge less `returnedCents`, which have gone back already. The bank
 * takes no more than is left on the lines. Money that was given back as credit is no longer left on its line, so the
 * bank does not take it.
 */
export const takenOf = (
  payment: { amountCents: number; creditCents: number; returnedCents: number },
  lines: Pick<BillLine, "cents" | "returnedCents">[],
): number => Math.max(0, Math.min(chargedOf(payment) - payment.returnedCents, leftOf(lines)));

/** The fields of a refund that matter for what a bank takes. */
type OneRefund = { kind: "money" | "credit"; state: RefundState; amountCents: number; creditCents: number };

/** The cents of a charge that have gone back to the card, or are on their way back. */
export const chargeReturned = (refunds: OneRefund[]): number =>
  totalOf(
    refunds.filter(({ kind, state }) => kind === "money" && state !== "refused").map((one) => chargedOf(one)),
  );

/** Whether this refund row means that the bank has the payment's money now. */
export const isWithBank = ({ bankState, state }: { bankState: string | null; state: RefundState }): boolean =>
  bankState !== null && state === "done";
