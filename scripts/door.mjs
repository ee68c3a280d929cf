// Plays an evening at a door without a network, in three browsers, and fails if somebody is lost, counted twice or let in
// with a ticket that does not count: npm run check:door
//
//   --scans N   how many tickets are scanned, a multiple of 60 (default 600; takes a quarter of an hour)
import { spawnSync } from "node:child_process";
import path from "node:path";
import { parseArgs } from "node:util";
import { fail, quietEnv, root } from "./env.mjs";

const { scans } = parseArgs({ options: { scans: { type: "string", default: "600" } } }).values;
if (!(Number(scans) > 0 && Number(scans) % 60 === 0))
  fail("Usage: npm run check:door -- --scans 600 (a multiple of 60)");
const { status } = spawnSync(
  process.execPath,
  [
    path.join(root, "node_modules/@playwright/test/cli.js"),
    ...["test", "door-offline", "--project", "js", "--reporter", "line", "--retries", "0"],
  ],
  { cwd: root, stdio: "inherit", env: { ...process.env, ...quietEnv, DOOR_SCANS: scans } },
);
process.exit(status ?? 1);
