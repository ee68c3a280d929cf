import type { Line } from "./pricing.ts";
import type { PaymentState } from "./types.ts";

/** Money came in: there is a receipt, also once it has gone back. */
export const RECEIPT_STATES: ReadonlySet<PaymentState> = new Set([
  "captured",
  "voided",
  "refund_pending",
  "refunded",
]);

/** The lines of a receipt; a payment from before lines were kept has one, for all that was paid. */
export function receiptLines(lines: Line[], passTitle: string, amountCents: number): Line[] {
  if (lines.length > 0) return lines;
  return [{ id: "all", title: passTitle, variant: null, cents: amountCents }];
}
