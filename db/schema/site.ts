import { check, index, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { NOTICE_AUDIENCES, SEVERITIES } from "../../app/values/types.ts";
import { profiles, users } from "./accounts.ts";
import { instant, oneOf, portalInstant } from "./columns.ts";

/* ---------------------------------------------------------------- directory */

/** A setting applies to the whole portal: it says which edition is the current one, for example. */
export const settings = sqliteTable("settings", {
  key: text("key").primaryKey(),
  value: text("value").notNull(),
});

/**
 * A content is a set of data that is the same for everybody, and its version identifies the present state of the data.
 * The version changes whenever the data change, so that an isolate can tell whether the answers that it has kept are
 * still right.
 */
export const contentVersions = sqliteTable("content_versions", {
  /** The id of an edition, or "library". */
  content: text("content").primaryKey(),
  version: text("version").notNull(),
});

/** A notification is a message that the portal shows to a certain audience, above its pages, for a limited time. */
export const notifications = sqliteTable(
  "notifications",
  {
    id: text("id").primaryKey(),
    message: text("message").notNull(),
    severity: text("severity", { enum: SEVERITIES }).notNull(),
    audience: text("audience", { enum: NOTICE_AUDIENCES }).notNull().default("everyone"),
    /**
     * The selection of applications to which the notification was written, in words; null if the notification is for
     * everybody in the audience. The people of the selection were looked up when the notification was published
     * (`notification_readers`).
     */
    selection: text("selection"),
    showFrom: portalInstant("show_from").notNull(),
    /** The time until which the notification is shown; null for no end. */
    showUntil: portalInstant("show_until"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    check("notifications_severity", oneOf(table.severity, SEVERITIES)),
    check("notifications_audience", oneOf(table.audience, NOTICE_AUDIENCES)),
    index("notifications_show_from").on(table.showFrom),
  ],
);

/**
 * A row says that a notification is for a certain person. Only notifications that were written to a selection have such
 * rows.
 */
export const notificationReaders = sqliteTable(
  "notification_readers",
  {
    notificationId: text("notification_id")
      .notNull()
      .references(() => notifications.id),
    uid: text("uid")
      .notNull()
      .references(() => users.uid),
  },
  (table) => [
    primaryKey({ columns: [table.notificationId, table.uid] }),
    index("notification_readers_uid").on(table.uid),
  ],
);

/**
 * A row says that a person has seen a notification. In the specification, these rows are a list in the profile:
 * seenNotifications.
 */
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
