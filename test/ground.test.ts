import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

test("the lock file names every platform's binary, so that npm ci works everywhere", () => {
  const { packages } = JSON.parse(read("package-lock.json")) as {
    packages: Record<string, { optionalDependencies?: Record<string, string> }>;
  };
  const locked = Object.keys(packages);
  const missing = Object.values(packages)
    .flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))
    .filter((name) => !locked.some((place) => place.endsWith(`node_modules/${name}`)));
  expect(missing).toEqual([]);
});

test("the lock file names no registry", () => {
  expect(read("package-lock.json")).not.toContain('"resolved"');
});

test("wrangler reads the configuration of each environment without a warning", { timeout: 60_000 }, () => {
  const reading = `import("wrangler").then(({ unstable_readConfig }) => {
    for (const env of ["production", "development"]) unstable_readConfig({ config: "wrangler.toml", env });
  })`;
  const { stdout, stderr, status } = spawnSync(process.execPath, ["--eval", reading], {
    cwd: root,
    encoding: "utf8",
  });
  expect([status, stdout + stderr]).toEqual([0, ""]);
});

test("migrations never switch foreign keys off: D1 would silently empty the children", () => {
  const migrations = readdirSync(path.join(root, "migrations")).filter((name) => name.endsWith(".sql"));
  expect(migrations.length).toBeGreaterThan(0);
  for (const migration of migrations)
    expect(read(`migrations/${migration}`)).not.toMatch(/foreign_keys\s*=\s*OFF/i);
});

const FORBIDDEN: [folder: string, source: string][] = [
  ["app/domain", "~/models/users.server.ts"],
  ["app/domain", "zod"],
  ["app/components", "~/models/users.server.ts"],
  ["app/forms", "~/components/button.tsx"],
  ["app/routes", "#db/client.ts"],
  ["app/routes", "~/gateways/simulator.server.ts"],
  ["app/models", "~/components/button.tsx"],
  ["app/gateways", "#db/client.ts"],
  ["app/enhance", "~/session.server.ts"],
  ["db", "~/models/users.server.ts"],
];

test("the linter enforces the import table: what is forbidden is refused, the domain is open to all", () => {
  const house = mkdtempSync(path.join(tmpdir(), "house-"));
  try {
    copyFileSync(path.join(root, "biome.json"), path.join(house, "biome.json"));
    writeFileSync(path.join(house, ".gitignore"), "node_modules/\n");
    const plant = (file: string, source: string) => {
      mkdirSync(path.join(house, path.dirname(file)), { recursive: true });
      writeFileSync(
        path.join(house, file),
        `import * as found from "${source}";\n\nexport const probe = found;\n`,
      );
    };
    FORBIDDEN.forEach(([folder, source], index) => {
      plant(`${folder}/forbidden-${index}.ts`, source);
    });
    for (const [folder] of FORBIDDEN) plant(`${folder}/allowed.ts`, "~/domain/messages.ts");

    const report = lint(house);
    const refused = [...report.matchAll(/^(\S+?):\d+:\d+ lint\/style\/noRestrictedImports/gm)].map(
      ([, file]) => file,
    );
    expect(refused.sort()).toEqual(
      FORBIDDEN.map(([folder], index) => `${folder}/forbidden-${index}.ts`).sort(),
    );
  } finally {
    rmSync(house, { recursive: true });
  }
});

function lint(folder: string): string {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      path.join(root, "node_modules/@biomejs/biome/bin/biome"),
      "lint",
      "--colors=off",
      "--max-diagnostics=none",
      ".",
    ],
    { cwd: folder, encoding: "utf8" },
  );
  return stdout + stderr;
}
