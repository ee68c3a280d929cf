import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openLocal, root } from "../scripts/env.mjs";
import { openAccount } from "./support/wrangler/open.mjs";

type Database = { prepare(sql: string): unknown; batch(statements: unknown[]): Promise<unknown> };

/** The folder with the database of a new installation. One person has an account there. */
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

/** Runs a command of the operations guide for this address. A stand-in takes the place of the account at Cloudflare. */
function runFromGuide(command: RegExp, email: string) {
  const { env, account, close } = openAccount({ state });
  const [documented] = command.exec(readFileSync(path.join(root, "docs/operations.md"), "utf8"))!;
  const { status, stdout, stderr } = spawnSync(
    "sh",
    ["-c", documented.replace("you@example.org", email).replace("run", "run --silent")],
    { cwd: root, env, encoding: "utf8" },
  );
  const calls = account().calls.length;
  close();
  return { status, stdout, stderr, calls };
}

test("the guide's command makes an account the first director", { timeout: 60_000 }, () => {
  expect(runFromGuide(/^npm run grant-director -- you@example.org .*?(?= +#)/m, "mei@example.org")).toEqual({
    ...{ status: 0, stderr: "", calls: 1 },
    stdout:
      "mei@example.org is now a director. They have to log in again, with a password of at least 12 characters.\n",
  });
});

test("the way back of a director who lost phone and codes is one command, which every director is told of", {
  timeout: 60_000,
}, async () => {
  const asked = async (...statements: string[]) => {
    const { env, dispose } = await openLocal({ persistTo: state, environment: "production" });
    const db = env["DB"] as Database;
    const found = await db.batch(statements.map((statement) => db.prepare(statement)));
    await dispose();
    return (found as { results: unknown[] }[]).map(({ results }) => results);
  };
  const account = (uid: string, admin: number) =>
    `INSERT INTO users (uid, email, email_key, password_hash, admin, created_at)
      VALUES ('${uid}', '${uid}@example.org', '${uid}@example.org', '', ${admin}, 1)`;
  await asked(
    ...[account("ada", 1), account("kofi", 1), account("noor", 1), account("reader", 1)],
    ...["ada", "kofi"].map((uid) => `INSERT INTO factors VALUES ('${uid}', 'sealed', 0, 1)`),
    "INSERT INTO recovery_codes VALUES ('hash', 'ada', NULL)",
    "INSERT INTO sessions (id_hash, uid, authenticated_at, created_at, expires_at) VALUES ('s', 'ada', 0, 0, 9e12)",
    `INSERT INTO staff (uid, abilities, capacity, created_at) VALUES ('reader', '["read"]', 1, 0)`,
  );
  const reset = (email: string) =>
    runFromGuide(/^npm run grant-director -- --reset-factor you@example.org .*$/m, email);
  expect(reset("Ada@example.org")).toEqual({
    ...{ status: 0, stderr: "", calls: 1 },
    stdout: "Ada@example.org has no second factor now. All directors are told by mail.\n",
  });
  const [factors, codes, sessions, mails, audit] = await asked(
    "SELECT uid FROM factors",
    "SELECT uid FROM recovery_codes",
    "SELECT uid FROM sessions",
    "SELECT recipient FROM outbox WHERE subject = 'A second factor was reset' AND due_at > 0 ORDER BY recipient",
    "SELECT object, detail FROM audit WHERE action = 'resetFactor'",
  );
  expect([factors, codes, sessions]).toEqual([[{ uid: "kofi" }], [], []]);
  expect(mails).toEqual(
    expect.arrayContaining(["ada", "kofi", "noor"].map((uid) => ({ recipient: `${uid}@example.org` }))),
  );
  expect(mails).not.toContainEqual({ recipient: "reader@example.org" });
  expect(audit).toEqual([{ object: "users/ada", detail: '{"by":"script"}' }]);
  expect([reset("ada@example.org").stderr, reset("nobody@example.org").status]).toEqual([
    "ada@example.org has no account, or the account has no second factor.\n",
    1,
  ]);
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
