import type { Selection } from "~/values/catalogue.ts";
import type { BatchLineKind, PassType } from "~/values/types.ts";

/**
 * The card as the payer typed it. It exists only in the memory of one request: it is never stored, logged, queued or
 * shown again.
 */
export type CardFields = {
  firstName: string;
  lastName: string;
  /** Digits only. */
  cardNumber: string;
  /** MM/YY. */
  expirationDate: string;
  cardCode: string;
};

/** The processor's one-time token for a card that was typed into the processor's script, not into our form. */
export type CardToken = { firstName: string; lastName: string; dataDescriptor: string; dataValue: string };

/** The data that a charge carries in addition to the amount, so that a lost row can be restored from the processor. */
export type CarriedPass = {
  conferenceId: string;
  uid: string;
  passType: PassType;
  addOns: Selection;
  /** Set if the pass was already held and only its add-ons are paid for. */
  addOnsAlone?: true;
};

/**
 * The data that a charge carries if it pays for the passes of several people: the uid of the payer, and the number of
 * people. It serves the same purpose as `CarriedPass`. What each person gets does not fit into the charge, and is
 * stored outside the database.
 */
export type CarriedGroup = { conferenceId: string; uid: string; people: number };

/**
 * The data that every charge of a subscription carries, the first one and each renewal: the uid of the owner, and the
 * number of months in a period. It serves the same purpose as `CarriedPass`.
 */
export type CarriedSubscription = { uid: string; months: number };

export type Carried = CarriedPass | CarriedGroup | CarriedSubscription;

export type Order = {
  /** The id of the attempt, 20 characters, which is used as both refId and invoice number. */
  invoiceNumber: string;
  amountCents: number;
  carried: Carried;
};

export type Charge = Order & { card: CardFields | CardToken };

/** The only parts of a card that may be kept. */
export type CardSummary = { brand: string | null; lastFour: string | null };

/** `unknown`: it is not certain whether the card was charged. */
export type ChargeOutcome =
  | { outcome: "captured"; transactionId: string; card: CardSummary | null }
  | { outcome: "declined" }
  /**
   * The card was certainly not charged. The card is not the cause: our account or our request is at fault. `reason` is
   * for the log.
   */
  | { outcome: "notCharged"; reason?: string }
  | { outcome: "unknown" };

export type FoundCharge = {
  transactionId: string;
  invoiceNumber: string;
  /** `returned`: the charge was captured, but the card's bank then took the money back or never paid it. */
  outcome: "captured" | "declined" | "held" | "voided" | "returned";
  /** Settled money can only be refunded; unsettled money can only be voided. */
  settled: boolean;
  amountCents: number;
  /** Null unless this portal made the charge. */
  carried: Carried | null;
  card: CardSummary | null;
};

/** One line of the processor's journal; `find` returns the rest of its data. */
export type JournalEntry = Pick<FoundCharge, "transactionId" | "invoiceNumber" | "outcome">;

/** `refused`: it is certain that nothing was given back. */
export type GiveBackOutcome =
  | { outcome: "done"; transactionId: string }
  | { outcome: "refused"; reason: string }
  | { outcome: "unknown" };

type Refund = {
  /** The invoice number of the refund, 20 characters. */
  invoiceNumber: string;
  /** The charge to give back. */
  transactionId: string;
  amountCents: number;
  cardLastFour: string;
};

export type RecurringCharge = {
  /** The invoice number of the first charge; every renewal has the same number. */
  invoiceNumber: string;
  name: string;
  amountCents: number;
  carried: CarriedSubscription;
  /** YYYY-MM-DD: the day of the first payment that the processor takes automatically. */
  startDate: string;
  /** An earlier charge. The card that paid it is charged from now on, however that card was entered. */
  transactionId: string;
};

/** The stored card with a new expiry date. Only the processor has the card's number. */
export type KeptCard = {
  firstName: string;
  lastName: string;
  keptLastFour: string;
  /** MM/YY. */
  expirationDate: string;
};

/** `card` is null if the processor did not say which card the subscription has now. */
export type ChangeCardOutcome =
  | { outcome: "changed"; card: CardSummary | null }
  /** The card was refused, and the previous card continues to pay. */
  | { outcome: "declined" }
  /** The subscription's card was certainly not changed. The new card is not the cause; `reason` is for the log. */
  | { outcome: "notChanged"; reason: string }
  | { outcome: "unknown" };

export type SubscribeOutcome =
  | { outcome: "subscribed"; subscriptionId: string }
  /** There is certainly no subscription; `reason` is the processor's code, for the log. */
  | { outcome: "declined"; reason: string }
  /** A subscription may exist, now or a little later: ask, and send the same request again. */
  | { outcome: "unknown" };

export type SubscriptionStatus = "active" | "suspended" | "ended";

type FoundSubscription = {
  status: SubscriptionStatus;
  /**
   * The approved charges that the subscription has made automatically, oldest first; `find` returns the rest of their
   * data.
   */
  renewals: string[];
  /** The card that pays for the next period; null if the processor does not say. */
  card: CardSummary | null;
};

/** What the processor paid out for one night; the sums are those that the processor reports. */
export type Batch = {
  batchId: string;
  /** UTC ms. */
  settledAt: number;
  /** `failed`: none of the money reached us. */
  state: "settled" | "failed";
  chargedCents: number;
  refundedCents: number;
  /** The number of charges and refunds in the batch. */
  number: number;
};

/**
 * A charge or a refund of a batch. Renewals have the invoice number of their subscription, and refunds have their own.
 */
export type BatchLine = {
  transactionId: string;
  invoiceNumber: string;
  kind: BatchLineKind;
  cents: number;
};

/** What happened, according to a webhook. This is only a hint; the processor must be asked. */
export type ProcessorEvent = {
  /** The same id every time the event is delivered. */
  notificationId: string;
  type: string;
  subject: { transactionId: string } | { subscriptionId: string } | null;
};

/**
 * The payment port: a card processor in the form in which the portal uses it. Charging and giving back are one call
 * each. These calls are never retried, and do not throw: if something fails on the way, the outcome is `unknown`.
 * Look-ups throw if there was no answer.
 */
export interface CardProcessor {
  readonly name: string;
  charge(charge: Charge): Promise<ChargeOutcome>;
  /** The charge with this invoice number, made at or after `since` (UTC ms); null if the processor has none. */
  lookup(invoiceNumber: string, since: number): Promise<FoundCharge | null>;
  /** One charge; null if the processor has none with this id. */
  find(transactionId: string): Promise<FoundCharge | null>;
  /** Every charge since this time (UTC ms), without the refunds. */
  list(since: number): Promise<JournalEntry[]>;
  /** Cancels a whole charge that is not settled yet; if the charge has already been voided, the outcome is `done`. */
  void(transactionId: string): Promise<GiveBackOutcome>;
  /** Gives back a settled charge or part of it. */
  refund(refund: Refund): Promise<GiveBackOutcome>;
  /** The refund with this invoice number, made at or after `since` (UTC ms); null if the processor has none. */
  lookupRefund(invoiceNumber: string, since: number): Promise<{ transactionId: string } | null>;
  /** The batches that were settled in a period of any length (UTC ms, both ends included), oldest first. */
  batches(from: number, until: number): Promise<Batch[]>;
  /**
   * The charges and refunds in a batch. Charges and refunds that were voided or declined moved no money, and are left
   * out.
   */
  transactionsOf(batchId: string): Promise<BatchLine[]>;
  /**
   * Starts automatic payments with the card of a charge. If the same request is sent again, it returns the same
   * subscription.
   */
  subscribe(subscription: RecurringCharge): Promise<SubscribeOutcome>;
  /**
   * Changes the card that is charged from now on. The processor then also retries a payment that failed. Sending the
   * same request again changes nothing.
   */
  updateSubscription(
    subscriptionId: string,
    card: CardFields | CardToken | KeptCard,
  ): Promise<ChangeCardOutcome>;
  /** If the subscription has already ended, the outcome is `done`. */
  cancelSubscription(subscriptionId: string): Promise<GiveBackOutcome>;
  /** One subscription; null if the processor has none with this id. */
  findSubscription(subscriptionId: string): Promise<FoundSubscription | null>;
  /** The subscriptions with this invoice number, newest first. */
  subscriptionsOf(invoiceNumber: string): Promise<{ subscriptionId: string; status: SubscriptionStatus }[]>;
  /** The event in a delivery to our webhook; null if the processor did not sign the delivery. */
  verifyWebhook(body: Uint8Array, headers: Headers): Promise<ProcessorEvent | null>;
  /**
   * The processor's own page, on which the delegate types the card: its address, and the fields to post there. A return
   * from that page proves nothing: the processor must be asked.
   */
  hostedPage(order: Order, returnTo: { done: string; cancelled: string }): Promise<HostedPage>;
}

export type HostedPage = { action: string; fields: Record<string, string> };

/** The part of the port that is about recurring payments, which the processor takes automatically. */
export type RecurringPayments = Pick<
  CardProcessor,
  "subscribe" | "updateSubscription" | "cancelSubscription" | "findSubscription" | "subscriptionsOf"
>;
