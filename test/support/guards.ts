// For `npm run guards`: a setup file that runs before each test file. If the name of the test file contains the ids of
// guards, these are off while the file runs. Reports which guards the tests of the file reached.
import { afterAll, beforeAll, beforeEach, expect } from "vitest";

declare global {
  /** `npm run guards` makes a copy of the project, which reads this before each guard (scripts/guards/find.mjs). */
  var guards: { off: Set<string>; reached: Set<string> } | undefined;
}

declare module "@vitest/runner" {
  interface TaskMeta {
    /** The ids of guards: reached while modules were loaded, and reached by tests. */
    guards?: { whileLoading: string[]; inTests: string[] };
  }
}

const [, ids] = /\.without-([\w-]+)\.test\.ts$/.exec(expect.getState().testPath ?? "") ?? [];
const off = new Set(ids?.split("-"));
const reached = new Set<string>();
globalThis.guards = { off, reached };

let whileLoading: string[] = [];
beforeAll(() => {
  whileLoading = [...reached];
  reached.clear();
});

// The first failure is enough: the remaining tests of the file are skipped.
let hasFailed = false;
beforeEach(({ skip, onTestFailed }) => {
  if (off.size === 0) return;
  skip(hasFailed);
  onTestFailed(() => {
    hasFailed = true;
  });
});

// biome-ignore lint/correctness/noEmptyPattern: Vitest reads this pattern to learn which fixtures to make
afterAll(({}, file) => {
  file.meta.guards = { whileLoading, inTests: [...reached] };
  globalThis.guards = { off: new Set(), reached: new Set() };
});
