// The portals that the browsers test: one for each of them, at the ports given, with the same data.
//
//   PORTAL_STATE=folder node test/e2e/portals.mjs PORT…
import { cpSync } from "node:fs";
import path from "node:path";
import { answers, fill, keepSecrets, runScript, serve } from "../../scripts/portal.mjs";

const ports = process.argv.slice(2);
const stateOf = (port) => path.join(process.env.PORTAL_STATE, port);

keepSecrets();
runScript("scripts/build.mjs");
const [first, ...others] = ports;
fill(stateOf(first));
for (const port of others) cpSync(stateOf(first), stateOf(port), { recursive: true });
for (const port of ports) serve(port, stateOf(port));
for (const port of ports) await answers(port);
console.log("The portals are ready.");
