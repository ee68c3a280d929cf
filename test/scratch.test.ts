import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { root } from "../scripts/env.mjs";

/**
 * Runs a script that makes a folder for temporary files. Returns the folder, and whether it exists while the script
 * runs.
 */
function runWithFolder(ending = "") {
  const script = `
    import { existsSync } from "node:fs";
    import { scratchFolder } from "./scripts/scratch.mjs";
    const folder = scratchFolder();
    console.log(JSON.stringify({ folder, exists: existsSync(folder) }));
    ${ending}`;
  const { stdout, pid } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    cwd: root,
    encoding: "utf8",
  });
  return { ...(JSON.parse(stdout) as { folder: string; exists: boolean }), pid };
}

test("the folder of a run goes with it, whether it ends by itself or is told to", () => {
  for (const ending of ["", 'process.kill(process.pid, "SIGTERM"); setTimeout(() => undefined, 10_000);']) {
    const { folder, exists } = runWithFolder(ending);
    expect([exists, existsSync(folder)]).toEqual([true, false]);
  }
});

test("a run removes what a killed run has left, and leaves what belongs to one that still runs", () => {
  const { folder, pid } = runWithFolder();
  const [parent, name] = [path.dirname(folder), path.basename(folder)];
  const left = path.join(parent, name);
  const used = path.join(parent, name.replace(String(pid), String(process.pid)));
  for (const one of [left, used]) mkdirSync(path.join(one, "portal"), { recursive: true });
  try {
    runWithFolder();
    expect([existsSync(left), existsSync(used)]).toEqual([false, true]);
  } finally {
    for (const one of [left, used]) rmSync(one, { recursive: true, force: true });
  }
});
