import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { demoRows, personas } from "#db/seed/demo.ts";
import { baseStatements, demoStatements, ledgerStatements } from "#db/seed/seed.ts";

/** The demo instant of wrangler.toml: every file starts with the demo data, its clock standing there. */
export const DEMO_NOW = Date.parse("2022-12-17T15:00:00Z");

const demo = demoRows({ now: DEMO_NOW, realNow: Date.now(), cast: personas });
const run = (database: D1Database, statements: string[]) =>
  database.batch(statements.map((statement) => database.prepare(statement)));

await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
await run(env.DB, [...baseStatements(DEMO_NOW), ...demoStatements(demo)]);
await run(env.SIMULATOR, ledgerStatements(demo));
for (const { key, bytes, contentType } of demo.files) {
  await env.FILES.put(key, bytes, { httpMetadata: { contentType } });
}
