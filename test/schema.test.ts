import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { generateSQLiteDrizzleJson, generateSQLiteMigration } from "drizzle-kit/api";
import { getTableColumns, getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import initSqlJs from "sql.js";
import ts from "typescript";
import { expect, test } from "vitest";
import { COUNTS, triggersOf } from "#db/counts.ts";
import { applications } from "#db/schema/applications.ts";
import { VERSIONED, versionTriggersOf } from "#db/versions.ts";
import {
  masterAfter,
  readAreas,
  readMigrations,
  SCHEMA_FILE,
  schemaText,
  withTriggers,
} from "../scripts/schema.mjs";
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

const migrations = readMigrations();
const areas = readAreas();
const counts = COUNTS.map((count) => ({ ...count, triggers: triggersOf(count) }));
const versioned = VERSIONED.map((one) => ({ ...one, triggers: versionTriggersOf(one) }));
const wanted = [...counts, ...versioned].flatMap(({ triggers }) => triggers);
const stored = readFileSync(SCHEMA_FILE, "utf8");

test("db/schema.sql is the schema that the migrations make: npm run db:schema writes it", async () => {
  expect(await schemaText({ migrations, areas, counts, versioned })).toBe(stored);
});

test("db/schema.sql leaves out nothing that a table does: a database that is made from it has the same", async () => {
  const { Database } = await initSqlJs();
  const made = (statements: string[]) => {
    const db = new Database();
    for (const statement of statements) db.exec(statement);
    const names = db.exec("SELECT name FROM sqlite_master WHERE type IN ('table', 'view') ORDER BY name")[0]!;
    return names.values.flatMap(([name]) =>
      ["table_xinfo", "foreign_key_list", "index_list"].map((pragma) => [
        name,
        pragma,
        db.exec(`PRAGMA ${pragma}(${name})`)[0]?.values,
      ]),
    );
  };
  expect(made([stored])).toEqual(made(migrations.flatMap(({ statements }) => statements)));
});

test.each([
  ["a table", "No comment says what `tokens` is", /\/\*\* A token .*\n/, ""],
  ["a view", "No comment says what `money_now` is", /-- .*\n(?=CREATE VIEW `money_now`)/, ""],
  ["a trigger", "No comment says what `audit_kept` is", /-- .*\n(?=CREATE TRIGGER `audit_kept`)/, ""],
  ["an area", "the area of `users`", "-- accounts: ", "-- Accounts: "],
])("%s of which nobody says what it is has no place in db/schema.sql", async (_, sentence, said, unsaid) => {
  const without = {
    ...{ counts, versioned },
    migrations: migrations.map(({ name, statements }) => ({
      name,
      statements: statements.map((statement) => statement.replace(said, unsaid)),
    })),
    areas: new Map([...areas].map(([area, source]) => [area, source.replace(said, unsaid)])),
  };
  await expect(schemaText(without)).rejects.toThrow(sentence);
});

test("the triggers that count, and those of versions, are those of the lists: npm run db:schema writes them", async () => {
  const master = await masterAfter(migrations);
  const made = master.filter(
    ({ type, sql }) => type === "trigger" && /INTO `(?:tallies|content_versions)`/.test(sql),
  );
  const listed = new Set(wanted.map(({ name }) => name));
  // If a later migration made a trigger again, this trigger comes after all others in `made`. So both lists are sorted.
  const byName = (triggers: { name: string; sql: string }[]) =>
    triggers.map(({ name, sql }) => ({ name, sql })).sort((one, other) => (one.name < other.name ? -1 : 1));
  expect(byName(made.filter(({ name }) => listed.has(name)))).toEqual(byName(wanted));
  // These triggers are not in the list, because they calculate differently: a row of `rounds` changes the counts of
  // rows in other tables.
  const others = made.filter(({ name }) => !listed.has(name)).map(({ name }) => name);
  expect(others).toEqual([...["rounds_delete_after", "rounds_insert_after", "rounds_update_after"]]);
});

test("a changed list is written into the newest migration, over what it has or after what was there", async () => {
  const newest = migrations.at(-1)!;
  const textOf = (statements: string[]) => statements.join("--> statement-breakpoint\n");
  expect(await withTriggers(migrations, wanted)).toBe(textOf(newest.statements));

  const [applied] = COUNTS;
  const changed = [
    ...triggersOf({ ...applied!, columns: [applications.submittedAt] }),
    {
      name: "applications_new",
      sql: wanted[0]!.sql.replace("applications_insert_after", "applications_new"),
    },
  ];
  const next = { name: "9999_next.sql", statements: ["-- Nothing yet.\n"] };
  const first = migrations.slice(0, 1);
  for (const before of [first, [...migrations, next]]) {
    const text: string = await withTriggers(before, changed);
    const statements = text.split("--> statement-breakpoint\n");
    const after = await masterAfter([...before.slice(0, -1), { name: before.at(-1)!.name, statements }]);
    expect(after).toEqual(expect.arrayContaining(changed.map((trigger) => expect.objectContaining(trigger))));
    expect(text.match(/DROP TRIGGER/g) ?? []).toHaveLength(before === first ? 0 : 2);
  }
});

/** The text of the `sql` templates in a source, without the strings within SQL. */
function sqlTexts(source: string): string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isTaggedTemplateExpression(node) && ts.isIdentifier(node.tag) && node.tag.text === "sql") {
      const { template } = node;
      const parts = ts.isNoSubstitutionTemplateLiteral(template)
        ? [template]
        : [template.head, ...template.templateSpans.map(({ literal }) => literal)];
      texts.push(...parts.map(({ text }) => text.replace(/'[^']*'/g, "''")));
    }
    ts.forEachChild(node, visit);
  };
  if (source.includes("sql")) visit(ts.createSourceFile("source.ts", source, ts.ScriptTarget.Latest));
  return texts;
}

const tables = Object.values(schema).filter((value) => is(value, SQLiteTable));
const tableNames = tables.map(getTableName);
const compoundNames = tables
  .flatMap((table) => Object.values(getTableColumns(table)))
  .map(({ name }) => name)
  .filter((name) => name.includes("_"));
const nameInText = new RegExp(
  `\\b(?:(?:FROM|JOIN|INTO|UPDATE)\\s+(?:${tableNames.join("|")})|(?:${tableNames.join("|")})\\.\\w+|${compoundNames.join("|")})\\b`,
);

test("SQL names tables and columns through the schema, so that the compiler finds every use of one", {
  timeout: 60_000,
}, () => {
  const app = path.join(import.meta.dirname, "../app");
  const named = readdirSync(app, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".server.ts"))
    .flatMap((file) => {
      const texts = sqlTexts(readFileSync(path.join(app, file), "utf8"));
      return texts.flatMap((text) => nameInText.exec(text)?.[0] ?? []).map((name) => `${file}: ${name}`);
    });
  expect(named).toEqual([]);
  for (const text of ["SELECT 1 FROM payments", "payments.state = 'captured'", "max(released_at)"])
    expect(sqlTexts(`sql\`\${x} ${text}\``).join("")).toMatch(nameInText);
});
