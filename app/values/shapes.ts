import type { LetterSender } from "./catalogue.ts";
import type { Decision, GrantKind, LiveHoldingState, PassType, RefundKind, RoundId } from "./types.ts";

/**
 * When money moved (UTC ms on the portal's clock), and the day on which the movement is booked, YYYY-MM-DD in the
 * edition's time zone. `restored` is set if the database was restored to an earlier state that lacked this movement,
 * and the movement was then found elsewhere and booked again.
 */
export type Booking = { at: number; on: string; restored?: true };

/** How much an award or a code takes off: either a share in per cent, or cents. */
type Size = { percent: number | null; amountCents: number | null };

/** An act that waits for a second person, as it was read from its form. Amounts are in cents. */
export type OutgoingRequest =
  | {
      does: "refund";
      /** The pass type or the add-ons that end; empty for a gesture of goodwill. */
      items: string[];
      amountCents: number;
      kind: RefundKind;
      /** How much of the payment had been given back, and who held the items, when the refund was proposed. */
      seenCents: number;
      seenHolder: string | null;
      reason: string;
    }
  | { does: "award"; title: string; awards: (Size & { uid: string })[] }
  | (Size & {
      does: "code";
      title: string;
      code: string;
      passType: PassType | null;
      roundId: string | null;
      maxUses: number | null;
      /** UTC ms; null for no end. */
      validUntil: number | null;
    });

/**
 * A fault that the check of the data found: the rule, and the row that breaks it. If the rule could not be checked,
 * `unchecked` is set, and `object` is what could not be asked.
 */
export type Finding = { rule: string; object: string; unchecked?: true };

/**
 * The facts that gave a delegate the right to pay for a pass, as they were when the payment was reserved. They are
 * stored with the payment, so that the check of the data can still judge the payment after the facts have changed.
 */
export type Grounds = {
  /** The application's `submittedAt` (UTC ms), which decides the price; null if it was not submitted. */
  submittedAt: number | null;
  /** The decision that the delegate could see; null if there was none. */
  decision: Decision | null;
  /** The newest accepted version of the agreement that still counted; null if there was none. */
  agreementVersion: number | null;
  /** The state of the delegate's holding of the other pass; null if there was none, or if it had ended. */
  beside: LiveHoldingState | null;
  /**
   * The state of the delegate's holding of this pass, if add-ons were bought for it; null if the pass itself was
   * bought.
   */
  pass: LiveHoldingState | null;
  /**
   * How many places were left for the things that were bought. If several of them have a limit, this is the smallest
   * number; null if none has a limit.
   */
  placesLeft: number | null;
};

/** The facts that gave somebody the right to take over a pass, as they were when the transfer was accepted. */
export type TakeOverGrounds = Pick<Grounds, "submittedAt" | "decision" | "agreementVersion">;

/** A reduction of a pass's price, either by `percent` or by `amountCents`; the other is null. */
export type Grant = {
  id: string;
  kind: GrantKind;
  title: string;
  percent: number | null;
  amountCents: number | null;
  /** The only pass and the only round for which the grant counts; null for any. */
  passType: PassType | null;
  roundId: RoundId | null;
  /** Whether the grant is within its time limits and its number of uses. */
  isUsable: boolean;
  /** The budget that pays for the grant, and the cents that are left in the budget; null if there is no budget. */
  budgetId: string | null;
  budgetLeft: number | null;
};

/** An award as a plan of decisions stores it until the plan is applied. */
export type PlannedAward = Omit<Grant, "id" | "kind" | "isUsable" | "budgetLeft">;

/**
 * The version of a decision that its delegate could see when another version was set. It stays visible until the newer
 * version is released. The instants are UTC ms on the portal's clock.
 */
export type FormerDecision = {
  decision: Decision;
  setAt: number;
  planId: string | null;
  toldAt: number | null;
};

/** The facts that allowed an offer from the waiting list, as they were when the offer was made. */
export type OfferGrounds = {
  /** How many places of the pass were free before this offer; null if the pass has no limit. */
  placesLeft: number | null;
};

/** What a grant took off the price of a line, in cents. */
export type Reduction = { id: string; title: string; cents: number };

/**
 * One line of a bill; `id` is the pass type or the add-on's id. `cents` is the amount to pay; the `reductions` have
 * already been subtracted.
 */
export type Line = {
  id: string;
  title: string;
  variant: string | null;
  cents: number;
  reductions?: Reduction[];
};

/** What a letter says. It is stored when the letter is issued, so that later changes do not affect it. */
export type LetterContent = {
  conference: string;
  /** The person's name and initials. Anybody who has the letter's code may read the initials, but not the name. */
  name: string;
  initials: string;
  /** The date of the letter, in words. */
  date: string;
  /** The time zone of the event. */
  zone: string;
  /** The sentences of the letter, and the facts below them. */
  sentences: string[];
  facts: { term: string; value: string }[];
  /** The edition's own text for letters, in Markdown, with the values of its placeholders; null for none. */
  text: string | null;
  values: Record<string, string>;
  sender: LetterSender;
};

export type Chapter = { at: number; title: string };
