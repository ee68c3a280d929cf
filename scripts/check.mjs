// Checks within a minute whether a change is sound. If suites are named, runs only these: npm run check -- types
import { report, run } from "./suites.mjs";

const chosen = process.argv.slice(2);
report(await run(chosen.length > 0 ? chosen : ["style", "types", "law", "unused", "rules"]));
