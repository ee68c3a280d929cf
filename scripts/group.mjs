// Runs a script and all processes that it starts as one group, so that they end together.
import { spawn } from "node:child_process";
import path from "node:path";
import { root } from "./env.mjs";

/** How long the processes may take to end after SIGTERM, before they are killed. */
const PATIENCE_MS = 5_000;
/** How often (ms) it is checked whether the parent still exists. */
const LOOK_MS = 500;

/**
 * Runs the script in a group of its own, and ends with the script's exit code. The whole group ends when this process
 * receives a signal to end. It also ends when the parent of this process is gone. This is needed because npm passes a
 * signal only to a shell, and that shell does not pass it on.
 */
export function runAsGroup(script, args = []) {
  const parent = process.ppid;
  const leader = spawn(process.execPath, [path.resolve(root, script), ...args], {
    cwd: root,
    detached: true,
    stdio: ["ignore", "inherit", "inherit"],
  });
  const signal = (name) => {
    try {
      process.kill(-leader.pid, name);
    } catch {
      // No process is left, or there is no group, as on Windows.
      leader.kill(name);
    }
  };
  const stop = () => {
    signal("SIGTERM");
    setTimeout(() => signal("SIGKILL"), PATIENCE_MS);
  };
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(name, stop);
  const looking = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(looking);
    stop();
  }, LOOK_MS);
  leader.on("exit", (code) => {
    signal("SIGKILL");
    process.exit(code ?? 0);
  });
}
