import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { ABILITY_SETS, type Ability } from "../../app/values/abilities.ts";
import type { AuditAct } from "../../app/values/audit-acts.ts";
import type { Finding } from "../../app/values/shapes.ts";
import { DECISIONS } from "../../app/values/types.ts";
import { users } from "./accounts.ts";
import { instant, oneOf, portalInstant } from "./columns.ts";
import { conferences } from "./conference.ts";

/**
 * A row says what a member of the staff may do and read. The `users` row of a person says whether they are a member of
 * the staff.
 */
export const staff = sqliteTable(
  "staff",
  {
    uid: text("uid")
      .primaryKey()
      .references(() => users.uid),
    /** The member's name. If it is null, no director has given one, and the member's address is shown instead. */
    name: text("name"),
    /** What the member may do. One set of abilities is always written in the same way (`abilitySet`). */
    abilities: text("abilities", { mode: "json" }).$type<Ability[]>().notNull(),
    /** The member's share of the reading: a member with 2 gets twice as many applications as a member with 1. */
    capacity: integer("capacity").notNull().default(1),
    /**
     * Where the member studies or works; null if it is not known. The member gets no applications from that
     * institution.
     */
    institution: text("institution"),
    /**
     * The time since which the member has been on leave; null if they are not on leave. While on leave, they get
     * nothing to read.
     */
    onLeaveSince: portalInstant("on_leave_since"),
    createdAt: instant("created_at").notNull(),
    /** When the ability "door" ends; null if it does not end. Set only for members who have no other ability. */
    doorUntil: portalInstant("door_until"),
  },
  (table) => [check("staff_abilities", oneOf(table.abilities, ABILITY_SETS))],
);

/**
 * A row says since when a member of the staff has had the ability "money" without interruption. The member cannot be
 * the second person for money from before that time. Triggers on `users` and `staff` write these rows; they are defined
 * only in the migrations.
 */
export const moneySince = sqliteTable("money_since", {
  uid: text("uid").primaryKey(),
  since: instant("since").notNull(),
});

/**
 * An invitation asks somebody to join the staff. It is mailed as a link. A person who opens the link while signed in
 * can become a member.
 */
export const invitations = sqliteTable(
  "invitations",
  {
    /** SHA-256 of the secret in the link. */
    hash: text("hash").primaryKey(),
    email: text("email").notNull(),
    emailKey: text("email_key").notNull(),
    /** The invited person's name (null if none was given), and what they may do once they have accepted. */
    name: text("name"),
    abilities: text("abilities", { mode: "json" }).$type<Ability[]>().notNull(),
    capacity: integer("capacity").notNull(),
    invitedBy: text("invited_by").notNull(),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    /** When the ability "door" of the invited person will end; null if it will not end. */
    doorUntil: portalInstant("door_until"),
  },
  (table) => [
    uniqueIndex("invitations_email_key").on(table.emailKey),
    check("invitations_abilities", oneOf(table.abilities, ABILITY_SETS)),
  ],
);

/**
 * An audit row says who did what to which object. The list is append-only: triggers, which are defined only in the
 * migrations, refuse every change of a row, and every deletion that comes too early (`AUDIT_KEPT`). `detail` is JSON;
 * apart from ids, it contains no personal data and no card data.
 */
export const audit = sqliteTable(
  "audit",
  {
    id: text("id").primaryKey(),
    at: instant("at").notNull(),
    /** The person who did it; null if the portal or a command did it. */
    actorUid: text("actor_uid"),
    action: text("action").$type<AuditAct>().notNull(),
    object: text("object").notNull(),
    detail: text("detail", { mode: "json" }).$type<Record<string, unknown>>().notNull(),
    /** The request that wrote the row; null if a command or a seed wrote it. */
    requestId: text("request_id"),
  },
  (table) => [
    index("audit_at").on(table.at, table.id),
    index("audit_object").on(table.object, table.at, table.id),
    index("audit_action").on(table.action, table.at, table.id),
    index("audit_actor").on(table.actorUid, table.at, table.id),
  ],
);

/** An inspection is one run of the checks on the data, with the faults that the checks found. */
export const inspections = sqliteTable("inspections", {
  at: instant("at").primaryKey(),
  findings: text("findings", { mode: "json" }).$type<Finding[]>().notNull(),
});

/** A template is the text of the mail about a decision, with {placeholders}. */
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

/** A mailing is a mail to many people, in the form in which it was sent. */
export const mailings = sqliteTable(
  "mailings",
  {
    id: text("id").primaryKey(),
    conferenceId: text("conference_id")
      .notNull()
      .references(() => conferences.id),
    /** The recipients, described in the words of the filter. */
    audience: text("audience").notNull(),
    subject: text("subject").notNull(),
    body: text("body").notNull(),
    recipients: integer("recipients").notNull(),
    sentBy: text("sent_by").notNull(),
    sentAt: portalInstant("sent_at").notNull(),
  },
  (table) => [index("mailings_sent_at").on(table.conferenceId, table.sentAt)],
);
