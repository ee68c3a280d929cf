import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { everything, rows } from "../support/storage.ts";

const migrations = (env as unknown as { TEST_MIGRATIONS: { name: string; queries: string[] }[] })
  .TEST_MIGRATIONS;
const { queries } = migrations.find(({ name }) => name.includes("an-edition-is-data"))!;

/** The migration's statements that build a table again. */
const REBUILDS =
  /_before`|(?:CREATE|DROP) TABLE `(?:questions|rounds|tickets)`|CREATE TRIGGER `rounds|defer_foreign_keys/;
const rebuilding = queries.filter((query) => REBUILDS.test(query));

const triggers = () =>
  rows("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'rounds' ORDER BY name");

const runAll = (statements: string[]) => env.DB.batch(statements.map((query) => env.DB.prepare(query)));

test("tables whose checks had to change are built again under their children", async () => {
  const [before, watching] = [await everything(), await triggers()];
  for (const children of ["prices", "payments", "documents", "add_ons"])
    expect(before[children]!.length, children).toBeGreaterThan(0);
  expect(watching).toHaveLength(3);
  await runAll(rebuilding);
  expect(await everything()).toEqual(before);
  expect(await triggers()).toEqual(watching);
  expect(await rows("PRAGMA foreign_key_check")).toEqual([]);
});

test("the children keep a table from going while keys are judged at once", async () => {
  const before = await everything();
  const atOnce = rebuilding.filter((query) => !query.includes("defer_foreign_keys"));
  await expect(runAll(atOnce)).rejects.toThrow(/FOREIGN KEY/);
  expect(await everything()).toEqual(before);
});
