// Runs every check and test, and prints the time of each. First it runs the suites that use only one core, side by
// side. Then it runs the suites that need the whole machine, one by one. `--deep` adds the exhaustive tests.
import { mkdtempSync } from "node:fs";
import path from "node:path";
import { findChromium } from "./chromium.mjs";
import { scratchFolder } from "./scratch.mjs";
import { report, run } from "./suites.mjs";

const deep = process.argv.includes("--deep");
const scratch = scratchFolder();
const env = {
  CHROMIUM: findChromium(),
  TMPDIR: scratch,
  PORTAL_STATE: mkdtempSync(path.join(scratch, "portal-e2e-")),
  ...(deep && { DEEP: "1" }),
};

report([
  ...(await run(["build", "style", "types", "law", "unused", "data of the portals"], { env })),
  ...(await run(["rules and workerd", "browser"], { env, atOnce: false })),
]);
