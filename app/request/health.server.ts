import { sql } from "drizzle-orm";
import { connect, type Database, newMeter } from "#db/client.ts";
import { MIGRATION_BEFORE_1, NEWEST_MIGRATION } from "#db/migrations.ts";
import { conferences } from "#db/schema/conference.ts";
import { settings } from "#db/schema/site.ts";
import type { Config } from "~/platform/config.server.ts";

/** A missing part without which pages cannot work. "database": the database does not answer. */
export type MissingPart = "database" | UnpreparedPart;

/**
 * The missing parts that an operator has to supply: a database of version 1.0 or later, a migration, or the base seed.
 */
export type UnpreparedPart = "version" | "migrations" | "seed";

/** The missing part without which pages cannot work, found in one round trip; null if nothing is missing. */
export async function missingPart(db: Database): Promise<MissingPart | null> {
  try {
    const [applied, current] = await db.batch([
      // The names are written into the SQL, because raw statements in a batch cannot have parameters on D1. This is
      // safe, because the names are constants of our own.
      db.all<{ name: string }>(
        sql.raw(
          `SELECT name FROM d1_migrations WHERE name IN ('${NEWEST_MIGRATION}', '${MIGRATION_BEFORE_1}')`,
        ),
      ),
      db.all(sql`SELECT 1 FROM ${settings} INNER JOIN ${conferences} ON ${conferences.id} = ${settings.value}
        WHERE ${settings.key} = 'currentConference'`),
    ]);
    if (applied.some(({ name }) => name === MIGRATION_BEFORE_1)) return "version";
    if (applied.length === 0) return "migrations";
    return current.length === 0 ? "seed" : null;
  } catch (error) {
    const { cause } = error as Error;
    return /no such (table|column)/.test(String(cause ?? error)) ? "migrations" : "database";
  }
}

/** Whether this isolate has found the database complete. A database that was complete once stays complete. */
let isComplete = false;

/**
 * The part that the database lacks; without it, no request can be answered. This is checked before each request until
 * nothing is missing. The check is needed because a Worker that is newer than its database could write rows that a
 * missing trigger should have checked. The result is null if the database does not answer, because each page then
 * reports that itself.
 */
export async function unpreparedPart(d1: D1Database): Promise<UnpreparedPart | null> {
  if (isComplete) return null;
  const missing = await missingPart(connect(d1, newMeter()));
  isComplete = missing === null;
  return missing === "database" ? null : missing;
}

/** The sentence in the log that says how to add the missing part. */
export function howToPrepare(missing: UnpreparedPart, { production }: Pick<Config, "production">): string {
  const target = production ? "--env production --remote" : "--env development --local";
  return {
    version: "The database is of a version before 1.0, which this version cannot read: make a new database.",
    migrations: `The database lacks migrations: run npx wrangler d1 migrations apply DB ${target}`,
    seed: `The database lacks what every installation starts with: run npm run seed:base${production ? ` -- ${target}` : ""}`,
  }[missing];
}
