import { integer, primaryKey, sqliteTable, sqliteView, text } from "drizzle-orm/sqlite-core";

const columns = {
  conferenceId: text("conference_id").notNull(),
  /** The name of the count: see `TALLIES`. */
  name: text("name").notNull(),
  /** What is counted under this key, such as one day or one member of the staff. */
  key: text("key").notNull(),
  number: integer("number").notNull(),
  total: integer("total").notNull(),
};

/**
 * A tally says how many rows of a kind a conference has. Triggers on the counted tables maintain it; they are defined
 * only in the migrations. So a page with counts reads no more with a hundred thousand applications than with a hundred
 * (docs/decisions/0034-counts-are-kept.md).
 */
export const tallies = sqliteTable("tallies", columns, (table) => [
  primaryKey({ columns: [table.conferenceId, table.name, table.key] }),
]);

/**
 * The same numbers, counted from the rows themselves. The numbers that the triggers keep must be equal to these. This
 * view is defined in the migrations.
 */
export const tallied = sqliteView("tallied", columns).existing();
