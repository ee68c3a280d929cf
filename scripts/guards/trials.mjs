// Runs test files of the copy while guards are off. One run of Vitest runs many files, because starting Vitest takes
// longer than running most test files. The name of a test file tells test/support/guards.ts which guards are off.
import { spawn } from "node:child_process";
import { copyFileSync, rmSync } from "node:fs";
import path from "node:path";
import readline from "node:readline";
import { quietEnv } from "../env.mjs";
import { scratchFolder } from "../scratch.mjs";
import { copy } from "./copy.mjs";
import { LINES } from "./reporter.mjs";

/**
 * @typedef {object} Trial
 * @property {string} file a test file, as a path from the root.
 * @property {string[]} without the ids of the guards that are off; empty if none is.
 */

/**
 * @typedef {object} Outcome
 * @property {Trial} trial
 * @property {boolean} failed
 * @property {"passed" | "failed" | "timed out" | "did not end"} how
 * @property {number} [ms] how long the file took.
 * @property {{ whileLoading: string[], inTests: string[] }} [guards] the ids of the guards that it reached. Missing if the
 *   file could not start.
 */

/**
 * How long (ms) a run may report nothing, because code without its guard may make a test wait for ever. This is more
 * than the time limit of any test.
 */
const LONGEST_SILENCE_MS = 360_000;
/** How much of what Vitest prints is repeated if the tests cannot start. */
const LAST_CHARACTERS = 4_000;

const scratch = scratchFolder();

const nameOf = ({ file, without }) =>
  without.length === 0 ? file : file.replace(/\.test\.ts$/, `.without-${without.join("-")}.test.ts`);

/**
 * Runs these trials. Each outcome is passed on when its test file has ended. If a file does not end, or ends its
 * process, Vitest ends too early. Then the files that had not begun are run together once more, and each file that had
 * begun but not ended is run alone.
 *
 * @param {Trial[]} trials
 * @param {(outcome: Outcome) => void} onOutcome
 */
export async function run(trials, onOutcome) {
  const batches = [trials];
  for (let batch = batches.shift(); batch; batch = batches.shift()) {
    if (batch.length === 0) continue;
    const left = new Map(batch.map((trial) => [path.join(copy, nameOf(trial)), trial]));
    const running = new Set();
    for (const [name, { file, without }] of left)
      if (without.length > 0) copyFileSync(path.join(copy, file), name);
    const said = await vitest(batch.map(nameOf), (line) => {
      const trial = left.get(line.file);
      if (!trial) return;
      running.add(trial);
      if (line.started) return;
      running.delete(trial);
      left.delete(line.file);
      onOutcome({ trial, ...line });
    });
    for (const trial of batch) if (trial.without.length > 0) rmSync(path.join(copy, nameOf(trial)));
    const waiting = [...left.values()].filter((trial) => !running.has(trial));
    if (running.size === 0 && waiting.length === batch.length)
      throw new Error(`The tests could not start:\n${said}`);
    if (batch.length === 1)
      for (const trial of running) onOutcome({ trial, failed: true, how: "did not end" });
    else batches.push(waiting, ...[...running].map((trial) => [trial]));
  }
}

/**
 * Runs Vitest. Kills it if it reports nothing for too long.
 *
 * @returns the end of what it printed.
 */
async function vitest(files, onLine) {
  const child = spawn(
    process.execPath,
    ["node_modules/vitest/vitest.mjs", "run", ...files, "--reporter=./scripts/guards/reporter.mjs"],
    {
      cwd: copy,
      // Without `FAULT_TURN`, the places at which tests try a fault would depend on the day.
      env: { ...process.env, ...quietEnv, TMPDIR: scratch, TRYING_GUARDS: "1", FAULT_TURN: "0" },
      stdio: ["ignore", "pipe", "pipe", "pipe"],
      detached: true,
    },
  );
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (part) => {
      said = (said + part).slice(-LAST_CHARACTERS);
    });
  const kill = () => {
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch {
      // It has ended already.
    }
  };
  // This listener comes first. So at `exit`, the processes are killed before another listener removes the folder with
  // their temporary files.
  process.prependListener("exit", kill);
  const ended = new Promise((resolve) => child.on("close", resolve));
  let timer = setTimeout(kill, LONGEST_SILENCE_MS);
  for await (const line of readline.createInterface({ input: child.stdio[LINES] })) {
    clearTimeout(timer);
    timer = setTimeout(kill, LONGEST_SILENCE_MS);
    onLine(JSON.parse(line));
  }
  await ended;
  clearTimeout(timer);
  process.off("exit", kill);
  return said;
}
