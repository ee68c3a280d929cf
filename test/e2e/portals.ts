import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** As many browsers test at the same time, each at a portal of its own. */
export const BROWSERS = 2;

// The processes of the runner read this file again: the folder is made once and handed down.
process.env["PORTAL_STATE"] ??= mkdtempSync(path.join(tmpdir(), "portal-e2e-"));
const folder = process.env["PORTAL_STATE"];
const firstPort = Number(process.env["E2E_PORT"] ?? 8790);

export const ports = Array.from({ length: BROWSERS }, (_, index) => firstPort + index);

/** The portal of the process that asks: where it answers, and the folder of its data. */
export function ownPortal() {
  const port = ports[Number(process.env["TEST_PARALLEL_INDEX"] ?? 0)]!;
  return { origin: `http://127.0.0.1:${port}`, state: path.join(folder, String(port)) };
}
