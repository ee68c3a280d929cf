import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openLocal, root } from "../scripts/env.mjs";
import { openAccount } from "./support/wrangler/open.mjs";

type Database = { prepare(sql: string): unknown; batch(statements: unknown[]): Promise<unknown> };

/** Where the database of a new installation is, in which one person has an account. */
let state: string;

beforeAll(async () => {
  state = mkdtempSync(path.join(tmpdir(), "first-director-"));
  const migrations = path.join(root, "migrations");
  const statements = readdirSync(migrations)
    .filter((name) => name.endsWith(".sql"))
    .sort()
    .flatMap((name) => readFileSync(path.join(migrations, name), "utf8").split("--> statement-breakpoint"));
  const account = `INSERT INTO users (uid, email, email_key, password_hash, created_at)
    VALUES ('mei', 'Mei@example.org', 'mei@example.org', '', 1)`;
  const { env, dispose } = await openLocal({ persistTo: state, environment: "production" });
  const db = env["DB"] as Database;
  await db.batch([...statements, account].map((statement) => db.prepare(statement)));
  await dispose();
}, 60_000);

afterAll(() => rmSync(state, { recursive: true, force: true }));

test("the guide's command makes an account the first director", { timeout: 60_000 }, () => {
  const { env, account, close } = openAccount({ state });
  const [, command] = /^(npm run grant-director .*?) +#/m.exec(
    readFileSync(path.join(root, "docs/operations.md"), "utf8"),
  )!;
  const { status, stdout, stderr } = spawnSync(
    "sh",
    ["-c", command!.replace("you@example.org", "mei@example.org").replace("run", "run --silent")],
    { cwd: root, env, encoding: "utf8" },
  );
  expect([stdout, stderr, status]).toEqual(["mei@example.org is now a director.\n", "", 0]);
  expect(account().calls).toHaveLength(1);
  close();
});

test("it says what is missing", { timeout: 60_000 }, () => {
  const grant = (...args: string[]) =>
    spawnSync(process.execPath, [path.join(root, "scripts/grant-director.mjs"), ...args], {
      cwd: root,
      encoding: "utf8",
    });
  const { status, stderr } = grant("nobody@example.org", "--env", "production", "--persist-to", state);
  expect([status, stderr]).toEqual([
    1,
    "There is no account for nobody@example.org. Create the account on the site first, then run this again.\n",
  ]);
  expect(grant("nobody").stderr).toContain("Usage:");
});
