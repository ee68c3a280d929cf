// Starts a portal from a fresh clone: secrets, build, migrations, seed, server. `npm run dev` runs this script.
import { createServer } from "node:net";
import { fail, localState } from "./env.mjs";
import { answers, fill, host, keepSecrets, originAt, runScript, serve } from "./portal.mjs";

const port = Number(process.env.PORT ?? 8787);
const state = process.env.PORTAL_STATE ?? localState;

await portIsFree();
keepSecrets();
runScript("scripts/build.mjs");
fill(state);
serve(port, state);
await answers(port);
console.log(`\nThe portal is at ${originAt(port)}`);
console.log(
  "Sign in as signed@hpair.example, password conference-2023. Mail is at /dev/mailbox. README.md lists more accounts.\n",
);

async function portIsFree() {
  const probe = createServer();
  await new Promise((resolve) => {
    probe.once("error", () =>
      fail(`Port ${port} is in use. Stop the process that is using it, or set PORT to another port.`),
    );
    probe.listen(port, host, () => probe.close(resolve));
  });
}
