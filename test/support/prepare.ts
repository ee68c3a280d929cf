import { env } from "cloudflare:workers";
import { afterAll, expect, vi } from "vitest";
import { fillWithDemo } from "./demo-data.ts";
import { newCrossings, newDoubled, watchStatements } from "./seam.ts";

// The test files that one worker runs share its modules, which are slow to load, but nothing else: everything that the
// previous file left behind is removed.
vi.useRealTimers();
vi.restoreAllMocks();
vi.unstubAllGlobals();
await fillWithDemo();

// For every statement that a test makes the portal send, checks that directory tables and edition tables are not
// joined, and that no two columns of a query have the same name.
watchStatements(env.DB);
afterAll(() =>
  expect({ crossings: newCrossings(), doubled: newDoubled() }).toEqual({ crossings: [], doubled: [] }),
);
