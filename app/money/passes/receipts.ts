import type { Line } from "~/values/shapes.ts";
import type { PaymentState } from "~/values/types.ts";

/** The states in which there is a receipt: the money came in, even if it has since gone back. */
export const RECEIPT_STATES: ReadonlySet<PaymentState> = new Set([
  "captured",
  "voided",
  "refund_pending",
  "refunded",
]);

/** The lines of a receipt. A payment from before lines were stored gets a single line for the whole amount. */
export function receiptLines(lines: Line[], passTitle: string, amountCents: number): Line[] {
  if (lines.length > 0) return lines;
  return [{ id: "all", title: passTitle, variant: null, cents: amountCents }];
}
