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
 * Files that no browser gets. Remix refuses to build a `.server.ts` file for browsers, and only such files may import
 * `db` (scripts/law.mjs).
 */
const NOT_IN_BROWSERS = /\.server\.ts$|^db\/|^docs\//;

/**
 * A text that changes whenever the result of the build would change. It depends on the contents of the files and not on
 * their times. So a change to a test does not cause a build, and neither does switching to another commit and back.
 *
 * @param {string} root
 * @param {string[]} [others] other files and folders on which the text depends too, as paths from the root.
 */
export const fingerprint = (root, others = []) => fingerprintOf(root, [...INPUTS, ...others], NOT_BUILT);

/**
 * A text that changes whenever the files for browsers may change.
 *
 * @param {string} root
 */
export const browserFingerprint = (root) =>
  fingerprintOf(root, INPUTS, new RegExp(`${NOT_BUILT.source}|${NOT_IN_BROWSERS.source}`));

function fingerprintOf(root, names, leftOut) {
  const hash = createHash("sha256");
  const take = (name) => {
    const file = path.join(root, name);
    if (statSync(file).isDirectory()) {
      for (const inner of readdirSync(file).sort()) take(path.posix.join(name, inner));
    } else if (!leftOut.test(name)) {
      const content = readFileSync(file);
      hash.update(`${name}:${content.length}:`).update(content);
    }
  };
  for (const name of names) take(name);
  return hash.digest("hex");
}
