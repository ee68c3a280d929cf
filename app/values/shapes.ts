import type { Decision, GrantKind, LiveHoldingState, PassType, RoundId } from "./types.ts";

/**
 * When money moved (UTC ms on the portal's clock), and the day on which that is booked, YYYY-MM-DD in the edition's
 * zone. `restored`: an earlier state of the database, without it, had been restored, and it was booked again from
 * elsewhere.
 */
export type Booking = { at: number; on: string; restored?: true };

/** A violation found by the invariant checker: the rule, and the row that breaks it. */
export type Finding = { rule: string; object: string };

/**
 * The facts that gave a delegate the right to pay for a pass, as the statement that reserved the row saw
 * them. They are kept with the payment, so that the checker can judge it whatever has changed since.
 */
export type Grounds = {
  /** The application's `submittedAt` (UTC ms), which decides the price; null if it was not submitted. */
  submittedAt: number | null;
  /** The decision that the delegate could see; null if there was none. */
  decision: Decision | null;
  /** The newest version of the agreement that the delegate had accepted and that counted; null if there was none. */
  agreementVersion: number | null;
  /** The state in which the delegate had the other pass; null if there was none that had not ended. */
  beside: LiveHoldingState | null;
  /**
   * The state in which the delegate had this pass, if add-ons were bought for it; null if the pass itself was bought.
   */
  pass: LiveHoldingState | null;
  /**
   * The places that were left of what was bought: the smallest number among them; null if nothing of it has a limit.
   */
  placesLeft: number | null;
};

/** The facts that gave somebody the right to take over a pass, as the accepting statement saw them. */
export type TakeOverGrounds = Pick<Grounds, "submittedAt" | "decision" | "agreementVersion">;

/** A reduction of a pass's price by `percent` or by `amountCents`: one of them is null. */
export type Grant = {
  id: string;
  kind: GrantKind;
  title: string;
  percent: number | null;
  amountCents: number | null;
  /** The only pass and the only round for which it may be used; null for any. */
  passType: PassType | null;
  roundId: RoundId | null;
  /** Whether it is within its time and its number of uses. */
  isUsable: boolean;
  /** The budget that pays for it, and the cents that are left of that; null if there is none. */
  budgetId: string | null;
  budgetLeft: number | null;
};

/** An award as a plan of decisions keeps it until it is applied. */
export type PlannedAward = Omit<Grant, "id" | "kind" | "isUsable" | "budgetLeft">;

/** What a grant took off the price of a line, in cents. */
export type Reduction = { id: string; title: string; cents: number };

/**
 * One line of a bill; `id` is the pass type or the add-on's id. `cents` is the sum to pay, and `reductions` say what
 * was taken off before.
 */
export type Line = {
  id: string;
  title: string;
  variant: string | null;
  cents: number;
  reductions?: Reduction[];
};

export type Chapter = { at: number; title: string };
