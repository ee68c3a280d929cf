import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** How many browsers test at the same time, each at a portal of its own. */
export const BROWSERS = 2;

// The runner's processes all read this file. The first one makes the folder, and hands its name down to the others.
process.env["PORTAL_STATE"] ??= mkdtempSync(path.join(tmpdir(), "portal-e2e-"));
const folder = process.env["PORTAL_STATE"];
const firstPort = Number(process.env["E2E_PORT"] ?? 8790);

export const ports = Array.from({ length: BROWSERS }, (_, index) => firstPort + index);

/** The portal that belongs to the current process: its origin, and the folder with its data. */
export function ownPortal() {
  const port = ports[Number(process.env["TEST_PARALLEL_INDEX"] ?? 0)]!;
  return { origin: `http://127.0.0.1:${port}`, state: path.join(folder, String(port)) };
}
