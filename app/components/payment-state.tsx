import type { PaymentState } from "../domain/types.ts";
import { Tag, type Tone } from "./tag.tsx";

/** What became of an attempt to pay, in plain words. */
export const PAYMENT_WORDS: Record<PaymentState, { words: string; tone: Tone; meaning: string }> = {
  reserved: { words: "Started", tone: "active", meaning: "This payment has just begun." },
  charging: { words: "Started", tone: "active", meaning: "The card processor has not answered yet." },
  unknown: {
    words: "Being checked",
    tone: "warning",
    meaning: "We are asking the card processor whether your card was charged. Please do not pay again.",
  },
  captured: { words: "Paid", tone: "success", meaning: "You hold this pass." },
  declined: {
    words: "Declined",
    tone: "error",
    meaning: "Your card was not charged. You can try again with this or another card.",
  },
  released: { words: "Not charged", tone: "todo", meaning: "Your card was not charged. You can try again." },
  voided: {
    words: "Cancelled",
    tone: "todo",
    meaning: "The charge was cancelled before it reached your bank statement.",
  },
  refund_pending: {
    words: "Refund on its way",
    tone: "info",
    meaning: "The money goes back to the card you paid with. Banks take up to ten days.",
  },
  refunded: { words: "Refunded", tone: "info", meaning: "This payment was given back." },
};

/** The state as a tag. */
export function PaymentTag({ state }: { state: PaymentState }) {
  const { words, tone } = PAYMENT_WORDS[state];
  return <Tag tone={tone}>{words}</Tag>;
}
