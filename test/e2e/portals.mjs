// Starts the portals that the browsers test, one at each port, all with the same data. Without ports, it only makes the
// data.
//
//   PORTAL_STATE=folder node test/e2e/portals.mjs [PORT…]
import { cpSync, existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseEnv } from "node:util";
import { Miniflare } from "miniflare";
import { root } from "../../scripts/env.mjs";
import { answers, callCronAt, fill, host, keepSecrets, originAt, runScript } from "../../scripts/portal.mjs";
import { configOf, developmentWorker } from "../../scripts/production.mjs";

/** How long a portal may take to start or to end. */
const START_MS = 60_000;
/** How long a portal may leave a request unanswered, and how often this is checked. */
const PATIENCE_MS = 20_000;
const LOOK_MS = 2_000;

const ports = process.argv.slice(2);
const stateOf = (name) => path.join(process.env.PORTAL_STATE, name);

/**
 * Whether the portal answers at all, with any status. The portal is asked a second time at once, since it may have
 * closed an idle connection.
 */
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
  console.log("Bundling the portal…");
  const portal = developed();
  console.log("Starting the portals…");
  for (const port of ports) {
    cpSync(filled, stateOf(port), { recursive: true });
    void keepServing(portal, port);
  }
  for (const port of ports) await answers(port);
  console.log("The portals are ready.");
}

/**
 * Miniflare's options for the portal with the settings of development. `wrangler dev` would put a Worker of its own
 * before the portal, and would read the portal's whole log. Together, this Worker and the reading would cost more than
 * the portal's own answers.
 */
function developed() {
  const { vars, assets, d1_databases, r2_buckets, analytics_engine_datasets } = configOf("development");
  const named = (bindings, value) => Object.fromEntries(bindings.map((one) => [one.binding, value(one)]));
  return {
    // This Worker also tells a test which data its pages use, if the test asks.
    ...developmentWorker("test/e2e/recorded-worker.ts"),
    // A test may start a portal of its own on the same data. That portal then has these secrets too.
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
 * Serves the portal at a port. If its runtime crashes or does not start, no later test would get an answer. So the
 * portal is started again on the same data, and a message says so. Then only the tests that were running at that moment
 * have to be run again.
 */
async function keepServing(portal, port) {
  const start = () =>
    new Miniflare({
      ...portal,
      host,
      port: Number(port),
      d1Persist: path.join(stateOf(port), "v3/d1"),
      r2Persist: path.join(stateOf(port), "v3/r2"),
      // The log of every request is not needed, but the warnings are.
      handleRuntimeStdio: (stdout, stderr) => {
        stdout.resume();
        stderr.pipe(process.stderr);
      },
    });
  let served = start();
  callCronAt(originAt(port));
  for (const signal of ["SIGINT", "SIGTERM"])
    process.on(signal, () => void served.dispose().finally(() => process.exit()));
  for (;;) {
    const hasStarted = served.ready.then(
      () => true,
      (error) => {
        console.error(error);
        return false;
      },
    );
    let isServing = await Promise.race([hasStarted, wait(START_MS, false)]);
    while (isServing) {
      await wait(LOOK_MS);
      isServing = await answersAtAll(port);
    }
    console.error(`The portal at port ${port} does not answer, and is started again.`);
    await Promise.race([served.dispose().catch(() => undefined), wait(START_MS)]);
    await wait(LOOK_MS);
    served = start();
  }
}
