import type { Selection } from "~/values/catalogue.ts";
import type { BatchLineKind, PassType } from "~/values/types.ts";

/** Exists in the memory of one request only: it is never stored, logged, queued or shown again. */
export type CardFields = {
  firstName: string;
  lastName: string;
  /** Digits only. */
  cardNumber: string;
  /** MM/YY. */
  expirationDate: string;
  cardCode: string;
};

/** The processor's own one-time stand-in for a card that was typed into its script, not into our form. */
export type CardToken = { firstName: string; lastName: string; dataDescriptor: string; dataValue: string };

/** What a charge carries besides the amount, so that a lost row can be rebuilt from the processor. */
export type CarriedPass = {
  conferenceId: string;
  uid: string;
  passType: PassType;
  addOns: Selection;
  /** The pass was already held: only its add-ons are paid for. */
  addOnsAlone?: true;
};

/**
 * The same for one charge that pays for the passes of several people: who pays, and how many people there are. What
 * each of them gets does not fit into it, and is kept beside the database.
 */
export type CarriedGroup = { conferenceId: string; uid: string; people: number };

/** The same for the charges of a subscription, the first and every renewal: its owner, and the months of a period. */
export type CarriedSubscription = { uid: string; months: number };

export type Carried = CarriedPass | CarriedGroup | CarriedSubscription;

export type Order = {
  /** The id of the attempt, 20 characters, which serves as both refId and invoice number. */
  invoiceNumber: string;
  amountCents: number;
  carried: Carried;
};

export type Charge = Order & { card: CardFields | CardToken };

/** The only parts of a card that may be kept. */
export type CardSummary = { brand: string | null; lastFour: string | null };

/** `unknown` is everything that is neither a clear yes nor a clear no. */
export type ChargeOutcome =
  | { outcome: "captured"; transactionId: string; card: CardSummary | null }
  | { outcome: "declined" }
  /**
   * Certainly not charged, and not because of the card: our account or our request is at fault. `reason` is for
   * the log.
   */
  | { outcome: "notCharged"; reason?: string }
  | { outcome: "unknown" };

export type FoundCharge = {
  transactionId: string;
  invoiceNumber: string;
  /** `returned`: it was captured, and the card's bank took the money back or never paid it. */
  outcome: "captured" | "declined" | "held" | "voided" | "returned";
  /** Settled money can only be refunded, unsettled money only voided. */
  settled: boolean;
  amountCents: number;
  /** null unless this portal made the charge. */
  carried: Carried | null;
  card: CardSummary | null;
};

/** One line of the processor's journal; `find` returns the rest. */
export type JournalEntry = Pick<FoundCharge, "transactionId" | "invoiceNumber" | "outcome">;

/** `refused` is a clear no: nothing was given back. */
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
  /** The invoice number of the first charge, which every renewal has too. */
  invoiceNumber: string;
  name: string;
  amountCents: number;
  carried: CarriedSubscription;
  /** YYYY-MM-DD, the day of the first payment that the processor takes by itself. */
  startDate: string;
  /** The charge whose card pays from now on, however that card was typed. */
  transactionId: string;
};

/** The stored card with another expiry date; its number stays with the processor. */
export type KeptCard = {
  firstName: string;
  lastName: string;
  keptLastFour: string;
  /** MM/YY. */
  expirationDate: string;
};

/** `card` is null if the processor did not say which card it has now. */
export type ChangeCardOutcome =
  | { outcome: "changed"; card: CardSummary | null }
  /** The card was refused: the previous one goes on paying. */
  | { outcome: "declined" }
  /** Certainly not changed, and not because of the card; `reason` is for the log. */
  | { outcome: "notChanged"; reason: string }
  | { outcome: "unknown" };

export type SubscribeOutcome =
  | { outcome: "subscribed"; subscriptionId: string }
  /** A clear no: there is no subscription; `reason` is the processor's code, for the log. */
  | { outcome: "declined"; reason: string }
  /** There may be a subscription, or may be one later: ask, and send the same request again. */
  | { outcome: "unknown" };

export type SubscriptionStatus = "active" | "suspended" | "ended";

type FoundSubscription = {
  status: SubscriptionStatus;
  /** The approved charges that it has made by itself, oldest first; `find` returns the rest. */
  renewals: string[];
  /** The card that pays for the next period; null if the processor does not say. */
  card: CardSummary | null;
};

/** What the processor paid out in one night; the sums are its own. */
export type Batch = {
  batchId: string;
  /** UTC ms. */
  settledAt: number;
  /** `failed`: nothing of it reached us. */
  state: "settled" | "failed";
  chargedCents: number;
  refundedCents: number;
  /** How many charges and refunds it has. */
  number: number;
};

/** A charge or a refund of a batch: renewals have the invoice number of their subscription, refunds one of their own. */
export type BatchLine = {
  transactionId: string;
  invoiceNumber: string;
  kind: BatchLineKind;
  cents: number;
};

/** What a webhook says happened; only a hint, after which the processor has to be asked. */
export type ProcessorEvent = {
  /** The same however often the event is delivered. */
  notificationId: string;
  type: string;
  subject: { transactionId: string } | { subscriptionId: string } | null;
};

/**
 * The payment port: everything the portal knows of a card processor. Charging and giving back are one call
 * each, never retried by the implementation, and do not throw: a fault on the way is `unknown`. Look-ups throw
 * if there was no answer.
 */
export interface CardProcessor {
  readonly name: string;
  charge(charge: Charge): Promise<ChargeOutcome>;
  /** The charge with this invoice number, made since `since` (UTC ms); null if the processor has none. */
  lookup(invoiceNumber: string, since: number): Promise<FoundCharge | null>;
  /** One charge; null if the processor has none with this id. */
  find(transactionId: string): Promise<FoundCharge | null>;
  /** Every charge since a time (UTC ms), without the refunds. */
  list(since: number): Promise<JournalEntry[]>;
  /** Cancels a whole charge that is not settled yet; if it is already voided, the outcome is `done`. */
  void(transactionId: string): Promise<GiveBackOutcome>;
  /** Gives back a settled charge or part of it. */
  refund(refund: Refund): Promise<GiveBackOutcome>;
  /** The refund with this invoice number, made since a time (UTC ms); null if the processor has none. */
  lookupRefund(invoiceNumber: string, since: number): Promise<{ transactionId: string } | null>;
  /** The batches that were settled in a period of any length (UTC ms, both included), oldest first. */
  batches(from: number, until: number): Promise<Batch[]>;
  /** The charges and refunds of a batch whose money moved. Voided and declined ones are not among them. */
  transactionsOf(batchId: string): Promise<BatchLine[]>;
  /** Makes the card of a charge pay again by itself. The same request again returns the same subscription. */
  subscribe(subscription: RecurringCharge): Promise<SubscribeOutcome>;
  /**
   * Makes another card pay from now on. At this processor, that also retries a payment that failed. The same request
   * again makes no difference.
   */
  updateSubscription(
    subscriptionId: string,
    card: CardFields | CardToken | KeptCard,
  ): Promise<ChangeCardOutcome>;
  /** If it has already ended, the outcome is `done`. */
  cancelSubscription(subscriptionId: string): Promise<GiveBackOutcome>;
  /** One subscription; null if the processor has none with this id. */
  findSubscription(subscriptionId: string): Promise<FoundSubscription | null>;
  /** The subscriptions with this invoice number, newest first. */
  subscriptionsOf(invoiceNumber: string): Promise<{ subscriptionId: string; status: SubscriptionStatus }[]>;
  /** The event in a delivery to our webhook; null if the processor did not sign it. */
  verifyWebhook(body: Uint8Array, headers: Headers): Promise<ProcessorEvent | null>;
  /**
   * The processor's own page, on which the delegate types the card: its address and the fields to post there.
   * Coming back from it proves nothing: ask the processor.
   */
  hostedPage(order: Order, returnTo: { done: string; cancelled: string }): Promise<HostedPage>;
}

export type HostedPage = { action: string; fields: Record<string, string> };

/** The part of it that is about payments that it takes by itself. */
export type RecurringPayments = Pick<
  CardProcessor,
  "subscribe" | "updateSubscription" | "cancelSubscription" | "findSubscription" | "subscriptionsOf"
>;
