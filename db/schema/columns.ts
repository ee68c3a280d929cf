import { sql } from "drizzle-orm";
import { type AnySQLiteColumn, integer } from "drizzle-orm/sqlite-core";

// Directory tables (users … audit) and conference tables are never joined to each other in SQL, so that each
// conference can later move to a database of its own. Instants are UTC milliseconds, money is integer cents. No
// ON DELETE CASCADE anywhere: a table rebuild on D1 would silently delete the children.

export const oneOf = (column: AnySQLiteColumn, values: readonly string[]) =>
  sql`${column} IN (${sql.raw(values.map((value) => `'${value}'`).join(", "))})`;

/** Real time. Pages show it through `Visit.shown`, which changes nothing in production. */
export const instant = (name: string) => integer(name);

/** Time on the portal's clock, which differs from the real one in a demo; it is shown as it is stored. */
export const portalInstant = (name: string) => integer(name);
