// How the scripts run wrangler: without notices or telemetry, and without waiting for input. Wrangler stays offline
// unless it is told to be remote.
import { spawnSync } from "node:child_process";
import path from "node:path";

export const root = path.resolve(import.meta.dirname, "..");

/** The folder in which `wrangler dev` keeps the local databases and files by default. */
export const localState = path.join(root, ".wrangler/state");

export const quietEnv = {
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_SEND_ERROR_REPORTS: "false",
  // This prevents the banner from checking for a newer version.
  WRANGLER_HIDE_BANNER: "true",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  // Keeps wrangler from asking questions.
  CI: "1",
};

/**
 * The path of wrangler. In a rehearsal, it is the path of the script that replaces wrangler
 * (test/support/wrangler/stand-in.mjs).
 */
const wranglerScript = () =>
  process.env["WRANGLER"] ?? path.join(root, "node_modules/wrangler/bin/wrangler.js");

/** The arguments with which `spawn` starts wrangler on any platform. */
export const wranglerCommand = (args) => [process.execPath, [wranglerScript(), ...args]];

/**
 * Runs wrangler to its end, and returns what it printed.
 *
 * @throws Error with wrangler's own output if it fails
 */
export function wrangler(args) {
  const [command, commandArgs] = wranglerCommand(args);
  const { status, error, stdout, stderr } = spawnSync(command, commandArgs, {
    cwd: root,
    env: { ...process.env, ...quietEnv },
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error) throw error;
  if (status !== 0)
    throw new Error(`wrangler ${args.slice(0, 3).join(" ")} failed:\n${stdout}${stderr}`.trim());
  return stdout;
}

/**
 * Opens the bindings of the Worker to the local state. Scripts use this once, instead of running wrangler for each
 * step. The caller must call `dispose()`.
 */
export async function openLocal({ persistTo = localState, environment = "development" } = {}) {
  Object.assign(process.env, quietEnv);
  const { getPlatformProxy } = await import("wrangler");
  return getPlatformProxy({
    configPath: path.join(root, "wrangler.toml"),
    environment,
    persist: { path: path.join(path.resolve(persistTo), "v3") },
    remoteBindings: false,
  });
}

/**
 * Prints one sentence, and ends the script with exit code 1.
 *
 * @returns {never}
 */
export function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** An explanation of the most common database error; for any other error, its own message. */
export const explain = (error) =>
  /no such table/i.test(error.message)
    ? "The database has no tables yet. Run the migrations first: npx wrangler d1 migrations apply DB --env development --local (or --env production --remote)."
    : error.message;
