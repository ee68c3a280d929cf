import { env } from "cloudflare:workers";
import { formerEdition } from "#db/seed/demo.ts";
import { FORMER_CONFERENCE } from "#db/seed/demo-former.ts";
import { demoStatements, ledgerStatements } from "#db/seed/seed.ts";
import { CONFERENCE } from "./people.ts";
import { run } from "./storage.ts";

export { FORMER_CONFERENCE };

const runAll = (database: D1Database, statements: string[]) =>
  database.batch(statements.map((statement) => database.prepare(statement)));

/**
 * Adds the edition that is over. Only test files that call this have two editions, because most tests need only one.
 */
export async function addFormerEdition(): Promise<void> {
  const former = formerEdition({ now: Date.parse("2022-12-17T15:00:00Z"), realNow: Date.now() });
  await runAll(env.DB, demoStatements(former));
  await runAll(env.SIMULATOR, ledgerStatements(former));
  for (const { key, bytes, contentType } of former.files)
    await env.FILES.put(key, bytes, { httpMetadata: { contentType } });
}

/** Makes an edition the current one directly in the database, which nobody should do in reality. */
export const switchTo = (id: string) =>
  run("UPDATE settings SET value = ? WHERE key = 'currentConference'", id);

/** Restores the current edition of the demo. */
export const switchBack = () => switchTo(CONFERENCE);
