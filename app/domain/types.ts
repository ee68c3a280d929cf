/** The words of the specification that are stored or sent, each written once. */

export const PASS_TYPES = ["gold", "goldPlus"] as const;
export type PassType = (typeof PASS_TYPES)[number];

export const ROUND_IDS = ["early", "regular", "bonus"] as const;
export type RoundId = (typeof ROUND_IDS)[number];

export const DECISIONS = ["Accepted", "Deferred to virtual", "Waitlisted", "Rejected"] as const;
export type Decision = (typeof DECISIONS)[number];

export const SEVERITIES = ["INFO", "IMPORTANT", "CRITICAL"] as const;
export type Severity = (typeof SEVERITIES)[number];

export const STAFF_ROLES = ["director", "reviewer"] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/** A change of many rows at once, stored before it is made. */
export const PLAN_KINDS = ["decisions", "distribution"] as const;
export type PlanKind = (typeof PLAN_KINDS)[number];

export const PLAN_STATES = ["proposed", "applied"] as const;
export type PlanState = (typeof PLAN_STATES)[number];

export const DECISION_LINE_STATES = ["change", "unchanged", "refused"] as const;
export type DecisionLineState = (typeof DECISION_LINE_STATES)[number];

export const DISTRIBUTION_ACTS = ["assign", "withdraw"] as const;
export type DistributionAct = (typeof DISTRIBUTION_ACTS)[number];

/** What a link that works once is good for. */
export const LINK_PURPOSES = [
  /** Choose a new password, for who holds the mailbox. */
  "reset-password",
  /** Choose a new password, for who is signed in to the account: changeEmail's resetLink. */
  "own-password",
  /** Take back a change of address, for who holds the old mailbox. */
  "revert-email",
  /** Confirm the address, for who is signed in and holds its mailbox. */
  "verify-email",
] as const;
export type LinkPurpose = (typeof LINK_PURPOSES)[number];

export const QUESTION_KINDS = [
  "short text",
  "number",
  "country",
  "long text",
  "document upload",
  "choice",
  "date",
] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];

export const PAYMENT_STATES = [
  "reserved",
  "charging",
  "unknown",
  "captured",
  "declined",
  "released",
  "voided",
  "refund_pending",
  "refunded",
] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/** States that stand in the way of another try: money may be moving, or has moved and not come back. */
export const LIVE_PAYMENT_STATES = [
  "reserved",
  "charging",
  "unknown",
  "captured",
  "refund_pending",
] as const satisfies readonly PaymentState[];

export const REFUND_KINDS = ["money", "credit"] as const;
export type RefundKind = (typeof REFUND_KINDS)[number];

export const REFUND_STATES = [
  /** Not sent yet: part of a charge can be given back only once it is settled. */
  "pending",
  "sending",
  "unknown",
  "done",
  "refused",
] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/** States that stand in the way of another refund of the same payment. */
export const LIVE_REFUND_STATES = [
  "pending",
  "sending",
  "unknown",
  "done",
] as const satisfies readonly RefundState[];

/** Answer of a rule: allowed, or the sentence that says why not. */
export type Ruling = { allowed: true } | { allowed: false; reason: string };
