import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";

/** The files and folders from which a build is made, as paths from the root of the repository. */
export const INPUTS = [
  ...["app", "db", "docs/programs.md", "public", "package-lock.json", "vite.config.ts", "remix.config.js"],
  ...["client-files.mjs", "drawing-pictures.ts", "old-browsers.ts", "publish.mjs", "route-entries.ts"].map(
    (name) => `scripts/${name}`,
  ),
  "scripts/world-map.ts",
];

/** Files in these folders that are not built: tests, and the description of a room. */
const NOT_BUILT = /\.(test|deep)\.ts$|README\.md$/;

/**
 * A text that changes whenever the result of the build would change. It depends on the contents of the files and not on
 * their times. So a change to a test does not cause a build, and neither does switching to another commit and back.
 *
 * @param {string} root
 * @param {string[]} [others] other files and folders on which the text depends too, as paths from the root.
 */
export function fingerprint(root, others = []) {
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
  for (const name of [...INPUTS, ...others]) take(name);
  return hash.digest("hex");
}
