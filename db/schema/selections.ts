import { foreignKey, index, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { applications } from "./applications.ts";
import { portalInstant } from "./columns.ts";
import { conferences } from "./conference.ts";

/** A label is a word that staff put on applications in order to find them again. Delegates never see it. */
export const labels = sqliteTable(
  "labels",
  {
    conferenceId: text("conference_id")
      .notNull()
      .references(() => conferences.id),
    id: text("id").notNull(),
    title: text("title").notNull(),
    createdAt: portalInstant("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.conferenceId, table.id] }),
    uniqueIndex("labels_title").on(table.conferenceId, table.title),
  ],
);

/** A row says that an application has a label. */
export const applicationLabels = sqliteTable(
  "application_labels",
  {
    conferenceId: text("conference_id").notNull(),
    uid: text("uid").notNull(),
    labelId: text("label_id").notNull(),
    labelledBy: text("labelled_by").notNull(),
    labelledAt: portalInstant("labelled_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.conferenceId, table.uid, table.labelId] }),
    index("application_labels_label").on(table.conferenceId, table.labelId, table.uid),
    foreignKey({
      columns: [table.conferenceId, table.uid],
      foreignColumns: [applications.conferenceId, applications.uid],
    }),
    foreignKey({
      columns: [table.conferenceId, table.labelId],
      foreignColumns: [labels.conferenceId, labels.id],
    }),
  ],
);

/**
 * A saved selection is a filter of the application list under a name. A person who uses it finds only the applications
 * that they may see.
 */
export const savedSelections = sqliteTable(
  "saved_selections",
  {
    id: text("id").primaryKey(),
    conferenceId: text("conference_id")
      .notNull()
      .references(() => conferences.id),
    name: text("name").notNull(),
    /** The query of the list's address. */
    query: text("query").notNull(),
    savedBy: text("saved_by").notNull(),
    savedAt: portalInstant("saved_at").notNull(),
  },
  (table) => [uniqueIndex("saved_selections_name").on(table.conferenceId, table.name)],
);
