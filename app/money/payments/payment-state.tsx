import { Tag, type Tone } from "~/ui/tag.tsx";
import type { PaymentState } from "~/values/types.ts";
import { bankMessages } from "./messages.ts";

/** The state of an invoice whose whole sum is recorded, until a second person confirms the money. */
export const BEING_CONFIRMED = "Being confirmed";

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

/**
 * The state of an attempt to pay, as a tag. If a bank has taken the money back, the tag does not say "paid". If the
 * whole sum of an invoice is recorded, the tag does not say "open".
 */
export function PaymentTag({
  state,
  isTakenByBank = false,
  isConfirming = false,
}: {
  state: PaymentState;
  isTakenByBank?: boolean;
  isConfirming?: boolean;
}) {
  if (isTakenByBank && state === "captured") return <Tag tone="warning">{bankMessages.title}</Tag>;
  if (isConfirming && state === "reserved") return <Tag tone="active">{BEING_CONFIRMED}</Tag>;
  const { words, tone } = PAYMENT_WORDS[state];
  return <Tag tone={tone}>{words}</Tag>;
}
