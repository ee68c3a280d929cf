// `npm run sbom` writes down what the lock file installs, and which of these packages only developers need.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { root } from "../scripts/env.mjs";

type Component = {
  "bom-ref": string;
  licenses?: unknown[];
  hashes?: unknown[];
  properties: { name: string }[];
};
type Locked = { name?: string; version: string; dev?: boolean };

const lock: { packages: Record<string, Locked> } = JSON.parse(
  readFileSync(path.join(root, "package-lock.json"), "utf8"),
);
const installed = Object.entries(lock.packages).filter(([folder]) => folder !== "");
/** The packages in the lock file, each listed once. If a package has an alias, its real name is listed. */
const locked = (isForDevelopers: boolean) =>
  new Set(
    installed
      .filter(([, { dev = false }]) => dev === isForDevelopers)
      .map(([folder, { name, version }]) => `${name ?? folder.replace(/^.*node_modules\//, "")}@${version}`),
  );

test("every package of the lock file is named, and marked if only developers need it", {
  timeout: 60_000,
}, () => {
  const { status, stdout, stderr } = spawnSync("npm", ["run", "--silent", "sbom"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  expect(status, stderr).toBe(0);
  const { bomFormat, metadata, components } = JSON.parse(stdout);
  expect([bomFormat, metadata.component.type]).toEqual(["CycloneDX", "application"]);
  const isMarked = ({ properties }: Component) =>
    properties.some(({ name }) => name === "cdx:npm:package:development");
  const named = (components as Component[]).filter((component) => !isMarked(component));
  const marked = (components as Component[]).filter(isMarked);
  const refs = (found: Component[]) => new Set(found.map((component) => component["bom-ref"]));
  expect(refs(named)).toEqual(locked(false));
  expect(refs(marked)).toEqual(locked(true));
  // Packages that only developers need depend on these packages too. `npm sbom --omit dev` would therefore leave these
  // out, although the portal needs them.
  const names = named.map((component) => component["bom-ref"].replace(/@[^@]+$/, ""));
  expect(names).toEqual(expect.arrayContaining(["@remix-run/react", "react", "zod"]));
  expect(named.filter(({ licenses, hashes }) => !licenses || !hashes)).toEqual([]);
});
