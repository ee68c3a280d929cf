import { integer, primaryKey, sqliteTable, sqliteView, text } from "drizzle-orm/sqlite-core";

const columns = {
  conferenceId: text("conference_id").notNull(),
  /** The name of the count: see `TallyName` (app/standing/tallies.server.ts). */
  name: text("name").notNull(),
  /**
   * The day, the member of the staff or the other thing that the number is for. Which kind of thing it is depends on
   * `name` (see `TallyName`).
   */
  key: text("key").notNull(),
  number: integer("number").notNull(),
  total: integer("total").notNull(),
};

/**
 * A tally says how many rows of one kind belong to a conference. Triggers on the counted tables write it; they are
 * defined only in the migrations. Because of tallies, a page with counts reads no more rows for a hundred thousand
 * applications than for a hundred (docs/decisions/0034-counts-are-kept.md).
 */
export const tallies = sqliteTable("tallies", columns, (table) => [
  primaryKey({ columns: [table.conferenceId, table.name, table.key] }),
]);

/**
 * The numbers of `tallies`, counted from the rows themselves. The numbers that the triggers keep must be equal to the
 * numbers in this view. This view is defined in the migrations.
 */
export const tallied = sqliteView("tallied", columns).existing();
