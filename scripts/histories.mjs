// Makes a history of acts with money, which depends only on the seed. Plays this history, and prints it:
//
//   npm run histories -- --seed 1234
//
// With --count, plays many histories, and prints how many of them contain each act:
//
//   npm run histories -- --count 500
import { spawnSync } from "node:child_process";
import path from "node:path";
import { parseArgs } from "node:util";
import { fail, quietEnv, root } from "./env.mjs";

const { seed, count } = parseArgs({
  options: { seed: { type: "string" }, count: { type: "string" } },
}).values;
if (!/^\d+$/.test(seed ?? count ?? "")) fail("Usage: npm run histories -- --seed 1234, or --count 500");
const chosen = seed ? { HISTORY: seed } : { HISTORIES: count };
const { status } = spawnSync(
  process.execPath,
  [path.join(root, "node_modules/vitest/vitest.mjs"), "run", "--project", "histories", "histories.test.ts"],
  { cwd: root, stdio: "inherit", env: { ...process.env, ...quietEnv, ...chosen } },
);
process.exit(status ?? 1);
