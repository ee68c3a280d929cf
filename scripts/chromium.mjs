import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { fail } from "./env.mjs";

/**
 * The paths where browsers are usually installed. The first one is a browser without a window, which is a sixth faster.
 */
const INSTALLED = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/**
 * Finds the browser for the tests. If none is installed, Playwright downloads one. If that fails and this process may
 * install packages, the system's package is installed. If there is still no browser, the script ends with instructions.
 */
export function findChromium() {
  return (
    installed() ??
    downloaded() ??
    packaged() ??
    fail(
      "No Chromium was found and none could be installed. Install one (Debian and Ubuntu: apt-get install chromium) or say where one is: CHROMIUM=/path/to/chromium npm test",
    )
  );
}

function installed() {
  const named = process.env.CHROMIUM;
  if (named)
    return existsSync(named) ? named : fail(`CHROMIUM is set to ${named}, but there is no such file.`);
  return [chromium.executablePath(), ...INSTALLED].find((file) => existsSync(file));
}

function downloaded() {
  console.log("No Chromium was found. Trying Playwright's download…");
  run("npx", ["--no-install", "playwright", "install", "chromium"], 180_000);
  return installed();
}

function packaged() {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return undefined;
  console.log("Trying to install the system's package…");
  run("apt-get", ["update", "-qq"], 180_000);
  for (const name of ["chromium-headless-shell", "chromium"]) {
    run("apt-get", ["install", "-y", "-qq", name], 600_000);
    if (installed()) break;
  }
  return installed();
}

function run(command, args, timeout) {
  return spawnSync(command, args, { stdio: ["ignore", "ignore", "inherit"], timeout });
}
