// Every check and test, each with its time: first those that leave a core idle, side by side, then those that need
// both. `--deep` adds the exhaustive ones.
import { findChromium } from "./chromium.mjs";
import { report, run } from "./suites.mjs";

const deep = process.argv.includes("--deep");
const env = { CHROMIUM: findChromium(), ...(deep && { DEEP: "1" }) };

report([
  ...(await run(["build", "style", "types", "law", "unused"], { env })),
  ...(await run(["rules and workerd", "browser"], { env, atOnce: false })),
]);
