import { lineTitle } from "~/money/payments/bill-lines.ts";
import { bankMessages } from "~/money/payments/messages.ts";
import { RECEIPT_STATES } from "~/money/payments/receipts.ts";
import { sizeInWords } from "~/money/prices/grants.ts";
import { chargedOf, totalOf } from "~/money/prices/pricing.ts";
import { dollars } from "~/values/money.ts";
import type { Line } from "~/values/shapes.ts";
import {
  type GrantKind,
  type HoldingState,
  type PaymentState,
  type RefundKind,
  type RefundState,
  type TakingState,
  type TransferState,
  WRITTEN_OFF,
} from "~/values/types.ts";

/** Something that happened to one person's money. Times are UTC ms on the portal's clock. */
export type OrderEvent = {
  at: number;
  /** What happened, in a few words. */
  words: string;
  /** The state of the payment or refund; null for something that is done in one step. */
  state: { payment: PaymentState } | { refund: RefundState } | null;
  /** The details: what was bought, or the reason that was given. */
  detail: string;
  /** The amount that came in (above zero) or went out (below zero), in cents; null if no money moved. */
  cents: number | null;
  /** The member of the staff who did this; null if the delegate or the portal did it. */
  by: string | null;
  /** The payment that this belongs to; null for none. */
  paymentId: string | null;
  /** The other person in a transfer; null if this is not a transfer. */
  other: string | null;
};

type PaymentFacts = {
  id: string;
  state: PaymentState;
  amountCents: number;
  creditCents: number;
  lines: Line[];
  means: string;
  cardLastFour: string | null;
  createdAt: number;
};
type RefundFacts = {
  paymentId: string;
  kind: RefundKind;
  state: RefundState;
  amountCents: number;
  creditCents: number;
  reason: string;
  /**
   * Set if the money had been recorded by mistake. This refund then belongs to the reversal, and no money goes back.
   */
  reversalId?: string | null;
  /**
   * Set if a bank took the money back, or never paid it. Such a refund becomes "refused" once the bank has given the
   * money back.
   */
  bankState?: string | null;
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
type TransferFacts = {
  title: string;
  paymentId: string;
  fromUid: string;
  toUid: string | null;
  email: string;
  state: TransferState;
  createdAt: number;
  expiresAt: number;
  closedAt: number | null;
  closedBy: string | null;
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

type TakingFacts = {
  paymentId: string;
  means: string;
  reference: string;
  amountCents: number;
  state: TakingState;
  recordedBy: string;
  recordedAt: number;
  settledBy: string | null;
  settledAt: number | null;
  note: string | null;
  /** Only for money that bought nothing: who reversed the taking, when and why; null if nobody has reversed it. */
  reversal?: { settledAt: number | null; settledBy: string | null; reason: string } | null;
};

/** Everything that happened to one person's money and to what they hold in an edition, newest first. */
export function orderEvents(facts: {
  uid: string;
  /** Money that the staff recorded by hand. Money that paid an invoice is shown by the payment instead. */
  takings?: TakingFacts[];
  payments: PaymentFacts[];
  refunds: RefundFacts[];
  awards: GrantFacts[];
  holdings: HoldingFacts[];
  transfers: TransferFacts[];
}): OrderEvent[] {
  const { uid, payments, refunds, awards, holdings, transfers, takings = [] } = facts;
  return [
    ...takings.flatMap(owed),
    ...payments.map(paid),
    ...refunds.map((refund) =>
      givenBack(
        refund,
        payments.find(({ id }) => id === refund.paymentId),
      ),
    ),
    ...awards.flatMap(awarded),
    ...holdings.flatMap((holding) => exchanged(holding, holdings)),
    ...transfers.flatMap((transfer) => (transfer.fromUid === uid ? offered(transfer) : takenOver(transfer))),
  ].sort((one, other) => other.at - one.at);
}

/** The sums that came in, went out, and are left, in cents. Money that is on its way out counts as gone. */
export function balanceOf(events: Pick<OrderEvent, "cents">[]) {
  const moved = events.map(({ cents }) => cents ?? 0);
  return {
    paidCents: totalOf(moved.filter((cents) => cents > 0)),
    returnedCents: totalOf(moved.filter((cents) => cents < 0).map((cents) => -cents)),
    keptCents: totalOf(moved),
  };
}

/**
 * Whether the money of a payment arrived. The money of a cancelled charge never arrived, so cancelling the charge gave
 * nothing back.
 */
const hasArrived = ({ state }: Pick<PaymentFacts, "state">) =>
  RECEIPT_STATES.has(state) && state !== "voided";

function paid(payment: PaymentFacts): OrderEvent {
  const { id, state, creditCents, lines, means, cardLastFour, createdAt } = payment;
  const chargedCents = chargedOf(payment);
  const isFree = chargedCents === 0;
  const spent = creditCents > 0 && `${dollars(creditCents)} of credit`;
  const how = cardLastFour ? `card ending in ${cardLastFour}` : RECEIPT_STATES.has(state) && means;
  return {
    at: createdAt,
    words: !isFree ? "Payment" : spent ? "Paid with credit" : "Taken without paying",
    state: { payment: state },
    detail: [lines.map(lineTitle).join(", "), !isFree && how, spent].filter(Boolean).join("; "),
    cents: hasArrived(payment) && !isFree ? chargedCents : null,
    by: null,
    paymentId: id,
    other: null,
  };
}

function givenBack(refund: RefundFacts, payment: PaymentFacts | undefined): OrderEvent {
  const { paymentId, kind, state, amountCents, creditCents, reason, requestedBy, createdAt } = refund;
  const isMoney = kind === "money" && amountCents > 0;
  const isGone = isMoney && state !== "refused" && payment !== undefined && hasArrived(payment);
  const words = refund.reversalId
    ? "Payment recorded by mistake"
    : `Refund of ${dollars(amountCents)}${creditCents > 0 ? `, ${dollars(creditCents)} of it as credit` : ""}`;
  if (refund.bankState) return ofBank(refund, isGone);
  const noMoney = amountCents === 0 ? "Ended, no money given back" : `${dollars(amountCents)} kept as credit`;
  return {
    at: createdAt,
    words: isMoney ? words : noMoney,
    state: isMoney ? { refund: state } : null,
    detail: reason,
    cents: isGone ? -chargedOf(refund) : null,
    by: requestedBy,
    paymentId,
    other: null,
  };
}

/** The event for money that a bank took back. It has no state, because nobody here sends this money. */
function ofBank(
  { paymentId, state, amountCents, reason, requestedBy, createdAt }: RefundFacts,
  isGone: boolean,
): OrderEvent {
  const words = `${bankMessages.title}: ${dollars(amountCents)}`;
  return {
    at: createdAt,
    words: state === "refused" ? `${words}, and given back since` : words,
    state: null,
    detail: reason,
    cents: isGone ? -amountCents : null,
    ...{ by: requestedBy, paymentId, other: null },
  };
}

/**
 * The events of money that buys nothing, or nothing yet: its arrival, and its return once it has gone back. Money that
 * paid an invoice has no event here, because the payment shows it. A write-off has an event, because the payment does
 * not show that the rest never came in.
 */
function owed({ state, paymentId, means, reference, amountCents, ...taking }: TakingFacts): OrderEvent[] {
  const { recordedAt, recordedBy, settledAt, settledBy, note, reversal } = taking;
  const event = (at: number, words: string, detail: string, cents: number, by: string | null) => ({
    ...{ at, words, detail, cents, by, paymentId, state: null, other: null },
  });
  if (state === "taken" && means === WRITTEN_OFF)
    return [event(settledAt ?? recordedAt, "Rest written off", reference, -amountCents, recordedBy)];
  if (state !== "part" && state !== "unwanted" && state !== "returned" && !reversal) return [];
  const came = event(
    recordedAt,
    state === "part" ? "Part of an invoice" : "Money that buys nothing",
    `${means}; ${reference}`,
    amountCents,
    recordedBy,
  );
  if (reversal) {
    const { settledAt: at, settledBy: by, reason } = reversal;
    return [came, event(at ?? recordedAt, "Recorded by mistake", reason, -amountCents, by)];
  }
  if (state !== "returned" || settledAt === null) return [came];
  return [came, event(settledAt, "Given back by hand", note ?? "", -amountCents, settledBy)];
}

function awarded({ title, createdBy, createdAt, endedAt, ...size }: GrantFacts): OrderEvent[] {
  const event = (at: number, words: string, by: string | null): OrderEvent => ({
    ...{ at, words, by, state: null, cents: null, paymentId: null, other: null },
    detail: `${title}, ${sizeInWords(size)}`,
  });
  const given = event(createdAt, "Award given", createdBy);
  return endedAt === null ? [given] : [given, event(endedAt, "Award ended", null)];
}

/** A holding that replaced another one, such as another size of a shirt. */
function exchanged(
  { title, variant, paymentId, fromHolding, since }: HoldingFacts,
  all: HoldingFacts[],
): OrderEvent[] {
  const before = all.find(({ id }) => id === fromHolding);
  if (!before || since === null) return [];
  const detail = `${title}: ${before.variant ?? "none"} → ${variant ?? "none"}`;
  return [
    { at: since, words: "Exchanged", state: null, detail, cents: null, by: null, paymentId, other: null },
  ];
}

const CLOSED = {
  accepted: "Pass transferred",
  "taken back": "Offer taken back",
  expired: "Offer expired",
} as const satisfies Partial<Record<TransferState, string>>;

/** The offer of this person's pass to somebody else, and how the offer ended. */
function offered(transfer: TransferFacts): OrderEvent[] {
  const { title, paymentId, toUid, email, state, createdAt, expiresAt, closedAt, closedBy } = transfer;
  const event = (at: number, words: string, by: string | null, other: string | null): OrderEvent => ({
    ...{ at, words, by, other, paymentId, state: null, cents: null },
    detail: `${title} to ${email}`,
  });
  const made = event(createdAt, "Pass offered", null, null);
  if (state === "open") return [made];
  // An expired offer is only closed when somebody next looks at it, so its expiry is the time to show.
  const at = state === "expired" ? expiresAt : closedAt!;
  const isDone = state === "accepted";
  return [made, event(at, CLOSED[state], isDone ? null : closedBy, isDone ? toUid : null)];
}

/** A pass that this person took over from somebody else. */
function takenOver({ title, paymentId, fromUid, state, closedAt }: TransferFacts): OrderEvent[] {
  if (state !== "accepted") return [];
  const words = "Pass taken over";
  return [
    { at: closedAt!, words, detail: title, paymentId, other: fromUid, state: null, cents: null, by: null },
  ];
}
