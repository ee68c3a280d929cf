// Replaces `cloudflare:workers` for tests that run in Node. It offers a database in memory with the schema and the base
// data, and everything else that the tests of money need from their environment.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { baseStatements } from "#db/seed/seed.ts";
import { newIdTokenKeys } from "../../../scripts/id-token-keys.mjs";
import { memoryDatabase } from "./sqlite.ts";

const FOLDER = path.join(import.meta.dirname, "../../../migrations");
const BREAKPOINT = "--> statement-breakpoint";
/** The time at which the base data was written (UTC ms). */
const LAID = Date.parse("2022-10-01T00:00:00Z");

const migrations = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".sql"))
  .sort()
  .map((name) => ({ name, queries: readFileSync(path.join(FOLDER, name), "utf8").split(BREAKPOINT) }));

const DB = memoryDatabase();
for (const { queries } of migrations) await DB.exec(["BEGIN", ...queries, "COMMIT"].join(";"));
await DB.batch(baseStatements(LAID).map((statement) => DB.prepare(statement)));

export const env = { DB, ID_TOKEN_KEYS: newIdTokenKeys(), TEST_MIGRATIONS: migrations };
