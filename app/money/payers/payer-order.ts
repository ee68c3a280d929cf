import { isTakenByBank, type Repayment } from "~/money/payments/attempts.ts";
import { lineTitle } from "~/money/payments/bill-lines.ts";
import { paidBy, RECEIPT_STATES, receiptLines, shownRefund } from "~/money/payments/receipts.ts";
import { chargedOf, totalOf } from "~/money/prices/pricing.ts";
import { dollars } from "~/values/money.ts";
import type { Line } from "~/values/shapes.ts";
import type { PaymentState } from "~/values/types.ts";
import { listInWords } from "~/values/words.ts";

type Paid = {
  name: string;
  payment: {
    id: string;
    orderId: string;
    state: PaymentState;
    means: string;
    cardBrand: string | null;
    cardLastFour: string | null;
    amountCents: number;
    creditCents: number;
    lines: Line[];
    createdAt: number;
    resolvedAt: number | null;
  };
  refunds: Repayment[];
};

const byName = (one: Paid, other: Paid) => one.name.localeCompare(other.name, "en");

/** An order for several people as its payer sees it: what became of the order, and what was paid for each person. */
export function payerOrder(paid: Paid[]) {
  const first = paid[0]!.payment;
  const isPaid = RECEIPT_STATES.has(first.state);
  return {
    id: first.orderId,
    // Each payment has its own refunds. Until the order is paid, all its payments have the same state.
    state: isPaid ? ("captured" as const) : first.state,
    date: first.resolvedAt ?? first.createdAt,
    paidBy: paidBy(first),
    total: dollars(totalOf(paid.map(({ payment }) => chargedOf(payment)))),
    /** Whether the whole charge was cancelled, so that nothing was paid after all. */
    isCancelled: paid.every(({ payment }) => payment.state === "voided"),
    isTakenByBank: paid.some(({ refunds }) => isTakenByBank(refunds)),
    people: paid.toSorted(byName).map(({ name, payment: { id, lines, amountCents, state }, refunds }) => ({
      id,
      name: name || "Somebody",
      amount: dollars(amountCents),
      things: listInWords(
        receiptLines(lines)
          .filter(({ cents }) => cents >= 0)
          .map(lineTitle),
      ),
      isCancelled: state === "voided",
      refunds: refunds.filter(({ amountCents }) => amountCents > 0).map(shownRefund),
    })),
  };
}
