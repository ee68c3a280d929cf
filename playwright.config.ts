import path from "node:path";
import { defineConfig } from "@playwright/test";
import { findChromium } from "./scripts/chromium.mjs";
import { BROWSERS, ownPortal, ports } from "./test/e2e/portals.ts";
import { notIn, type Way } from "./test/e2e/ways.ts";

// The processes of the runner read this file again. They inherit this variable, so they need not search for the
// browser.
process.env["CHROMIUM"] = findChromium();

const deep = Boolean(process.env["DEEP"]);
const SEASON = "**/two-editions.deep.ts";
const project = (name: Way) => ({ name, grepInvert: new RegExp(`${notIn(name)}\\b`) });

export default defineConfig({
  testDir: "test/e2e",
  testMatch: deep ? "**/*.{test,deep}.ts" : "**/*.test.ts",
  outputDir: "test-results",
  workers: BROWSERS,
  // In CI, a test that failed is run once more. If it passes then, it is reported as flaky.
  retries: process.env["CI"] ? 1 : 0,
  timeout: 60_000,
  reporter: [[process.env["CI"] ? "line" : "list"], ["./test/e2e/unused-data.ts"]],
  use: {
    baseURL: ownPortal().origin,
    // An action on something that is missing fails after this time (ms), and not only when the test's time is over.
    actionTimeout: 10_000,
    // Recording every page would take longer than most tests themselves.
    trace: "on-first-retry",
    launchOptions: {
      executablePath: path.join(import.meta.dirname, "test/e2e/chromium.sh"),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        // The first two of these flags turn the optimising compilers off. A page in a test does not live long enough to
        // gain from them.
        "--js-flags=--no-maglev --no-turbofan --min-semi-space-size=16",
      ],
    },
  },
  projects: [
    // The test of a season takes long, and its outcome is the same with scripts. So only the project without scripts
    // runs it.
    { ...project("js"), testIgnore: SEASON },
    {
      ...project("no-js"),
      testMatch: [
        "**/{eyes,journey,cycle,questions,question-editor,subscribe,grants,given-back,add-ons,group,bank-file,second-factor,door}.test.ts",
        ...(deep ? [SEASON] : []),
      ],
      use: { javaScriptEnabled: false },
    },
  ],
  webServer: {
    command: `node test/e2e/portals.mjs ${ports.join(" ")}`,
    env: { PORTAL_STATE: process.env["PORTAL_STATE"]! },
    wait: { stdout: /The portals are ready/ },
    // If the portals do not start, what they printed last tells why.
    stdout: "pipe",
    timeout: 600_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 5_000 },
  },
});
