// The Worker as `wrangler deploy` uploads it, for those who try or measure it on this machine.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { unstable_readConfig } from "wrangler";
import { quietEnv, root, wranglerCommand } from "./env.mjs";

/** The folder with what would be uploaded to this environment. The app must have been built. */
function bundled(environment, ...args) {
  const folder = mkdtempSync(path.join(tmpdir(), `portal-${environment}-`));
  const toml = path.join(folder, "wrangler.toml");
  // A build of its own would take the app away from other processes that run it.
  const config = readFileSync(path.join(root, "wrangler.toml"), "utf8").replace(
    /^\[build\]$[\s\S]*?(?=^\[)/m,
    "",
  );
  writeFileSync(toml, config.replaceAll('"./', `"${root}/`));
  const out = path.join(folder, "out");
  const [command, commandArgs] = wranglerCommand([
    ...["deploy", ...args, "--config", toml, "--env", environment, "--dry-run", "--outdir", out],
  ]);
  const { status, stderr } = spawnSync(command, commandArgs, {
    cwd: root,
    env: { ...process.env, ...quietEnv, NODE_ENV: "production" },
  });
  if (status !== 0) throw new Error(String(stderr));
  return out;
}

/** The folder with what would be uploaded to production; made once for a process and those it starts. */
export function productionBundle() {
  process.env["PRODUCTION_BUNDLE"] ??= bundled("production", "--metafile");
  return process.env["PRODUCTION_BUNDLE"];
}

/**
 * The files that wrangler made the bundle of, by path from the root: each file's form ("esm" or "cjs") and how much
 * of it is left.
 *
 * @returns {Record<string, { format: string, bytes: number }>}
 */
export function bundledFiles() {
  const folder = productionBundle();
  const { inputs, outputs } = JSON.parse(readFileSync(path.join(folder, "bundle-meta.json"), "utf8"));
  const { inputs: left } = Object.values(outputs).find(({ entryPoint }) => entryPoint);
  // Wrangler's paths begin at its configuration, which is in the folder above.
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

/** The bundle of production in Miniflare's words. */
export const productionWorker = () => workerIn(productionBundle(), "production");

/** The Worker of this tree that begins in the file `main`, bundled for development, in Miniflare's words. */
export const developmentWorker = (main) =>
  workerIn(bundled("development", path.join(root, main)), "development");

/** The first of its modules is the Worker, the others are what it imports. */
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
