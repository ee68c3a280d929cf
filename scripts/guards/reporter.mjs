import { writeSync } from "node:fs";

/** The file descriptor to which the lines are written. */
export const LINES = 3;

const OUT_OF_TIME = /^(Test|Hook) timed out in/;

/**
 * A reporter of Vitest that writes one line of JSON when a test file starts, and one when it has ended:
 *
 *     { file, started: true }
 *     { file, failed, how, ms, guards }
 *
 * `guards` contains what test/support/guards.ts reported. It is missing if the file could not start.
 */
export default class GuardsReporter {
  onTestModuleQueued({ moduleId }) {
    write({ file: moduleId, started: true });
  }

  onTestModuleEnd(module) {
    const { duration, setupDuration } = module.diagnostic();
    const errors = [
      ...module.errors(),
      ...[...module.children.allTests("failed")].flatMap((test) => test.result().errors ?? []),
    ];
    const failed = !module.ok();
    const isOutOfTime = errors.length > 0 && errors.every(({ message }) => OUT_OF_TIME.test(message));
    write({
      file: module.moduleId,
      failed,
      how: !failed ? "passed" : isOutOfTime ? "timed out" : "failed",
      ms: Math.round(duration + setupDuration),
      guards: module.meta().guards,
    });
  }
}

const write = (line) => writeSync(LINES, `${JSON.stringify(line)}\n`);
