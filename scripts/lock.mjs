// Locks, so that two runs of a script do not do the same work at the same time.
import { readFileSync, rmSync, writeFileSync } from "node:fs";

/**
 * Takes the lock, if no other process holds it. Frees it when this process ends.
 *
 * @param {string} file the path of the lock
 * @returns {boolean} whether this process has the lock now
 */
export function tryLock(file) {
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: "wx" });
      process.on("exit", () => rmSync(file, { force: true }));
      return true;
    } catch {
      if (!holderIsGone(file)) return false;
      rmSync(file, { force: true });
    }
  }
}

function holderIsGone(file) {
  try {
    process.kill(Number(readFileSync(file, "utf8")), 0);
    return false;
  } catch (error) {
    return error.code === "ESRCH";
  }
}
