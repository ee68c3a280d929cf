import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { MailedLink } from "../../app/values/types.ts";
import { instant } from "./columns.ts";

/** The outbox holds each mail from the moment of its event, and records what became of sending it. */
export const outbox = sqliteTable(
  "outbox",
  {
    id: text("id").primaryKey(),
    /** There is one mail for each event, so that a repeated request cannot queue a mail twice. */
    eventKey: text("event_key").notNull(),
    recipient: text("recipient").notNull(),
    subject: text("subject").notNull(),
    /** The text has a placeholder where a link that works once will be; it is empty once the text is no longer kept. */
    body: text("body").notNull(),
    link: text("link", { mode: "json" }).$type<MailedLink>(),
    createdAt: instant("created_at").notNull(),
    sentAt: instant("sent_at"),
    /** The number of attempts to send the mail that got no answer or were refused. */
    failures: integer("failures").notNull().default(0),
    /** The mail is not sent before this time; null once it was sent or given up. */
    dueAt: instant("due_at"),
    /**
     * Why the provider refused the last attempt; null if it was not refused, and once the provider has accepted the
     * mail.
     */
    refusal: text("refusal"),
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
  ],
);
