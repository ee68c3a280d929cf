import { getTableName } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { LIBRARY } from "./kept-answers.ts";
import {
  addOns,
  agreements,
  editions,
  events,
  prices,
  questions,
  rounds,
  sections,
  texts,
  tickets,
} from "./schema/conference.ts";
import { invoicing } from "./schema/invoices.ts";
import {
  categories,
  recordingCategories,
  recordingSpeakers,
  recordings,
  speakers,
} from "./schema/library.ts";
import { programmeSessions, rooms, tracks } from "./schema/programme.ts";

/** A table whose rows an isolate is allowed to keep in memory. */
export type Versioned = {
  table: SQLiteTable;
  /** The column with the id of the edition to which a row belongs; null if the rows belong to the library. */
  edition: SQLiteColumn | null;
};

/**
 * The tables whose rows are the same for everybody (docs/decisions/0095-kept-answers.md). If a table is added here,
 * `npm run db:schema` writes its triggers into the newest migration.
 */
export const VERSIONED: readonly Versioned[] = [
  { table: editions, edition: editions.conferenceId },
  { table: events, edition: events.conferenceId },
  { table: rounds, edition: rounds.conferenceId },
  { table: tickets, edition: tickets.conferenceId },
  { table: prices, edition: prices.conferenceId },
  { table: addOns, edition: addOns.conferenceId },
  { table: sections, edition: sections.conferenceId },
  { table: questions, edition: questions.conferenceId },
  { table: agreements, edition: agreements.conferenceId },
  { table: texts, edition: texts.conferenceId },
  { table: invoicing, edition: invoicing.conferenceId },
  { table: rooms, edition: rooms.conferenceId },
  { table: tracks, edition: tracks.conferenceId },
  { table: programmeSessions, edition: programmeSessions.conferenceId },
  { table: speakers, edition: null },
  { table: recordings, edition: null },
  { table: categories, edition: null },
  { table: recordingCategories, edition: null },
  { table: recordingSpeakers, edition: null },
];

/**
 * The triggers that give a content a new version whenever a row of this table changes. Versions are random, because no
 * version may occur twice, not even after the database was restored to an earlier state.
 *
 * @returns the name of each trigger, and its statement without the final semicolon, as in sqlite_master
 */
export function versionTriggersOf({ table, edition }: Versioned): { name: string; sql: string }[] {
  const tableName = getTableName(table);
  const contentIn = (row: "OLD" | "NEW") => (edition ? `${row}.\`${edition.name}\`` : `'${LIBRARY}'`);
  const trigger = (event: "INSERT" | "UPDATE" | "DELETE", ...rows: ("OLD" | "NEW")[]) => {
    const name = `${tableName}_${event.toLowerCase()}_version`;
    const contents = [...new Set(rows.map(contentIn))].map((content) => `SELECT ${content} AS \`content\``);
    return {
      name,
      sql: `CREATE TRIGGER \`${name}\` AFTER ${event} ON \`${tableName}\`
BEGIN
	INSERT INTO \`content_versions\` SELECT \`content\`, lower(hex(randomblob(8))) FROM (${contents.join(" UNION ")}) WHERE true
		ON CONFLICT (\`content\`) DO UPDATE SET \`version\` = excluded.\`version\`;
END`,
    };
  };
  return [trigger("INSERT", "NEW"), trigger("UPDATE", "OLD", "NEW"), trigger("DELETE", "OLD")];
}
