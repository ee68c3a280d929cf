/** The specification's words that are stored or sent, each defined once. */

export const PASS_TYPES = ["gold", "goldPlus"] as const;
export type PassType = (typeof PASS_TYPES)[number];

/** An edition chooses the ids of its rounds; the specification has early, regular and bonus. */
export type RoundId = string;

export const DECISIONS = ["Accepted", "Deferred to virtual", "Waitlisted", "Rejected"] as const;
export type Decision = (typeof DECISIONS)[number];

export const SEVERITIES = ["INFO", "IMPORTANT", "CRITICAL"] as const;
export type Severity = (typeof SEVERITIES)[number];

/**
 * The audience of a notification. Whether somebody belongs to an audience depends only on what they may see of their
 * own application.
 */
export const NOTICE_AUDIENCES = ["everyone", "applying", "accepted", "holders", "staff"] as const;
export type NoticeAudience = (typeof NOTICE_AUDIENCES)[number];

/** What a delegate has of a session with limited places: a place, or a position on the waiting list. */
export const PLACE_STATES = ["held", "waiting"] as const;
export type PlaceState = (typeof PLACE_STATES)[number];

/**
 * What happens at the door of a session. `here`: somebody who has a place has come. `letIn`: somebody without a place
 * got a free one. `undone`: the last entry was a mistake. `missed`: somebody had not come by the minute at which places
 * are given away.
 */
export const SESSION_ACTS = ["here", "letIn", "undone", "missed"] as const;
export type SessionAct = (typeof SESSION_ACTS)[number];

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
  /** It is not known yet whether the first charge was made. */
  "unknown",
  "declined",
  "released",
  /** The first period is paid, but the recurring subscription is not created yet. */
  "charged",
  "active",
  /** A renewal was not paid. Access ends with the paid period. */
  "past_due",
  /** Access ends with the paid period. */
  "cancelled",
  "ended",
  /** The subscription could not be created, so the first charge is given back. */
  "refunded",
] as const;
export type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number];

/** States that prevent another subscription by the same person. */
export const LIVE_SUBSCRIPTION_STATES = [
  "reserved",
  "charging",
  "unknown",
  "charged",
  "active",
  "past_due",
  "cancelled",
] as const satisfies readonly SubscriptionState[];

/** Why an offer from the waiting list ended. */
export const OFFER_ENDS = [
  "declined",
  "expired",
  /** Staff took the offer back. */
  "taken back",
  /** The offer was taken, and the pass was later given up, refunded or transferred. */
  "given up",
  /** A newer decision was released, so the person no longer waits. */
  "decided",
] as const;

/** How a waiting list is ordered: by the mean score, by hand, or by when the application was submitted. */
export const WAITING_ORDERS = ["score", "hand", "first"] as const;
export type WaitingOrder = (typeof WAITING_ORDERS)[number];

/** The kinds of plans: a plan is a change of many rows that is stored before it is made. */
export const PLAN_KINDS = ["decisions", "distribution", "schedule", "handover"] as const;
export type PlanKind = (typeof PLAN_KINDS)[number];

/** The state of a publication of a revision: planned, done, cancelled, or not possible when its time came. */
export const PUBLICATION_STATES = ["scheduled", "published", "cancelled", "refused"] as const;
export type PublicationState = (typeof PUBLICATION_STATES)[number];

export const PLAN_STATES = ["proposed", "applied"] as const;
export type PlanState = (typeof PLAN_STATES)[number];

export const DECISION_LINE_STATES = ["change", "unchanged", "refused"] as const;
export type DecisionLineState = (typeof DECISION_LINE_STATES)[number];

export const DISTRIBUTION_ACTS = ["assign", "withdraw"] as const;
export type DistributionAct = (typeof DISTRIBUTION_ACTS)[number];

/** What a link allows the person who opens it to do. Each of these links works once. */
export const LINK_PURPOSES = [
  /** Lets anybody with access to the mailbox choose a new password. */
  "reset-password",
  /** Lets the signed-in owner choose a new password. `changeEmail` returns this link as `resetLink`. */
  "own-password",
  /** Lets anybody with access to the old mailbox revert a change of address. */
  "revert-email",
  /** Confirms the address of a signed-in user who has access to its mailbox. */
  "verify-email",
  /**
   * Lets anybody with access to the mailbox make a browser known to the account, so that the browser may try the
   * password.
   */
  "known-device",
] as const;
export type LinkPurpose = (typeof LINK_PURPOSES)[number];

/**
 * Identifies the link in a mail. It opens nothing by itself: the link's secret is derived from the `MailedLink` and a
 * key of the server.
 */
export type MailedLink = { purpose: LinkPurpose | "invitation"; id: string };

/** What a mail is about. `MAIL_CLASSES` in `app/mail` has the rules for each kind. */
export const MAIL_KINDS = [
  "application",
  "decision",
  /** Mails about payments, and about what is paid for: passes, add-ons and HPAIR+. */
  "payment",
  "programme",
  /** Mails about a deadline that is near or has moved. */
  "reminder",
  /** Mails that staff write to many delegates at once. */
  "news",
  /** Mails about signing in, the address, the password, and the second factor. */
  "account",
  /** Mails to members of the staff, about their work. */
  "staff",
  /** Mails to people who are asked to pay for others. */
  "request",
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/**
 * The reports about a mail after it was queued. Each says more than the reports before it in this list. A report
 * replaces earlier reports of the list, and never a later one. So the order in which reports arrive does not matter.
 */
export const MAIL_REPORTS = [
  /** The mail was not sent, because its reader wants no mails of this kind. */
  "unsubscribed",
  /** The mail was not sent, because an earlier mail to the same address came back or was called spam. */
  "withheld",
  "sent",
  "delayed",
  "delivered",
  /** The mail came back, or the provider could not send it. */
  "bounced",
  /** The mail arrived, and its reader called it spam. */
  "complained",
] as const;
export type MailReport = (typeof MAIL_REPORTS)[number];

/**
 * What a page needs so that the browser can use one of the passkeys `ids`. All values are base64url, as in every
 * exchange with the browser.
 */
export type PasskeyRequest = { challenge: string; ids: string[] };

/** Why no more mail is sent to an address. */
export const UNREACHABLE_BECAUSE = ["bounced", "complained"] as const;
export type UnreachableBecause = (typeof UNREACHABLE_BECAUSE)[number];

export const QUESTION_KINDS = [
  "short text",
  "number",
  "country",
  "long text",
  "document upload",
  "choice",
  "date",
  "several of many",
] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];

export const PAYMENT_STATES = [
  /**
   * The payment's places are reserved: its charge has not begun yet, or there is an open invoice, which keeps the
   * places until the invoice is due.
   */
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

/** The state of a pass or an add-on that somebody asked for. */
export const HOLDING_STATES = [
  /** The payment for the pass or add-on is in progress. */
  "pending",
  "held",
  /** The pass or add-on is no longer held, and its money is on the way back. */
  "ending",
  "ended",
] as const;
export type HoldingState = (typeof HOLDING_STATES)[number];

/**
 * States in which the person cannot get the same thing again: money may be moving, or has moved and has not come back.
 */
export const LIVE_HOLDING_STATES = ["pending", "held", "ending"] as const satisfies readonly HoldingState[];
export type LiveHoldingState = (typeof LIVE_HOLDING_STATES)[number];

/** What a letter confirms: that somebody is accepted, comes from abroad, has paid, was there, or read applications. */
export const LETTER_KINDS = ["acceptance", "visa", "payment", "attendance", "thanks"] as const;
export type LetterKind = (typeof LETTER_KINDS)[number];

/** The state of a transfer, which is a pass offered to another person. */
export const TRANSFER_STATES = ["open", "accepted", "taken back", "expired"] as const;
export type TransferState = (typeof TRANSFER_STATES)[number];

/** What an entry of the door says: somebody came in, an add-on was handed over, or the last entry was a mistake. */
export const DOOR_ACTS = ["in", "handed", "undone"] as const;
export type DoorAct = (typeof DOOR_ACTS)[number];

/** How the door team found a pass: by the code in the ticket, or in the list of names. */
export const DOOR_WAYS = ["code", "list"] as const;
export type DoorWay = (typeof DOOR_WAYS)[number];

/** What became of a scan that a phone at the door reported. */
export const SCAN_OUTCOMES = [
  /** The scan is in the journal as the phone meant it. */
  "done",
  /** The scan is in the journal, but the pass or add-on already had an entry there that was not on the phone. */
  "double",
  /** Nobody was let in: the phone or the portal refused the scan. */
  "refused",
  /** The phone let somebody in by an old list, but the pass did not count any more. The scan is not in the journal. */
  "against",
] as const;
export type ScanOutcome = (typeof SCAN_OUTCOMES)[number];

/** Why a scan was refused. */
export const SCAN_REASONS = [
  "unknown",
  "otherYear",
  "unpaid",
  "transferred",
  "givenBack",
  "online",
  /** The signature is right, but the list on the phone does not contain the ticket. */
  "notListed",
  /** The entry that should be taken back is not the last entry of its pass or add-on. */
  "changed",
] as const;
export type ScanReason = (typeof SCAN_REASONS)[number];

export const GRANT_KINDS = [
  /** A grant to one person, given with their decision. */
  "award",
  /** A grant to anybody who knows the code and types it on the payment page. */
  "code",
] as const;
export type GrantKind = (typeof GRANT_KINDS)[number];

/** The means by which money comes in without a card processor. */
export const HAND_MEANS = ["bank transfer", "cash"] as const;
export type HandMeans = (typeof HAND_MEANS)[number];

/** The value of `means` for a row of `takings` that writes off the rest of an invoice. */
export const WRITTEN_OFF = "written off";

/**
 * The values of `means` for a row of `takings`: money came in for an invoice, or the rest of the invoice was written
 * off.
 */
export const TAKING_MEANS = [...HAND_MEANS, WRITTEN_OFF] as const;
export type TakingMeans = (typeof TAKING_MEANS)[number];

/** The value of `means` for an order whose invoice is not paid yet, or was never paid. */
export const INVOICED = "invoice";

/** Whether the money of a payment was recorded by hand, so that it can only be given back by hand. */
export const isByHand = (means: string): means is HandMeans =>
  (HAND_MEANS as readonly string[]).includes(means);

/** The state of a proposed change about invoices and cash. */
export const INVOICING_STATES = ["proposed", "applied", "withdrawn"] as const;

/** The acts that give money away and, above a limit, need a second person. */
export const OUTGOING_KINDS = ["refund", "award", "code"] as const;

export const OUTGOING_STATES = [
  /** The act waits for a second person to confirm it; nothing is given yet. */
  "proposed",
  "done",
  "withdrawn",
] as const;

/** The state of money that the staff recorded as received. */
export const TAKING_STATES = [
  /** The money waits for a second person to confirm it. */
  "waiting",
  /** The money counts towards its invoice, which stays open because the rest is missing. */
  "part",
  /** The money paid its invoice, alone or together with earlier parts. */
  "taken",
  /** The money had not come in after all, or it was a write-off for an invoice that is no longer open. */
  "withdrawn",
  /** The money buys nothing, and waits for a second person to confirm it. */
  "unconfirmed",
  /** The money buys nothing, and is owed to the person who sent it. */
  "unwanted",
  /** The money bought nothing and was given back. */
  "returned",
  /** The money counted at first, and was then reversed as a mistake; a row of `reversals` says why. */
  "reversed",
] as const;
export type TakingState = (typeof TAKING_STATES)[number];

/** States of money that somebody still has to confirm. */
export const UNCONFIRMED_TAKINGS = ["waiting", "unconfirmed"] as const satisfies readonly TakingState[];

/** States of money that counts, and that can be reversed if it was recorded by mistake. */
export const REVERSIBLE_TAKINGS = ["taken", "part", "unwanted"] as const satisfies readonly TakingState[];

export const REVERSAL_STATES = [
  /** The reversal waits for a second person to confirm it. */
  "waiting",
  "done",
  /** The recorded money was right after all. */
  "withdrawn",
] as const;
export type ReversalState = (typeof REVERSAL_STATES)[number];

/** States in which money may be moving and the outcome is not known yet. */
export const OPEN_PAYMENT_STATES = [
  "reserved",
  "charging",
  "unknown",
] as const satisfies readonly PaymentState[];

export const REFUND_KINDS = ["money", "credit"] as const;
export type RefundKind = (typeof REFUND_KINDS)[number];

/** Whether somebody has decided what happens to a pass after a bank took a charge back or never paid it. */
export const BANK_STATES = ["open", "decided"] as const;
export type BankState = (typeof BANK_STATES)[number];

/**
 * Why an entry was made. `bank`: a bank took the money back. `bank back`: the bank paid the money again. `void`: a
 * charge was cancelled.
 */
export const ENTRY_KINDS = [
  "payment",
  "refund",
  "credit",
  "correction",
  "bank",
  "bank back",
  "void",
] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** The kind of an account: money that we have, credit of delegates, money that we owe, or what was sold. */
export const ENTRY_SIDES = ["money", "credit", "owed", "sold"] as const;
export type EntrySide = (typeof ENTRY_SIDES)[number];

/** A movement of money at a card processor: to us, or back to a card. */
export const BATCH_LINE_KINDS = ["charge", "refund"] as const;
export type BatchLineKind = (typeof BATCH_LINE_KINDS)[number];

export const BATCH_STATES = ["settled", "failed"] as const;

export const REFUND_STATES = [
  /** The refund is not sent yet, because part of a charge can be given back only after the charge is settled. */
  "pending",
  "sending",
  "unknown",
  "done",
  "refused",
] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/** States that prevent another refund of the same payment: only one refund may be in progress at a time. */
export const OPEN_REFUND_STATES = ["pending", "sending", "unknown"] as const satisfies readonly RefundState[];

/** What a server function returns if it does nothing: a sentence for the user, and the HTTP status of the answer. */
export type Refused<Status extends number> = { refused: string; status: Status };

/** The answer of a rule: allowed, or the sentence that says why not. */
export type Ruling = { allowed: true } | { allowed: false; reason: string };
