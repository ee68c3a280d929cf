// Sets up a new installation with the commands that an operator would type from docs/operations.md. Then it plays a
// whole season on this installation, with the acts of everybody who takes part. It runs the production bundle, with
// stand-ins for Cloudflare's account, the card processor and the mail provider (docs/decisions/0065-the-rehearsal.md).
// It also runs the commands that other documents mention. Each step is printed as one line, with its time:
//
//   node scripts/rehearse.mjs [season|commands]
import { startVitest } from "vitest/node";
import { fail } from "./env.mjs";
import { runScript } from "./portal.mjs";
import { rehearseCommands } from "./rehearse/commands.mjs";

const PARTS = { season: rehearseSeason, commands: rehearseCommandsOf };
const WORDS = { passed: "passed", failed: "FAILED", skipped: "skipped" };
const counts = { passed: 0, failed: 0, skipped: 0 };

const asked = process.argv.slice(2);
if (asked.some((part) => !(part in PARTS))) fail("Usage: npm run rehearse [-- season|commands]");
const parts = asked.length > 0 ? asked : Object.keys(PARTS);

runScript("scripts/build.mjs");
const start = Date.now();
await Promise.all(parts.map((part) => PARTS[part]()));
const left = counts.skipped > 0 ? `, ${counts.skipped} skipped` : "";
console.log(
  `\n${counts.passed} passed, ${counts.failed} failed${left}, after ${seconds(Date.now() - start)} s`,
);
process.exit(counts.failed === 0 && counts.passed > 0 ? 0 : 1);

async function rehearseCommandsOf() {
  for (const passed of await rehearseCommands()) counts[passed ? "passed" : "failed"] += 1;
}

async function rehearseSeason() {
  process.env["REHEARSAL"] = "1";
  const lines = { onTestCaseResult: tellStep, onTestRunEnd: tellRest };
  const vitest = await startVitest("test", [], { project: "rehearsal", watch: false, reporters: [lines] });
  await vitest.close();
}

function tellStep(step) {
  const { state, errors = [] } = step.result();
  counts[state] += 1;
  console.log(`${WORDS[state]}  ${seconds(step.diagnostic()?.duration ?? 0).padStart(6)} s  ${step.name}`);
  tell(errors);
}

/** Prints errors that happened before the first step, after the last step, or outside the steps. */
function tellRest(files, unexpected) {
  const parts = files.flatMap((file) => [file, ...file.children.allSuites()]);
  const errors = [...parts.flatMap((part) => part.errors()), ...unexpected];
  counts.failed += errors.length;
  tell(errors);
}

function tell(errors) {
  for (const { message } of errors) console.log(message.replaceAll(/^/gm, "    "));
}

function seconds(ms) {
  return (ms / 1000).toFixed(1);
}
