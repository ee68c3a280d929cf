// Plays the history of money of one seed and tells it: npm run histories -- --seed 1234
import { spawnSync } from "node:child_process";
import path from "node:path";
import { parseArgs } from "node:util";
import { fail, quietEnv, root } from "./env.mjs";

const { seed } = parseArgs({ options: { seed: { type: "string" } } }).values;
if (!/^\d+$/.test(seed ?? "")) fail("Usage: npm run histories -- --seed 1234");
const { status } = spawnSync(
  process.execPath,
  [path.join(root, "node_modules/vitest/vitest.mjs"), "run", "--project", "histories", "histories.test.ts"],
  { cwd: root, stdio: "inherit", env: { ...process.env, ...quietEnv, HISTORY: seed } },
);
process.exit(status ?? 1);
