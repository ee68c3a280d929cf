import { sql } from "drizzle-orm";
import { check, foreignKey, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { applications } from "./applications.ts";
import { portalInstant } from "./columns.ts";

/**
 * Delegates may change their details after submitting. A row holds the changes of one save, or one answer that the team
 * corrected. The rows are the history of the details, so a trigger refuses any change to a row. The last change of an
 * answer is the one in force.
 */
export const detailChanges = sqliteTable(
  "detail_changes",
  {
    conferenceId: text("conference_id").notNull(),
    uid: text("uid").notNull(),
    /**
     * The number of this save: the saves of a person's details are counted from 1. Each save states the version that it
     * follows.
     */
    version: integer("version").notNull(),
    /** The changes, by question id. */
    changes: text("changes", { mode: "json" })
      .$type<Record<string, { from: string; to: string }>>()
      .notNull(),
    savedAt: portalInstant("saved_at").notNull(),
    /**
     * Whether the team corrected an answer. If so, the answer was changed in the application as well, and the audit log
     * says who changed it.
     */
    byTeam: integer("by_team", { mode: "boolean" }).notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.conferenceId, table.uid, table.version] }),
    foreignKey({
      columns: [table.conferenceId, table.uid],
      foreignColumns: [applications.conferenceId, applications.uid],
    }),
    check("detail_changes_version", sql`${table.version} > 0`),
  ],
);
