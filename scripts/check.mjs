// Checks within a minute whether a change is sound. If suites are named, runs only these: npm run check -- types
import { fail } from "./env.mjs";
import { report, run } from "./suites.mjs";

const QUICK = ["style", "types", "law", "unused", "rules"];

const chosen = process.argv.slice(2);
const unknown = chosen.find((name) => !QUICK.includes(name));
if (unknown) fail(`There is no check “${unknown}”. The checks are: ${QUICK.join(", ")}.`);
report(await run(chosen.length > 0 ? chosen : QUICK));
