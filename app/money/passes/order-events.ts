import { dollars } from "~/values/money.ts";
import type { Line } from "~/values/shapes.ts";
import type { GrantKind, HoldingState, PaymentState, RefundKind, RefundState } from "~/values/types.ts";
import { sizeInWords } from "./grants.ts";
import { RECEIPT_STATES } from "./receipts.ts";
import { lineTitle } from "./refunds.ts";

/** Something that happened to the money of one person. Instants are UTC ms on the portal's clock. */
export type OrderEvent = {
  at: number;
  /** What happened, in a few words. */
  words: string;
  /** What it was about: what was bought, the reason that was given. */
  detail: string;
  /** What came in (above zero) or went out again, in cents; null if no money moved. */
  cents: number | null;
  /** Who of the staff did it; null for the person themselves and for the portal. */
  by: string | null;
  /** The payment it belongs to; null for none. */
  paymentId: string | null;
};

type PaymentFacts = {
  id: string;
  state: PaymentState;
  amountCents: number;
  lines: Line[];
  gateway: string;
  cardLastFour: string | null;
  createdAt: number;
};
type RefundFacts = {
  paymentId: string;
  kind: RefundKind;
  state: RefundState;
  amountCents: number;
  reason: string;
  requestedBy: string;
  createdAt: number;
};
type GrantFacts = {
  kind: GrantKind;
  title: string;
  percent: number | null;
  amountCents: number | null;
  createdBy: string;
  createdAt: number;
  endedAt: number | null;
};
type HoldingFacts = {
  id: string;
  title: string;
  variant: string | null;
  paymentId: string;
  fromHolding: string | null;
  since: number | null;
  state: HoldingState;
};

/** What came of an attempt to pay; money that came in and left again has an event of its own for that. */
const PAID: Record<PaymentState, string> = {
  reserved: "Payment begun",
  charging: "Payment begun",
  unknown: "Payment being checked",
  captured: "Paid",
  declined: "Card declined",
  released: "Not charged",
  voided: "Paid, and the charge cancelled",
  refund_pending: "Paid",
  refunded: "Paid",
};

const GIVEN_BACK: Record<RefundState, string> = {
  pending: "Refund waits until the charge is settled",
  sending: "Refund on its way",
  unknown: "Refund being checked",
  done: "Given back",
  refused: "Refund refused by the card processor",
};

/** All that happened to one person's money in an edition, the newest first. */
export function orderEvents(facts: {
  payments: PaymentFacts[];
  refunds: RefundFacts[];
  awards: GrantFacts[];
  holdings: HoldingFacts[];
}): OrderEvent[] {
  const { payments, refunds, awards, holdings } = facts;
  return [
    ...payments.map(paid),
    ...refunds.map(givenBack),
    ...awards.flatMap(awarded),
    ...holdings.flatMap((holding) => exchanged(holding, holdings)),
  ].sort((one, other) => other.at - one.at);
}

/** What came in, what of it went out again and what is kept, in cents; money that is on its way out has left. */
export function balanceOf(events: Pick<OrderEvent, "cents">[]) {
  const sum = (amounts: number[]) => amounts.reduce((total, cents) => total + cents, 0);
  const moved = events.map(({ cents }) => cents ?? 0);
  const paidCents = sum(moved.filter((cents) => cents > 0));
  const returnedCents = -sum(moved.filter((cents) => cents < 0));
  return { paidCents, returnedCents, keptCents: paidCents - returnedCents };
}

function paid({ id, state, amountCents, lines, gateway, cardLastFour, createdAt }: PaymentFacts): OrderEvent {
  const isFree = amountCents === 0;
  const card = cardLastFour && `card ending in ${cardLastFour}`;
  const means = isFree ? null : (card ?? (RECEIPT_STATES.has(state) ? gateway : null));
  // A charge that was cancelled never arrived.
  const isIn = RECEIPT_STATES.has(state) && state !== "voided" && !isFree;
  return {
    at: createdAt,
    words: isFree
      ? state === "captured"
        ? "Taken without paying"
        : "Taken without paying, and ended"
      : PAID[state],
    detail: [lines.map(lineTitle).join(", "), means].filter(Boolean).join("; "),
    cents: isIn ? amountCents : null,
    by: null,
    paymentId: id,
  };
}

function givenBack({
  paymentId,
  kind,
  state,
  amountCents,
  reason,
  requestedBy,
  createdAt,
}: RefundFacts): OrderEvent {
  const isCredit = kind === "credit";
  const isNothing = amountCents === 0;
  return {
    at: createdAt,
    words: isNothing
      ? "Given up, with no money going back"
      : isCredit
        ? `${dollars(amountCents)} kept as credit`
        : GIVEN_BACK[state],
    detail: reason,
    cents: isNothing || isCredit || state === "refused" ? null : -amountCents,
    by: requestedBy,
    paymentId,
  };
}

function awarded({ title, createdBy, createdAt, endedAt, ...size }: GrantFacts): OrderEvent[] {
  const event = (at: number, words: string, by: string | null): OrderEvent => ({
    ...{ at, words, by, cents: null, paymentId: null },
    detail: `${title}, ${sizeInWords(size)}`,
  });
  const given = event(createdAt, "Award given", createdBy);
  return endedAt === null ? [given] : [given, event(endedAt, "Award ended", null)];
}

/** One thing that took the place of another: the size of a shirt. */
function exchanged(
  { title, variant, paymentId, fromHolding, since }: HoldingFacts,
  all: HoldingFacts[],
): OrderEvent[] {
  const before = all.find(({ id }) => id === fromHolding);
  if (!before || since === null) return [];
  const detail = `${title}: ${before.variant ?? "none"} → ${variant ?? "none"}`;
  return [{ at: since, words: "Exchanged", detail, cents: null, by: null, paymentId }];
}
