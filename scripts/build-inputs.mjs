import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";

/** What a build is made of, as paths from the root of the repository. */
export const INPUTS = [
  ...["app", "db", "docs/programs.md", "public", "package-lock.json", "vite.config.ts", "remix.config.js"],
  ...["client-files.mjs", "drawing-pictures.ts", "old-browsers.ts", "publish.mjs", "route-entries.ts"].map(
    (name) => `scripts/${name}`,
  ),
  "scripts/world-map.ts",
];

/** What lies in these folders and is not built: tests, and what is written about a room. */
const NOT_BUILT = /\.(test|deep)\.ts$|README\.md$/;

/**
 * A text that is another one as soon as the build would be. It is made of what the files hold and not of when they were
 * written, so that neither a change of a test nor going to another commit and back costs a build.
 */
export function fingerprint(root) {
  const hash = createHash("sha256");
  const take = (name) => {
    const file = path.join(root, name);
    if (statSync(file).isDirectory()) {
      for (const inner of readdirSync(file).sort()) take(path.posix.join(name, inner));
    } else if (!NOT_BUILT.test(name)) {
      const content = readFileSync(file);
      hash.update(`${name}:${content.length}:`).update(content);
    }
  };
  for (const name of INPUTS) take(name);
  return hash.digest("hex");
}
