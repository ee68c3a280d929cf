import { sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { NEWEST_MIGRATION } from "#db/migrations.ts";
import { conferences } from "#db/schema/conference.ts";
import { settings } from "#db/schema/site.ts";

/** What keeps pages from working: the database does not answer, or a migration or the base seed is missing. */
export type MissingPart = "database" | "migrations" | "seed";

/** What keeps pages from working, in one round trip; null if nothing does. */
export async function missingPart(db: Database): Promise<MissingPart | null> {
  try {
    const [applied, current] = await db.batch([
      // A constant of ours, written into the text: raw statements in a batch take no parameters on D1.
      db.all(sql.raw(`SELECT 1 FROM d1_migrations WHERE name = '${NEWEST_MIGRATION}'`)),
      db.all(sql`SELECT 1 FROM ${settings} INNER JOIN ${conferences} ON ${conferences.id} = ${settings.value}
        WHERE ${settings.key} = 'currentConference'`),
    ]);
    if (applied.length === 0) return "migrations";
    return current.length === 0 ? "seed" : null;
  } catch (error) {
    const { cause } = error as Error;
    return /no such (table|column)/.test(String(cause ?? error)) ? "migrations" : "database";
  }
}
