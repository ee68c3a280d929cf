import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "~/platform/config.server.ts";
import { root } from "../scripts/env.mjs";
import { newIdTokenKeys } from "../scripts/id-token-keys.mjs";
import { configOf } from "../scripts/production.mjs";
import { printCommands, release, secretsFor } from "../scripts/release.mjs";
import { wordsOf } from "./support/named-commands.ts";
import { ask, newAccount } from "./support/wrangler/account.mjs";
import { openAccount } from "./support/wrangler/open.mjs";

/* ------------------------------------------------------------------ against an account that does not really exist */

const ORIGIN = "https://portal.hpair.example";
const DATABASE = "5a7e1c0e-0000-4000-8000-000000000001";
const { vars, d1_databases } = configOf("production");
const FILLED_IN = {
  vars: { ...vars, ORIGIN, PAYMENT_GATEWAY: "none", MAILER: "none" },
  d1_databases: d1_databases.map((database: object) => ({ ...database, database_id: DATABASE })),
};
const SECRETS = ["SESSION_SECRET", "ID_TOKEN_KEYS"];
const SUBJECT = 'Say "when" on every page';
const before = "00000000-0000-4000-8000-000000000000";

/** An installation that runs its first version. */
async function installed() {
  const account = newAccount();
  for (const name of SECRETS) await tell(account, ["secret", "put", name, "--env", "production"], "a secret");
  await tell(account, ["deploy", "--env", "production"]);
  account.calls = [];
  return account;
}

type Account = Awaited<ReturnType<typeof installed>>;
const tell = (account: Account, args: string[], input = "") => ask(account, args, { folder: root, input });

/** Releases the next version. Everything in the world is as it should be, except for what `different` says. */
async function released(account: Account, different: Record<string, unknown> = {}) {
  const printed: string[] = [];
  const answers = { ok: true, version: "00000000-0000-4000-8000-000000000001" };
  const outside = {
    config: FILLED_IN,
    wrangler: async (args: string[]) => (await tell(account, args)).printed ?? "",
    git: ([command]: string[]) => (command === "status" ? "" : `1a2b3c4 ${SUBJECT}`),
    health: async () => answers,
    pause: async () => undefined,
    folder: () => "folder",
    print: (text: string) => printed.push(text),
    ...different,
  };
  const succeeded = await release(outside, "production");
  return { succeeded, said: printed.join("\n") };
}

/** The commands of wrangler that the release prints for a person, split into words as a shell does. */
const printedCommands = (said: string) =>
  [...said.matchAll(/^ {2}(npx .*)$/gm)]
    .flatMap(([, command]) => wordsOf(command!))
    .map(([, , ...args]) => args);

const CALLS = [
  "secret list --env production",
  "deploy --env production --dry-run --outdir folder",
  "deployments status --env production --json",
  "d1 time-travel info DB --env production --json",
  "d1 migrations apply DB --env production --remote",
  `deploy --env production --message 1a2b3c4 ${SUBJECT}`,
];

test("a release: what is asked of wrangler, in its order, and the way back", async () => {
  const account = await installed();
  const { succeeded, said } = await released(account);
  expect(succeeded).toBe(true);
  expect(account.calls.map((args) => args.join(" "))).toEqual(CALLS);
  expect(said).toContain(`1a2b3c4 ${SUBJECT} is released, as version 00000000-0000-4000-8000-000000000001.`);
  expect(said).toContain("Do NOT restore the\ndatabase if any payments have been taken since then");

  // After the printed commands are typed, the former version and the former database are back.
  const [rollback, restore] = printedCommands(said);
  await tell(account, rollback!);
  expect(account.versions.at(-1)!.id).toBe(before);
  await tell(account, restore!);
  expect(account.restored).toMatch(/^[0-9a-f]{8}-/);
});

const NOTHING = "Nothing was changed: the portal runs as before.";

/**
 * Each call that may fail: the number of calls before it, the number of steps that succeeded, and words of the commands
 * that the release prints for going back.
 */
test.each([
  ["the secrets cannot be listed", 0, 2, []],
  ["it does not build", 1, 3, []],
  ["nobody knows which version runs", 2, 4, []],
  ["there is no bookmark", 3, 5, []],
  ["a migration fails", 4, 6, ["d1 migrations list", "d1 time-travel restore"]],
  ["the Worker is not deployed", 5, 7, ["rollback", "d1 time-travel restore"]],
])("%s: it says which steps had succeeded, and the way back from there", async (_, failing, steps, ways) => {
  const account = await installed();
  account.failing = failing;
  const { succeeded, said } = await released(account);
  expect(succeeded).toBe(false);
  expect(account.calls).toHaveLength(failing + 1);
  expect(said).toContain(`told to fail at \`wrangler ${CALLS[failing]}\``);
  const [, done] = said.split("These steps had succeeded:\n");
  expect(done!.match(/^✔ /gm)).toHaveLength(steps);
  expect(said.includes(NOTHING)).toBe(ways.length === 0);
  const commands = printedCommands(said);
  expect(commands.map((args) => args.join(" "))).toEqual(ways.map((way) => expect.stringContaining(way)));
  for (const args of commands) await tell(account, args);

  // The call fails only once, so the same release then succeeds.
  expect(
    (await released(account, { health: async () => ({ ok: true, version: account.versions.at(-1)!.id }) }))
      .succeeded,
  ).toBe(true);
});

test.each([
  ["does not answer", { ok: false, error: "ENOTFOUND" }],
  ["lacks a part", { ok: false, missing: "migrations" }],
  ["still runs the version before", { ok: true, version: before }],
])("the portal %s: it says how to go back", async (_, answer) => {
  const account = await installed();
  let asked = 0;
  const health = async () => {
    asked++;
    return answer;
  };
  const { succeeded, said } = await released(account, { health });
  expect([succeeded, asked]).toEqual([false, 20]);
  expect(said).toContain(JSON.stringify(answer));
  expect(said).toContain("Go back now");
  expect(printedCommands(said).map(([command]) => command)).toEqual(["rollback", "d1"]);
});

test("it waits until the new version answers everywhere", async () => {
  const [old, now] = [
    { ok: true, version: before },
    { ok: true, version: "00000000-0000-4000-8000-000000000001" },
  ];
  const said = [old, old, now];
  const { succeeded } = await released(await installed(), { health: async () => said.shift() });
  expect([succeeded, said]).toEqual([true, []]);
});

test("it says what nobody will learn without the secret of the mail provider's reports, and goes on", async () => {
  const config = { ...FILLED_IN, vars: { ...FILLED_IN.vars, MAILER: "resend" } };
  const account = await installed();
  await tell(account, ["secret", "put", "RESEND_API_KEY", "--env", "production"], "a secret");
  const without = await released(account, { config });
  expect(without.succeeded).toBe(true);
  expect(without.said).toContain("RESEND_WEBHOOK_SECRET is not set");
  await tell(account, ["secret", "put", "RESEND_WEBHOOK_SECRET", "--env", "production"], "a secret");
  expect((await released(account, { config })).said).not.toContain("RESEND_WEBHOOK_SECRET");
});

test.each<[string, Record<string, unknown>, string]>([
  [
    "something is not committed",
    { git: ([command]: string[]) => (command === "status" ? " M app/root.tsx" : "1a2b3c4 A subject") },
    "Commit these changes first. Otherwise nobody can tell later what was released:\n M app/root.tsx",
  ],
  ["wrangler.toml is as it came", { config: configOf("production") }, "database_id is not filled in"],
  ["ORIGIN is as it came", { config: { ...FILLED_IN, vars } }, "ORIGIN is not the portal's address."],
  [
    "a secret is missing",
    { config: { ...FILLED_IN, vars: { ...FILLED_IN.vars, MAILER: "resend" } } },
    "These secrets are missing. Set them with:\nnpx wrangler secret put RESEND_API_KEY --env production",
  ],
])("%s: nothing is changed", async (_, different, sentence) => {
  const account = await installed();
  const { succeeded, said } = await released(account, different);
  expect(succeeded).toBe(false);
  expect(said).toContain(sentence);
  expect(said).toContain(NOTHING);
  expect(account.calls.every(([command]) => command === "secret")).toBe(true);
});

test("a dry run prints each of these commands, and does nothing", () => {
  const printed: string[] = [];
  const refuse = () => {
    throw new Error("A dry run asked for something.");
  };
  printCommands(
    { config: FILLED_IN, print: (text: string) => void printed.push(text), ...{ wrangler: refuse } },
    "production",
  );
  const said = printed.join("\n");
  const asked = printedCommands(said).map((args) => args.join(" "));
  expect(asked).toEqual([
    ...CALLS.map((call) => call.replace(" --outdir folder", "").replace(`1a2b3c4 ${SUBJECT}`, "COMMIT")),
    "rollback VERSION --env production --message Back from COMMIT",
    "d1 time-travel restore DB --env production --bookmark=BOOKMARK",
  ]);
  expect(said).toContain("  git status --porcelain");
  expect(said).toContain(`  curl ${ORIGIN}/health`);
});

/* ------------------------------------------------------------------ what it needs */

const VALUES: Record<string, string> = {
  SESSION_SECRET: "a secret of thirty-two characters or more",
  ID_TOKEN_KEYS: newIdTokenKeys(),
  AUTHORIZE_NET_LOGIN_ID: "login",
  AUTHORIZE_NET_TRANSACTION_KEY: "key",
  AUTHORIZE_NET_SIGNATURE_KEY: "0".repeat(128),
  RESEND_API_KEY: "re_key",
};

test.each([
  ["as it comes", {}],
  ["cards", { PAYMENT_GATEWAY: "authorize-net" }],
  ["mail", { MAILER: "resend", MAIL_FROM: "mail@example.org" }],
])("the secrets that are looked for are those without which the Worker refuses to start: %s", (_, settings) => {
  const variables = { ...FILLED_IN.vars, ...settings };
  const needed = secretsFor(variables);
  const secrets = Object.fromEntries(needed.map((name) => [name, VALUES[name]]));
  expect(() => readConfig({ ...variables, ...secrets })).not.toThrow();
  for (const name of needed)
    expect(() => readConfig({ ...variables, ...secrets, [name]: undefined })).toThrow(name);
});

/* ------------------------------------------------------------------ the command itself */

/** A clone with wrangler.toml filled in, and an account that runs its first version. */
let clone: string;

beforeAll(() => {
  clone = mkdtempSync(path.join(tmpdir(), "release-"));
  for (const name of ["package.json", "scripts", ".gitignore"])
    cpSync(path.join(root, name), path.join(clone, name), { recursive: true });
  symlinkSync(path.join(root, "node_modules"), path.join(clone, "node_modules"));
  const config = readFileSync(path.join(root, "wrangler.toml"), "utf8");
  const filledIn = config
    .replace("put-the-id-printed-by-wrangler-d1-create-here", DATABASE)
    .replace("https://portal.example.org", ORIGIN);
  writeFileSync(path.join(clone, "wrangler.toml"), filledIn);
  mkdirSync(path.join(clone, "migrations"));
  writeFileSync(path.join(clone, "migrations", "0000_one.sql"), "CREATE TABLE one (id TEXT);");
  const nobody = "-c user.name=nobody -c user.email=nobody@example.org";
  const made = spawnSync(
    "sh",
    ["-c", `git init -q && git add . && git ${nobody} commit -qm 'What is released'`],
    { cwd: clone },
  );
  expect(made.status).toBe(0);
});

afterAll(() => rmSync(clone, { recursive: true, force: true }));

test("`npm run release -- --env production` is that release, and `--dry-run` its commands", {
  timeout: 60_000,
}, async () => {
  const at = openAccount({ account: await installed() });
  // The command asks the portal itself for its version. The answer is the version that the account runs.
  const answering = `globalThis.fetch = async (address) => Response.json(address === "${ORIGIN}/health" && {
    ok: true,
    version: JSON.parse((await import("node:fs")).readFileSync(process.env.STAND_IN)).versions.at(-1).id,
  });`;
  const run = (...flags: string[]) =>
    spawnSync("npm", ["run", "--silent", "release", "--", ...flags], {
      cwd: clone,
      env: { ...at.env, NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(answering)}` },
      encoding: "utf8",
    });
  const dry = run("--env", "production", "--dry-run");
  expect([dry.status, printedCommands(dry.stdout).length]).toEqual([0, CALLS.length + 2]);
  expect(at.account().calls).toEqual([]);

  const real = run("--env", "production");
  expect(real.stdout + real.stderr).toContain(" What is released is released, as version ");
  expect(real.status).toBe(0);
  expect(at.account().calls).toHaveLength(CALLS.length);

  expect(run().stderr).toContain("Usage: npm run release");
  at.close();
});
