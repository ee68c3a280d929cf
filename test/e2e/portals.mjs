// The portals that the browsers test: one for each of them, at the ports given, with the same data. Without ports it only
// makes the data, which are there then.
//
//   PORTAL_STATE=folder node test/e2e/portals.mjs [PORT…]
import { cpSync, existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";
import { Miniflare } from "miniflare";
import { root } from "../../scripts/env.mjs";
import { answers, callCronAt, fill, host, keepSecrets, originAt, runScript } from "../../scripts/portal.mjs";
import { configOf, developmentWorker } from "../../scripts/production.mjs";

/** How long a portal may leave a request without any answer, and how often that is looked at. */
const PATIENCE_MS = 20_000;
const LOOK_MS = 2_000;

const ports = process.argv.slice(2);
const stateOf = (name) => path.join(process.env.PORTAL_STATE, name);

/** Whatever it answers. Asked again at once: it may have closed a connection that had rested. */
function answersAtAll(port) {
  const ask = () => fetch(`${originAt(port)}/health`, { signal: AbortSignal.timeout(PATIENCE_MS) });
  return ask()
    .catch(ask)
    .then(
      () => true,
      () => false,
    );
}

const filled = stateOf("filled");
if (!existsSync(filled)) fill(filled);
if (ports.length > 0) {
  keepSecrets();
  runScript("scripts/build.mjs");
  const portal = developed();
  for (const port of ports) {
    cpSync(filled, stateOf(port), { recursive: true });
    void keepServing(portal, port);
  }
  for (const port of ports) await answers(port);
  console.log("The portals are ready.");
}

/**
 * The portal with the settings of development, in Miniflare's words. `wrangler dev` puts a Worker of its own before it
 * and listens to all that it logs, which together cost more than the portal's own answers.
 */
function developed() {
  const { vars, assets, d1_databases, r2_buckets, analytics_engine_datasets } = configOf("development");
  const named = (bindings, value) => Object.fromEntries(bindings.map((one) => [one.binding, value(one)]));
  return {
    // The Worker that says what its pages use of their data, to who asks for it.
    ...developmentWorker("test/e2e/recorded-worker.ts"),
    // A test that starts a portal of its own on the same data has the same secrets.
    bindings: { ...vars, ...parseEnv(readFileSync(path.join(root, ".dev.vars"), "utf8")) },
    assets: {
      directory: path.resolve(root, assets.directory),
      binding: assets.binding,
      routerConfig: { has_user_worker: true },
    },
    d1Databases: named(d1_databases, ({ database_id }) => database_id),
    r2Buckets: named(r2_buckets, ({ bucket_name }) => bucket_name),
    analyticsEngineDatasets: named(analytics_engine_datasets, ({ dataset }) => ({ dataset })),
    cf: false,
  };
}

/**
 * Serves it at a port. A runtime that crashed answers nothing any more: every test after it would fail. It is started
 * again on the same data, and that is said, so that only the tests of that moment are run again.
 */
async function keepServing(portal, port) {
  const start = () =>
    new Miniflare({
      ...portal,
      host,
      port: Number(port),
      d1Persist: path.join(stateOf(port), "v3/d1"),
      r2Persist: path.join(stateOf(port), "v3/r2"),
      // What it logs of every request is no matter here, its warnings are.
      handleRuntimeStdio: (stdout, stderr) => {
        stdout.resume();
        stderr.pipe(process.stderr);
      },
    });
  let served = start();
  callCronAt(originAt(port));
  for (const signal of ["SIGINT", "SIGTERM"])
    process.on(signal, () => void served.dispose().finally(() => process.exit()));
  await served.ready;
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    if (await answersAtAll(port)) continue;
    console.error(`The portal at port ${port} had ended, and is started again.`);
    await served.dispose().catch(() => undefined);
    served = start();
    await served.ready;
  }
}
