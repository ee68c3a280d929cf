import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { demoRows } from "#db/seed/demo.ts";
import { baseStatements, demoStatements, ledgerStatements } from "#db/seed/seed.ts";

/**
 * The demo's time in wrangler.toml. Every test file starts with the demo data, and with the portal's clock set to this
 * time.
 */
const DEMO_NOW = Date.parse("2022-12-17T15:00:00Z");

// Making the schema and the demo data takes longer than inserting them, so all test files of one worker share both.
/** The statements that build the schema as the migrations left it. */
let schema: string[] | null = null;
let demo: ReturnType<typeof makeDemo> | null = null;

/** Restores the database, the simulator and the files to the demo, whatever they contain. */
export async function fillWithDemo(): Promise<void> {
  for (const database of [env.DB, env.SIMULATOR]) await dropTables(database);
  await removeFiles();
  if (schema) await run(env.DB, schema);
  else {
    await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
    schema = await schemaOf(env.DB);
  }
  demo ??= makeDemo();
  await run(env.DB, demo.statements);
  await run(env.SIMULATOR, demo.ledger);
  for (const { key, bytes, contentType } of demo.files) {
    await env.FILES.put(key, bytes, { httpMetadata: { contentType } });
  }
}

function makeDemo() {
  const rows = demoRows({ now: DEMO_NOW, realNow: Date.now() });
  return {
    statements: [...baseStatements(DEMO_NOW), ...demoStatements(rows)],
    ledger: ledgerStatements(rows),
    files: rows.files,
  };
}

const run = (database: D1Database, statements: string[]) =>
  database.batch(statements.map((statement) => database.prepare(statement)));

const OWN = "name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*'";

/** Statements that make the schema again, in the original order, and record its migrations as applied. */
async function schemaOf(database: D1Database): Promise<string[]> {
  const [{ results: made }, { results: applied }] = (await database.batch([
    database.prepare(`SELECT sql FROM sqlite_schema WHERE ${OWN} ORDER BY type = 'trigger', rowid`),
    database.prepare(
      "SELECT format('INSERT INTO d1_migrations VALUES (%d, %Q, %Q)', id, name, applied_at) AS sql FROM d1_migrations",
    ),
  ])) as [D1Result<{ sql: string }>, D1Result<{ sql: string }>];
  return [...made, ...applied].map(({ sql }) => sql);
}

/**
 * Drops the views first, and then the tables, from the newest to the oldest. Most child tables were made after their
 * parents, so they are dropped before their parents.
 */
export async function dropTables(database: D1Database): Promise<void> {
  const { results } = await database
    .prepare(
      `SELECT type, name FROM sqlite_schema WHERE type IN ('table', 'view') AND ${OWN} ORDER BY type DESC, rowid DESC`,
    )
    .all<{ type: string; name: string }>();
  await run(database, [
    "PRAGMA defer_foreign_keys = ON",
    ...results.map(({ type, name }) => `DROP ${type} "${name}"`),
  ]);
}

export async function removeFiles(): Promise<void> {
  const { objects } = await env.FILES.list();
  if (objects.length === 0) return;
  await env.FILES.delete(objects.map(({ key }) => key));
  return removeFiles();
}
