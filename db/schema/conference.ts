import { sql } from "drizzle-orm";
import { check, foreignKey, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { AnswerFormat, Condition, Requirement, Site } from "../../app/values/catalogue.ts";
import { PASS_TYPES, QUESTION_KINDS } from "../../app/values/types.ts";
import { instant, oneOf, portalInstant } from "./columns.ts";

/* --------------------------------------------------------------- conference */

/** A conference is one year's meeting at one place, as the page of all conferences shows it. */
export const conferences = sqliteTable("conferences", {
  id: text("id").primaryKey(),
  location: text("location").notNull(),
  year: integer("year").notNull(),
  title: text("title"),
  track: text("track", { enum: ["academic", "business"] }),
  lat: real("lat").notNull(),
  lng: real("lng").notNull(),
});

/** An edition is a conference that takes registrations: only such a conference has a row here. */
export const editions = sqliteTable("editions", {
  conferenceId: text("conference_id")
    .primaryKey()
    .references(() => conferences.id),
  /** The zone in which deadlines are written and read. */
  deadlineZone: text("deadline_zone").notNull().default("America/New_York"),
  /**
   * The portal's name, brand and contact while this edition is the current one: they are copied into the settings.
   */
  site: text("site", { mode: "json" }).$type<Site>(),
  /** The revision of its document that was published last; null if nobody has edited it in the browser. */
  revision: integer("revision"),
});

/** An event is what a pass admits to. The first that has days is the one with the programme. */
export const events = sqliteTable(
  "events",
  {
    conferenceId: text("conference_id")
      .notNull()
      .references(() => conferences.id),
    id: text("id").notNull(),
    /** Its name as delegates read it, such as "Harvard Conference 2023". */
    name: text("name").notNull(),
    /** In words, such as "thirty-first"; null if nobody counts. */
    ordinal: text("ordinal"),
    /** After "on the" or "at the", such as "Harvard campus"; null for what happens online. */
    venue: text("venue"),
    /** Where the venue is, as a map finds it; null if nobody has given an address. */
    address: text("address"),
    /** The portal's drawing for it; null for none. */
    drawing: text("drawing"),
    /** The organisers' own drawing, which takes its place: see `drawingOf`. */
    ownDrawing: text("own_drawing"),
    /** Calendar days, YYYY-MM-DD, in `timeZone`; both or neither. */
    firstDay: text("first_day"),
    lastDay: text("last_day"),
    timeZone: text("time_zone").notNull(),
    /** In years, on the first day; null if everybody may come. */
    minimumAge: integer("minimum_age"),
    refundDepositCents: integer("refund_deposit_cents").notNull(),
    /** The last moment at which a refund may be requested; null if it may be at any time. */
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
    /** The flag of the release: decisions set up to this time may be seen once decisionRelease has passed. */
    releasedAt: portalInstant("released_at"),
    /** The releasedAt that everybody has been written to about. */
    toldAt: portalInstant("told_at"),
  },
  (table) => [primaryKey({ columns: [table.conferenceId, table.id] })],
);

/** A ticket is a pass as an edition sells it, with the event that it admits to. */
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
    /** The event that it admits to. */
    eventId: text("event_id").notNull(),
    /** The first and the last moment at which it is sold; null for no limit. */
    saleFrom: portalInstant("sale_from"),
    saleUntil: portalInstant("sale_until"),
    /**
     * The day by which accepted delegates are asked to pay. It is only shown: nothing is refused later. Null for no
     * such day.
     */
    payBy: portalInstant("pay_by"),
    /** How many may have it at the same time; null for no limit. */
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

/** A price is what a ticket costs people who applied in a round. */
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
    /** The pass with which it can be bought. */
    ticketId: text("ticket_id", { enum: PASS_TYPES }).notNull(),
    title: text("title").notNull(),
    description: text("description"),
    cents: integer("cents").notNull(),
    disabled: integer("disabled", { mode: "boolean" }).notNull().default(false),
    /** It comes with the pass: never chosen, always held. */
    included: integer("included", { mode: "boolean" }).notNull().default(false),
    /** A thing that one takes home. Otherwise it is something that one takes part in. */
    takenHome: integer("taken_home", { mode: "boolean" }).notNull().default(false),
    variants: text("variants", { mode: "json" }).$type<string[]>(),
    image: text("image"),
    /** How many may have it at the same time; null for no limit. */
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

/** A section is a page of the application, with questions. */
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

/** A question is asked in the application, or after acceptance, and says who needs its answer. */
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
    /**
     * Asked once somebody has a place, among the details that may be changed after submitting, and not in the
     * application.
     */
    askedLater: integer("asked_later", { mode: "boolean" }).notNull().default(false),
    /** No longer asked: it stays in its section because answers to it are kept. */
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
 * An agreement is what delegates accept before they get a pass, in Markdown. A version is never edited once somebody
 * has accepted it: each change is a new version.
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
    /** The earliest version whose acceptance still counts; null if everybody must accept this one. */
    countsFrom: integer("counts_from"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.conferenceId, table.version] })],
);

/**
 * A text is what a page or a letter says beyond the exact sentences of the specification: Markdown, by the id of the
 * text.
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
