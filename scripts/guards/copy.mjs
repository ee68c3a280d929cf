// Makes a copy of the project in which each guard of the code can be switched off while the code runs. So one build is
// enough for all guards.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { root } from "../env.mjs";
import { plant } from "./find.mjs";

/** The folder of the copy. Each checkout has its own copy. This is a real path, because Vitest reports real paths. */
export const copy = path.join(
  realpathSync(tmpdir()),
  `portal-guards-${createHash("sha256").update(root).digest("hex").slice(0, 8)}`,
);

/**
 * A query is built only once, and would keep the guards with which it was built. So the copy builds each query every
 * time.
 */
const PREPARED = { file: "db/prepared.ts", find: "first ??= builtBy(db);", put: "first = builtBy(db);" };

/** @param {string[]} files the files with guards, as paths from the root. */
export function copyPlanted(files) {
  const built = path.join(copy, "build");
  for (const entry of existsSync(copy) ? readdirSync(copy) : [])
    if (path.join(copy, entry) !== built) rmSync(path.join(copy, entry), { recursive: true, force: true });
  mkdirSync(copy, { recursive: true });
  const { status, stdout } = spawnSync("git", ["ls-files", "-coz", "--exclude-standard"], {
    cwd: root,
    maxBuffer: 2 ** 26,
  });
  if (status !== 0) throw new Error("git could not list the files of the project.");
  for (const file of stdout.toString().split("\0").filter(Boolean)) {
    if (!existsSync(path.join(root, file))) continue;
    const to = path.join(copy, file);
    mkdirSync(path.dirname(to), { recursive: true });
    writeFileSync(to, readFileSync(path.join(root, file)));
  }
  linkAll(path.join(root, "node_modules"), path.join(copy, "node_modules"));
  for (const file of files) change(file, (source) => plant(file, source).written);
  change(PREPARED.file, (source) => {
    if (source.split(PREPARED.find).length !== 2)
      throw new Error(
        `${PREPARED.file} must contain this text exactly once: ${PREPARED.find}\nIf the file has changed, change PREPARED in scripts/guards/copy.mjs too.`,
      );
    return source.replace(PREPARED.find, PREPARED.put);
  });
}

function change(file, changed) {
  const to = path.join(copy, file);
  writeFileSync(to, changed(readFileSync(to, "utf8")));
}

/**
 * Fills a folder with links to the files of another folder or, where the disk does not allow links, with copies. Hidden
 * folders of tools are left out.
 */
function linkAll(from, to) {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (/^\.(cache|vite|build-lock)/.test(entry.name)) continue;
    if (entry.isDirectory()) linkAll(source, target);
    else if (!tryLink(source, target)) copyFileSync(source, target);
  }
}

/** @returns whether the disk and the file's owner allow a link. */
function tryLink(from, to) {
  try {
    linkSync(from, to);
    return true;
  } catch {
    return false;
  }
}
