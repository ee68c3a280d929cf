import { Tag, type Tone } from "~/ui/tag.tsx";
import type { PaymentState } from "~/values/types.ts";
import { bankMessages } from "./messages.ts";

/** The state of an attempt to pay, in a word or two. `whatBecameOf` gives the delegate the details. */
export const PAYMENT_WORDS: Record<PaymentState, { words: string; tone: Tone }> = {
  reserved: { words: "Invoice open", tone: "warning" },
  charging: { words: "Started", tone: "active" },
  unknown: { words: "Being checked", tone: "warning" },
  captured: { words: "Paid", tone: "success" },
  declined: { words: "Declined", tone: "error" },
  released: { words: "Not charged", tone: "todo" },
  voided: { words: "Cancelled", tone: "todo" },
  refund_pending: { words: "Refund on its way", tone: "info" },
  /** Money or credit went back, or the delegate gave up what they had bought and got nothing back. */
  refunded: { words: "Given back", tone: "info" },
};

/** The state of an attempt to pay, as a tag. If a bank has taken the money back, the tag does not say "paid". */
export function PaymentTag({
  state,
  isTakenByBank = false,
}: {
  state: PaymentState;
  isTakenByBank?: boolean;
}) {
  const { words, tone } =
    isTakenByBank && state === "captured"
      ? { words: bankMessages.title, tone: "warning" as const }
      : PAYMENT_WORDS[state];
  return <Tag tone={tone}>{words}</Tag>;
}
