import { env } from "cloudflare:workers";
import { getTableName } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { describe, expect, test } from "vitest";
import { connect, newMeter } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { rounds } from "#db/schema/conference.ts";
import { StatementRefused, standIn } from "#db/stand-in.ts";
import { TABLES } from "#db/tables.ts";
import { changingNothing, rows } from "../support/storage.ts";

const nothing = standIn(env.DB, TABLES, new Map());

const real = await rows<{ name: string; type: string }>(
  "SELECT name, type FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT GLOB '_cf_*'",
);

/** The answer of a database that has no rows of its own; "refused" if the database refuses the statement. */
async function answerTo(sql: string, ...values: unknown[]): Promise<unknown[] | "refused"> {
  try {
    const statement = nothing.prepare(sql);
    return (await (values.length > 0 ? statement.bind(...values) : statement).all()).results;
  } catch {
    return "refused";
  }
}

describe("no real row", () => {
  test.each(real.map(({ name }) => name))("of %s is read", async (name) => {
    const isKnown = TABLES.some((table) => getTableName(table) === name);
    const counted = await answerTo(`SELECT count(*) AS number FROM "${name}"`);
    expect(counted).toEqual(isKnown ? [{ number: 0 }] : "refused");
    const empty = isKnown ? [{ number: 0 }] : "refused";
    expect(await answerTo(`SELECT count(*) AS number FROM ${name.toUpperCase()} AS other`)).toEqual(empty);
    expect(await answerTo(`SELECT (SELECT count(*) FROM "${name}") AS number`)).toEqual(empty);
    // A join may spell the name of the table in any of these ways. Each time, the table has no rows or the statement is
    // refused.
    for (const spelled of [
      `"${name}"`,
      `'${name}'`,
      `\`${name}\``,
      name,
      `"${name}" AS "${name}"`,
      `[${name}]`,
    ]) {
      const joined = await answerTo(`SELECT 1 AS found FROM (SELECT 1) AS one, ${spelled}`);
      if (joined !== "refused") expect(joined, spelled).toEqual([]);
    }
    for (const inside of [`main.${name}`, `"main"."${name}"`, `'main'.${name}`])
      expect(await answerTo(`SELECT 1 FROM (SELECT 1) AS one, ${inside}`)).toBe("refused");
  });

  test("although there are some", async () => {
    const full = await Promise.all(
      real.map(async ({ name }) => rows(`SELECT 1 AS found FROM (SELECT 1) AS one, "${name}" LIMIT 1`)),
    );
    expect(full.filter((found) => found.length > 0).length).toBeGreaterThan(20);
  });

  test("of a table that was forgotten", async () => {
    const forgetful = standIn(
      env.DB,
      TABLES.filter((table) => table !== users),
      new Map(),
    );
    expect(() => forgetful.prepare("select count(*) from users")).toThrow(StatementRefused);
    const joined = forgetful.prepare('select email from (select 1) as one, "users"');
    await expect(joined.all()).rejects.toThrow(/no such column/);
  });
});

test("every table of the database is in the list", () => {
  const ours = real.filter(({ name, type }) => type === "table" && !/^(sqlite_|d1_)/.test(name));
  expect(TABLES.map((table) => getTableName(table)).sort()).toEqual(ours.map(({ name }) => name).sort());
});

test.each([
  ["INSERT INTO settings (key, value) VALUES ('a', 'b')"],
  ["UPDATE settings SET value = 'x'"],
  ["DELETE FROM settings"],
  ["REPLACE INTO settings (key, value) VALUES ('a', 'b')"],
  ["WITH a AS (SELECT 1) DELETE FROM settings"],
  ["WITH a AS (SELECT 1) SELECT * FROM a"],
  ["PRAGMA table_info(users)"],
  ["PRAGMA writable_schema = 1"],
  ["EXPLAIN SELECT * FROM users"],
  ["DROP TABLE users"],
  ["CREATE TABLE more (a)"],
  ["VALUES (1)"],
  ["ATTACH 'a' AS b"],
  [""],
  ["SELECT 1; DELETE FROM settings"],
  ["SELECT 1 -- and more"],
  ["SELECT 1 /* and more */"],
  ["SELECT ?1"],
  ["SELECT :name"],
  ["SELECT @name"],
  ["SELECT * FROM sqlite_master"],
  ["SELECT * FROM (SELECT 1) AS one, sqlite_schema"],
  ["SELECT * FROM pragma_table_info('users')"],
  ["SELECT * FROM (SELECT 1) AS one, pragma_table_list()"],
  ["SELECT * FROM dbstat"],
  ["SELECT * FROM nowhere"],
  ["SELECT * FROM 'nowhere'"],
  ["SELECT * FROM d1_migrations"],
  ["SELECT * FROM tallied"],
])("it refuses %s", async (sql) => {
  await changingNothing(async () => {
    expect(() => nothing.prepare(sql)).toThrow(StatementRefused);
  });
});

test("it cannot do more than read", () => {
  expect(Object.keys(nothing).sort()).toEqual(["batch", "prepare"]);
});

test.each(
  TABLES.map((table): [string, SQLiteTable] => [getTableName(table), table]),
)("invented rows of %s are read as if they were stored", async (_, table) => {
  const stored = await connect(env.DB, newMeter()).select().from(table).limit(200);
  const db = connect(standIn(env.DB, TABLES, new Map([[table, stored]])), newMeter());
  expect(await db.select().from(table)).toEqual(stored);
});

test("columns compare as those of a table do, and defaults are filled in", async () => {
  const invented = {
    conferenceId: "aconf_2023",
    id: "1",
    title: "One",
    position: 7,
    deadline: 5,
    decisionRelease: 6,
  };
  const made = standIn(env.DB, TABLES, new Map([[rounds, [invented]]]));
  const { results } = await made
    .prepare("SELECT title, released_at FROM rounds WHERE position = ? AND id = ? AND deadline < ?")
    .bind("7", "1", 5.5)
    .all();
  expect(results).toEqual([{ title: "One", released_at: null }]);
  const [one, two] = await made.batch([
    made.prepare("SELECT id FROM rounds WHERE deadline = ?").bind(5),
    made.prepare("SELECT 1 AS number FROM json_each(?)").bind("[1,2]"),
  ]);
  expect([one!.results, two!.results]).toEqual([[{ id: "1" }], [{ number: 1 }, { number: 1 }]]);
});
