// The Worker as `wrangler deploy` uploads it, for scripts and tests that run or measure it on this machine.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { unstable_readConfig } from "wrangler";
import { quietEnv, root, wranglerCommand } from "./env.mjs";

/** How long (ms) wrangler may take for a bundle. It takes a few seconds. */
const BUNDLE_MS = 120_000;

/**
 * Makes the bundle that would be uploaded to this environment, and returns its folder. The app must have been built.
 */
function bundled(environment, ...args) {
  const folder = mkdtempSync(path.join(tmpdir(), `portal-${environment}-`));
  const toml = path.join(folder, "wrangler.toml");
  // Wrangler must not build the app a second time, because that would take the built files away from other processes
  // that use them.
  const config = readFileSync(path.join(root, "wrangler.toml"), "utf8").replace(
    /^\[build\]$[\s\S]*?(?=^\[)/m,
    "",
  );
  writeFileSync(toml, config.replaceAll('"./', `"${root}/`));
  const out = path.join(folder, "out");
  const [command, commandArgs] = wranglerCommand([
    ...["deploy", ...args, "--config", toml, "--env", environment, "--dry-run", "--outdir", out],
  ]);
  const run = () =>
    spawnSync(command, commandArgs, {
      cwd: root,
      env: { ...process.env, ...quietEnv, NODE_ENV: "production" },
      timeout: BUNDLE_MS,
    });
  let { status, stderr, error } = run();
  // If wrangler hangs, it is ended after `BUNDLE_MS`, because all later steps wait for wrangler. Then it is started
  // once more.
  if (error?.code === "ETIMEDOUT") {
    console.error("wrangler did not make the bundle in time, and is started again.");
    ({ status, stderr, error } = run());
  }
  // A wrangler that was ended can have the exit code 0.
  if (error || status !== 0) throw new Error(`${error?.message ?? ""}\n${stderr ?? ""}`.trim());
  return out;
}

/**
 * The folder with the bundle that would be uploaded to production. It is made only once, for this process and all
 * processes that it starts.
 */
export function productionBundle() {
  process.env["PRODUCTION_BUNDLE"] ??= bundled("production", "--metafile");
  return process.env["PRODUCTION_BUNDLE"];
}

/**
 * The files from which wrangler made the bundle, by path from the root. For each file, its format ("esm" or "cjs"), and
 * how many of its bytes are in the bundle.
 *
 * @returns {Record<string, { format: string, bytes: number }>}
 */
export function bundledFiles() {
  const folder = productionBundle();
  const { inputs, outputs } = JSON.parse(readFileSync(path.join(folder, "bundle-meta.json"), "utf8"));
  const { inputs: left } = Object.values(outputs).find(({ entryPoint }) => entryPoint);
  // Wrangler's paths are relative to its configuration, which is in the folder above.
  const fromRoot = (file) => path.relative(root, path.resolve(folder, "..", file));
  return Object.fromEntries(
    Object.entries(left).map(([file, { bytesInOutput }]) => [
      fromRoot(file),
      { format: inputs[file].format, bytes: bytesInOutput },
    ]),
  );
}

/** The settings of an environment in wrangler.toml. */
export const configOf = (environment) =>
  unstable_readConfig({ config: path.join(root, "wrangler.toml"), env: environment }, { hideWarnings: true });

/** The production bundle, as options for Miniflare. */
export const productionWorker = () => workerIn(productionBundle(), "production");

/** The Worker whose entry is the file `main` of this repository, bundled for development, as options for Miniflare. */
export const developmentWorker = (main) =>
  workerIn(bundled("development", path.join(root, main)), "development");

/** The options for the bundle in this folder. The first module is the Worker, and the others are what it imports. */
function workerIn(folder, environment) {
  const { compatibility_date, compatibility_flags } = configOf(environment);
  return {
    modules: readdirSync(folder)
      .filter((name) => /\.(js|wasm)$/.test(name))
      .sort((one, other) => Number(other.endsWith(".js")) - Number(one.endsWith(".js")))
      .map((name) => ({
        type: name.endsWith(".js") ? "ESModule" : "CompiledWasm",
        path: path.join(folder, name),
      })),
    modulesRoot: folder,
    compatibilityDate: compatibility_date,
    compatibilityFlags: compatibility_flags,
  };
}
