// Sets up and runs the portal on this machine, step by step: secrets, data, server.
import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { quietEnv, root, wrangler, wranglerCommand } from "./env.mjs";
import { newIdTokenKeys } from "./id-token-keys.mjs";

export const host = "127.0.0.1";
const development = ["--env", "development"];
/** The time (ms) between two calls of the cron on this machine, where it does not run by itself. */
const HOUSEKEEPING_MS = 30_000;

/**
 * Writes the secrets once and keeps them. If the secrets that sign sessions and tokens changed at a restart, those
 * sessions and tokens would end.
 */
export function keepSecrets() {
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

/** Runs another script, and ends this one if the other fails. */
export function runScript(script, ...args) {
  const { status } = spawnSync(process.execPath, [path.join(root, script), ...args], {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0) process.exit(status ?? 1);
}

/** Migrates the database in the folder `state`, and seeds it if it is empty. */
export function fill(state) {
  console.log("Migrating the local database…");
  wrangler(["d1", "migrations", "apply", "DB", ...development, "--local", "--persist-to", state]);
  runScript("scripts/seed.mjs", "base", "--persist-to", state);
  runScript("scripts/seed.mjs", "demo", "--persist-to", state);
}

/**
 * Serves the portal until a signal stops it, and calls its cron while it runs. This process ends when the server ends,
 * with the server's exit code.
 *
 * @returns the process of the server
 */
export function serve(port, state) {
  const address = ["--ip", host, "--port", String(port), "--inspector-port", "0"];
  const [command, args] = wranglerCommand([
    ...["dev", ...development, "--local", "--persist-to", state, ...address, "--log-level", "warn"],
  ]);
  const server = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...quietEnv },
    stdio: ["ignore", "inherit", "inherit"],
  });
  callCronAt(originAt(port));
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => server.kill(signal));
  process.on("exit", () => server.kill());
  server.on("exit", (code) => process.exit(code ?? 0));
  return server;
}

export const originAt = (port) => `http://${host}:${port}`;

/** Calls the cron of the portal at this origin again and again, for as long as this process runs. */
export const callCronAt = (origin) =>
  setInterval(
    () =>
      fetch(`${origin}/dev/scheduled`, { method: "POST", headers: { Origin: origin } }).catch(
        () => undefined,
      ),
    HOUSEKEEPING_MS,
  );

/** Resolves once the portal answers at this port. */
export async function answers(port) {
  for (;;) {
    const isReady = await fetch(`${originAt(port)}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}
