// Runs every check, one after the other, and times each. `--deep` adds the exhaustive ones.
import { spawnSync } from "node:child_process";
import { findChromium } from "./chromium.mjs";
import { quietEnv, root } from "./env.mjs";

const deep = process.argv.includes("--deep");
const bin = (name) => ["npx", "--no-install", name];

const suites = [
  ["build", [process.execPath, "scripts/build.mjs"]],
  ["style and imports", [...bin("biome"), "check", "."]],
  ["types", ["npm", "run", "--silent", "types"]],
  ["rules and workerd", [...bin("vitest"), "run", ...(process.env.CI ? ["--reporter=dot"] : [])]],
  ["browser", [...bin("playwright"), "test"]],
];

const chromium = findChromium();
const results = suites.map(([name, [command, ...args]]) => {
  console.log(`\n── ${name}`);
  const start = Date.now();
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...quietEnv, CHROMIUM: chromium, ...(deep && { DEEP: "1" }) },
  });
  return { name, passed: status === 0, seconds: (Date.now() - start) / 1000 };
});

console.log("");
for (const { name, passed, seconds } of results) {
  console.log(`${passed ? "passed" : "FAILED"}  ${seconds.toFixed(1).padStart(6)} s  ${name}`);
}
const failed = results.filter(({ passed }) => !passed).length;
console.log(`\n${results.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
