import { env } from "cloudflare:workers";
import { afterAll, expect, vi } from "vitest";
import { fillWithDemo } from "./demo-data.ts";
import { newCrossings, newDoubled, watchStatements } from "./seam.ts";

// The files that one worker runs share its modules, which are slow to load, and nothing else: what the one before
// left behind goes.
vi.useRealTimers();
vi.restoreAllMocks();
vi.unstubAllGlobals();
await fillWithDemo();

// Whatever a test makes the portal ask: directory tables and edition tables are not joined, and no two columns of a
// query have one name.
watchStatements(env.DB);
afterAll(() =>
  expect({ crossings: newCrossings(), doubled: newDoubled() }).toEqual({ crossings: [], doubled: [] }),
);
