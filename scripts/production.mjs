// The Worker as `wrangler deploy --env production` uploads it, for trying or measuring it on this machine.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { unstable_readConfig } from "wrangler";
import { quietEnv, root, wranglerCommand } from "./env.mjs";

/** The folder with the files to upload; made once for a process and its children. The app must have been built. */
export function productionBundle() {
  if (process.env["PRODUCTION_BUNDLE"]) return process.env["PRODUCTION_BUNDLE"];
  const folder = mkdtempSync(path.join(tmpdir(), "portal-production-"));
  const toml = path.join(folder, "wrangler.toml");
  // A build of its own would take the app away from other processes that run it.
  const config = readFileSync(path.join(root, "wrangler.toml"), "utf8").replace(
    /^\[build\]$[\s\S]*?(?=^\[)/m,
    "",
  );
  writeFileSync(toml, config.replaceAll('"./', `"${root}/`));
  const out = path.join(folder, "out");
  const [command, args] = wranglerCommand([
    ...["deploy", "--config", toml, "--env", "production", "--dry-run", "--outdir", out, "--metafile"],
  ]);
  const { status, stderr } = spawnSync(command, args, {
    cwd: root,
    env: { ...process.env, ...quietEnv, NODE_ENV: "production" },
  });
  if (status !== 0) throw new Error(String(stderr));
  process.env["PRODUCTION_BUNDLE"] = out;
  return out;
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

/**
 * The bundle in the form that Miniflare takes. The first of its modules is the Worker, the others are its imports.
 */
export function productionWorker() {
  const folder = productionBundle();
  const { compatibility_date, compatibility_flags } = configOf("production");
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
