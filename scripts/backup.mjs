// Writes all rows of the database into a file from which the database can be restored:
//
//   npm run backup -- --env production --remote
//
// The file that `wrangler d1 export` writes cannot be restored. It inserts rows that refer to tables which it creates
// only later, and it inserts statistics, for which a new database has no table. So this script puts the statements in
// an order that works, and tests the result by restoring it.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import initSqlJs from "sql.js";
import { unstable_splitSqlQuery } from "wrangler";
import { fail, root, wrangler } from "./env.mjs";

const usage = "Usage: npm run backup -- --env NAME [--remote]";

/**
 * The order of statements: tables, then rows, then everything else. Triggers must come after the rows, because they
 * would react to rows that are inserted.
 */
const ORDER = [/^PRAGMA /i, /^CREATE TABLE /i, /^(INSERT|DELETE) /i, /^CREATE /i];
/** These statements are left out, because a database makes the tables of its statistics itself. */
const STATISTICS = /^ANALYZE |^(CREATE TABLE|INSERT INTO|DELETE FROM) "?sqlite_stat/i;

/** The statements of an export, in an order that a new database accepts. */
export function restorable(dump) {
  const statements = unstable_splitSqlQuery(dump).filter((statement) => !STATISTICS.test(statement));
  const rankOf = (statement) => ORDER.findIndex((kind) => kind.test(statement));
  const strange = statements.find((statement) => rankOf(statement) < 0);
  if (strange)
    throw new Error(
      `The export has an unknown kind of statement: ${strange.slice(0, 80)}\nAdd this kind to ORDER in scripts/backup.mjs, at its place in the order.`,
    );
  const ranked = ORDER.map((_, rank) => statements.filter((statement) => rankOf(statement) === rank));
  return `${ranked.flat().join(";\n")};\n`;
}

/**
 * Restores the backup into an empty database in memory.
 *
 * @returns the numbers of tables and rows that were restored.
 * @throws Error if the database refuses the backup
 */
export async function tried(backup) {
  const { Database } = await initSqlJs();
  const db = new Database();
  const column = (query) => db.exec(query)[0]?.values.map(([value]) => value) ?? [];
  try {
    db.exec("PRAGMA foreign_keys = ON");
    db.exec(`BEGIN; ${backup} COMMIT;`);
    const tables = column("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'");
    const counts = tables.map((table) => column(`SELECT count(*) FROM "${table}"`)[0]);
    return { tables: tables.length, rows: counts.reduce((sum, count) => sum + count, 0) };
  } finally {
    db.close();
  }
}

/** The contents of the database, as the text of a file. `run` runs wrangler. */
export async function exported(run, { env, remote }) {
  const folder = mkdtempSync(path.join(tmpdir(), "backup-"));
  try {
    const file = path.join(folder, "export.sql");
    await run(["d1", "export", "DB", "--env", env, remote ? "--remote" : "--local", "--output", file]);
    return restorable(readFileSync(file, "utf8"));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function readArguments() {
  try {
    const { values } = parseArgs({ options: { env: { type: "string" }, remote: { type: "boolean" } } });
    if (values.env) return values;
  } catch (error) {
    fail(`${error.message}\n${usage}`);
  }
  return fail(usage);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const target = readArguments();
  try {
    const backup = await exported(wrangler, target);
    const { tables, rows } = await tried(backup);
    const file = path.join("backups", `${target.env}-${new Date().toISOString().replaceAll(":", "-")}.sql`);
    mkdirSync(path.join(root, "backups"), { recursive: true });
    writeFileSync(path.join(root, file), backup, { mode: 0o600 });
    console.log(`${file} holds ${tables} tables with ${rows} rows, and can be restored.`);
  } catch (error) {
    fail(`The backup failed:\n${error.message}`);
  }
}
