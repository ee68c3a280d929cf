import { integer, primaryKey, sqliteTable, sqliteView, text } from "drizzle-orm/sqlite-core";

const columns = {
  conferenceId: text("conference_id").notNull(),
  /** What is counted: see `TALLIES`. */
  name: text("name").notNull(),
  /** The part of it, such as a day or a member of staff. */
  key: text("key").notNull(),
  number: integer("number").notNull(),
  total: integer("total").notNull(),
};

/**
 * A tally says how many rows of a kind a conference has. Triggers on the rows themselves keep it, which are defined
 * in the migrations only. So a page that counts reads as much with a hundred thousand applications as with a hundred
 * (docs/decisions/0034-counts-are-kept.md).
 */
export const tallies = sqliteTable("tallies", columns, (table) => [
  primaryKey({ columns: [table.conferenceId, table.name, table.key] }),
]);

/** The same, counted from the rows: the triggers must agree with it. A view of the migrations. */
export const tallied = sqliteView("tallied", columns).existing();
