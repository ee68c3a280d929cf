import { env } from "cloudflare:workers";
import { rows } from "./storage.ts";

type Snapshot = { table: string; columns: string[]; rows: unknown[] }[];

const NAMED = "name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*' AND name <> 'd1_migrations'";

/** Returns every row of the database in its present state. */
export async function snapshot(): Promise<Snapshot> {
  const tables = await rows<{ name: string }>(
    `SELECT name FROM sqlite_schema WHERE type = 'table' AND ${NAMED} ORDER BY rootpage`,
  );
  return Promise.all(
    tables.map(async ({ name }) => {
      const columns = await rows<{ name: string }>("SELECT name FROM pragma_table_info(?)", name);
      return {
        ...{ table: name, rows: await rows(`SELECT * FROM "${name}" ORDER BY rowid`) },
        columns: columns.map((column) => column.name),
      };
    }),
  );
}

/**
 * Restores the whole database to an earlier state, as Cloudflare would: triggers do not run, and counts are not
 * adjusted.
 */
export async function setBack(kept: Snapshot): Promise<void> {
  const triggers = await rows<{ name: string; sql: string }>(
    "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY rowid",
  );
  const statement = (sql: string, ...values: string[]) => env.DB.prepare(sql).bind(...values);
  await env.DB.batch([
    statement("PRAGMA defer_foreign_keys = on"),
    ...triggers.map(({ name }) => statement(`DROP TRIGGER "${name}"`)),
    ...kept.map(({ table }) => statement(`DELETE FROM "${table}"`)),
    ...kept.flatMap(({ table, columns, rows: stored }) =>
      Array.from({ length: Math.ceil(stored.length / 200) }, (_, page) =>
        statement(
          `INSERT INTO "${table}" (${columns.map((name) => `"${name}"`)})
            SELECT ${columns.map((name) => `value ->> '$."${name}"'`)} FROM json_each(?)`,
          JSON.stringify(stored.slice(200 * page, 200 * (page + 1))),
        ),
      ),
    ),
    ...triggers.map(({ sql }) => statement(sql)),
  ]);
}
