import { cardTypeLabel, lastFour } from "~/money/cards/card.ts";
import { NotReached } from "~/money/processor/authorize-net-wire.server.ts";
import type {
  CardProcessor,
  CardSummary,
  Carried,
  CarriedSubscription,
  ChangeCardOutcome,
  Charge,
  ChargeOutcome,
  FoundCharge,
  GiveBackOutcome,
  ProcessorEvent,
  RecurringCharge,
  SubscribeOutcome,
  SubscriptionStatus,
} from "~/platform/ports/card-processor.server.ts";
import { MINUTE } from "~/values/durations.ts";

/** Faults of a charge: at the processor, on the way to the processor, or on the way back. */
export const CHARGE_FAULTS = [
  "refused before it was sent",
  "lost before it was charged",
  "broken before it was charged",
  "charged, answer lost",
  "charged, answer broken",
  "charged, answered late",
  "charged, answer lost late",
  "charged, unseen for a while",
  "declined",
  "declined, answer lost",
  "held, then approved",
  "held, then declined",
  "another amount",
] as const;

/**
 * The charge appears only after the portal has given it up. By then, the delegate may have paid again. Only the
 * histories use this fault, because the fault suite would take the result for a mistake.
 */
export const UNSEEN_TOO_LONG = "charged, unseen until it is given up";

/** Faults of a look-up. */
export const ASK_FAULTS = ["not answered", "sees nothing"] as const;

/** Faults of a refund. */
export const GIVE_BACK_FAULTS = [
  "done, answer lost",
  "done, answer broken",
  "not done, answer lost",
  "not done, answer broken",
  "refused",
] as const;

/** Faults of changing a subscription's card. */
export const CHANGE_CARD_FAULTS = [
  "lost before it was made",
  "broken before it was made",
  "changed, answer lost",
  "declined",
] as const;

/** Faults of making a recurring subscription, which takes two steps: first the profile, then the subscription. */
export const SUBSCRIBE_FAULTS = [
  "lost before it was made",
  "broken before it was made",
  "profile made, answer lost",
  "made, answer lost",
  "made, answer broken",
  "made, unseen for a while",
  "declined",
] as const;

/** Longer than a delegate waits, but shorter than the time after which a charge that cannot be found is given up. */
const UNSEEN = 25 * MINUTE;
/** Longer than the time after which a charge that cannot be found is given up. */
const UNSEEN_LONGER = 45 * MINUTE;
/**
 * How long a review takes. A held charge stays open until the review ends. So a review may take longer than the time
 * after which the portal gives up a charge that it cannot find.
 */
const REVIEW = 45 * MINUTE;

export type Entry = {
  transactionId: string;
  invoiceNumber: string;
  outcome: FoundCharge["outcome"];
  settled: boolean;
  amountCents: number;
  carried: Carried;
  cardNumber: string;
  at: number;
  /** Look-ups do not find the entry before this time. */
  visibleFrom: number;
  review: { at: number; outcome: "captured" | "declined" } | null;
};

/** A recurring subscription in the ledger. */
export type Recurrence = {
  id: string;
  invoiceNumber: string;
  status: SubscriptionStatus;
  amountCents: number;
  carried: CarriedSubscription;
  startDate: string;
  transactionId: string;
  renewals: string[];
  card: CardSummary;
  visibleFrom: number;
};

export type Returned = {
  transactionId: string;
  invoiceNumber: string;
  chargeId: string;
  amountCents: number;
};

/** Exceptions for schedules in which it can be right that there is more than one refund or payment. */
type GatewayRules = {
  /** Whether it is right to give a charge back in parts; it is never right to give the same part back twice. */
  inParts?: boolean;
  /**
   * Whether this charge forbids another charge for the same thing. By default, a charge forbids this until a part of
   * the charge has been given back.
   */
  stands?: (charge: Entry) => Promise<boolean>;
};

/**
 * A card processor in memory, whose ledger is the oracle of the fault suite: the charges and refunds in it are what
 * really happened. If something happens that must never happen, it is immediately recorded in `anomalies`, even if it
 * is corrected later.
 */
export class FakeGateway {
  private readonly rules: GatewayRules;

  constructor(rules: GatewayRules = {}) {
    this.rules = rules;
  }

  charges: Entry[] = [];
  refunds: Returned[] = [];
  recurrences: Recurrence[] = [];
  /** Cards that were stored for later charges, by invoice number. */
  profiles = new Set<string>();
  anomalies: string[] = [];
  /** Answers that have not arrived yet. */
  private late: (() => void)[] = [];
  private made = 0;

  /** Brings the charges up to date, and returns the time: reviews are decided when their time has come. */
  private now(): number {
    const now = Date.now();
    for (const charge of this.charges) {
      if (charge.review && charge.review.at <= now && charge.outcome === "held") {
        charge.outcome = charge.review.outcome;
      }
    }
    return now;
  }

  /** Whether the ledger will still change merely because time passes. */
  isWaiting(): boolean {
    const now = this.now();
    const isLate = ({ visibleFrom }: { visibleFrom: number }) => visibleFrom > now;
    return (
      this.charges.some((charge) => charge.outcome === "held" || isLate(charge)) ||
      this.recurrences.some(isLate)
    );
  }

  /** The night passes: from now on, captured charges can be refunded and can no longer be voided. */
  settle(): void {
    for (const charge of this.charges) if (charge.outcome === "captured") charge.settled = true;
  }

  /** Delivers the answers that were held back. */
  answerLate(): void {
    for (const answer of this.late.splice(0)) answer();
  }

  /** Charges that were captured, and not given back, not even in part. */
  kept(): Entry[] {
    this.now();
    return this.charges.filter((charge) => charge.outcome === "captured" && this.givenBack(charge) === 0);
  }

  givenBack({ transactionId }: Entry): number {
    return this.refunds
      .filter(({ chargeId }) => chargeId === transactionId)
      .reduce((sum, { amountCents }) => sum + amountCents, 0);
  }

  async charge(charge: Charge, fault?: string, hang: () => void = () => {}): Promise<ChargeOutcome> {
    if (fault === "refused before it was sent") return { outcome: "notCharged" };
    if (fault === "lost before it was charged") return { outcome: "unknown" };
    if (fault === "broken before it was charged") throw new Error("The connection was not made.");
    const amountCents = charge.amountCents + (fault === "another amount" ? 100 : 0);
    const entry = this.enter({ ...charge, amountCents });
    const captured = {
      outcome: "captured",
      transactionId: entry.transactionId,
      card: summary(entry),
    } as const;
    switch (fault) {
      case "declined":
        entry.outcome = "declined";
        return { outcome: "declined" };
      case "declined, answer lost":
        entry.outcome = "declined";
        return { outcome: "unknown" };
      case "held, then approved":
      case "held, then declined":
        entry.outcome = "held";
        entry.review = {
          at: Date.now() + REVIEW,
          outcome: fault === "held, then approved" ? "captured" : "declined",
        };
        return { outcome: "unknown" };
    }
    await this.seeDouble(entry);
    switch (fault) {
      case "charged, answer lost":
      case "another amount":
        return { outcome: "unknown" };
      case "charged, unseen for a while":
        entry.visibleFrom = Date.now() + UNSEEN;
        return { outcome: "unknown" };
      case UNSEEN_TOO_LONG:
        entry.visibleFrom = Date.now() + UNSEEN_LONGER;
        return { outcome: "unknown" };
      case "charged, answer broken":
        throw new Error("The connection was lost.");
      case "charged, answered late":
        await this.hang(hang);
        return captured;
      case "charged, answer lost late":
        await this.hang(hang);
        return { outcome: "unknown" };
      default:
        return captured;
    }
  }

  private hang(tell: () => void): Promise<void> {
    tell();
    return new Promise((answer) => this.late.push(answer));
  }

  /**
   * Makes a recurring subscription in several steps. If the same request is sent again, the answer is the same
   * subscription.
   */
  async subscribe(subscription: RecurringCharge, fault?: string): Promise<SubscribeOutcome> {
    const { invoiceNumber, transactionId, startDate } = subscription;
    if (fault === "lost before it was made") return { outcome: "unknown" };
    if (fault === "broken before it was made") throw new Error("The connection was not made.");
    const charge = this.charges.find((one) => one.transactionId === transactionId);
    if (fault === "declined" || charge?.outcome !== "captured") {
      return { outcome: "declined", reason: "No." };
    }
    this.profiles.add(invoiceNumber);
    if (fault === "profile made, answer lost") return { outcome: "unknown" };
    const living = this.living(invoiceNumber);
    // Like the real processor: if the same request is repeated while the subscription still exists, the answer is that
    // subscription.
    const twin = living.find((one) => one.startDate === startDate);
    if (!twin && living.length > 0) this.anomalies.push(`two recurring subscriptions: ${invoiceNumber}`);
    const made: Recurrence = twin ?? {
      id: `${++this.made}`,
      invoiceNumber,
      status: "active",
      amountCents: subscription.amountCents,
      carried: subscription.carried,
      startDate,
      transactionId,
      renewals: [],
      card: summary(charge),
      visibleFrom: fault === "made, unseen for a while" ? Date.now() + UNSEEN : 0,
    };
    if (!twin) this.recurrences.push(made);
    if (fault === "made, answer broken") throw new Error("The connection was lost.");
    if (fault?.startsWith("made")) return { outcome: "unknown" };
    return { outcome: "subscribed", subscriptionId: made.id };
  }

  /** The subscriptions with this invoice number that can still take a payment. */
  living(invoiceNumber: string): Recurrence[] {
    return this.recurrences.filter((one) => one.invoiceNumber === invoiceNumber && one.status !== "ended");
  }

  /**
   * The night of a renewal: active subscriptions that are due are charged, or are suspended if the card does not pay.
   */
  renew({ paying = true } = {}): void {
    for (const recurrence of this.recurrences) {
      const due = Date.parse(recurrence.startDate);
      if (recurrence.status !== "active" || due > Date.now()) continue;
      if (!paying) {
        recurrence.status = "suspended";
        continue;
      }
      const { invoiceNumber, amountCents, carried, renewals } = recurrence;
      const card = {
        firstName: "",
        lastName: "",
        cardNumber: "4111111111111111",
        expirationDate: "",
        cardCode: "",
      };
      const entry = this.book({ invoiceNumber, amountCents, carried, card });
      renewals.push(entry.transactionId);
      const next = new Date(due);
      next.setUTCMonth(next.getUTCMonth() + carried.months);
      recurrence.startDate = next.toISOString().slice(0, 10);
    }
  }

  async cancelSubscription(id: string, fault?: string): Promise<GiveBackOutcome> {
    return this.giveBack(fault, () => {
      const found = this.recurrences.find((one) => one.id === id);
      if (found) found.status = "ended";
      return found ? id : null;
    });
  }

  async findSubscription(id: string, fault?: string) {
    const found = this.askRecurrences(fault).find((one) => one.id === id);
    return found ? { status: found.status, renewals: [...found.renewals], card: found.card } : null;
  }

  async updateSubscription(
    id: string,
    card: Parameters<CardProcessor["updateSubscription"]>[1],
    fault?: string,
  ): Promise<ChangeCardOutcome> {
    if (fault === "broken before it was made") throw new Error("The connection was not made.");
    if (fault === "lost before it was made") return { outcome: "unknown" };
    const found = this.recurrences.find((one) => one.id === id && one.status !== "ended");
    if (!found) return { outcome: "notChanged", reason: "No." };
    if (fault === "declined") return { outcome: "declined" };
    if ("cardNumber" in card) found.card = summary(card);
    found.status = "active";
    if (fault === "changed, answer lost") return { outcome: "unknown" };
    return { outcome: "changed", card: found.card };
  }

  async subscriptionsOf(invoiceNumber: string, fault?: string) {
    return this.askRecurrences(fault)
      .filter((one) => one.invoiceNumber === invoiceNumber)
      .map(({ id, status }) => ({ subscriptionId: id, status }));
  }

  private askRecurrences(fault?: string): Recurrence[] {
    if (fault === "not answered") throw new NotReached("The processor cannot be asked.");
    if (fault === "sees nothing") return [];
    return this.recurrences.filter(({ visibleFrom }) => visibleFrom <= Date.now()).toReversed();
  }

  private enter(charge: Charge): Entry {
    if (this.charges.some((other) => other.invoiceNumber === charge.invoiceNumber)) {
      this.anomalies.push(`one attempt was charged twice: ${charge.invoiceNumber}`);
    }
    return this.book(charge);
  }

  private book({ invoiceNumber, amountCents, carried, card }: Charge): Entry {
    const entry: Entry = {
      transactionId: `FAKE-${++this.made}`,
      invoiceNumber,
      outcome: "captured",
      settled: false,
      amountCents,
      carried,
      cardNumber: "cardNumber" in card ? card.cardNumber : "",
      at: Date.now(),
      visibleFrom: 0,
      review: null,
    };
    this.charges.push(entry);
    return entry;
  }

  private async seeDouble(entry: Entry): Promise<void> {
    const pass = passOf(entry);
    const whole = async (charge: Entry) => this.givenBack(charge) === 0;
    const { stands = whole } = this.rules;
    this.now();
    for (const other of this.charges) {
      if (other === entry || passOf(other) !== pass || other.outcome !== "captured") continue;
      if (await stands(other)) this.anomalies.push(`charged while another charge stands: ${pass}`);
    }
  }

  async lookup(invoiceNumber: string, since: number, fault?: string): Promise<FoundCharge | null> {
    const seen = this.ask(fault).filter(({ at }) => at >= since);
    return found(seen.find((charge) => charge.invoiceNumber === invoiceNumber));
  }

  async find(transactionId: string, fault?: string): Promise<FoundCharge | null> {
    return found(this.ask(fault).find((charge) => charge.transactionId === transactionId));
  }

  async list(since: number, fault?: string) {
    return this.ask(fault)
      .filter(({ at }) => at >= since)
      .map(({ transactionId, invoiceNumber, outcome }) => ({ transactionId, invoiceNumber, outcome }));
  }

  async lookupRefund(invoiceNumber: string, _since: number, fault?: string) {
    const all = this.ask(fault).length === 0 ? [] : this.refunds;
    return all.find((refund) => refund.invoiceNumber === invoiceNumber) ?? null;
  }

  private ask(fault?: string): Entry[] {
    const now = this.now();
    if (fault === "not answered") throw new NotReached("The processor cannot be asked.");
    if (fault === "sees nothing") return [];
    return this.charges.filter(({ visibleFrom }) => visibleFrom <= now);
  }

  async void(transactionId: string, fault?: string): Promise<GiveBackOutcome> {
    return this.giveBack(fault, () => {
      this.now();
      const charge = this.charges.find((one) => one.transactionId === transactionId);
      if (charge?.outcome === "voided") return transactionId;
      if (!charge || charge.settled || charge.outcome === "declined") return null;
      charge.outcome = "voided";
      return transactionId;
    });
  }

  async refund(
    { invoiceNumber, transactionId, amountCents }: Parameters<CardProcessor["refund"]>[0],
    fault?: string,
  ): Promise<GiveBackOutcome> {
    return this.giveBack(fault, () => {
      const charge = this.charges.find((one) => one.transactionId === transactionId);
      if (charge?.outcome !== "captured" || !charge.settled) return null;
      if (this.givenBack(charge) + amountCents > charge.amountCents) return null;
      const again = this.refunds.filter((one) =>
        this.rules.inParts ? one.invoiceNumber === invoiceNumber : one.chargeId === transactionId,
      );
      if (again.length > 0) this.anomalies.push(`given back twice: ${transactionId}`);
      const id = `FAKE-${++this.made}`;
      this.refunds.push({ transactionId: id, invoiceNumber, chargeId: transactionId, amountCents });
      return id;
    });
  }

  private giveBack(fault: string | undefined, act: () => string | null): GiveBackOutcome {
    if (fault === "not done, answer lost") return { outcome: "unknown" };
    if (fault === "not done, answer broken") throw new Error("The connection was not made.");
    const transactionId = fault === "refused" ? null : act();
    if (fault === "done, answer lost") return { outcome: "unknown" };
    if (fault === "done, answer broken") throw new Error("The connection was lost.");
    if (transactionId === null) return { outcome: "refused", reason: "Not possible." };
    return { outcome: "done", transactionId };
  }

  /** The processor as the portal sees it. Every call goes through `through`, which may change it. */
  port(through: Through): CardProcessor {
    const notAsked = () => Promise.reject(new Error("The fault suite has no page."));
    return {
      name: "fake",
      charge: (charge) => through("charge", (fault, hang) => this.charge(charge, fault, hang)),
      lookup: (invoice, since) => through("lookup", (fault) => this.lookup(invoice, since, fault)),
      find: (id) => through("find", (fault) => this.find(id, fault)),
      list: (since) => through("list", (fault) => this.list(since, fault)),
      void: (id) => through("void", (fault) => this.void(id, fault)),
      refund: (refund) => through("refund", (fault) => this.refund(refund, fault)),
      lookupRefund: (invoice, since) =>
        through("lookupRefund", (fault) => this.lookupRefund(invoice, since, fault)),
      verifyWebhook: async (body) => JSON.parse(new TextDecoder().decode(body)) as ProcessorEvent,
      subscribe: (subscription) => through("subscribe", (fault) => this.subscribe(subscription, fault)),
      cancelSubscription: (id) =>
        through("cancelSubscription", (fault) => this.cancelSubscription(id, fault)),
      updateSubscription: (id, card) =>
        through("updateSubscription", (fault) => this.updateSubscription(id, card, fault)),
      findSubscription: (id) => through("findSubscription", (fault) => this.findSubscription(id, fault)),
      subscriptionsOf: (invoice) =>
        through("subscriptionsOf", (fault) => this.subscriptionsOf(invoice, fault)),
      batches: notAsked,
      transactionsOf: notAsked,
      hostedPage: notAsked,
    };
  }
}

export type Through = <Answer>(
  name:
    | "charge"
    | "lookup"
    | "find"
    | "list"
    | "void"
    | "refund"
    | "lookupRefund"
    | "subscribe"
    | "updateSubscription"
    | "cancelSubscription"
    | "findSubscription"
    | "subscriptionsOf",
  act: (fault?: string, hang?: () => void) => Promise<Answer>,
) => Promise<Answer>;

/**
 * The thing that may be paid for only once: a delegate's pass for a conference, or a period of somebody's subscription.
 */
export const passOf = ({ carried, invoiceNumber }: Entry) =>
  "people" in carried
    ? // Only our rows say whose passes the charge paid for.
      `group ${invoiceNumber}`
    : "passType" in carried
      ? `${carried.conferenceId} ${carried.uid} ${carried.addOnsAlone ? Object.keys(carried.addOns).sort() : carried.passType}`
      : `subscription ${carried.uid}`;

const summary = ({ cardNumber }: { cardNumber: string }) => ({
  brand: cardTypeLabel(cardNumber),
  lastFour: lastFour(cardNumber),
});

const found = (charge: Entry | undefined): FoundCharge | null =>
  charge
    ? {
        transactionId: charge.transactionId,
        invoiceNumber: charge.invoiceNumber,
        outcome: charge.outcome,
        settled: charge.settled && charge.outcome === "captured",
        amountCents: charge.amountCents,
        carried: charge.carried,
        card: summary(charge),
      }
    : null;
