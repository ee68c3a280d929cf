import type { Selection } from "~/domain/catalogue.ts";
import type { PassType } from "~/domain/types.ts";

/** Exists in the memory of one request only: never stored, logged, queued or shown again. */
export type CardFields = {
  firstName: string;
  lastName: string;
  /** Digits only. */
  cardNumber: string;
  /** MM/YY. */
  expirationDate: string;
  cardCode: string;
};

/** The processor's own one-time stand-in for a card that was typed into its script, not into ours. */
export type CardToken = { firstName: string; lastName: string; dataDescriptor: string; dataValue: string };

/** What a charge carries besides money, so that a lost row can be rebuilt from the processor. */
export type Carried = { conferenceId: string; uid: string; passType: PassType; addOns: Selection };

/** The same of a subscription's charges, the first and every renewal: whose it is, and how long a period is. */
export type CarriedSubscription = { uid: string; months: number };

export type Order = {
  /** The attempt's id, 20 characters: refId and invoice number in one. */
  invoiceNumber: string;
  amountCents: number;
  carried: Carried | CarriedSubscription;
};

export type Charge = Order & { card: CardFields | CardToken };

/** All that may be kept of a card. */
export type CardSummary = { brand: string | null; lastFour: string | null };

/** `unknown` is everything that is neither a clear yes nor a clear no. */
export type ChargeOutcome =
  | { outcome: "captured"; transactionId: string; card: CardSummary | null }
  | { outcome: "declined" }
  /** Certainly not charged, and not the card's fault: our account or our request is. `reason` is for a log. */
  | { outcome: "notCharged"; reason?: string }
  | { outcome: "unknown" };

export type FoundCharge = {
  transactionId: string;
  invoiceNumber: string;
  outcome: "captured" | "declined" | "held" | "voided";
  /** Settled money can only be refunded, unsettled only voided. */
  settled: boolean;
  amountCents: number;
  /** null where it was not our portal that charged. */
  carried: Carried | CarriedSubscription | null;
  card: CardSummary | null;
};

/** One line of the processor's journal; `find` knows the rest. */
export type JournalEntry = Pick<FoundCharge, "transactionId" | "invoiceNumber" | "outcome">;

/** `refused` is a clear no: nothing was given back. */
export type GiveBackOutcome =
  | { outcome: "done"; transactionId: string }
  | { outcome: "refused"; reason: string }
  | { outcome: "unknown" };

export type Refund = {
  /** Of the refund, 20 characters. */
  invoiceNumber: string;
  /** The charge that is given back. */
  transactionId: string;
  amountCents: number;
  cardLastFour: string;
};

export type Subscription = {
  /** Of the first charge; every renewal goes by it too. */
  invoiceNumber: string;
  name: string;
  amountCents: number;
  carried: CarriedSubscription;
  /** YYYY-MM-DD, of the first payment that the processor takes by itself. */
  startDate: string;
  /** The charge whose card goes on paying, however that card was typed. */
  transactionId: string;
};

/** The card that is there already, with another expiry date; its number stays with the processor. */
export type KeptCard = {
  firstName: string;
  lastName: string;
  keptLastFour: string;
  /** MM/YY. */
  expirationDate: string;
};

/** `card` is null where the processor did not say which one it has now. */
export type ChangeCardOutcome =
  | { outcome: "changed"; card: CardSummary | null }
  /** The card was not taken: the one before goes on paying. */
  | { outcome: "declined" }
  /** Certainly not changed, and not the card's fault; `reason` is for a log. */
  | { outcome: "notChanged"; reason: string }
  | { outcome: "unknown" };

export type SubscribeOutcome =
  | { outcome: "subscribed"; subscriptionId: string }
  /** A clear no: there is none; `reason` is the processor's code, for a log. */
  | { outcome: "declined"; reason: string }
  /** There may be one, or could be one later: ask, and try the same again. */
  | { outcome: "unknown" };

export type SubscriptionStatus = "active" | "suspended" | "ended";

export type FoundSubscription = {
  status: SubscriptionStatus;
  /** The charges that it has made by itself and that were approved, the oldest first; `find` knows the rest. */
  renewals: string[];
  /** The card that pays for the next one; null where the processor does not say. */
  card: CardSummary | null;
};

/** What a webhook says happened; a hint only, whoever reads it asks for the truth. */
export type ProcessorEvent = {
  /** The same however often it is delivered. */
  notificationId: string;
  type: string;
  subject: { transactionId: string } | { subscriptionId: string } | null;
};

/**
 * The payment port: all the portal knows of a card processor. Charging and giving back are one call each,
 * never retried by the implementation, and do not throw: what went wrong on the way is `unknown`. Asking
 * throws where there was no answer.
 */
export interface CardProcessor {
  readonly name: string;
  charge(charge: Charge): Promise<ChargeOutcome>;
  /** The charge of one invoice number, made since `since` (UTC ms); null when the processor has none. */
  lookup(invoiceNumber: string, since: number): Promise<FoundCharge | null>;
  /** One charge; null when the processor has none of that id. */
  find(transactionId: string): Promise<FoundCharge | null>;
  /** Every charge since (UTC ms), the refunds left out. */
  list(since: number): Promise<JournalEntry[]>;
  /** Takes back a whole charge that is not settled yet; one that is voided already is `done`. */
  void(transactionId: string): Promise<GiveBackOutcome>;
  /** Gives back (part of) a settled charge. */
  refund(refund: Refund): Promise<GiveBackOutcome>;
  /** The refund of one invoice number, made since (UTC ms); null when the processor has none. */
  lookupRefund(invoiceNumber: string, since: number): Promise<{ transactionId: string } | null>;
  /** Has the card of a charge pay again by itself. The same again is the same subscription, not another. */
  subscribe(subscription: Subscription): Promise<SubscribeOutcome>;
  /**
   * Has another card pay from now on, and a payment that failed tried again, as the processor does that. The same
   * again makes no difference.
   */
  updateSubscription(
    subscriptionId: string,
    card: CardFields | CardToken | KeptCard,
  ): Promise<ChangeCardOutcome>;
  /** One that has ended already is `done`. */
  cancelSubscription(subscriptionId: string): Promise<GiveBackOutcome>;
  /** One subscription; null when the processor has none of that id. */
  findSubscription(subscriptionId: string): Promise<FoundSubscription | null>;
  /** The subscriptions of one invoice number, the newest first. */
  subscriptionsOf(invoiceNumber: string): Promise<{ subscriptionId: string; status: SubscriptionStatus }[]>;
  /** What a delivery to our webhook says, null where the processor did not sign it. */
  verifyWebhook(body: Uint8Array, headers: Headers): Promise<ProcessorEvent | null>;
  /**
   * Where the delegate types the card on the processor's own page: the address and the fields to post
   * there. Coming back proves nothing: ask.
   */
  hostedPage(order: Order, returnTo: { done: string; cancelled: string }): Promise<HostedPage>;
}

export type HostedPage = { action: string; fields: Record<string, string> };
