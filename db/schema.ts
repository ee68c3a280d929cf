import { sql } from "drizzle-orm";
import {
  type AnySQLiteColumn,
  check,
  foreignKey,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { AnswerFormat, Condition, Requirement, Selection } from "../app/domain/catalogue.ts";
import type { Finding, Grounds } from "../app/domain/invariants.ts";
import type { Line } from "../app/domain/pricing.ts";
import {
  DECISION_LINE_STATES,
  DECISIONS,
  DISTRIBUTION_ACTS,
  LINK_PURPOSES,
  LIVE_PAYMENT_STATES,
  LIVE_SUBSCRIPTION_STATES,
  type MailedLink,
  OPEN_REFUND_STATES,
  PASS_TYPES,
  PAYMENT_STATES,
  PLACE_STATES,
  PLAN_KINDS,
  PLAN_STATES,
  QUESTION_KINDS,
  REFUND_KINDS,
  REFUND_STATES,
  ROUND_IDS,
  SCHEDULE_ACTS,
  SEVERITIES,
  STAFF_ROLES,
  SUBSCRIPTION_STATES,
  VIDEO_ACCESS,
  VIDEO_SOURCES,
} from "../app/domain/types.ts";
import type { Chapter } from "../app/domain/videos.ts";

// Directory tables (users … audit) and conference tables are never joined to each other in SQL, so that each
// conference can later move to a database of its own. Instants are UTC milliseconds, money is integer cents. No
// ON DELETE CASCADE anywhere: a table rebuild on D1 would silently delete the children.

const oneOf = (column: AnySQLiteColumn, values: readonly string[]) =>
  sql`${column} IN (${sql.raw(values.map((value) => `'${value}'`).join(", "))})`;

/** Real time. Pages show it as converted by `Visit.shown`, which changes nothing in production. */
const instant = (name: string) => integer(name);

/** Time on the portal's clock, which in a demo differs from the real one: shown as it is stored. */
const portalInstant = (name: string) => integer(name);

/* ---------------------------------------------------------------- directory */

export const settings = sqliteTable("settings", {
  key: text("key").primaryKey(),
  value: text("value").notNull(),
});

export const users = sqliteTable(
  "users",
  {
    uid: text("uid").primaryKey(),
    email: text("email").notNull(),
    /** Lower-cased and trimmed; two spellings of one address are one account. */
    emailKey: text("email_key").notNull(),
    passwordHash: text("password_hash").notNull(),
    emailVerifiedAt: instant("email_verified_at"),
    admin: integer("admin", { mode: "boolean" }).notNull().default(false),
    hpairPlusSubscriptionId: text("hpair_plus_subscription_id"),
    disabledAt: instant("disabled_at"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("users_email_key").on(table.emailKey),
    index("users_admin").on(table.admin).where(sql`${table.admin} = 1`),
  ],
);

export const staff = sqliteTable(
  "staff",
  {
    uid: text("uid")
      .primaryKey()
      .references(() => users.uid),
    role: text("role", { enum: STAFF_ROLES }).notNull(),
    /** The share of the reading: somebody with 2 is given twice as much as somebody with 1. */
    capacity: integer("capacity").notNull().default(1),
    /** Where they study or work: they read no applications from there. */
    institution: text("institution"),
    /** They are given nothing to read from this time until they are back; null if they are not on leave. */
    onLeaveSince: portalInstant("on_leave_since"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [check("staff_role", oneOf(table.role, STAFF_ROLES))],
);

/** Invitations to join the staff; the mailed link makes the person who follows it, signed in, a member. */
export const invitations = sqliteTable(
  "invitations",
  {
    /** SHA-256 of the secret that the link carries. */
    hash: text("hash").primaryKey(),
    email: text("email").notNull(),
    emailKey: text("email_key").notNull(),
    role: text("role", { enum: STAFF_ROLES }).notNull(),
    capacity: integer("capacity").notNull(),
    invitedBy: text("invited_by").notNull(),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [
    uniqueIndex("invitations_email_key").on(table.emailKey),
    check("invitations_role", oneOf(table.role, STAFF_ROLES)),
  ],
);

export const sessions = sqliteTable(
  "sessions",
  {
    /** SHA-256 of the secret that a cookie or a program holds: a copy of this table cannot sign anybody in. */
    idHash: text("id_hash").primaryKey(),
    uid: text("uid")
      .notNull()
      .references(() => users.uid),
    /** When the password was last typed in this session. */
    authenticatedAt: instant("authenticated_at").notNull(),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [index("sessions_uid").on(table.uid), index("sessions_expires_at").on(table.expiresAt)],
);

/** Links that work once. */
export const tokens = sqliteTable(
  "tokens",
  {
    /** SHA-256 of the secret that the link carries. */
    hash: text("hash").primaryKey(),
    purpose: text("purpose", { enum: LINK_PURPOSES }).notNull(),
    uid: text("uid")
      .notNull()
      .references(() => users.uid),
    /** The address that the link confirms or brings back; null for other links. */
    email: text("email"),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    usedAt: instant("used_at"),
  },
  (table) => [
    check("tokens_purpose", oneOf(table.purpose, LINK_PURPOSES)),
    index("tokens_uid").on(table.uid, table.purpose),
    index("tokens_expires_at").on(table.expiresAt),
  ],
);

/** Fixed-window counters: sign-in, reset, payment. */
export const counters = sqliteTable(
  "counters",
  {
    key: text("key").primaryKey(),
    count: integer("count").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [index("counters_expires_at").on(table.expiresAt)],
);

export const outbox = sqliteTable(
  "outbox",
  {
    id: text("id").primaryKey(),
    /** One mail per event: a repeated request cannot queue it twice. */
    eventKey: text("event_key").notNull(),
    recipient: text("recipient").notNull(),
    subject: text("subject").notNull(),
    /** In place of a link that works once it has a placeholder; empty once the text is no longer kept. */
    body: text("body").notNull(),
    link: text("link", { mode: "json" }).$type<MailedLink>(),
    createdAt: instant("created_at").notNull(),
    sentAt: instant("sent_at"),
    /** How many attempts to send it got no answer; the one that was refused counts too. */
    failures: integer("failures").notNull().default(0),
    /** It is not sent before this time; null once it was sent or given up. */
    dueAt: instant("due_at"),
    /** Why the provider refused the last attempt; null if it was not refused, and once it was accepted. */
    refusal: text("refusal"),
  },
  (table) => [
    uniqueIndex("outbox_event_key").on(table.eventKey),
    index("outbox_due_at").on(table.dueAt),
    index("outbox_created_at").on(table.createdAt),
    index("outbox_refused").on(table.createdAt).where(sql`${table.refusal} IS NOT NULL`),
    index("outbox_text_kept").on(table.createdAt).where(sql`${table.body} <> ''`),
  ],
);

export const profiles = sqliteTable("profiles", {
  uid: text("uid")
    .primaryKey()
    .references(() => users.uid),
  createdAt: instant("created_at").notNull(),
});

export const notifications = sqliteTable(
  "notifications",
  {
    id: text("id").primaryKey(),
    message: text("message").notNull(),
    severity: text("severity", { enum: SEVERITIES }).notNull(),
    showFrom: portalInstant("show_from").notNull(),
    showUntil: portalInstant("show_until"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    check("notifications_severity", oneOf(table.severity, SEVERITIES)),
    index("notifications_show_from").on(table.showFrom),
  ],
);

/** The profile's seenNotifications, one row each. */
export const seenNotifications = sqliteTable(
  "seen_notifications",
  {
    uid: text("uid")
      .notNull()
      .references(() => profiles.uid),
    notificationId: text("notification_id")
      .notNull()
      .references(() => notifications.id),
    seenAt: instant("seen_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.uid, table.notificationId] })],
);

/**
 * Append-only: triggers, which are defined in the migrations only, refuse to change a row, or to delete it
 * before its time (`AUDIT_KEPT`). `detail` is JSON without personal or card data beyond ids.
 */
export const audit = sqliteTable(
  "audit",
  {
    id: text("id").primaryKey(),
    at: instant("at").notNull(),
    actorUid: text("actor_uid"),
    action: text("action").notNull(),
    object: text("object").notNull(),
    detail: text("detail", { mode: "json" }).$type<Record<string, unknown>>().notNull(),
    requestId: text("request_id"),
  },
  (table) => [
    index("audit_at").on(table.at, table.id),
    index("audit_object").on(table.object, table.at, table.id),
    index("audit_action").on(table.action, table.at, table.id),
    index("audit_actor").on(table.actorUid, table.at, table.id),
  ],
);

/* ------------------------------------------------- library, of all conferences */

export const speakers = sqliteTable(
  "speakers",
  {
    id: text("id").primaryKey(),
    name: text("name").notNull(),
    /** What they do, such as "Minister of Health". */
    title: text("title").notNull(),
    organisation: text("organisation").notNull(),
    biography: text("biography").notNull(),
    /** Keys of pictures in the file store, made from their content; null for none. */
    profileKey: text("profile_key"),
    backgroundKey: text("background_key"),
    position: integer("position").notNull(),
    /** Counts the saves; a save names the version that it changes. */
    version: integer("version").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index("speakers_position").on(table.position, table.id)],
);

/** The specification's collection of videos. */
export const recordings = sqliteTable(
  "recordings",
  {
    id: text("id").primaryKey(),
    title: text("title").notNull(),
    description: text("description").notNull(),
    access: text("access", { enum: VIDEO_ACCESS }).notNull(),
    source: text("source", { enum: VIDEO_SOURCES }).notNull(),
    /** The key in the file store, or the id at the service that holds it. */
    sourceId: text("source_id").notNull(),
    lengthSeconds: integer("length_seconds").notNull(),
    chapters: text("chapters", { mode: "json" }).$type<Chapter[]>().notNull(),
    thumbnailKey: text("thumbnail_key"),
    /** null while only staff see it. */
    publishedAt: portalInstant("published_at"),
    version: integer("version").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    index("recordings_published_at").on(table.publishedAt, table.id),
    index("recordings_created_at").on(table.createdAt, table.id),
    check("recordings_access", oneOf(table.access, VIDEO_ACCESS)),
    check("recordings_source", oneOf(table.source, VIDEO_SOURCES)),
    check("recordings_length", sql`${table.lengthSeconds} > 0`),
  ],
);

export const categories = sqliteTable("categories", {
  /** The id as it is in the address: lower case, words joined by "-". */
  id: text("id").primaryKey(),
  title: text("title").notNull(),
  position: integer("position").notNull(),
});

export const recordingCategories = sqliteTable(
  "recording_categories",
  {
    categoryId: text("category_id")
      .notNull()
      .references(() => categories.id),
    recordingId: text("recording_id")
      .notNull()
      .references(() => recordings.id),
    position: integer("position").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.categoryId, table.recordingId] }),
    index("recording_categories_position").on(table.categoryId, table.position, table.recordingId),
    index("recording_categories_recording").on(table.recordingId),
  ],
);

export const recordingSpeakers = sqliteTable(
  "recording_speakers",
  {
    recordingId: text("recording_id")
      .notNull()
      .references(() => recordings.id),
    speakerId: text("speaker_id")
      .notNull()
      .references(() => speakers.id),
  },
  (table) => [
    primaryKey({ columns: [table.recordingId, table.speakerId] }),
    index("recording_speakers_speaker").on(table.speakerId, table.recordingId),
  ],
);

/** The words by which a video is found: those of its title and of its speakers' names. */
export const recordingWords = sqliteTable(
  "recording_words",
  {
    word: text("word").notNull(),
    recordingId: text("recording_id")
      .notNull()
      .references(() => recordings.id),
  },
  (table) => [
    primaryKey({ columns: [table.word, table.recordingId] }),
    index("recording_words_recording").on(table.recordingId),
  ],
);

/** How far somebody has watched a video. */
export const watching = sqliteTable(
  "watching",
  {
    uid: text("uid")
      .notNull()
      .references(() => users.uid),
    recordingId: text("recording_id")
      .notNull()
      .references(() => recordings.id),
    seconds: integer("seconds").notNull(),
    watchedAt: instant("watched_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.uid, table.recordingId] }),
    index("watching_watched_at").on(table.uid, table.watchedAt),
    index("watching_recording").on(table.recordingId),
  ],
);

/**
 * One row per attempt to subscribe to HPAIR+. The id is also the invoice number of its first charge (20
 * characters).
 */
export const subscriptions = sqliteTable(
  "subscriptions",
  {
    id: text("id").primaryKey(),
    uid: text("uid")
      .notNull()
      .references(() => users.uid),
    title: text("title").notNull(),
    amountCents: integer("amount_cents").notNull(),
    intervalMonths: integer("interval_months").notNull(),
    state: text("state", { enum: SUBSCRIPTION_STATES }).notNull(),
    gateway: text("gateway").notNull(),
    /** The id of the first charge at the gateway. */
    transactionId: text("transaction_id"),
    /** The id of the recurring subscription at the gateway. */
    gatewaySubscriptionId: text("gateway_subscription_id"),
    cardBrand: text("card_brand"),
    cardLastFour: text("card_last_four"),
    /**
     * The real time until which a request waits for the processor's answer about another card; after that, the
     * processor is asked which card it has. null if no change is open.
     */
    cardChangeUntil: instant("card_change_until"),
    /** The end (real time) of what was paid for; null before the first charge. */
    paidUntil: instant("paid_until"),
    cancelledAt: instant("cancelled_at"),
    /** The real time after which nobody is working on a `reserved`, `charging` or `charged` row any more. */
    leaseUntil: instant("lease_until").notNull(),
    /** The real time at which the processor first said that it has no such charge. */
    unseenSince: instant("unseen_since"),
    createdAt: instant("created_at").notNull(),
    settledAt: instant("settled_at"),
  },
  (table) => [
    uniqueIndex("subscriptions_one_live").on(table.uid).where(oneOf(table.state, LIVE_SUBSCRIPTION_STATES)),
    uniqueIndex("subscriptions_transaction").on(table.gateway, table.transactionId),
    uniqueIndex("subscriptions_gateway").on(table.gateway, table.gatewaySubscriptionId),
    index("subscriptions_uid").on(table.uid, table.createdAt),
    index("subscriptions_state").on(table.state, table.leaseUntil),
    index("subscriptions_paid_until").on(table.state, table.paidUntil),
    check("subscriptions_id", sql`length(${table.id}) = 20`),
    check("subscriptions_amount", sql`${table.amountCents} > 0`),
    check("subscriptions_state", oneOf(table.state, SUBSCRIPTION_STATES)),
  ],
);

/** Each period that was paid for, the first and every renewal; receipts are made from these. */
export const subscriptionPeriods = sqliteTable(
  "subscription_periods",
  {
    id: text("id").primaryKey(),
    subscriptionId: text("subscription_id")
      .notNull()
      .references(() => subscriptions.id),
    /** null if the processor only said that the period was paid. */
    transactionId: text("transaction_id"),
    amountCents: integer("amount_cents").notNull(),
    periodFrom: instant("period_from").notNull(),
    periodUntil: instant("period_until").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("subscription_periods_once").on(table.subscriptionId, table.periodFrom),
    uniqueIndex("subscription_periods_transaction").on(table.transactionId),
  ],
);

/* --------------------------------------------------------------- conference */

export const conferences = sqliteTable("conferences", {
  id: text("id").primaryKey(),
  location: text("location").notNull(),
  year: integer("year").notNull(),
  title: text("title"),
  track: text("track", { enum: ["academic", "business"] }),
  lat: real("lat").notNull(),
  lng: real("lng").notNull(),
});

/** What is sold and when it happens; only conferences that take registrations have a row. */
export const editions = sqliteTable("editions", {
  conferenceId: text("conference_id")
    .primaryKey()
    .references(() => conferences.id),
  /** In words, such as "thirty-first". */
  ordinal: text("ordinal").notNull(),
  venue: text("venue").notNull(),
  /** Calendar days, YYYY-MM-DD, in `timeZone`. */
  firstDay: text("first_day").notNull(),
  lastDay: text("last_day").notNull(),
  timeZone: text("time_zone").notNull(),
  minimumAge: integer("minimum_age").notNull(),
  refundDepositCents: integer("refund_deposit_cents").notNull(),
  /** The last moment at which a refund may be requested. */
  refundsUntil: portalInstant("refunds_until").notNull(),
});

export const rounds = sqliteTable(
  "rounds",
  {
    conferenceId: text("conference_id")
      .notNull()
      .references(() => conferences.id),
    id: text("id", { enum: ROUND_IDS }).notNull(),
    title: text("title").notNull(),
    position: integer("position").notNull(),
    deadline: portalInstant("deadline").notNull(),
    decisionRelease: portalInstant("decision_release").notNull(),
    /** The flag of the release: decisions set up to this time may be seen once decisionRelease has passed. */
    releasedAt: portalInstant("released_at"),
    /** The releasedAt about which everybody has been written to. */
    toldAt: portalInstant("told_at"),
  },
  (table) => [
    primaryKey({ columns: [table.conferenceId, table.id] }),
    check("rounds_id", oneOf(table.id, ROUND_IDS)),
  ],
);

export const tickets = sqliteTable(
  "tickets",
  {
    conferenceId: text("conference_id")
      .notNull()
      .references(() => conferences.id),
    id: text("id", { enum: PASS_TYPES }).notNull(),
    title: text("title").notNull(),
    position: integer("position").notNull(),
    onSale: integer("on_sale", { mode: "boolean" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.conferenceId, table.id] }),
    check("tickets_id", oneOf(table.id, PASS_TYPES)),
  ],
);

export const prices = sqliteTable(
  "prices",
  {
    conferenceId: text("conference_id").notNull(),
    ticketId: text("ticket_id", { enum: PASS_TYPES }).notNull(),
    roundId: text("round_id", { enum: ROUND_IDS }).notNull(),
    cents: integer("cents").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.conferenceId, table.ticketId, table.roundId] }),
    foreignKey({
      columns: [table.conferenceId, table.ticketId],
      foreignColumns: [tickets.conferenceId, tickets.id],
    }),
    foreignKey({
      columns: [table.conferenceId, table.roundId],
      foreignColumns: [rounds.conferenceId, rounds.id],
    }),
    check("prices_cents", sql`${table.cents} >= 0`),
  ],
);

export const addOns = sqliteTable(
  "add_ons",
  {
    conferenceId: text("conference_id").notNull(),
    id: text("id").notNull(),
    /** The pass with which it can be bought. */
    ticketId: text("ticket_id", { enum: PASS_TYPES }).notNull(),
    title: text("title").notNull(),
    description: text("description"),
    cents: integer("cents").notNull(),
    disabled: integer("disabled", { mode: "boolean" }).notNull().default(false),
    /** Comes with the pass: never chosen, always held. */
    included: integer("included", { mode: "boolean" }).notNull().default(false),
    variants: text("variants", { mode: "json" }).$type<string[]>(),
    image: text("image"),
    position: integer("position").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.conferenceId, table.id] }),
    foreignKey({
      columns: [table.conferenceId, table.ticketId],
      foreignColumns: [tickets.conferenceId, tickets.id],
    }),
    check("add_ons_cents", sql`${table.cents} >= 0`),
    check("add_ons_included_free", sql`${table.included} = 0 OR ${table.cents} = 0`),
  ],
);

export const sections = sqliteTable(
  "sections",
  {
    conferenceId: text("conference_id")
      .notNull()
      .references(() => conferences.id),
    id: text("id").notNull(),
    title: text("title").notNull(),
    introduction: text("introduction"),
    position: integer("position").notNull(),
  },
  (table) => [primaryKey({ columns: [table.conferenceId, table.id] })],
);

export const questions = sqliteTable(
  "questions",
  {
    conferenceId: text("conference_id").notNull(),
    id: text("id").notNull(),
    sectionId: text("section_id").notNull(),
    position: integer("position").notNull(),
    text: text("text").notNull(),
    hint: text("hint"),
    kind: text("kind", { enum: QUESTION_KINDS }).notNull(),
    required: text("required", { mode: "json" }).$type<Requirement>().notNull(),
    /** Shown instead of "This field is required". */
    requiredMessage: text("required_message"),
    /**
     * The one field that the question depends on: it is shown only while the condition holds, which is checked
     * again when that field changes.
     */
    dependsOn: text("depends_on", { mode: "json" }).$type<Condition>(),
    options: text("options", { mode: "json" }).$type<string[]>(),
    mask: text("mask"),
    /** What an answer must be beyond its kind, such as a telephone number or a year not too far away. */
    format: text("format", { mode: "json" }).$type<AnswerFormat>(),
    maxLength: integer("max_length").notNull(),
    autocomplete: text("autocomplete"),
    scholarshipRelated: integer("scholarship_related", { mode: "boolean" }).notNull().default(false),
    /** Whether reviewing an application needs the answer: reviewers see only these, directors all. */
    forReviewers: integer("for_reviewers", { mode: "boolean" }).notNull().default(false),
    /** Whether the door or the kitchen needs the answer: the list of registrations holds only these. */
    onSite: integer("on_site", { mode: "boolean" }).notNull().default(false),
    /** Whether the answer is needed to reach somebody in an emergency: it is in the list of emergency contacts. */
    forEmergencies: integer("for_emergencies", { mode: "boolean" }).notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.conferenceId, table.id] }),
    foreignKey({
      columns: [table.conferenceId, table.sectionId],
      foreignColumns: [sections.conferenceId, sections.id],
    }),
    check("questions_kind", oneOf(table.kind, QUESTION_KINDS)),
  ],
);

/** Markdown. A version is never edited once somebody has accepted it: each change is a new version. */
export const agreements = sqliteTable(
  "agreements",
  {
    conferenceId: text("conference_id")
      .notNull()
      .references(() => conferences.id),
    version: integer("version").notNull(),
    openingLetter: text("opening_letter").notNull(),
    codeOfConduct: text("code_of_conduct").notNull(),
    refundPolicy: text("refund_policy").notNull(),
    liabilityRelease: text("liability_release").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.conferenceId, table.version] })],
);

export const acceptances = sqliteTable(
  "acceptances",
  {
    conferenceId: text("conference_id").notNull(),
    uid: text("uid").notNull(),
    version: integer("version").notNull(),
    fullName: text("full_name").notNull(),
    /** The date the delegate typed, YYYY-MM-DD; empty when a program accepted it. */
    statedDate: text("stated_date").notNull(),
    acceptedAt: portalInstant("accepted_at").notNull(),
    network: text("network"),
    userAgent: text("user_agent"),
  },
  (table) => [
    primaryKey({ columns: [table.conferenceId, table.uid, table.version] }),
    foreignKey({
      columns: [table.conferenceId, table.version],
      foreignColumns: [agreements.conferenceId, agreements.version],
    }),
  ],
);

export const applications = sqliteTable(
  "applications",
  {
    conferenceId: text("conference_id")
      .notNull()
      .references(() => conferences.id),
    uid: text("uid").notNull(),
    createdAt: portalInstant("created_at").notNull(),
    submittedAt: portalInstant("submitted_at"),
    /** The time of the first submission, if staff opened the application again: submitting it again keeps that time. */
    reopenedFrom: portalInstant("reopened_from"),
    /** The number of reviews, and the mean of their scores in hundredths; updated in the batch of each review. */
    reviewCount: integer("review_count").notNull().default(0),
    meanScore: integer("mean_score"),
  },
  (table) => [
    primaryKey({ columns: [table.conferenceId, table.uid] }),
    index("applications_submitted_at").on(table.conferenceId, table.submittedAt, table.uid),
    index("applications_mean_score").on(table.conferenceId, table.meanScore, table.uid),
  ],
);

/** One row per section: two tabs on one section cannot overwrite each other, and two sections never collide. */
export const answers = sqliteTable(
  "answers",
  {
    conferenceId: text("conference_id").notNull(),
    uid: text("uid").notNull(),
    sectionId: text("section_id").notNull(),
    /** Counts the saves of this section; a save names the version that it changes. */
    version: integer("version").notNull(),
    answers: text("answers", { mode: "json" }).$type<Record<string, string>>().notNull(),
    savedAt: portalInstant("saved_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.conferenceId, table.uid, table.sectionId] }),
    foreignKey({
      columns: [table.conferenceId, table.uid],
      foreignColumns: [applications.conferenceId, applications.uid],
    }),
    foreignKey({
      columns: [table.conferenceId, table.sectionId],
      foreignColumns: [sections.conferenceId, sections.id],
    }),
    check("answers_version", sql`${table.version} > 0`),
  ],
);

export const documents = sqliteTable(
  "documents",
  {
    id: text("id").primaryKey(),
    conferenceId: text("conference_id").notNull(),
    uid: text("uid").notNull(),
    questionId: text("question_id").notNull(),
    fileName: text("file_name").notNull(),
    contentType: text("content_type").notNull(),
    size: integer("size").notNull(),
    sha256: text("sha256").notNull(),
    /** The object's key in R2; made by us, never from the file's name. */
    objectKey: text("object_key").notNull(),
    uploadedAt: portalInstant("uploaded_at").notNull(),
  },
  (table) => [
    uniqueIndex("documents_question").on(table.conferenceId, table.uid, table.questionId),
    uniqueIndex("documents_object_key").on(table.objectKey),
    foreignKey({
      columns: [table.conferenceId, table.uid],
      foreignColumns: [applications.conferenceId, applications.uid],
    }),
    foreignKey({
      columns: [table.conferenceId, table.questionId],
      foreignColumns: [questions.conferenceId, questions.id],
    }),
    check("documents_size", sql`${table.size} > 0 AND ${table.size} <= 5000000`),
  ],
);

export const decisions = sqliteTable(
  "decisions",
  {
    conferenceId: text("conference_id").notNull(),
    uid: text("uid").notNull(),
    decision: text("decision", { enum: DECISIONS }).notNull(),
    setBy: text("set_by"),
    setAt: portalInstant("set_at").notNull(),
    /** The plan that set the decision; with `setAt` it names this version of the row. */
    planId: text("plan_id"),
    /** When the mail about the decision was queued. */
    toldAt: portalInstant("told_at"),
  },
  (table) => [
    primaryKey({ columns: [table.conferenceId, table.uid] }),
    index("decisions_decision").on(table.conferenceId, table.decision, table.uid),
    index("decisions_untold").on(table.conferenceId, table.uid).where(sql`${table.toldAt} IS NULL`),
    foreignKey({
      columns: [table.conferenceId, table.uid],
      foreignColumns: [applications.conferenceId, applications.uid],
    }),
    check("decisions_decision", oneOf(table.decision, DECISIONS)),
  ],
);

/** One row per attempt to pay. The id is also refId and invoiceNumber at the gateway (20 characters). */
export const payments = sqliteTable(
  "payments",
  {
    id: text("id").primaryKey(),
    conferenceId: text("conference_id").notNull(),
    delegateUid: text("delegate_uid").notNull(),
    passType: text("pass_type", { enum: PASS_TYPES }).notNull(),
    /** Add-on id → true, or the chosen variant. */
    addOns: text("add_ons", { mode: "json" }).$type<Selection>().notNull(),
    amountCents: integer("amount_cents").notNull(),
    /** What was bought, at the prices of that moment; adds up to the amount. */
    lines: text("lines", { mode: "json" }).$type<Line[]>().notNull().default([]),
    state: text("state", { enum: PAYMENT_STATES }).notNull(),
    gateway: text("gateway").notNull(),
    transactionId: text("transaction_id"),
    cardBrand: text("card_brand"),
    cardLastFour: text("card_last_four"),
    /** The real time after which nobody is working on a `reserved` or `charging` row any more. */
    leaseUntil: instant("lease_until").notNull(),
    /** The real time at which the processor first said that it has no such charge. */
    unseenSince: instant("unseen_since"),
    /**
     * Why the delegate was allowed to pay, as the reserving statement saw it; null if the row was written again
     * from the processor's ledger.
     */
    grounds: text("grounds", { mode: "json" }).$type<Grounds>(),
    createdAt: portalInstant("created_at").notNull(),
    settledAt: portalInstant("settled_at"),
  },
  (table) => [
    uniqueIndex("payments_one_live")
      .on(table.conferenceId, table.delegateUid, table.passType)
      .where(oneOf(table.state, LIVE_PAYMENT_STATES)),
    uniqueIndex("payments_transaction").on(table.gateway, table.transactionId),
    index("payments_delegate").on(table.conferenceId, table.delegateUid, table.createdAt),
    index("payments_state").on(table.state, table.leaseUntil),
    index("payments_conference").on(table.conferenceId, table.state, table.passType),
    index("payments_created_at").on(table.conferenceId, table.createdAt, table.id),
    foreignKey({
      columns: [table.conferenceId, table.delegateUid],
      foreignColumns: [applications.conferenceId, applications.uid],
    }),
    foreignKey({
      columns: [table.conferenceId, table.passType],
      foreignColumns: [tickets.conferenceId, tickets.id],
    }),
    check("payments_id", sql`length(${table.id}) = 20`),
    check("payments_amount", sql`${table.amountCents} > 0`),
    check("payments_state", oneOf(table.state, PAYMENT_STATES)),
    check("payments_pass_type", oneOf(table.passType, PASS_TYPES)),
    check("payments_captured", sql`${table.state} <> 'captured' OR ${table.transactionId} IS NOT NULL`),
  ],
);

/**
 * Money (or credit) given back for a payment. If the refund ends the pass, the pass is no longer held from the
 * moment of the request.
 */
export const refunds = sqliteTable(
  "refunds",
  {
    /** The id is also the invoice number at the gateway (20 characters). */
    id: text("id").primaryKey(),
    conferenceId: text("conference_id").notNull(),
    paymentId: text("payment_id")
      .notNull()
      .references(() => payments.id),
    kind: text("kind", { enum: REFUND_KINDS }).notNull(),
    amountCents: integer("amount_cents").notNull(),
    /** Whether the delegate gives up the pass with it; a goodwill refund leaves the pass as it is. */
    endsPass: integer("ends_pass", { mode: "boolean" }).notNull().default(true),
    reason: text("reason").notNull(),
    state: text("state", { enum: REFUND_STATES }).notNull(),
    /** The id of the void or refund at the gateway. */
    transactionId: text("transaction_id"),
    requestedBy: text("requested_by").notNull(),
    /** The real time after which nobody is working on a `sending` row any more. */
    leaseUntil: instant("lease_until").notNull(),
    createdAt: portalInstant("created_at").notNull(),
    settledAt: portalInstant("settled_at"),
  },
  (table) => [
    uniqueIndex("refunds_one_open").on(table.paymentId).where(oneOf(table.state, OPEN_REFUND_STATES)),
    index("refunds_payment").on(table.paymentId),
    index("refunds_state").on(table.state, table.leaseUntil),
    check("refunds_id", sql`length(${table.id}) = 20`),
    check("refunds_amount", sql`${table.amountCents} > 0`),
    check("refunds_kind", oneOf(table.kind, REFUND_KINDS)),
    check("refunds_state", oneOf(table.state, REFUND_STATES)),
  ],
);

/** What the card processor reported by itself, each report once: a hint to go and ask. */
export const webhookEvents = sqliteTable(
  "webhook_events",
  {
    notificationId: text("notification_id").primaryKey(),
    /** The card processor that sent the report. */
    gateway: text("gateway").notNull().default("authorize-net"),
    type: text("type").notNull(),
    /** The transaction or subscription that it is about. */
    subject: text("subject"),
    receivedAt: instant("received_at").notNull(),
    handledAt: instant("handled_at"),
  },
  (table) => [
    index("webhook_events_open").on(table.handledAt, table.receivedAt),
    index("webhook_events_received_at").on(table.receivedAt),
  ],
);

/** Each run of the invariant checker, with what it found wrong. */
export const inspections = sqliteTable("inspections", {
  at: instant("at").primaryKey(),
  findings: text("findings", { mode: "json" }).$type<Finding[]>().notNull(),
});

/** The words by which staff search applications: each word of a name, lower-cased and without accents. */
export const searchWords = sqliteTable(
  "search_words",
  {
    conferenceId: text("conference_id").notNull(),
    word: text("word").notNull(),
    uid: text("uid").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.conferenceId, table.word, table.uid] }),
    index("search_words_uid").on(table.conferenceId, table.uid),
    foreignKey({
      columns: [table.conferenceId, table.uid],
      foreignColumns: [applications.conferenceId, applications.uid],
    }),
  ],
);

/** The rubric: what a reviewer scores, each from 1 to 5. */
export const criteria = sqliteTable(
  "criteria",
  {
    conferenceId: text("conference_id")
      .notNull()
      .references(() => conferences.id),
    id: text("id").notNull(),
    title: text("title").notNull(),
    hint: text("hint"),
    /** How much it counts in the score. */
    weight: integer("weight").notNull(),
    position: integer("position").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.conferenceId, table.id] }),
    check("criteria_weight", sql`${table.weight} > 0`),
  ],
);

/** Who reads whose application. */
export const assignments = sqliteTable(
  "assignments",
  {
    conferenceId: text("conference_id").notNull(),
    uid: text("uid").notNull(),
    staffUid: text("staff_uid").notNull(),
    /** The plan that made the assignment. */
    planId: text("plan_id"),
    reason: text("reason").notNull(),
    assignedAt: portalInstant("assigned_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.conferenceId, table.uid, table.staffUid] }),
    index("assignments_staff").on(table.conferenceId, table.staffUid, table.uid),
    foreignKey({
      columns: [table.conferenceId, table.uid],
      foreignColumns: [applications.conferenceId, applications.uid],
    }),
  ],
);

/** A member of staff who said that they should not read an application, and why. */
export const conflicts = sqliteTable(
  "conflicts",
  {
    conferenceId: text("conference_id").notNull(),
    uid: text("uid").notNull(),
    staffUid: text("staff_uid").notNull(),
    reason: text("reason").notNull(),
    declaredAt: portalInstant("declared_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.conferenceId, table.uid, table.staffUid] }),
    foreignKey({
      columns: [table.conferenceId, table.uid],
      foreignColumns: [applications.conferenceId, applications.uid],
    }),
  ],
);

export const reviews = sqliteTable(
  "reviews",
  {
    conferenceId: text("conference_id").notNull(),
    uid: text("uid").notNull(),
    staffUid: text("staff_uid").notNull(),
    /** Criterion id → 1 to 5. */
    scores: text("scores", { mode: "json" }).$type<Record<string, number>>().notNull(),
    /** Weighted mean of the scores, in hundredths: 100 to 500. */
    score: integer("score").notNull(),
    recommendation: text("recommendation", { enum: DECISIONS }).notNull(),
    /** Counts the saves; a save names the version that it changes. */
    version: integer("version").notNull(),
    createdAt: portalInstant("created_at").notNull(),
    savedAt: portalInstant("saved_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.conferenceId, table.uid, table.staffUid] }),
    index("reviews_staff").on(table.conferenceId, table.staffUid, table.uid),
    foreignKey({
      columns: [table.conferenceId, table.uid],
      foreignColumns: [applications.conferenceId, applications.uid],
    }),
    check("reviews_recommendation", oneOf(table.recommendation, DECISIONS)),
    check("reviews_score", sql`${table.score} BETWEEN 100 AND 500`),
  ],
);

export const comments = sqliteTable(
  "comments",
  {
    id: text("id").primaryKey(),
    conferenceId: text("conference_id").notNull(),
    /** The uid of the application's delegate. */
    uid: text("uid").notNull(),
    staffUid: text("staff_uid").notNull(),
    text: text("text").notNull(),
    createdAt: portalInstant("created_at").notNull(),
  },
  (table) => [
    index("comments_application").on(table.conferenceId, table.uid, table.createdAt),
    index("comments_staff").on(table.conferenceId, table.staffUid, table.createdAt),
    foreignKey({
      columns: [table.conferenceId, table.uid],
      foreignColumns: [applications.conferenceId, applications.uid],
    }),
  ],
);

/** A change of many rows, stored before it is made, so that exactly what was looked at is applied. */
export const plans = sqliteTable(
  "plans",
  {
    id: text("id").primaryKey(),
    conferenceId: text("conference_id")
      .notNull()
      .references(() => conferences.id),
    kind: text("kind", { enum: PLAN_KINDS }).notNull(),
    state: text("state", { enum: PLAN_STATES }).notNull(),
    title: text("title").notNull(),
    /** The applied plan that this one takes back. */
    undoes: text("undoes"),
    /** JSON that this kind of plan needs to show it again. */
    summary: text("summary", { mode: "json" }).$type<Record<string, unknown>>().notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: instant("created_at").notNull(),
    appliedBy: text("applied_by"),
    appliedAt: instant("applied_at"),
    /** The attempt that applied it; of several at once, one. */
    applyId: text("apply_id"),
  },
  (table) => [
    index("plans_created_at").on(table.conferenceId, table.kind, table.createdAt, table.id),
    uniqueIndex("plans_undone_once").on(table.undoes).where(sql`${table.state} = 'applied'`),
    check("plans_kind", oneOf(table.kind, PLAN_KINDS)),
    check("plans_state", oneOf(table.state, PLAN_STATES)),
  ],
);

/** One line of an uploaded file of decisions, or of a plan that takes an earlier plan back. */
export const decisionLines = sqliteTable(
  "decision_lines",
  {
    planId: text("plan_id")
      .notNull()
      .references(() => plans.id),
    /** The line number in the file; the header is line 1. */
    line: integer("line").notNull(),
    /** What the line calls the applicant: a uid or an e-mail address. */
    key: text("key").notNull(),
    uid: text("uid"),
    state: text("state", { enum: DECISION_LINE_STATES }).notNull(),
    /** The decision as it was when the plan was made; null for none. */
    oldDecision: text("old_decision", { enum: DECISIONS }),
    oldSetBy: text("old_set_by"),
    oldSetAt: portalInstant("old_set_at"),
    oldPlanId: text("old_plan_id"),
    oldToldAt: portalInstant("old_told_at"),
    /** null if the line removes the decision. */
    newDecision: text("new_decision", { enum: DECISIONS }),
    problem: text("problem"),
  },
  (table) => [
    primaryKey({ columns: [table.planId, table.line] }),
    index("decision_lines_state").on(table.planId, table.state, table.line),
    check("decision_lines_state", oneOf(table.state, DECISION_LINE_STATES)),
  ],
);

/** One assignment that a distribution gives or takes away. */
export const distributionLines = sqliteTable(
  "distribution_lines",
  {
    planId: text("plan_id")
      .notNull()
      .references(() => plans.id),
    line: integer("line").notNull(),
    uid: text("uid").notNull(),
    staffUid: text("staff_uid").notNull(),
    act: text("act", { enum: DISTRIBUTION_ACTS }).notNull(),
    reason: text("reason").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.planId, table.line] }),
    check("distribution_lines_act", oneOf(table.act, DISTRIBUTION_ACTS)),
  ],
);

/** The text of the mail about a decision, with {placeholders}. */
export const mailTemplates = sqliteTable(
  "mail_templates",
  {
    conferenceId: text("conference_id")
      .notNull()
      .references(() => conferences.id),
    decision: text("decision", { enum: DECISIONS }).notNull(),
    subject: text("subject").notNull(),
    body: text("body").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.conferenceId, table.decision] }),
    check("mail_templates_decision", oneOf(table.decision, DECISIONS)),
  ],
);

/** A mail to many, as it was sent. */
export const mailings = sqliteTable(
  "mailings",
  {
    id: text("id").primaryKey(),
    conferenceId: text("conference_id")
      .notNull()
      .references(() => conferences.id),
    /** The recipients, in the words of the filter. */
    audience: text("audience").notNull(),
    subject: text("subject").notNull(),
    body: text("body").notNull(),
    recipients: integer("recipients").notNull(),
    sentBy: text("sent_by").notNull(),
    sentAt: portalInstant("sent_at").notNull(),
  },
  (table) => [index("mailings_sent_at").on(table.conferenceId, table.sentAt)],
);

export const rooms = sqliteTable(
  "rooms",
  {
    conferenceId: text("conference_id")
      .notNull()
      .references(() => conferences.id),
    id: text("id").notNull(),
    title: text("title").notNull(),
    /** The address of an online room. */
    link: text("link"),
    position: integer("position").notNull(),
  },
  (table) => [primaryKey({ columns: [table.conferenceId, table.id] })],
);

export const tracks = sqliteTable(
  "tracks",
  {
    conferenceId: text("conference_id")
      .notNull()
      .references(() => conferences.id),
    id: text("id").notNull(),
    title: text("title").notNull(),
    position: integer("position").notNull(),
  },
  (table) => [primaryKey({ columns: [table.conferenceId, table.id] })],
);

/** One item of the programme. */
export const programSessions = sqliteTable(
  "program_sessions",
  {
    id: text("id").primaryKey(),
    conferenceId: text("conference_id")
      .notNull()
      .references(() => conferences.id),
    title: text("title").notNull(),
    description: text("description").notNull(),
    /** The calendar day, YYYY-MM-DD, on which it begins in the conference's zone. */
    day: text("day").notNull(),
    startsAt: portalInstant("starts_at").notNull(),
    endsAt: portalInstant("ends_at").notNull(),
    roomId: text("room_id"),
    trackId: text("track_id"),
    /** Ids of the library's speakers, in order. */
    speakers: text("speakers", { mode: "json" }).$type<string[]>().notNull(),
    /** Who may choose it, as an access level of the gate; null for everybody signed in. */
    accessLevel: text("access_level"),
    /** The number of places; null if there is no limit. */
    capacity: integer("capacity"),
    /** Its recording in the library. */
    recordingId: text("recording_id"),
    cancelledAt: portalInstant("cancelled_at"),
    /** Counts the changes, as calendars do. */
    version: integer("version").notNull(),
    changedAt: portalInstant("changed_at").notNull(),
  },
  (table) => [
    index("program_sessions_day").on(table.conferenceId, table.day, table.startsAt, table.id),
    index("program_sessions_room").on(table.conferenceId, table.roomId, table.startsAt),
    foreignKey({
      columns: [table.conferenceId, table.roomId],
      foreignColumns: [rooms.conferenceId, rooms.id],
    }),
    foreignKey({
      columns: [table.conferenceId, table.trackId],
      foreignColumns: [tracks.conferenceId, tracks.id],
    }),
    check("program_sessions_times", sql`${table.startsAt} < ${table.endsAt}`),
    check("program_sessions_capacity", sql`${table.capacity} IS NULL OR ${table.capacity} > 0`),
  ],
);

/** Which sessions a speaker is in, for seeing that one would be in two rooms at once. */
export const sessionSpeakers = sqliteTable(
  "session_speakers",
  {
    conferenceId: text("conference_id").notNull(),
    speakerId: text("speaker_id").notNull(),
    sessionId: text("session_id")
      .notNull()
      .references(() => programSessions.id),
  },
  (table) => [
    primaryKey({ columns: [table.conferenceId, table.speakerId, table.sessionId] }),
    index("session_speakers_session").on(table.sessionId),
  ],
);

/** A session in somebody's agenda. */
export const places = sqliteTable(
  "places",
  {
    sessionId: text("session_id")
      .notNull()
      .references(() => programSessions.id),
    uid: text("uid").notNull(),
    conferenceId: text("conference_id").notNull(),
    state: text("state", { enum: PLACE_STATES }).notNull(),
    /** The order of the waiting list. */
    chosenAt: portalInstant("chosen_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.uid] }),
    index("places_uid").on(table.conferenceId, table.uid, table.sessionId),
    index("places_state").on(table.sessionId, table.state, table.chosenAt, table.uid),
    check("places_state", oneOf(table.state, PLACE_STATES)),
  ],
);

/** The address at which a calendar reads somebody's agenda. */
export const calendarFeeds = sqliteTable(
  "calendar_feeds",
  {
    /** SHA-256 of the secret in the address. */
    hash: text("hash").primaryKey(),
    conferenceId: text("conference_id").notNull(),
    uid: text("uid").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [uniqueIndex("calendar_feeds_uid").on(table.conferenceId, table.uid)],
);

/** One line of an imported programme. */
export const scheduleLines = sqliteTable(
  "schedule_lines",
  {
    planId: text("plan_id")
      .notNull()
      .references(() => plans.id),
    line: integer("line").notNull(),
    act: text("act", { enum: SCHEDULE_ACTS }).notNull(),
    sessionId: text("session_id"),
    /** The version of the session that the line was compared with. */
    seenVersion: integer("seen_version"),
    /** The session as the line makes it; null if the line is refused. */
    session: text("session", { mode: "json" }).$type<Record<string, unknown>>(),
    problem: text("problem"),
  },
  (table) => [
    primaryKey({ columns: [table.planId, table.line] }),
    index("schedule_lines_act").on(table.planId, table.act, table.line),
    check("schedule_lines_act", oneOf(table.act, SCHEDULE_ACTS)),
  ],
);
