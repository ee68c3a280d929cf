import { expect, test } from "vitest";
import { exported, restorable, tried } from "../scripts/backup.mjs";
import { root } from "../scripts/env.mjs";
import { ask, EXPORT, newAccount } from "./support/wrangler/account.mjs";

test("an export as it is cannot be restored, and put in order it can", async () => {
  await expect(tried(EXPORT)).rejects.toThrow("no such table: main.users");
  expect(await tried(restorable(EXPORT))).toEqual({ tables: 3, rows: 4 });
});

test("triggers do not answer to rows that come back", () => {
  const kinds = restorable(EXPORT).match(/^(CREATE \w+|INSERT)/gm);
  expect(kinds).toEqual([
    ...["CREATE TABLE", "CREATE TABLE", "CREATE TABLE", "INSERT", "INSERT", "INSERT", "INSERT"],
    ...["CREATE INDEX", "CREATE TRIGGER", "CREATE VIEW"],
  ]);
});

test("a row that refers to nothing, and a statement of another kind, are no backup", async () => {
  await expect(tried(restorable(EXPORT.replace("'mei', 1", "'nobody', 1")))).rejects.toThrow("FOREIGN KEY");
  expect(() => restorable(`${EXPORT}DROP TABLE users;`)).toThrow("unknown kind of statement: DROP");
});

test("the backup is what wrangler exports of the environment", async () => {
  const account = newAccount();
  const run = (args: string[]) => ask(account, args, { folder: root });
  const backup = await exported(run, { env: "production", remote: true });
  expect(backup).toBe(restorable(EXPORT));
  expect(account.calls).toEqual([
    ["d1", "export", "DB", "--env", "production", "--remote", "--output", expect.stringMatching(/\.sql$/)],
  ]);
});
