// Builds the app, unless it is built already. The files for browsers are built only if they may have changed, which
// halves the time of most builds. Wrangler starts this script on every change and does not wait for the previous run.
// Two Remix builds at the same time would delete each other's output. So a lock makes each run of this script wait until
// the run before it has ended.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { browserFingerprint, fingerprint } from "./build-inputs.mjs";
import { tryLock } from "./lock.mjs";

const root = path.resolve(import.meta.dirname, "..");
const lock = path.join(root, "node_modules/.build-lock");
const stamp = path.join(root, "build/.stamp");
const browserStamp = path.join(root, "build/.browser-stamp");

/**
 * How often (ms) a run checks whether the other build has ended, and after how long (ms) it prints that the other build
 * is still running.
 */
const LOOK_MS = 200;
const LONG_MS = 120_000;

const sleep = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** @returns the exit code of Node. */
function runNode(args) {
  const env = { ...process.env, NODE_ENV: "production" };
  const { status } = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    env,
  });
  return status ?? 1;
}

for (let waited = 0; !tryLock(lock); waited += LOOK_MS) {
  if (waited === LONG_MS)
    console.error(
      `This build waits until another build has ended. If no other build is running, remove ${path.relative(root, lock)}.`,
    );
  sleep(LOOK_MS);
}

const deploying = process.env.WRANGLER_COMMAND === "deploy";
const isMade = (file, wanted) => !deploying && existsSync(file) && readFileSync(file, "utf8") === wanted;
const vite = (...args) => ["node_modules/vite/bin/vite.js", "build", "--logLevel", "warn", ...args];

const wanted = fingerprint(root);
const wantedByBrowsers = browserFingerprint(root);
if (!isMade(stamp, wanted)) {
  const steps = [
    // The server's build reads the manifest that the browsers' build has left.
    ...(isMade(browserStamp, wantedByBrowsers)
      ? []
      : [{ args: vite(), done: [browserStamp, wantedByBrowsers] }]),
    { args: vite("--ssr") },
    {
      args: [
        ...["--conditions=workerd", "--conditions=worker", "scripts/publish.mjs", "build/made", "build"],
        ...(deploying ? ["--exactly"] : []),
      ],
      done: [stamp, wanted],
    },
  ];
  process.exitCode = 0;
  for (const { args, done } of steps) {
    if (process.exitCode === 0) process.exitCode = runNode(args);
    if (process.exitCode === 0 && done) writeFileSync(...done);
  }
}
