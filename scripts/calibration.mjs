// Tries the correction of scores on invented readers, in settings like ours: npm run check:calibration
//
// Prints how many of the truly best applications are accepted by the corrected score, by the plain mean, and by
// z-scores. Fails if the correction makes the result worse in any setting.
//
//   --trials N   how often each setting is tried (default 200; takes about a quarter of an hour)
import { spawnSync } from "node:child_process";
import path from "node:path";
import { parseArgs } from "node:util";
import { fail, quietEnv, root } from "./env.mjs";

const { trials } = parseArgs({ options: { trials: { type: "string", default: "200" } } }).values;
if (!/^[1-9]\d*$/.test(trials)) fail("Usage: npm run check:calibration -- --trials 200");
const { status } = spawnSync(
  process.execPath,
  [
    path.join(root, "node_modules/vitest/vitest.mjs"),
    "run",
    "--project",
    "rules",
    "test/calibration.test.ts",
  ],
  { cwd: root, stdio: "inherit", env: { ...process.env, ...quietEnv, CALIBRATION_TRIALS: trials } },
);
process.exit(status ?? 1);
