// Writes what a portal of version 1.0 stores into test/fixtures/version-1/, from which a test carries it to the newest
// version: npm run db:version-1. Once 1.0 is out it is never run again: portals that people use have what stands there.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fail, quietEnv, root } from "./env.mjs";

const FOLDER = path.join(root, "test/fixtures/version-1");

const folder = mkdtempSync(path.join(tmpdir(), "version-1-"));
try {
  const report = path.join(folder, "report.json");
  spawnSync(
    process.execPath,
    [
      path.join(root, "node_modules/vitest/vitest.mjs"),
      ...["run", "--project", "workerd", "--reporter=json", `--outputFile=${report}`],
    ],
    {
      cwd: root,
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, ...quietEnv, VERSION_1: "1" },
    },
  );
  const [{ assertionResults, message }] = JSON.parse(readFileSync(report, "utf8")).testResults;
  const [{ meta, failureMessages }] = assertionResults;
  if (!meta.stored) fail([message, ...failureMessages].join("\n"));
  const { database, simulator, beside } = meta.stored;
  writeFileSync(path.join(FOLDER, "database.sql"), `${database};\n`);
  writeFileSync(path.join(FOLDER, "simulator.sql"), `${simulator};\n`);
  writeFileSync(path.join(FOLDER, "beside.json"), `${JSON.stringify(beside, null, 2)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
