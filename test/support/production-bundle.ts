import { rmSync } from "node:fs";
import path from "node:path";
import { productionBundle } from "../../scripts/production.mjs";

/** Makes the production bundle before the tests that share it, and removes it after them. */
export default function shareBundle() {
  const folder = path.dirname(productionBundle());
  return () => rmSync(folder, { recursive: true });
}
