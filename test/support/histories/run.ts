import { expect } from "vitest";
import { canaries } from "../money-state.ts";
import { explained } from "./history.ts";

/** Histories of these seeds, each `step` after the one before, end as they must, and say where one does not. */
export async function endRight(first: number, last: number, step = 1): Promise<void> {
  for (let seed = first; seed <= last; seed += step) expect(await explained(seed)).toBeNull();
  expect(await canaries()).toEqual([]);
}
