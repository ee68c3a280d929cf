import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.join(import.meta.dirname, "..");

test.each([
  "app",
  "db",
  "migrations",
])("nothing in %s asks what the statement before it changed", (folder) => {
  const files = readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" }).filter((file) =>
    /\.(ts|tsx|sql)$/.test(file),
  );
  expect(files.length).toBeGreaterThan(0);
  const asking = files.filter((file) =>
    /\bchanges\(\)/.test(readFileSync(path.join(root, folder, file), "utf8")),
  );
  expect(asking).toEqual([]);
});
