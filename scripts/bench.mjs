// Measures on this machine what a request costs. It compares the production bundle with a bare Worker that runs the
// same statements, and with a Worker that serves the same bytes from memory.
//
//   npm run bench -- [bundle] [start] [cpu] [isolate] [trips] [lcp] [rows] [events] [all] [lighthouse] [night] [door] [options]
//
//   --runs N         measure N times and take the median (default 2)
//   --seconds S      for how long each Worker is under load in one run (default 1)
//   --d1-delay MS    delay added to each database call, for `trips` (default 150), `night` and `door` (default 20)
//   --sizes A,B      numbers of applications, for `rows` (default 100,10000,100000)
//   --people N       number of delegates, for `night` (default 3000) and `door` (default 1200); everything else scales
//   --speeds A,B     seconds in which all requests are made, for `night` (default 180,60,20) and `door` (default 180)
//   --only PATTERN   only addresses whose name matches
//   --write          put the results into docs/performance.md and docs/performance.svg
import { readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { measureBundle } from "./bench/bundle.mjs";
import { measureDoor } from "./bench/door.mjs";
import { measureEvents } from "./bench/events.mjs";
import { measureIsolate } from "./bench/isolate.mjs";
import { measureLcp } from "./bench/lcp.mjs";
import { measureLighthouse } from "./bench/lighthouse.mjs";
import { measureLoad } from "./bench/load.mjs";
import { measureNight } from "./bench/night.mjs";
import { cpuChart, TABLES, withPart } from "./bench/report.mjs";
import { measureRows } from "./bench/rows.mjs";
import { measureStart } from "./bench/start.mjs";
import { measureTrips } from "./bench/trips.mjs";
import { openProcessor } from "./bench/workers.mjs";
import { fail, root } from "./env.mjs";
import { runScript } from "./portal.mjs";

const MEASURES = {
  bundle: async () => measureBundle(),
  start: measureStart,
  cpu: measureLoad,
  isolate: measureIsolate,
  trips: measureTrips,
  lcp: measureLcp,
  rows: measureRows,
  events: measureEvents,
  lighthouse: measureLighthouse,
  night: measureNight,
  door: measureDoor,
};
/** The parts that need no extra tool and do not need the whole machine for minutes. */
const ALL = Object.keys(MEASURES).filter((part) => !["lighthouse", "night", "door"].includes(part));

function readArguments() {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      runs: { type: "string", default: "2" },
      seconds: { type: "string", default: "1" },
      "d1-delay": { type: "string" },
      sizes: { type: "string", default: "100,10000,100000" },
      people: { type: "string" },
      speeds: { type: "string" },
      only: { type: "string", default: "" },
      write: { type: "boolean", default: false },
    },
  });
  const parts = positionals.length === 0 || positionals.includes("all") ? ALL : positionals;
  const unknown = parts.find((part) => !(part in MEASURES));
  if (unknown)
    fail(`There is no part "${unknown}". The parts are: ${Object.keys(MEASURES).join(", ")}, or all.`);
  const pattern = new RegExp(values.only);
  if (values.write && values.only)
    fail("--write puts the results of all addresses into the document, so it cannot be used with --only.");
  if (values.write && values.people)
    fail(
      "--write puts the results for the default number of delegates into the document, so it cannot be used with --people.",
    );
  return {
    parts,
    write: values.write,
    runs: Number(values.runs),
    seconds: Number(values.seconds),
    ...(values["d1-delay"] && { delay: Number(values["d1-delay"]) }),
    sizes: values.sizes.split(",").map(Number),
    ...(values.people && { people: Number(values.people) }),
    ...(values.speeds && { speeds: values.speeds.split(",").map(Number) }),
    only: ({ name }) => pattern.test(name),
  };
}

/** Where a part was measured, and how many times. Readers of the results need to know this. */
function circumstances(part, { runs }) {
  const { version } = JSON.parse(readFileSync(path.join(root, "node_modules/workerd/package.json"), "utf8"));
  const [{ model }] = cpus();
  const machine = `${cpus().length} cores (${model.trim()}), Node ${process.version.slice(1)}, workerd ${version}`;
  const counted =
    part === "night" || part === "door" ? "One run of each speed" : `Median of ${runs} interleaved runs`;
  return `${counted} on ${machine}, with a load average of ${loadavg()[0].toFixed(1)} at the start.`;
}

const { parts, write, ...options } = readArguments();
runScript("scripts/build.mjs");
const processor = await openProcessor();
for (const part of parts) {
  const where = circumstances(part, options);
  const measured = await MEASURES[part](options, processor);
  const text = part === "bundle" ? TABLES[part](measured) : `${TABLES[part](measured)}\n\n${where}`;
  console.log(`\n${text}`);
  if (!write) continue;
  const file = path.join(root, "docs/performance.md");
  writeFileSync(file, withPart(readFileSync(file, "utf8"), part, text));
  if (part === "cpu") writeFileSync(path.join(root, "docs/performance.svg"), cpuChart(measured));
}
await processor.close();
