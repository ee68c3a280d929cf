// Switches the guards of money, of passkeys and of mails off one at a time: npm run guards [-- FILE …] [-- --again]
//
// Reports the guards without which no test fails. It continues where it last stopped
// (docs/decisions/0101-guards-that-are-missed.md).
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "./env.mjs";
import { ACCEPTED } from "./guards/accepted.mjs";
import { copyPlanted } from "./guards/copy.mjs";
import { allGuards, FILES } from "./guards/files.mjs";
import { run } from "./guards/trials.mjs";

/** How many trials one run of Vitest makes. To start it takes as long as ten of them. */
const AT_ONCE = 200;
/** What a test file costs beside the time that it takes itself (ms). */
const SETUP_MS = 1_000;

const cache = path.join(root, "node_modules/.cache/guards.json");
const chosen = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const again = process.argv.includes("--again");

/**
 * What is known from earlier runs.
 *
 * - `caught`: for each guard's id, the test file that failed without it.
 * - `passed`: for each guard's id, the test files that passed without it.
 * - `reached`: for each test file, how long it takes, and the guards that it reaches. `text` is the hash of the file: once
 *   the file has changed, what is known about it no longer counts.
 *
 * @type {{
 *   caught: Record<string, string>,
 *   passed: Record<string, string[]>,
 *   reached: Record<string, { text: string, ms: number, inTests: string[], whileLoading: string[] }>,
 * }}
 */
const known =
  existsSync(cache) && !again
    ? JSON.parse(readFileSync(cache, "utf8"))
    : { caught: {}, passed: {}, reached: {} };

function keep() {
  mkdirSync(path.dirname(cache), { recursive: true });
  writeFileSync(cache, JSON.stringify(known, null, 1));
}

const hashOf = (file) =>
  createHash("sha256")
    .update(readFileSync(path.join(root, file)))
    .digest("hex");

/** Runs these test files while no guard is off, and keeps which guards each of them reaches. */
async function record(testFiles) {
  const files = [...new Set(testFiles)];
  const changed = files.filter((file) => known.reached[file]?.text !== hashOf(file));
  for (const [id, passed] of Object.entries(known.passed))
    known.passed[id] = passed.filter((file) => !changed.includes(file));
  for (const file of changed) delete known.reached[file];
  if (changed.length === 0) return;
  console.log(`${changed.length} test files run first, while no guard is off.`);
  await run(
    changed.map((file) => ({ file, without: null })),
    ({ trial: { file }, failed, ms, guards: reached }) => {
      if (failed) console.log(`${file} fails although no guard is off, so it is left out.`);
      else known.reached[file] = { text: hashOf(file), ms, ...reached };
      keep();
    },
  );
}

/** The ids of the guards that are read while modules are loaded. */
const readWhileLoading = () =>
  new Set(Object.values(known.reached).flatMap(({ whileLoading }) => whileLoading));

/** The test files that may catch this guard and have not been tried: those that reach it. */
function candidates({ id, tests, isTrigger }) {
  const passed = known.passed[id] ?? [];
  const anyTest = isTrigger || readWhileLoading().has(id);
  return tests.filter((file) => {
    const reached = known.reached[file];
    return reached && !passed.includes(file) && (anyTest || reached.inTests.includes(id));
  });
}

const isLeft = (guard) => !known.caught[guard.id] && candidates(guard).length > 0;

/** How many guards each test file was tried for, and how many of them it caught. */
const counts = new Map();

function count(file, isCaught) {
  const { tried, caught } = counts.get(file) ?? { tried: 0, caught: 0 };
  counts.set(file, { tried: tried + 1, caught: caught + Number(isCaught) });
}

/**
 * Chooses, for each of these guards, the test file that will probably catch it in the shortest time. How probable this is
 * depends on how many other guards the file caught. Before it was tried, a third is assumed for the tests of the guard's
 * room, and a tenth for others. Each choice counts as half a failure to catch, so that one run tries many files.
 *
 * @returns {import("./guards/trials.mjs").Trial[]}
 */
function trialsOf(guards) {
  const chosen = new Map();
  return guards.map((guard) => {
    const worth = (file) => {
      const { tried, caught } = counts.get(file) ?? { tried: 0, caught: 0 };
      const assumed = guard.first.includes(file) ? 1 : 0.3;
      const times = tried + 3 + (chosen.get(file) ?? 0) / 2;
      return (caught + assumed) / times / (known.reached[file].ms + SETUP_MS);
    };
    const file = candidates(guard).reduce((one, other) => (worth(other) > worth(one) ? other : one));
    chosen.set(file, (chosen.get(file) ?? 0) + 1);
    return { file, without: guard.id };
  });
}

/** Tries guards that are read while tests run. Many of them can be tried in the same process. */
async function tryTogether(guards) {
  for (let left = guards.filter(isLeft); left.length > 0; left = left.filter(isLeft)) {
    console.log(`${left.length} guards left.`);
    const now = left.slice(0, AT_ONCE);
    await run(trialsOf(now), noted);
    left = [...left.slice(AT_ONCE), ...now];
  }
}

/** Tries guards that are read while modules are loaded. Each needs a process of its own, which loads them without it. */
async function tryAlone(guards) {
  for (const guard of guards.filter(isLeft)) {
    const files = candidates(guard);
    const likely = files.filter((file) => guard.first.includes(file));
    const others = files.filter((file) => !likely.includes(file));
    for (const some of [likely, others])
      if (!known.caught[guard.id])
        await run(
          some.map((file) => ({ file, without: guard.id })),
          noted,
        );
  }
}

/** Tries these guards with all test files that are recorded. */
async function tryAll(guards) {
  const loaded = readWhileLoading();
  await tryTogether(guards.filter(({ id }) => !loaded.has(id)));
  await tryAlone(guards.filter(({ id }) => loaded.has(id)));
}

function noted({ trial: { file, without: id }, failed, how }) {
  count(file, failed);
  if (failed) known.caught[id] ||= how === "did not end" ? `${file} (it did not end)` : file;
  else known.passed[id] = [...(known.passed[id] ?? []), file];
  keep();
}

const guards = allGuards().filter(
  ({ file }) => chosen.length === 0 || chosen.some((part) => file.includes(part)),
);
const uncaught = guards.filter(({ id }) => !known.caught[id]);
console.log(
  `${guards.length} guards. For ${uncaught.length} of them, no test is known yet that fails without them.`,
);
if (uncaught.length > 0) {
  copyPlanted(FILES);
  for (const file of Object.values(known.caught)) count(file, true);
  for (const file of Object.values(known.passed).flat()) count(file, false);
  await record(uncaught.flatMap(({ first }) => first));
  await tryAll(uncaught);
  await record(uncaught.filter(({ id }) => !known.caught[id]).flatMap(({ tests }) => tests));
  await tryAll(uncaught);
}

const reasonOf = ({ file, text }) => ACCEPTED[file]?.[text];
const open = guards.filter(({ id }) => !known.caught[id]);
const missed = open.filter((guard) => !reasonOf(guard));
for (const file of new Set(guards.map((guard) => guard.file))) {
  const [all, found, left] = [guards, open, missed].map(
    (list) => list.filter((guard) => guard.file === file).length,
  );
  console.log(
    `${file}: ${all} guards, ${all - found} covered, ${found - left} accepted, ${left} not covered`,
  );
}
for (const guard of open) {
  const { file, line, text } = guard;
  console.log(
    `  ${file}:${line}  ${text}${reasonOf(guard) ? `\n      ${reasonOf(guard)}` : "  NOT COVERED"}`,
  );
}
console.log(
  `\n${guards.length} guards: ${guards.length - open.length} are covered (a test fails without them), ${open.length - missed.length} are accepted, ${missed.length} are not covered.`,
);
process.exit(missed.length === 0 ? 0 : 1);
