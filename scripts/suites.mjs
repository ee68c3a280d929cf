// All checks and tests, and the commands that run them. `check.mjs` and `test.mjs` choose from this table.
import { spawn } from "node:child_process";
import path from "node:path";
import { quietEnv, root } from "./env.mjs";

const tool = (file, ...args) => [path.join(root, "node_modules", file), ...args];
const vitest = (...args) => [
  tool("vitest/vitest.mjs", "run", ...args, ...(process.env.CI ? ["--reporter=dot"] : [])),
];
// TypeScript uses one checker. A second checker would check shared types once more, and would need the second core,
// which the other suites use.
const tsc = (name, ...args) =>
  tool(
    "typescript-7/bin/tsc",
    ...["--noEmit", "--incremental", "--checkers", "1", ...args],
    ...["--tsBuildInfoFile", cached(name)],
  );
const cached = (name) => path.join(root, "node_modules/.cache", name);

/** The commands of each suite, given as the arguments of Node. They run one after the other, even if one fails. */
export const SUITES = {
  build: [["scripts/build.mjs"]],
  style: [tool("@biomejs/biome/bin/biome", "check", ".")],
  types: [tsc("types.tsbuildinfo"), tsc("types-modules.tsbuildinfo", "-p", "app/modules")],
  law: [
    tool(
      "dependency-cruiser/bin/dependency-cruise.mjs",
      ...["--config", "scripts/law.mjs", "--output-type", "err-long", "app", "db"],
    ),
    ["scripts/law-by-file.mjs"],
  ],
  unused: [tool("knip/bin/knip.js", "--cache", "--no-progress", "--no-config-hints")],
  rules: vitest("--project", "rules"),
  "rules and workerd": vitest(),
  "data of the portals": [["test/e2e/portals.mjs"]],
  browser: [tool("@playwright/test/cli.js", "test")],
};

/** TypeScript 7 is a program in Go: if it collects garbage half as often, it saves a seventh of its work. */
const OF_SUITES = { types: { GOGC: "200" } };

/**
 * Runs these suites, all at the same time. If `atOnce` is false, it runs them one after the other; this is for suites
 * that need the whole machine. Suites that run at the same time print their output only when they have ended.
 */
export async function run(names, { env = {}, atOnce = true } = {}) {
  const runs = [];
  for (const name of names) {
    const result = runSuite(name, env, atOnce);
    runs.push(atOnce ? result : await result);
  }
  return Promise.all(runs);
}

async function runSuite(name, env, quiet) {
  const start = Date.now();
  const title = `\n── ${name}`;
  if (!quiet) console.log(title);
  let said = "";
  const hear = (part) => {
    said += part;
    if (!quiet) process.stdout.write(part);
  };
  let passed = true;
  for (const args of SUITES[name])
    passed = (await node(args, { ...OF_SUITES[name], ...env }, hear)) && passed;
  if (quiet) console.log(`${title}\n${said}`.trimEnd());
  return { name, passed, said, seconds: (Date.now() - start) / 1000 };
}

/** Runs Node. Resolves with true if it succeeded. */
function node(args, env, hear) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    // A pipe is not a terminal. So if the output of this script is a terminal, its children are told to print colours.
    env: { ...(process.stdout.isTTY && { FORCE_COLOR: "1" }), ...process.env, ...quietEnv, ...env },
  });
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", hear);
  return new Promise((resolve) => child.on("close", (status) => resolve(status === 0)));
}

/**
 * If a suite has failed, this many of the last lines of its output are repeated: they contain the failures and a
 * summary.
 */
const LAST_LINES = 60;

/**
 * Prints the outcome of each suite, and sets the exit code of the script accordingly. Before that, it repeats the last
 * lines of each failed suite, because other suites may have printed much since then.
 */
export function report(results) {
  for (const { name, passed, said } of results) {
    if (passed) continue;
    console.log(`\n── ${name}, the last lines`);
    console.log(said.trimEnd().split("\n").slice(-LAST_LINES).join("\n"));
  }
  console.log("");
  for (const { name, passed, seconds } of results) {
    console.log(`${passed ? "passed" : "FAILED"}  ${seconds.toFixed(1).padStart(6)} s  ${name}`);
  }
  const failed = results.filter(({ passed }) => !passed).length;
  console.log(`\n${results.length - failed} passed, ${failed} failed`);
  // Calling `process.exit()` would cut off output that a pipe has not taken yet.
  process.exitCode = failed === 0 ? 0 : 1;
}
