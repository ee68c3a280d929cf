// Runs test files of the copy while a guard is off, many of them in one run of Vitest: to start it takes longer than to
// run most test files. Which guard is off, test/support/guards.ts reads in the name of the test file.
import { spawn } from "node:child_process";
import { copyFileSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import readline from "node:readline";
import { quietEnv } from "../env.mjs";
import { scratchFolder } from "../scratch.mjs";
import { copy } from "./copy.mjs";
import { LINES } from "./reporter.mjs";

/**
 * @typedef {object} Trial
 * @property {string} file a test file, as a path from the root.
 * @property {string | null} without the id of the guard that is off; null if none is.
 */

/**
 * @typedef {object} Outcome
 * @property {Trial} trial
 * @property {boolean} failed
 * @property {string} how "failed" or "did not end"; "passed" if it did not fail.
 * @property {number} ms how long the file took.
 * @property {{ whileLoading: string[], inTests: string[] }} [guards] the ids of the guards that it reached.
 */

/** How long a run may write nothing. Code without its guard may make a test wait for ever. */
const LONGEST_SILENCE_MS = 240_000;

/** How much of what Vitest prints is repeated if the tests cannot start. */
const LAST_CHARACTERS = 4_000;

const nameOf = ({ file, without }) =>
  without === null ? file : file.replace(/\.test\.ts$/, `.without-${without}.test.ts`);

/**
 * Runs these trials. Each outcome is passed on when its test file has ended. A file that does not end is stopped, and
 * counts as failed; the trials that were not run because of it are run in another run.
 *
 * @param {Trial[]} trials
 * @param {(outcome: Outcome) => void} onOutcome
 */
export async function run(trials, onOutcome) {
  const left = new Map(trials.map((trial) => [path.join(copy, nameOf(trial)), trial]));
  while (left.size > 0) {
    for (const [name, { file, without }] of left)
      if (without !== null) copyFileSync(path.join(copy, file), name);
    const before = left.size;
    const running = new Set();
    const { stopped, said } = await vitest([...left.values()].map(nameOf), (line) => {
      const trial = left.get(line.file);
      if (!trial) return;
      running.add(line.file);
      if (line.started) return;
      running.delete(line.file);
      left.delete(line.file);
      onOutcome({ trial, how: line.failed ? "failed" : "passed", ...line });
    });
    for (const name of stopped ? running : []) {
      onOutcome({ trial: left.get(name), failed: true, how: "did not end", ms: LONGEST_SILENCE_MS });
      left.delete(name);
    }
    for (const name of readdirSync(copy, { recursive: true }))
      if (/\.without-\w+\.test\.ts$/.test(name) && !name.startsWith("node_modules"))
        rmSync(path.join(copy, name));
    if (left.size === before) throw new Error(`The tests could not start:\n${said}`);
  }
}

const scratch = scratchFolder();

/** @returns whether the run was stopped because it reported nothing for too long, and the end of what Vitest printed. */
async function vitest(files, onLine) {
  const child = spawn(
    process.execPath,
    ["node_modules/vitest/vitest.mjs", "run", ...files, "--reporter=./scripts/guards/reporter.mjs"],
    {
      cwd: copy,
      env: { ...process.env, ...quietEnv, TMPDIR: scratch, TRYING_GUARDS: "1" },
      stdio: ["ignore", "pipe", "pipe", "pipe"],
      detached: true,
    },
  );
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (part) => {
      said = (said + part).slice(-LAST_CHARACTERS);
    });
  let stopped = false;
  const kill = () => process.kill(-child.pid, "SIGKILL");
  const stop = () => {
    stopped = true;
    kill();
  };
  process.on("exit", kill);
  const ended = new Promise((resolve) => child.on("close", resolve));
  let timer = setTimeout(stop, LONGEST_SILENCE_MS);
  for await (const line of readline.createInterface({ input: child.stdio[LINES] })) {
    clearTimeout(timer);
    timer = setTimeout(stop, LONGEST_SILENCE_MS);
    onLine(JSON.parse(line));
  }
  await ended;
  clearTimeout(timer);
  process.off("exit", kill);
  return { stopped, said };
}
