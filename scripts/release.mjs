// Deploys the committed code to production, and says how to go back: npm run release -- --env production [--dry-run]
//
// The database is migrated before the Worker is deployed, because a Worker refuses to work with a database that lacks a
// migration. Between the two steps, the previous version of the Worker works with the new tables. This is possible
// because migrations only add tables and columns.
import { spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { fail, root, wrangler } from "./env.mjs";
import { configOf } from "./production.mjs";

const usage = "Usage: npm run release -- --env production [--dry-run]";

/** How many times /health is asked for the new version, and the pause (ms) between two attempts. */
const HEALTH = { attempts: 20, pauseMs: 3_000 };

/** When commands are only printed, these placeholders stand for values that become known only during a release. */
const LATER = { previous: "VERSION", bookmark: "BOOKMARK", commit: "COMMIT", at: "then" };

/** The secrets that a portal with these variables needs. */
export const secretsFor = ({ PAYMENT_GATEWAY, MAILER, STREAM_CUSTOMER }) => [
  ...["SESSION_SECRET", "ID_TOKEN_KEYS"],
  ...(PAYMENT_GATEWAY === "authorize-net"
    ? ["AUTHORIZE_NET_LOGIN_ID", "AUTHORIZE_NET_TRANSACTION_KEY", "AUTHORIZE_NET_SIGNATURE_KEY"]
    : []),
  ...(MAILER === "resend" ? ["RESEND_API_KEY"] : []),
  ...(STREAM_CUSTOMER ? ["STREAM_KEY_ID", "STREAM_KEY_JWK"] : []),
];

/**
 * One sentence for each missing secret that only some features need: the portal starts without the secret, and the
 * sentence says what does not work.
 */
const withoutSecrets = ({ MAILER }, there) =>
  MAILER === "resend" && !there.includes("RESEND_WEBHOOK_SECRET")
    ? [
        "Because RESEND_WEBHOOK_SECRET is not set, the portal is not told which mails bounced. docs/operations.md says how to set it (Deploy to Cloudflare).",
      ]
    : [];

/** The values that still have to be filled in for an environment in wrangler.toml: one sentence for each value. */
function gapsOf({ vars, d1_databases }) {
  const gaps = [];
  if (
    !d1_databases.some(({ binding, database_id }) => binding === "DB" && /^[0-9a-f-]{36}$/.test(database_id))
  )
    gaps.push("database_id is not filled in. Set it to the id that `npx wrangler d1 create` prints.");
  if (!/^https:\/\/[^/]+$/.test(vars.ORIGIN ?? "") || vars.ORIGIN === "https://portal.example.org")
    gaps.push(
      "ORIGIN is not the portal's address. Set it to the address, with https and with nothing after the host.",
    );
  return gaps;
}

/** How to go back to the previous version, explained to people who have never done it. */
const versionBefore = ({ env, previous, commit }) => `To go back to the previous version:

  npx wrangler rollback ${previous} --env ${env} --message "Back from ${commit.split(" ")[0]}"

The previous version is running again within seconds. The database stays as it is: the previous version can work with it.`;

/** How to restore the previous state of the database, and when not to. */
const databaseBefore = ({
  env,
  bookmark,
  at,
}) => `  npx wrangler d1 time-travel restore DB --env ${env} --bookmark=${bookmark}

This removes everything that was written since ${at}: accounts, applications, decisions, payments. Do NOT restore the
database if any payments have been taken since then (see /admin/payments). Charges can be recovered from the processor
and R2, but only for people who had applied before that time.`;

/**
 * The steps in order. Each has a title, the command that it runs, and `failed`, a text that tells the operator how to
 * go back if the step fails. `run` gets the outside world (described at `release`) and the values known so far, to
 * which it adds new values. If the step fails, it throws an error whose message is a sentence.
 */
const STEPS = [
  {
    title: "Check that everything is committed",
    command: () => "git status --porcelain",
    run({ git }, known) {
      const changed = git(["status", "--porcelain"]);
      if (changed)
        throw new Error(
          `Commit these changes first. Otherwise nobody can tell later what was released:\n${changed}`,
        );
      known.commit = git(["log", "-1", "--format=%h %s"]);
    },
  },
  {
    title: "Check that wrangler.toml is filled in",
    run({ config }) {
      const gaps = gapsOf(config);
      if (gaps.length > 0) throw new Error(`In wrangler.toml:\n${gaps.join("\n")}`);
    },
  },
  {
    title: "Check that the secrets are there",
    command: ({ env }) => `npx wrangler secret list --env ${env}`,
    async run({ config, wrangler, print }, { env }) {
      const listed = JSON.parse(await wrangler(["secret", "list", "--env", env]));
      const there = listed.map(({ name }) => name);
      const missing = secretsFor(config.vars).filter((name) => !there.includes(name));
      const commands = missing.map((name) => `npx wrangler secret put ${name} --env ${env}`);
      if (missing.length > 0)
        throw new Error(`These secrets are missing. Set them with:\n${commands.join("\n")}`);
      for (const sentence of withoutSecrets(config.vars, there)) print(sentence);
    },
  },
  {
    title: "Check that the Worker builds",
    command: ({ env }) => `npx wrangler deploy --env ${env} --dry-run`,
    run: ({ wrangler, folder }, { env }) =>
      wrangler(["deploy", "--env", env, "--dry-run", "--outdir", folder()]),
  },
  {
    title: "Note the version that is running now",
    command: ({ env }) => `npx wrangler deployments status --env ${env} --json`,
    async run({ wrangler }, known) {
      const said = await wrangler(["deployments", "status", "--env", known.env, "--json"]);
      const { versions } = JSON.parse(said);
      known.previous = versions.sort((one, other) => other.percentage - one.percentage)[0].version_id;
    },
  },
  {
    title: "Note the state of the database",
    command: ({ env }) => `npx wrangler d1 time-travel info DB --env ${env} --json`,
    async run({ wrangler }, known) {
      known.at = new Date().toISOString();
      const said = await wrangler(["d1", "time-travel", "info", "DB", "--env", known.env, "--json"]);
      known.bookmark = JSON.parse(said).bookmark;
    },
  },
  {
    title: "Migrate the database",
    command: ({ env }) => `npx wrangler d1 migrations apply DB --env ${env} --remote`,
    run: ({ wrangler }, { env }) => wrangler(["d1", "migrations", "apply", "DB", "--env", env, "--remote"]),
    failed: (known) => `Some migrations may have been applied. This lists those that were not:

  npx wrangler d1 migrations list DB --env ${known.env} --remote

Version ${known.previous} is still running, and can work with the tables and columns that were added. Correct the migration and release again.
Restore the database only if the migration damaged stored data:

${databaseBefore(known)}`,
  },
  {
    title: "Deploy the Worker",
    command: ({ env, commit }) => `npx wrangler deploy --env ${env} --message "${commit}"`,
    async run({ wrangler }, known) {
      const said = await wrangler(["deploy", "--env", known.env, "--message", known.commit]);
      known.version = /Current Version ID: (\S+)/.exec(said)?.[1];
      if (!known.version) throw new Error(`Wrangler does not say which version it deployed:\n${said}`);
    },
    failed: (
      known,
    ) => `The database has been migrated. Wrangler failed, or did not say which version it deployed. Visitors are getting
either version ${known.previous} or the new one; this tells you which:

  curl ${known.origin}/health

Both versions can work with the database. Correct what failed and release again. If the new version does harm, go back.

${wayBack(known)}`,
  },
  {
    title: "Check that the portal is running the new version",
    command: ({ origin }) => `curl ${origin}/health`,
    async run({ health, pause }, { origin, version }) {
      let said;
      for (let attempt = 0; attempt < HEALTH.attempts; attempt++) {
        if (attempt > 0) await pause(HEALTH.pauseMs);
        said = await health(`${origin}/health`);
        if (said.ok && said.version === version) return;
      }
      throw new Error(`${origin}/health should say {"ok":true,"version":"${version}"}. It says:
${JSON.stringify(said)}`);
    },
    failed: (
      known,
    ) => `Version ${known.version} is deployed, and visitors are getting it. Go back now, and look for the cause afterwards.

${wayBack(known)}`,
  },
];

const wayBack = (known) => `${versionBefore(known)}

This is nearly always enough. Restore the database only if a migration damaged stored data, and only after the rollback.
Restoring removes the migrations, and the new version cannot work without them.

${databaseBefore(known)}`;

/**
 * Runs the steps of a release, and prints each. If a step fails, prints what has been done so far and how to go back.
 *
 * @param outside the outside world: `config`, the settings of the environment in wrangler.toml; `wrangler(args)` and
 *   `git(args)`, which return their output, and throw if they fail; `health(address)`, the answer as JSON; `pause(ms)`;
 *   `folder()`, which makes an empty folder; `print(text)`.
 * @param env the name of the environment in wrangler.toml.
 * @returns whether the release succeeded.
 */
export async function release(outside, env) {
  const { config, print } = outside;
  const known = { env, origin: config.vars.ORIGIN };
  const done = [];
  for (const step of STEPS) {
    try {
      await step.run(outside, known);
    } catch (error) {
      print(`✘ Failed: ${step.title}.\n\n${error.message}\n`);
      if (done.length > 0)
        print(`These steps had succeeded:\n${done.map((title) => `✔ ${title}`).join("\n")}\n`);
      print(
        step.failed?.(known) ??
          "Nothing was changed: the portal runs as before. Correct this and release again.",
      );
      return false;
    }
    done.push(step.title);
    print(`✔ ${step.title}`);
  }
  print(`\n${known.commit} is released, as version ${known.version}.\n\n${wayBack(known)}`);
  return true;
}

/** Prints the commands that a release would run, and how to go back, without running anything. */
export function printCommands({ config, print }, env) {
  const known = { ...LATER, env, origin: config.vars.ORIGIN };
  for (const { title, command } of STEPS) print(`${title}${command ? `\n  ${command(known)}` : ""}`);
  print(`\n${wayBack(known)}`);
}

function readArguments() {
  try {
    const { values } = parseArgs({ options: { env: { type: "string" }, "dry-run": { type: "boolean" } } });
    if (values.env) return { env: values.env, dryRun: values["dry-run"] };
  } catch (error) {
    fail(`${error.message}\n${usage}`);
  }
  return fail(usage);
}

function git(args) {
  const { status, stdout, stderr } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${args[0]} failed:\n${stderr}`);
  return stdout.trim();
}

/** The answer of an address as JSON. If there is no answer, the result contains the reason instead. */
async function health(address) {
  try {
    return await (await fetch(address)).json();
  } catch (error) {
    return { ok: false, error: String(error.cause ?? error) };
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const { env, dryRun } = readArguments();
  const outside = {
    config: configOf(env),
    wrangler,
    git,
    health,
    pause: wait,
    folder: () => mkdtempSync(path.join(tmpdir(), "release-")),
    print: (text) => console.log(text),
  };
  if (dryRun) printCommands(outside, env);
  else process.exitCode = (await release(outside, env)) ? 0 : 1;
}
