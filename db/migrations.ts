import journal from "../migrations/meta/_journal.json" with { type: "json" };

/** The file of the newest migration, as wrangler writes it down when it has been applied. */
export const NEWEST_MIGRATION = `${journal.entries.at(-1)!.tag}.sql`;
