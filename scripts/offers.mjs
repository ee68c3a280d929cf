// Tries invented histories of a waiting list: npm run check:offers
//
// Fails if one of them sells or keeps more places than there are, breaks the order of the list, or shows a wrong
// decision.
//
//   --histories N   how many are tried (default 5000; takes less than a minute)
import { spawnSync } from "node:child_process";
import path from "node:path";
import { parseArgs } from "node:util";
import { fail, quietEnv, root } from "./env.mjs";

const { histories } = parseArgs({ options: { histories: { type: "string", default: "5000" } } }).values;
if (!/^[1-9]\d*$/.test(histories)) fail("Usage: npm run check:offers -- --histories 5000");
const { status } = spawnSync(
  process.execPath,
  [path.join(root, "node_modules/vitest/vitest.mjs"), "run", "--project", "rules", "test/offers.test.ts"],
  { cwd: root, stdio: "inherit", env: { ...process.env, ...quietEnv, OFFER_HISTORIES: histories } },
);
process.exit(status ?? 1);
