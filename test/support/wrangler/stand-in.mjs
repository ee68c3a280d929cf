// Runs in place of wrangler. Instead of an account at Cloudflare, it uses an account that is stored in a file:
//
//   STAND_IN=account.json STAND_IN_STATE=folder node test/support/wrangler/stand-in.mjs d1 create …
//
// If a command is about a database or bucket, wrangler itself runs it, on the database or bucket in the folder.
import { spawnSync } from "node:child_process";
import { fstatSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { quietEnv, root } from "../../../scripts/env.mjs";
import { ask } from "./account.mjs";

const { STAND_IN: file, STAND_IN_STATE: state } = process.env;
const account = JSON.parse(readFileSync(file, "utf8"));

/** The input, if it comes from a pipe or a file. */
function input() {
  const stdin = fstatSync(0);
  return stdin.isFIFO() || stdin.isFile() || stdin.isSocket() ? readFileSync(0, "utf8") : "";
}

try {
  const args = process.argv.slice(2);
  const { printed, locally } = await ask(account, args, { folder: process.cwd(), input: input() });
  if (printed) process.stdout.write(printed);
  else process.exitCode = runLocally(locally);
} catch (error) {
  process.stderr.write(`✘ [ERROR] ${error.message}\n`);
  process.exitCode = 1;
} finally {
  writeFileSync(file, JSON.stringify(account));
}

/** @returns the exit code of wrangler. */
function runLocally(args) {
  const wrangler = path.join(root, "node_modules/wrangler/bin/wrangler.js");
  const { status } = spawnSync(process.execPath, [wrangler, ...args, "--local", "--persist-to", state], {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...quietEnv },
  });
  return status ?? 1;
}
