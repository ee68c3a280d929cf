import { Tag, type Tone } from "~/ui/tag.tsx";
import type { SubscriptionState } from "~/values/types.ts";

/** The state of a subscription in plain words. */
export const SUBSCRIPTION_WORDS: Record<SubscriptionState, { words: string; tone: Tone }> = {
  reserved: { words: "Started", tone: "active" },
  charging: { words: "Started", tone: "active" },
  unknown: { words: "Being checked", tone: "warning" },
  declined: { words: "Declined", tone: "error" },
  released: { words: "Not charged", tone: "todo" },
  charged: { words: "Being set up", tone: "active" },
  active: { words: "Active", tone: "success" },
  past_due: { words: "Payment failed", tone: "warning" },
  cancelled: { words: "Cancelled", tone: "todo" },
  ended: { words: "Ended", tone: "todo" },
  refunded: { words: "Given back", tone: "info" },
};

/** The state of a subscription, as a tag. */
export function SubscriptionTag({ state }: { state: SubscriptionState }) {
  const { words, tone } = SUBSCRIPTION_WORDS[state];
  return <Tag tone={tone}>{words}</Tag>;
}
