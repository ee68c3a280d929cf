import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll, expect, vi } from "vitest";
import { demoRows, personas } from "#db/seed/demo.ts";
import { baseStatements, demoStatements, ledgerStatements } from "#db/seed/seed.ts";
import { newCrossings, newDoubled, watchStatements } from "./seam.ts";

/** The demo instant of wrangler.toml: every file starts with the demo data, its clock standing there. */
export const DEMO_NOW = Date.parse("2022-12-17T15:00:00Z");

const run = (database: D1Database, statements: string[]) =>
  database.batch(statements.map((statement) => database.prepare(statement)));

// The files that one worker runs share its modules, which are slow to load, and nothing else: what the one before
// left behind goes.
vi.useRealTimers();
vi.restoreAllMocks();
vi.unstubAllGlobals();
for (const database of [env.DB, env.SIMULATOR]) await dropTables(database);
await removeFiles();

const demo = demoRows({ now: DEMO_NOW, realNow: Date.now(), cast: personas });
await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
await run(env.DB, [...baseStatements(DEMO_NOW), ...demoStatements(demo)]);
await run(env.SIMULATOR, ledgerStatements(demo));
for (const { key, bytes, contentType } of demo.files) {
  await env.FILES.put(key, bytes, { httpMetadata: { contentType } });
}

// Whatever a test makes the portal ask: directory tables and edition tables are not joined, and no two columns of a
// query have one name.
watchStatements(env.DB);
afterAll(() =>
  expect({ crossings: newCrossings(), doubled: newDoubled() }).toEqual({ crossings: [], doubled: [] }),
);

/** Views first, then children before parents, as far as the order tells in which they were made. */
async function dropTables(database: D1Database): Promise<void> {
  const { results } = await database
    .prepare(
      `SELECT type, name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT GLOB '_cf_*'
        AND name NOT GLOB 'sqlite_*' ORDER BY type DESC, rowid DESC`,
    )
    .all<{ type: string; name: string }>();
  await run(database, [
    "PRAGMA defer_foreign_keys = ON",
    ...results.map(({ type, name }) => `DROP ${type} "${name}"`),
  ]);
}

async function removeFiles(): Promise<void> {
  const { objects } = await env.FILES.list();
  if (objects.length === 0) return;
  await env.FILES.delete(objects.map(({ key }) => key));
  return removeFiles();
}
