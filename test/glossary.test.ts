import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import initSqlJs from "sql.js";
import { expect, test } from "vitest";
import { root } from "../scripts/env.mjs";
import { readMigrations } from "../scripts/schema.mjs";

const [words] = readFileSync(path.join(root, "docs/glossary.md"), "utf8").split("\n## Names of tables");
const rows = words!
  .split("\n")
  .filter((line) => /^\| (?!word |---)/.test(line))
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .map(([, word, is, where]) => ({ word: word!, is: is!, where: where! }));

/** Tables and views, and their columns as `table.column`. */
async function namesOfSchema(): Promise<Set<string>> {
  const { Database } = await initSqlJs();
  const db = new Database();
  for (const { statements } of readMigrations()) for (const statement of statements) db.exec(statement);
  const [found] = db.exec(
    "SELECT m.name, m.name || '.' || c.name FROM sqlite_master AS m JOIN pragma_table_info(m.name) AS c",
  );
  return new Set(found!.values.flat().map(String));
}

/** Types that the application exports. */
function typesOfApp(): Set<string> {
  const app = path.join(root, "app");
  const files = readdirSync(app, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".ts"),
  );
  const sources = files.map((file) => readFileSync(path.join(app, file), "utf8"));
  return new Set(
    sources.flatMap((source) => [...source.matchAll(/^export type (\w+)/gm)].map(([, name]) => name!)),
  );
}

test("the glossary has each word once, with one sentence that says what it is", () => {
  const names = rows.map(({ word }) => word);
  expect(names.length).toBeGreaterThan(40);
  expect(names).toEqual([...new Set(names)]);
  const wordless = rows.filter(({ word, is }) => !is.toLowerCase().includes(word) || !/^[A-Z].*\.$/.test(is));
  expect(wordless).toEqual([]);
});

test("it names tables, columns and types that are there", async () => {
  const known = new Set([...(await namesOfSchema()), ...typesOfApp()]);
  const unknown = rows.flatMap(({ word, where }) =>
    [...where.matchAll(/`([^`]+)`/g)]
      .filter(([, name]) => !known.has(name!))
      .map(([, name]) => `${word}: ${name}`),
  );
  expect(unknown).toEqual([]);
});
