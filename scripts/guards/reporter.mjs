import { writeSync } from "node:fs";

/** The file descriptor to which the lines are written. */
export const LINES = 3;

/**
 * A reporter of Vitest that writes one line of JSON when a test file starts, and one when it has ended:
 *
 *     { file, started: true }
 *     { file, failed, ms, guards }
 *
 * `guards` contains what test/support/guards.ts reported. It is missing if the file could not start.
 */
export default class GuardsReporter {
  onTestModuleStart({ moduleId }) {
    write({ file: moduleId, started: true });
  }

  onTestModuleEnd(module) {
    const { duration, setupDuration } = module.diagnostic();
    write({
      file: module.moduleId,
      failed: !module.ok(),
      ms: Math.round(duration + setupDuration),
      guards: module.meta().guards,
    });
  }
}

const write = (line) => writeSync(LINES, `${JSON.stringify(line)}\n`);
