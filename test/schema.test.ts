import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { generateSQLiteDrizzleJson, generateSQLiteMigration } from "drizzle-kit/api";
import { expect, test } from "vitest";
import { schema } from "./support/schema.ts";

const folder = path.join(import.meta.dirname, "../migrations");
const filesIn = (...parts: string[]) => readdirSync(path.join(folder, ...parts)).sort();
const read = (...parts: string[]) => readFileSync(path.join(folder, ...parts), "utf8");

test("the migrations lead to the schema", async () => {
  const newest = filesIn("meta").findLast((name) => name.endsWith("_snapshot.json"))!;
  const migrated = JSON.parse(read("meta", newest));
  const wanted = await generateSQLiteDrizzleJson(schema, migrated.id);
  expect(await generateSQLiteMigration(migrated, wanted)).toEqual([]);
});

test("no migration turns foreign keys off or deletes along them: a rebuilt table would empty others in silence", () => {
  const migrations = filesIn().filter((name) => name.endsWith(".sql"));
  expect(migrations).not.toEqual([]);
  for (const name of migrations) {
    expect(read(name), name).not.toMatch(/foreign_keys\s*=\s*off|on delete cascade|on delete set/i);
  }
});
