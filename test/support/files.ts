import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { root } from "../../scripts/env.mjs";

/**
 * The files that are in the repository, or would be with the next commit, as paths from the root.
 *
 * @param patterns which files, as git reads patterns: `*.md`. All of them if none is given.
 */
export function filesOfProject(...patterns: string[]): string[] {
  const listed = execFileSync(
    "git",
    ["ls-files", "--cached", "--others", "--exclude-standard", ...patterns],
    {
      cwd: root,
      encoding: "utf8",
    },
  );
  return listed.split("\n").filter((name) => name && existsSync(path.join(root, name)));
}
