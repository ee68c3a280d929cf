import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { MAIL_KINDS, MAIL_REPORTS, type MailedLink, UNREACHABLE_BECAUSE } from "../../app/values/types.ts";
import { users } from "./accounts.ts";
import { instant, oneOf } from "./columns.ts";

/** The outbox holds each mail from the moment of its event, and records what became of sending it. */
export const outbox = sqliteTable(
  "outbox",
  {
    id: text("id").primaryKey(),
    /** The key of the event. There is one mail for each event, so that a repeated request cannot queue a mail twice. */
    eventKey: text("event_key").notNull(),
    /** The kind of mail; null if an early version of the portal, which had no kinds, queued the mail. */
    kind: text("kind", { enum: MAIL_KINDS }),
    /**
     * The person who has a copy of this mail in the portal; null if nobody has one, or once the text is no longer kept.
     */
    uid: text("uid"),
    recipient: text("recipient").notNull(),
    subject: text("subject").notNull(),
    /**
     * The text of the mail, with a placeholder for a link that works only once. It is empty once the text is no longer
     * kept.
     */
    body: text("body").notNull(),
    /** The link that works only once; null if the mail has no such link. */
    link: text("link", { mode: "json" }).$type<MailedLink>(),
    createdAt: instant("created_at").notNull(),
    /** When the provider accepted the mail; null until then. */
    sentAt: instant("sent_at"),
    /** How many attempts to send the mail got no answer or were refused. */
    failures: integer("failures").notNull().default(0),
    /** The mail is not sent before this time; null once it was sent or given up. */
    dueAt: instant("due_at"),
    /**
     * Why the provider refused the last attempt. Null if it was not refused, or if the provider has accepted the mail
     * since.
     */
    refusal: text("refusal"),
    /** The provider's id of the mail; null until the provider has accepted the mail. */
    providerId: text("provider_id"),
    /** The most important report about the mail; null as long as there is none. */
    report: text("report", { enum: MAIL_REPORTS }),
    /** When the event in `report` happened; null as long as there is no report. */
    reportedAt: instant("reported_at"),
  },
  (table) => [
    uniqueIndex("outbox_event_key").on(table.eventKey),
    index("outbox_due_at").on(table.dueAt),
    index("outbox_created_at").on(table.createdAt),
    index("outbox_refused").on(table.createdAt).where(sql`${table.refusal} IS NOT NULL`),
    index("outbox_given_up")
      .on(table.createdAt)
      .where(sql`${table.sentAt} IS NULL AND ${table.dueAt} IS NULL AND ${table.failures} <> 0`),
    index("outbox_text_kept").on(table.createdAt).where(sql`${table.body} <> ''`),
    index("outbox_copies").on(table.uid, table.createdAt).where(sql`${table.uid} IS NOT NULL`),
    index("outbox_provider_id").on(table.providerId).where(sql`${table.providerId} IS NOT NULL`),
    index("outbox_not_arrived")
      .on(table.createdAt)
      .where(oneOf(table.report, ["bounced", "withheld"])),
  ],
);

/** An unsubscribed address is one whose owner wants no news and no reminders. */
export const unsubscribedAddresses = sqliteTable("unsubscribed_addresses", {
  /** The address, lower-cased and trimmed. */
  emailKey: text("email_key").primaryKey(),
  at: instant("at").notNull(),
});

/** A mail event is a report of the mail provider about one mail; each event takes effect only once. */
export const mailEvents = sqliteTable(
  "mail_events",
  {
    /** The provider's id of the event. */
    id: text("id").primaryKey(),
    /**
     * The id of the request that recorded the event. A report may arrive twice, so the other statements of a request
     * compare this id with the id of their own request. They change something only if their own request recorded the
     * event.
     */
    requestId: text("request_id").notNull(),
    receivedAt: instant("received_at").notNull(),
  },
  (table) => [index("mail_events_received_at").on(table.receivedAt)],
);

/**
 * An unreachable address is one at which a mail of ours bounced permanently, or whose owner called a mail of ours spam.
 * No more mail is sent to it. The exceptions are mails with a link that a person has just asked for, such as the link
 * that resets a password.
 */
export const unreachableAddresses = sqliteTable(
  "unreachable_addresses",
  {
    /** The address, lower-cased and trimmed. */
    emailKey: text("email_key").primaryKey(),
    /** The person whose account had this address when it was reported; null if no account had it. */
    uid: text("uid").references(() => users.uid),
    because: text("because", { enum: UNREACHABLE_BECAUSE }).notNull(),
    /** The provider's reason. */
    said: text("said").notNull(),
    at: instant("at").notNull(),
    /** When the owner showed that mail reaches this address after all; null while the address is unreachable. */
    mendedAt: instant("mended_at"),
  },
  (table) => [
    check("unreachable_addresses_because", oneOf(table.because, UNREACHABLE_BECAUSE)),
    index("unreachable_addresses_uid").on(table.uid),
  ],
);
