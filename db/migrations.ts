import journal from "../migrations/meta/_journal.json";

/** The file name of the newest migration, as wrangler records it once the migration has been applied. */
export const NEWEST_MIGRATION = `${journal.entries.at(-1)!.tag}.sql`;

/** The first migration of the versions before 1.0. A database to which it was applied cannot be migrated. */
export const MIGRATION_BEFORE_1 = "0000_start.sql";
