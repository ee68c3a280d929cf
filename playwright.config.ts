import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { defineConfig } from "@playwright/test";

const port = Number(process.env["E2E_PORT"] ?? 8790);
// Workers of the runner read this file again: the folder is made once and handed down.
process.env["PORTAL_STATE"] ??= mkdtempSync(path.join(tmpdir(), "portal-e2e-"));

export default defineConfig({
  testDir: "test/e2e",
  testMatch: process.env["DEEP"] ? "**/*.{test,deep}.ts" : "**/*.test.ts",
  outputDir: "test-results",
  workers: 1,
  // Once more on a busy machine: what is really broken fails again, and what is not is reported as flaky.
  retries: process.env["CI"] ? 1 : 0,
  timeout: 60_000,
  reporter: process.env["CI"] ? [["line"]] : [["list"]],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    trace: "retain-on-failure",
    launchOptions: {
      executablePath: process.env["CHROMIUM"] || undefined,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  projects: [
    { name: "js" },
    { name: "no-js", testMatch: "**/{journey,cycle,subscribe}.test.ts", use: { javaScriptEnabled: false } },
  ],
  webServer: {
    command: "node scripts/dev.mjs",
    url: `http://127.0.0.1:${port}/health`,
    env: { PORT: String(port), PORTAL_STATE: process.env["PORTAL_STATE"]! },
    timeout: 90_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 5_000 },
  },
});
