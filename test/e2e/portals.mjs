// The portals that the browsers test: one for each of them, at the ports given, with the same data.
//
//   PORTAL_STATE=folder node test/e2e/portals.mjs PORT…
import { cpSync } from "node:fs";
import path from "node:path";
import { answers, fill, keepSecrets, originAt, runScript, serve } from "../../scripts/portal.mjs";

/** How long a portal may leave a request without any answer, and how often that is looked at. */
const PATIENCE_MS = 20_000;
const LOOK_MS = 2_000;

/** The Worker that says what its pages use of their data, to who asks for it. */
const RECORDED = "test/e2e/recorded-worker.ts";

const ports = process.argv.slice(2);
const stateOf = (port) => path.join(process.env.PORTAL_STATE, port);

/** Whatever it answers. */
const answersAtAll = (port) =>
  fetch(`${originAt(port)}/health`, { signal: AbortSignal.timeout(PATIENCE_MS) }).then(
    () => true,
    () => false,
  );

keepSecrets();
runScript("scripts/build.mjs");
const [first, ...others] = ports;
fill(stateOf(first));
for (const port of others) cpSync(stateOf(first), stateOf(port), { recursive: true });
for (const port of ports) keepServing(port);
for (const port of ports) await answers(port);
console.log("The portals are ready.");

/**
 * A runtime that crashed leaves a server that answers nothing and does not end: every test after it would fail. It is
 * started again on the same data, and that is said, so that only the tests of that moment are run again.
 */
function keepServing(port) {
  let stopping = false;
  const begun = Date.now();
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => (stopping = true));
  const endedWith = (code) => {
    // One that ends at once would do so the next time too: its port is taken, say.
    if (stopping || Date.now() - begun < PATIENCE_MS) process.exit(code ?? 0);
    console.error(`The portal at port ${port} had ended (${code}), and is started again.`);
    keepServing(port);
  };
  const server = serve(port, stateOf(port), endedWith, [RECORDED]);
  void answers(port).then(async () => {
    while (await answersAtAll(port)) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    if (server.exitCode === null) server.kill();
  });
}
