import { chargeMessages } from "~/money/cards/messages.ts";
import { chargedOf, isOfAddOns } from "~/money/prices/pricing.ts";
import type { FormerPass } from "~/standing/standing.ts";
import type { Edition } from "~/values/catalogue.ts";
import { dollars } from "~/values/money.ts";
import type { Line } from "~/values/shapes.ts";
import { inZone } from "~/values/times.ts";
import {
  INVOICED,
  isByHand,
  type LiveHoldingState,
  type PassType,
  type PaymentState,
  type RefundKind,
  type RefundState,
} from "~/values/types.ts";
import { listInWords } from "~/values/words.ts";
import { lineTitle, partsOf } from "./bill-lines.ts";
import { bankMessages, paymentMessages } from "./messages.ts";

/** The facts about an attempt to pay that its delegate may know. Times are UTC ms. */
export type AttemptFacts = {
  passType: PassType;
  lines: Line[];
  state: PaymentState;
  /** How the money came in; `INVOICED` for an invoice that has not been paid. */
  means: string;
  amountCents: number;
  createdAt: number;
  resolvedAt: number | null;
  /** The e-mail address of the person who paid for the delegate; null or undefined if the delegate paid. */
  payer?: string | null;
  /** The money (cents) that is recorded for the payment's open invoice. */
  recordedCents?: number;
  /**
   * Whether the recorded money covers the payment's whole invoice, and a second person still has to confirm some of
   * that money.
   */
  isConfirming?: boolean;
};

/** The cents of an open invoice that are still to be paid. */
export const restToPay = ({
  recordedCents,
  ...bill
}: {
  amountCents: number;
  creditCents: number;
  recordedCents: number;
}): number => chargedOf(bill) - recordedCents;

/** A refund or credit of a payment. Refused refunds are left out. Times are UTC ms. */
export type Repayment = {
  kind: RefundKind;
  state: RefundState;
  amountCents: number;
  /** The part of a money refund that became credit again. */
  creditCents: number;
  createdAt: number;
  resolvedAt: number | null;
  /** The titles of the add-ons that this refund ended. Empty if the pass itself ended. */
  ended: string[];
  /** Whether the money had been recorded by mistake, so that no money went back. */
  isReversal?: boolean;
  /** Whether a bank took the money back or never paid it, so that nobody here gave anything back. */
  isBank?: boolean;
};

/** Whether a bank has taken back the money of a payment, or part of it. */
export const isTakenByBank = (returned: Pick<Repayment, "isBank">[]): boolean =>
  returned.some(({ isBank }) => isBank);

/** A holding in its present state. */
export type HeldThing = { item: string; title: string; variant: string | null };

/** The pass or the add-ons that a payment is for: their title, and whether the delegate holds any of them now. */
export type Bought = { title: string; isHeld: boolean };

/**
 * What a payment is for. A bill with a pass is for that pass. A bill of add-ons alone is for those add-ons that are
 * still held, as they are now. If none of them is still held, the bill is for all of them as they were bought.
 *
 * @param held the things bought with this payment that the delegate still holds.
 */
export function boughtWith(
  { passType, lines }: Pick<AttemptFacts, "passType" | "lines">,
  passTitle: string,
  held: readonly HeldThing[],
): Bought {
  if (!isOfAddOns({ passType, lines })) {
    return { title: passTitle, isHeld: held.some(({ item }) => item === passType) };
  }
  const left = lines.flatMap(({ id }) => held.filter(({ item }) => item === id));
  return { title: listInWords((left.length > 0 ? left : lines).map(lineTitle)), isHeld: left.length > 0 };
}

/** The states of a payment that was made and then given back, so that its pass has ended. */
const GIVEN_BACK: ReadonlySet<PaymentState> = new Set(["voided", "refund_pending", "refunded"]);

export const isGivenBack = ({ state }: Pick<AttemptFacts, "state">): boolean => GIVEN_BACK.has(state);

/**
 * The state of a pass that is not held, but for which something is under way: a payment, an open invoice (perhaps of
 * another payer, or paid in part), the confirmation of money for an invoice, or the return of money.
 */
export type ProgressState =
  | Exclude<LiveHoldingState, "held">
  | "invoiced"
  | "invoiced, paid in part"
  | "invoiced to another"
  | "invoiced to another, paid in part"
  | "being confirmed";

/** The progress state of a pass that is not held at the moment, worked out from its row in `holdings`. */
export const progressOf = ({
  state,
  isInvoiced = false,
  hasPart = false,
  isConfirming = false,
  isForOther = false,
}: {
  state: LiveHoldingState;
  isInvoiced?: boolean;
  hasPart?: boolean;
  isConfirming?: boolean;
  isForOther?: boolean;
}): ProgressState => {
  if (state === "ending") return "ending";
  if (!isInvoiced) return "pending";
  if (isConfirming) return "being confirmed";
  if (isForOther) return hasPart ? "invoiced to another, paid in part" : "invoiced to another";
  return hasPart ? "invoiced, paid in part" : "invoiced";
};

/** Whether the pass is on an open invoice that another person has to pay. */
export const isInvoicedToOther = (state: ProgressState): boolean =>
  state === "invoiced to another" || state === "invoiced to another, paid in part";

/** The heading of the pass's page in each of these states. */
export const PROGRESS_TITLES: Record<ProgressState, string> = {
  pending: "Your payment is being checked",
  ending: "Your refund is on its way",
  invoiced: "Your invoice is open",
  "invoiced, paid in part": "Your invoice is open",
  "invoiced to another": "Your pass is on an invoice",
  "invoiced to another, paid in part": "Your pass is on an invoice",
  "being confirmed": "The payment is being confirmed",
};

/** Why a pass cannot be paid for while it is in this state. */
export const whileInProgress = (state: ProgressState): string => IN_PROGRESS[state];

const IN_PROGRESS: Record<ProgressState, string> = {
  pending: paymentMessages.paymentBeingChecked,
  ending: paymentMessages.refundOnItsWay,
  invoiced: paymentMessages.invoiceOpen,
  "invoiced, paid in part": paymentMessages.invoicePartPaid,
  "invoiced to another": paymentMessages.invoiceOfOther,
  "invoiced to another, paid in part": paymentMessages.invoiceOfOtherPartPaid,
  "being confirmed": paymentMessages.beingConfirmed,
};

const ofInvoice = ({ recordedCents = 0, isConfirming = false, ...attempt }: AttemptFacts) =>
  progressOf({
    ...{ state: "pending", isInvoiced: true, isConfirming },
    ...{ hasPart: recordedCents > 0, isForOther: isPaidByOther(attempt) },
  });

/**
 * What became of an attempt to pay, in the same words on every page: whether the pass is held, what was paid, what was
 * given back, and when.
 *
 * @param mayTryAgain whether the same things can be paid for now.
 * @param zone the time zone in which days are given.
 */
export function whatBecameOf(
  attempt: AttemptFacts,
  returned: Repayment[],
  { title, isHeld }: Bought,
  mayTryAgain: boolean,
  zone: string,
): string {
  const { state } = attempt;
  switch (state) {
    case "reserved":
      return whileInProgress(ofInvoice(attempt));
    case "charging":
    case "unknown":
      return paymentMessages.paymentBeingChecked;
    case "declined":
    case "released":
      if (attempt.means === INVOICED)
        return mayTryAgain ? paymentMessages.invoiceEndedAgain : paymentMessages.invoiceEnded;
      return mayTryAgain ? paymentMessages.nothingCharged : chargeMessages.nothingWasCharged;
    case "captured":
      return [
        isHeld ? paymentMessages.passHeld(title) : goneSentence(attempt, title),
        ...returned.map((back) => returnedSentence(back, attempt, zone)),
      ]
        .filter(Boolean)
        .join(" ");
    case "voided":
    case "refund_pending":
    case "refunded":
      return givenBack(attempt, returned, title, zone);
  }
}

/**
 * As long as the payment for a pass counts as captured, somebody holds the pass. If the holder is not the delegate, the
 * pass was transferred.
 */
const goneSentence = (attempt: AttemptFacts, title: string): string =>
  isOfAddOns(attempt) ? paymentMessages.passGone(title) : paymentMessages.passTransferred(title);

/**
 * What became of a pass that somebody no longer has: the person who got it or, if it was not transferred, what became
 * of the payment.
 */
export function whatBecameOfPass(
  { passType, paymentId, givenTo }: FormerPass,
  { payments, refunds, catalogue, edition }: PaidFacts,
): string {
  const title = titleIn(catalogue, passType);
  if (givenTo !== null) return paymentMessages.passTransferredTo(title, givenTo);
  const paid = payments.find(({ id }) => id === paymentId);
  if (!paid || !isGivenBack(paid)) return paymentMessages.passGone(title);
  const returned = refunds.filter((back) => back.paymentId === paymentId);
  return whatBecameOf(paid, returned, { title, isHeld: false }, false, edition.deadlineZone);
}

type PaidFacts = {
  /** Newest first. */
  payments: (AttemptFacts & { id: string })[];
  refunds: (Repayment & { paymentId: string })[];
  catalogue: { tickets: { id: PassType; title: string }[] };
  edition: Pick<Edition, "deadlineZone">;
};

/** What became of the newest payment that was given back. Null if there is none, or while a pass is held. */
export function lastGivenBack({ payments, refunds, catalogue, edition }: PaidFacts): string | null {
  const ofPasses = payments.filter((payment) => !isOfAddOns(payment));
  const last = ofPasses.find(isGivenBack);
  if (!last || ofPasses.some(({ state }) => state === "captured")) return null;
  const returned = refunds.filter(({ paymentId }) => paymentId === last.id);
  const title = titleIn(catalogue, last.passType);
  return whatBecameOf(last, returned, { title, isHeld: false }, false, edition.deadlineZone);
}

const titleIn = ({ tickets }: PaidFacts["catalogue"], passType: PassType): string =>
  tickets.find(({ id }) => id === passType)?.title ?? passType;

function givenBack(attempt: AttemptFacts, returned: Repayment[], title: string, zone: string): string {
  const { state, amountCents, createdAt, resolvedAt } = attempt;
  if (amountCents === 0) return paymentMessages.passGone(title);
  const paidOn = isPaidByOther(attempt) ? paymentMessages.paidForYouOn : paymentMessages.paidOn;
  const paid = paidOn(dollars(amountCents), day(resolvedAt ?? createdAt, zone));
  const passGone = paymentMessages.passGone(title);
  const reversal = returned.find(({ isReversal }) => isReversal);
  if (reversal) {
    const on = day(reversal.resolvedAt ?? reversal.createdAt, zone);
    return [paymentMessages.recordedByMistake(dollars(amountCents), on), passGone].join(" ");
  }
  if (state === "voided") {
    const at = returned.at(-1)?.resolvedAt;
    return [paid, paymentMessages.chargeCancelled(at ? day(at, zone) : null), passGone].join(" ");
  }
  const kept = amountCents - returned.reduce((sum, back) => sum + back.amountCents, 0);
  const nothing = kept === amountCents ? paymentMessages.allKept : paymentMessages.partKept(dollars(kept));
  return [
    paid,
    ...returned.map((back) => returnedSentence(back, attempt, zone)),
    ...(kept > 0 ? [nothing] : []),
    passGone,
  ]
    .filter(Boolean)
    .join(" ");
}

/**
 * The sentence about a refund. Empty for a pass that was given up without a refund, because the sentence about the
 * payment already says that.
 */
export function returnedSentence(
  back: Repayment,
  attempt: Pick<AttemptFacts, "means" | "payer">,
  zone: string,
): string {
  const { means } = attempt;
  const { state, amountCents, createdAt, resolvedAt, ended } = back;
  const things = listInWords(ended);
  if (amountCents === 0) return things && paymentMessages.endedForNothing(things, day(createdAt, zone));
  if (back.isBank) {
    const { tookBack, tookBackFromPayer, writeToUs } = bankMessages;
    const says = isPaidByOther(attempt) ? tookBackFromPayer : tookBack;
    return `${says(dollars(amountCents), day(resolvedAt ?? createdAt, zone))} ${writeToUs}`;
  }
  const { cardCents, creditCents } = partsOf(back);
  const amount = (cents: number) =>
    things ? paymentMessages.amountFor(dollars(cents), things) : dollars(cents);
  const { wentBack, wentBackByHand, onItsWayBack, owedBack, wentToPayer, onItsWayToPayer } = paymentMessages;
  if (isPaidByOther(attempt)) {
    return state === "done"
      ? wentToPayer(amount(cardCents), day(resolvedAt ?? createdAt, zone))
      : onItsWayToPayer(amount(cardCents), day(createdAt, zone));
  }
  const money =
    state === "done"
      ? (isByHand(means) ? wentBackByHand : wentBack)(amount(cardCents), day(resolvedAt ?? createdAt, zone))
      : (isByHand(means) ? owedBack : onItsWayBack)(amount(cardCents), day(createdAt, zone));
  return [
    ...(cardCents > 0 ? [money] : []),
    ...(creditCents > 0 ? [paymentMessages.keptAsCredit(amount(creditCents), day(createdAt, zone))] : []),
  ].join(" ");
}

/** Whether another person pays, or has paid, for the delegate. */
export const isPaidByOther = ({ payer }: Pick<AttemptFacts, "payer">): boolean => typeof payer === "string";

const day = (instant: number, zone: string) => inZone(instant, zone, "date");
