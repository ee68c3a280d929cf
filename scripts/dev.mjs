// One command from a fresh clone to a running portal: secret, build, migrations, seed, server.
import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { fail, quietEnv, root, wrangler, wranglerCommand } from "./env.mjs";
import { newIdTokenKeys } from "./id-token-keys.mjs";

const host = "127.0.0.1";
const port = Number(process.env.PORT ?? 8787);
const origin = `http://${host}:${port}`;
const state = process.env.PORTAL_STATE ?? ".wrangler/state";
const development = ["--env", "development"];
/** Locally, cron does not fire by itself. */
const HOUSEKEEPING_MS = 30_000;

await portIsFree();
keepSecrets();
node("scripts/build.mjs");
console.log("Migrating the local database…");
wrangler(["d1", "migrations", "apply", "DB", ...development, "--local", "--persist-to", state]);
node("scripts/seed.mjs", "base", "--persist-to", state);
node("scripts/seed.mjs", "demo", "--persist-to", state);
serve();

async function portIsFree() {
  const probe = createServer();
  await new Promise((resolve) => {
    probe.once("error", () =>
      fail(`Port ${port} is in use. Stop what listens there, or set PORT to another one.`),
    );
    probe.listen(port, host, () => probe.close(resolve));
  });
}

/** Sessions and tokens survive a restart only if the secrets that sign them do. */
function keepSecrets() {
  const file = path.join(root, ".dev.vars");
  const kept = existsSync(file) ? readFileSync(file, "utf8") : "";
  const secrets = {
    SESSION_SECRET: () => randomBytes(32).toString("hex"),
    ID_TOKEN_KEYS: () => `'${newIdTokenKeys()}'`,
  };
  for (const [name, make] of Object.entries(secrets)) {
    if (!kept.includes(`${name}=`)) appendFileSync(file, `${name}=${make()}\n`);
  }
}

function node(script, ...args) {
  const { status } = spawnSync(process.execPath, [path.join(root, script), ...args], {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0) process.exit(status ?? 1);
}

function serve() {
  const args = [
    "dev",
    ...development,
    "--local",
    "--ip",
    host,
    "--port",
    String(port),
    "--persist-to",
    state,
  ];
  const [command, rest] = wranglerCommand([...args, "--inspector-port", "0", "--log-level", "warn"]);
  const server = spawn(command, rest, {
    cwd: root,
    env: { ...process.env, ...quietEnv },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const housekeeping = setInterval(callCron, HOUSEKEEPING_MS);
  void announce();
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => server.kill(signal));
  server.on("exit", (code) => {
    clearInterval(housekeeping);
    process.exit(code ?? 0);
  });
}

async function callCron() {
  await fetch(`${origin}/dev/scheduled`, { method: "POST", headers: { Origin: origin } }).catch(
    () => undefined,
  );
}

async function announce() {
  const ready = await fetch(`${origin}/health`).then(
    (answer) => answer.ok,
    () => false,
  );
  if (!ready) {
    setTimeout(announce, 300);
    return;
  }
  console.log(`\nThe portal is at ${origin}`);
  console.log(
    "Sign in as signed@hpair.example, password conference-2023. Mail: /dev/mailbox. More accounts: README.\n",
  );
}
