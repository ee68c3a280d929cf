import { env } from "cloudflare:workers";
import { afterAll, expect, vi } from "vitest";
import { fillWithDemo } from "./demo-data.ts";
import { newCrossings, newDoubled, watchStatements } from "./seam.ts";

// The files that one worker runs share its modules, which are slow to load, and nothing else: whatever the file
// before left behind is removed.
vi.useRealTimers();
vi.restoreAllMocks();
vi.unstubAllGlobals();
await fillWithDemo();

// For every statement that a test makes the portal send: directory tables and edition tables are not joined, and no
// two columns of a query share a name.
watchStatements(env.DB);
afterAll(() =>
  expect({ crossings: newCrossings(), doubled: newDoubled() }).toEqual({ crossings: [], doubled: [] }),
);
