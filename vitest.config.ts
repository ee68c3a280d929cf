import path from "node:path";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-pool-workers";
import { defineConfig } from "vitest/config";
import { newIdTokenKeys } from "./scripts/id-token-keys.mjs";
import { alias } from "./vite.config.ts";

const root = import.meta.dirname;
const deep = process.env["DEEP"] === "1";

export default defineConfig({
  test: {
    projects: [
      {
        resolve: { alias },
        test: {
          name: "rules",
          environment: "node",
          include: [
            "app/**/*.test.ts",
            "db/**/*.test.ts",
            "test/*.test.ts",
            ...(deep ? ["app/**/*.deep.ts"] : []),
          ],
        },
      },
      {
        resolve: { alias: { ...alias, "#server-build": path.join(root, "build/server/index.js") } },
        plugins: [
          cloudflareTest(async () => ({
            main: "./app/entry.worker.ts",
            wrangler: { configPath: "./wrangler.toml", environment: "development" },
            miniflare: {
              bindings: {
                SESSION_SECRET: "a secret of thirty-two characters or more",
                ID_TOKEN_KEYS: newIdTokenKeys(),
                TEST_MIGRATIONS: await readD1Migrations(path.join(root, "migrations")),
              },
            },
          })),
        ],
        test: {
          name: "workerd",
          include: [`test/*/**/*.${deep ? "{test,deep}" : "test"}.ts`],
          exclude: ["test/e2e/**"],
          setupFiles: ["./test/support/prepare.ts"],
          testTimeout: 30_000,
        },
      },
    ],
  },
});
