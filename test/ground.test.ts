import { readdirSync, readFileSync } from "node:fs";
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

test("migrations never switch foreign keys off: D1 would silently empty the children", () => {
  const migrations = readdirSync(path.join(root, "migrations")).filter((name) => name.endsWith(".sql"));
  expect(migrations.length).toBeGreaterThan(0);
  for (const migration of migrations)
    expect(read(`migrations/${migration}`)).not.toMatch(/foreign_keys\s*=\s*OFF/i);
});
