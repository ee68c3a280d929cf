import path from "node:path";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-pool-workers";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { newIdTokenKeys } from "./scripts/id-token-keys.mjs";
import { plantingMistakes } from "./test/support/histories/planted.ts";
import { alias } from "./vite.config.ts";

const root = import.meta.dirname;
/** The setup of tests that need the built app. Without it, they would run an old build, and nobody would notice. */
const builtFirst = "./test/support/built.ts";
const deep = process.env["DEEP"] === "1";
/**
 * The third of the places at which this run tries one fault. By default, the day decides which third it is, so three
 * days try all places (test/support/turns.ts).
 */
const turn = Number(process.env["FAULT_TURN"] ?? Math.floor(Date.now() / 86_400_000) % 3);

/**
 * On a machine where no tests have run yet, Vitest would begin with the largest files. These files are small, but take
 * longest, so they are put first.
 */
const LONGEST = /\/test\/faults\//;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const rank = ({ project, moduleId }: TestSpecification) =>
      `${project.name} ${LONGEST.test(moduleId) ? "first" : "then"}`;
    return (await super.sort(files)).sort((one, other) =>
      rank(one) < rank(other) ? -1 : Number(rank(one) > rank(other)),
    );
  }
}

/**
 * Tests that start our own commands, wrangler or a shell, and wait for them. `npm test` runs them; `npm run check` has no
 * time for them.
 */
const COMMANDS =
  "test/{backup,build,check,commands,dev,first-director,law,release,sbom,scratch,test-room}.test.ts";

/**
 * Lets all modules import the tests' own file in place of `node:crypto`. The code of the imports is changed for this,
 * because a built-in module cannot be resolved to anything else.
 */
const CRYPTO = path.join(root, "test/support/crypto.ts");
const hashingCheaply: Plugin = {
  name: "hashing-cheaply",
  enforce: "pre",
  transform: (code, id) =>
    id === CRYPTO ? undefined : code.replaceAll(/from ?"node:crypto"/g, `from "${CRYPTO}"`),
};

/** Whether `npm run guards` runs these tests. The setup files below then run before each test file. */
const tryingGuards = process.env["TRYING_GUARDS"] === "1";
const guards = tryingGuards ? ["./test/support/guards.ts"] : [];
const guardsInTables = tryingGuards ? ["./test/support/guards-in-tables.ts"] : [];

/** Tests that run workerd's code in Node, with a database in memory. */
const inMemory = (name: string, include: string, plugins: Plugin[]) => ({
  resolve: {
    alias: { ...alias, "cloudflare:workers": path.join(root, "test/support/histories/workers.ts") },
  },
  plugins,
  test: { name, environment: "node" as const, isolate: false, include: [include], setupFiles: guards },
});

export default defineConfig({
  test: {
    maxWorkers: "100%",
    sequence: { sequencer: LongestFirst },
    provide: { deep, turn },
    projects: [
      {
        resolve: { alias },
        test: {
          name: "production",
          environment: "node",
          include: ["test/production*.test.ts"],
          globalSetup: [builtFirst, "./test/support/production-bundle.ts"],
          // These tests start runtimes of their own, which takes long on a busy machine.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      ...(process.env["REHEARSAL"] === "1"
        ? [
            {
              resolve: { alias },
              test: {
                name: "rehearsal",
                environment: "node" as const,
                include: ["test/rehearsal/rehearsal.ts", "test/production-unready.test.ts"],
                globalSetup: "./test/support/production-bundle.ts",
                testTimeout: 60_000,
                hookTimeout: 60_000,
              },
            },
          ]
        : []),
      {
        resolve: { alias },
        test: {
          name: "rules",
          environment: "node",
          isolate: false,
          // On a busy machine, a test that normally takes half a second takes five seconds.
          testTimeout: 20_000,
          include: [
            "app/**/*.test.ts",
            "db/**/*.test.ts",
            "test/*.test.ts",
            ...(deep ? ["app/**/*.deep.ts", "test/*.deep.ts"] : []),
          ],
          exclude: ["test/production*.test.ts", COMMANDS],
          setupFiles: guards,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "commands",
          environment: "node",
          isolate: false,
          testTimeout: 20_000,
          include: [COMMANDS],
        },
      },
      inMemory("histories", `test/histories/histories*.${deep ? "{test,deep}" : "test"}.ts`, [
        hashingCheaply,
      ]),
      ...(deep
        ? [inMemory("planted", "test/histories/planted.deep.ts", [hashingCheaply, plantingMistakes])]
        : []),
      {
        resolve: { alias: { ...alias, "#server-build": path.join(root, "build/server/index.js") } },
        plugins: [
          hashingCheaply,
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
          exclude: ["test/e2e/**", "test/histories/**"],
          globalSetup: builtFirst,
          // Loading the modules takes longer than running most files, so each worker loads them only once.
          isolate: false,
          setupFiles: [...guards, "./test/support/prepare.ts", ...guardsInTables],
          // The setup files run in order: the one for guards must run before any module of the app is loaded.
          sequence: { setupFiles: "list" },
          testTimeout: deep ? 120_000 : 30_000,
        },
      },
    ],
  },
});
