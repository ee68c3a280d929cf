import { mkdtempSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** Where Linux keeps files in memory. */
const MEMORY = "/dev/shm";
/** How many bytes must be free in memory: several times what a run needs. */
const ROOM = 1024 ** 3;
const NAME = "portal-tests-";

/**
 * Makes a folder for the temporary files of a run, and removes it when the process ends. The folder is in memory if
 * there is room. On a disk, a database waits at each write, and a run makes a hundred thousand writes.
 *
 * @returns the path of the folder
 */
export function scratchFolder() {
  const parent = isRoomy(MEMORY) ? MEMORY : tmpdir();
  removeThoseLeft(parent);
  const folder = mkdtempSync(path.join(parent, `${NAME}${process.pid}-`));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));
  return folder;
}

function isRoomy(folder) {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= ROOM;
  } catch {
    return false;
  }
}

/** Removes the folders of runs that were killed before they could remove them. */
function removeThoseLeft(parent) {
  for (const name of readdirSync(parent)) {
    const [, pid] = new RegExp(`^${NAME}(\\d+)-`).exec(name) ?? [];
    if (pid && !isRunning(Number(pid))) rmSync(path.join(parent, name), { recursive: true, force: true });
  }
}

/** Whether a process with this id exists. It may belong to another user. */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch ({ code }) {
    return code === "EPERM";
  }
}
