import { sql } from "drizzle-orm";
import { type AnySQLiteColumn, integer } from "drizzle-orm/sqlite-core";

// SQL never joins directory tables (users … audit) with conference tables, so that each conference can later be moved
// to a database of its own. Instants are UTC milliseconds, money is integer cents. There is no ON DELETE CASCADE
// anywhere: with it, rebuilding a table on D1 would silently delete the rows that refer to that table.

export const oneOf = (column: AnySQLiteColumn, values: readonly string[]) =>
  sql`${column} IN (${sql.raw(values.map((value) => `'${value}'`).join(", "))})`;

/**
 * A moment in real time. Pages show it through `Visit.shown`, as the time that the portal's clock showed at that
 * moment. In production the portal's clock shows real time.
 */
export const instant = (name: string) => integer(name);

/** A moment on the portal's clock, which differs from real time in a demo. Pages show it as it is stored. */
export const portalInstant = (name: string) => integer(name);
