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

/** What somebody has of a session with places: a seat, or a turn when one becomes free. */
export const PLACE_STATES = ["held", "waiting"] as const;
export type PlaceState = (typeof PLACE_STATES)[number];

export const SCHEDULE_ACTS = ["create", "change", "unchanged", "refused"] as const;
export type ScheduleAct = (typeof SCHEDULE_ACTS)[number];

/** Who may watch a video: every visitor, or HPAIR+ subscribers. */
export const VIDEO_ACCESS = ["premium", "open"] as const;
export type VideoAccess = (typeof VIDEO_ACCESS)[number];

/** Where a video plays from: our own file store, or the service that holds it. */
export const VIDEO_SOURCES = ["file", "stream", "youtube", "vimeo"] as const;
export type VideoSource = (typeof VIDEO_SOURCES)[number];

export const SUBSCRIPTION_STATES = [
  "reserved",
  "charging",
  /** The first charge may have been made, or not. */
  "unknown",
  "declined",
  "released",
  /** The first period is paid, the recurring subscription not made yet. */
  "charged",
  "active",
  /** A renewal was not paid; access ends with the period that is. */
  "past_due",
  /** Ends by itself with the period that is paid. */
  "cancelled",
  "ended",
  /** Could not be completed: the first charge is given back. */
  "refunded",
] as const;
export type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number];

/** States that stand in the way of another subscription of the same person. */
export const LIVE_SUBSCRIPTION_STATES = [
  "reserved",
  "charging",
  "unknown",
  "charged",
  "active",
  "past_due",
  "cancelled",
] as const satisfies readonly SubscriptionState[];

/** A change of many rows at once, stored before it is made. */
export const PLAN_KINDS = ["decisions", "distribution", "schedule"] as const;
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
  /** Make a browser known for the account, for whoever holds the mailbox: it may then try the password. */
  "known-device",
] as const;
export type LinkPurpose = (typeof LINK_PURPOSES)[number];

/** Which link a mail carries. It opens nothing: the link's secret is made of it and a key of the server's. */
export type MailedLink = { purpose: LinkPurpose | "invitation"; id: string };

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

/** States in which money may be moving: what came of it is not known yet. */
export const OPEN_PAYMENT_STATES = [
  "reserved",
  "charging",
  "unknown",
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

/** States that stand in the way of another refund of the same payment: one is on its way at a time. */
export const OPEN_REFUND_STATES = ["pending", "sending", "unknown"] as const satisfies readonly RefundState[];

/** Answer of a rule: allowed, or the sentence that says why not. */
export type Ruling = { allowed: true } | { allowed: false; reason: string };
