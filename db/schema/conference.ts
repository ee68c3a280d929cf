import { sql } from "drizzle-orm";
import { check, foreignKey, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { AnswerFormat, Condition, Requirement, Site } from "../../app/values/catalogue.ts";
import { PASS_TYPES, QUESTION_KINDS } from "../../app/values/types.ts";
import { instant, oneOf, portalInstant } from "./columns.ts";

/* --------------------------------------------------------------- conference */

/** A conference is a meeting of one year at one place, as the page of all conferences shows it. */
export const conferences = sqliteTable("conferences", {
  id: text("id").primaryKey(),
  location: text("location").notNull(),
  year: integer("year").notNull(),
  /** The theme of the conference; null if it had none, or none is known. */
  title: text("title"),
  /** The part of the series to which the conference belongs; null if that year had only one part. */
  track: text("track", { enum: ["academic", "business"] }),
  lat: real("lat").notNull(),
  lng: real("lng").notNull(),
});

/** An edition is a conference that takes registrations; other conferences have no row here. */
export const editions = sqliteTable("editions", {
  conferenceId: text("conference_id")
    .primaryKey()
    .references(() => conferences.id),
  /** The time zone in which deadlines are entered and shown. */
  deadlineZone: text("deadline_zone").notNull().default("America/New_York"),
  /**
   * The name, brand and contact of the portal for this edition. While the edition is the current one, the settings have
   * a copy of them, and pages read that copy. Null if the edition has no name, brand and contact of its own yet; it
   * then uses those in the settings.
   */
  site: text("site", { mode: "json" }).$type<Site>(),
  /**
   * The revision of the edition's document that was published last; null if nobody has edited the document in the
   * browser.
   */
  revision: integer("revision"),
});

/** An event is what a pass admits to. The programme belongs to the first event that has days. */
export const events = sqliteTable(
  "events",
  {
    conferenceId: text("conference_id")
      .notNull()
      .references(() => conferences.id),
    id: text("id").notNull(),
    /** The event's name as delegates read it, such as "Harvard Conference 2023". */
    name: text("name").notNull(),
    /** The number of this event in its series, in words, such as "thirty-first"; null if the events are not counted. */
    ordinal: text("ordinal"),
    /** The venue in words that can follow "on the" or "at the", such as "Harvard campus"; null for an online event. */
    venue: text("venue"),
    /** The address of the venue, in the form in which a map service finds it; null if none was given. */
    address: text("address"),
    /** The portal's drawing for the event; null for none. */
    drawing: text("drawing"),
    /** The organisers' own drawing, which replaces the portal's drawing: see `drawingOf`. Null for none. */
    ownDrawing: text("own_drawing"),
    /** Calendar days, YYYY-MM-DD, in `timeZone`; both are null for an event without days, such as an online event. */
    firstDay: text("first_day"),
    lastDay: text("last_day"),
    timeZone: text("time_zone").notNull(),
    /** The minimum age in years on the first day; null if there is none. */
    minimumAge: integer("minimum_age"),
    refundDepositCents: integer("refund_deposit_cents").notNull(),
    /** The last moment at which a refund may be requested; null if there is no limit. */
    refundsUntil: portalInstant("refunds_until"),
    position: integer("position").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.conferenceId, table.id] }),
    check("events_days", sql`(${table.firstDay} IS NULL) = (${table.lastDay} IS NULL)`),
    check("events_refund_deposit", sql`${table.refundDepositCents} >= 0`),
  ],
);

/** A round is a deadline for applications, with the day on which its decisions are released. */
export const rounds = sqliteTable(
  "rounds",
  {
    conferenceId: text("conference_id")
      .notNull()
      .references(() => conferences.id),
    id: text("id").notNull(),
    title: text("title").notNull(),
    position: integer("position").notNull(),
    deadline: portalInstant("deadline").notNull(),
    decisionRelease: portalInstant("decision_release").notNull(),
    /**
     * The moment of the release. Decisions that were set by this time may be seen once decisionRelease has passed. Null
     * if there was no release.
     */
    releasedAt: portalInstant("released_at"),
    /**
     * The `releasedAt` of the release about which everybody has been told by mail; null if there is no such release.
     */
    toldAt: portalInstant("told_at"),
  },
  (table) => [primaryKey({ columns: [table.conferenceId, table.id] })],
);

/** A ticket is a pass as an edition sells it, with the event to which it admits. */
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
    /** The event to which the ticket admits. */
    eventId: text("event_id").notNull(),
    /** The first and the last moment at which the ticket is sold; null for no limit. */
    saleFrom: portalInstant("sale_from"),
    saleUntil: portalInstant("sale_until"),
    /**
     * The day by which accepted delegates are asked to pay; null for none. It is only shown: later payments are not
     * refused.
     */
    payBy: portalInstant("pay_by"),
    /** How many people may hold the ticket at the same time; null for no limit. */
    places: integer("places"),
  },
  (table) => [
    primaryKey({ columns: [table.conferenceId, table.id] }),
    foreignKey({
      columns: [table.conferenceId, table.eventId],
      foreignColumns: [events.conferenceId, events.id],
    }),
    check("tickets_id", oneOf(table.id, PASS_TYPES)),
    check("tickets_places", sql`${table.places} >= 0`),
  ],
);

/** A price is what a ticket costs the people who applied in a certain round. */
export const prices = sqliteTable(
  "prices",
  {
    conferenceId: text("conference_id").notNull(),
    ticketId: text("ticket_id", { enum: PASS_TYPES }).notNull(),
    roundId: text("round_id").notNull(),
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

/** An add-on is something that is sold with a pass, or comes with it. */
export const addOns = sqliteTable(
  "add_ons",
  {
    conferenceId: text("conference_id").notNull(),
    id: text("id").notNull(),
    /** The pass to which the add-on belongs. Only people who buy or hold this pass can buy the add-on. */
    ticketId: text("ticket_id", { enum: PASS_TYPES }).notNull(),
    title: text("title").notNull(),
    /** The text below the title; null for none. */
    description: text("description"),
    cents: integer("cents").notNull(),
    disabled: integer("disabled", { mode: "boolean" }).notNull().default(false),
    /** Whether the add-on comes with the pass: then it is always held, and cannot be chosen. */
    included: integer("included", { mode: "boolean" }).notNull().default(false),
    /** Whether the add-on is a thing to take home. Otherwise it is something to take part in. */
    takenHome: integer("taken_home", { mode: "boolean" }).notNull().default(false),
    /** The sizes or kinds from which a buyer chooses; null if there is no choice. */
    variants: text("variants", { mode: "json" }).$type<string[]>(),
    /** The address of a picture; null for none. */
    image: text("image"),
    /** How many people may hold the add-on at the same time; null for no limit. */
    places: integer("places"),
    position: integer("position").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.conferenceId, table.id] }),
    foreignKey({
      columns: [table.conferenceId, table.ticketId],
      foreignColumns: [tickets.conferenceId, tickets.id],
    }),
    check("add_ons_cents", sql`${table.cents} >= 0`),
    check("add_ons_places", sql`${table.places} >= 0`),
    check("add_ons_included_free", sql`${table.included} = 0 OR ${table.cents} = 0`),
  ],
);

/** A section is a page of the application form, with questions. */
export const sections = sqliteTable(
  "sections",
  {
    conferenceId: text("conference_id")
      .notNull()
      .references(() => conferences.id),
    id: text("id").notNull(),
    title: text("title").notNull(),
    /** The text above the questions; null for none. */
    introduction: text("introduction"),
    position: integer("position").notNull(),
  },
  (table) => [primaryKey({ columns: [table.conferenceId, table.id] })],
);

/** A question is asked in the application, or after acceptance; the row also says who needs the answer. */
export const questions = sqliteTable(
  "questions",
  {
    conferenceId: text("conference_id").notNull(),
    id: text("id").notNull(),
    sectionId: text("section_id").notNull(),
    position: integer("position").notNull(),
    text: text("text").notNull(),
    /** The explanation beside the question; null for none. */
    hint: text("hint"),
    kind: text("kind", { enum: QUESTION_KINDS }).notNull(),
    required: text("required", { mode: "json" }).$type<Requirement>().notNull(),
    /** The message that is shown instead of "This field is required"; null if that sentence is shown. */
    requiredMessage: text("required_message"),
    /**
     * A condition on the answer to one other question. The question is shown only while the condition holds. The
     * condition is checked again when the other answer changes. Null if the question is always shown.
     */
    dependsOn: text("depends_on", { mode: "json" }).$type<Condition>(),
    /** The answers from which people choose; null if the question offers none. */
    options: text("options", { mode: "json" }).$type<string[]>(),
    /** The format in which the digits of an answer are written (`tidyAnswer`); null for none. */
    mask: text("mask"),
    /**
     * A requirement that the answer must meet in addition to the kind of the question: that it is a telephone number,
     * for example, or a year in a certain range. Null for none.
     */
    format: text("format", { mode: "json" }).$type<AnswerFormat>(),
    maxLength: integer("max_length").notNull(),
    /** The `autocomplete` attribute of the field; null for none. */
    autocomplete: text("autocomplete"),
    scholarshipRelated: integer("scholarship_related", { mode: "boolean" }).notNull().default(false),
    /**
     * Whether reviewers need the answer to review an application. Reviewers see only these answers; directors see all.
     */
    forReviewers: integer("for_reviewers", { mode: "boolean" }).notNull().default(false),
    /**
     * Whether the answer is needed at the door or in the kitchen. The list of registrations contains only these
     * answers.
     */
    onSite: integer("on_site", { mode: "boolean" }).notNull().default(false),
    /** Whether the answer is needed in an emergency. The list of emergency contacts contains these answers. */
    forEmergencies: integer("for_emergencies", { mode: "boolean" }).notNull().default(false),
    /**
     * Whether the question is asked later than the application, and only of people who have a place. The answer is then
     * among the details that may be changed after submitting.
     */
    askedLater: integer("asked_later", { mode: "boolean" }).notNull().default(false),
    /** Whether the question is no longer asked. It stays in its section because the answers to it are kept. */
    retired: integer("retired", { mode: "boolean" }).notNull().default(false),
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

/**
 * An agreement is the text, in Markdown, that delegates accept before they get a pass. Once somebody has accepted a
 * version, that version is never edited: each change is a new version.
 */
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
    /** The earliest version whose acceptance still counts; null if everybody must accept this version. */
    countsFrom: integer("counts_from"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.conferenceId, table.version] })],
);

/**
 * A text is what a page or a letter says in addition to the exact sentences of the specification. It is Markdown,
 * stored by the id of the text.
 */
export const texts = sqliteTable(
  "texts",
  {
    conferenceId: text("conference_id")
      .notNull()
      .references(() => conferences.id),
    id: text("id").notNull(),
    body: text("body").notNull(),
  },
  (table) => [primaryKey({ columns: [table.conferenceId, table.id] })],
);
