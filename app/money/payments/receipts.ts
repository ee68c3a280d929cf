import { totalOf } from "~/money/prices/pricing.ts";
import { dollars } from "~/values/money.ts";
import type { Line } from "~/values/shapes.ts";
import { INVOICED, isByHand, type PaymentState } from "~/values/types.ts";
import { listInWords } from "~/values/words.ts";
import type { Repayment } from "./attempts.ts";
import { lineTitle } from "./bill-lines.ts";
import { bankMessages } from "./messages.ts";
import type { ShownLine } from "./shown-order.ts";

/** The states of a payment that has a receipt: its money came in, even if it has gone back since. */
export const RECEIPT_STATES: ReadonlySet<PaymentState> = new Set([
  "captured",
  "voided",
  "refund_pending",
  "refunded",
]);

/** The states of a payment whose money never came in, so that the same things may be paid for again. */
export const NOT_PAID_STATES: ReadonlySet<PaymentState> = new Set(["declined", "released"]);

/**
 * How a payment was made: the payer, if that is not the delegate; otherwise the card, or the means if the money came in
 * by hand. Null if none of them is known.
 */
export function paidBy({
  means,
  cardBrand,
  cardLastFour,
  payer = null,
}: {
  means: string;
  cardBrand: string | null;
  cardLastFour: string | null;
  /**
   * The e-mail address of the person who paid for the delegate; empty if it is no longer known; null if the delegate
   * paid.
   */
  payer?: string | null;
}): { term: string; value: string } | null {
  if (payer !== null) return { term: "Paid by", value: payer || "Another person" };
  if (cardLastFour) return { term: "Card", value: `${cardBrand ?? "Card"} ending in ${cardLastFour}` };
  if (!isByHand(means)) return null;
  return { term: "Paid", value: means === "cash" ? "In cash" : "By bank transfer" };
}

/** Whether a payment belongs to an invoice, paid or not. */
export const isOfInvoice = ({ means }: { means: string }): boolean => means === INVOICED || isByHand(means);

/** The lines of a receipt. Each reduction has a line of its own, below zero, after the line with the full price. */
export const receiptLines = (lines: ShownLine[]): Omit<ShownLine, "reductions">[] => lines.flatMap(explained);

function explained({ reductions = [], ...line }: ShownLine): Omit<ShownLine, "reductions">[] {
  const off = reductions.map(({ title, cents }) => ({ id: "off", title, variant: null, cents: -cents }));
  return [{ ...line, cents: line.cents - totalOf(off.map(({ cents }) => cents)) }, ...off];
}

/**
 * A refund for a list of facts. `term` says what the refund is, `amount` says in words how much it is and which add-ons
 * it ended, and `date` is its time (UTC ms).
 */
export const shownRefund = ({
  kind,
  amountCents,
  creditCents,
  createdAt,
  resolvedAt,
  ended,
  isReversal,
  isBank,
}: Repayment) => ({
  term: isReversal
    ? "Recorded by mistake"
    : isBank
      ? bankMessages.title
      : kind === "credit"
        ? "Kept as credit"
        : resolvedAt === null
          ? "Refund on its way"
          : "Refunded",
  amount: [
    dollars(amountCents),
    ...(ended.length > 0 ? [`for the ${listInWords(ended)}`] : []),
    ...(creditCents > 0 ? [`(${dollars(creditCents)} of it as credit)`] : []),
  ].join(" "),
  date: resolvedAt ?? createdAt,
});

/** The lines of an unpaid order, for a table of prices. */
export const pricedLines = (lines: Line[]): { title: string; amount: string }[] =>
  lines.map((line) => ({
    title: lineTitle(line),
    amount: line.cents === 0 ? "Included" : dollars(line.cents),
  }));
