import { expect } from "vitest";
import { canaries } from "../money-state.ts";
import { ACTS } from "./acts.ts";
import { draw, explained, play } from "./history.ts";

/** After so many histories that end wrong, the others are not played. */
const MOST_TOLD = 5;
/** An act that happens in fewer than one of a hundred histories shows nothing … */
const RARE = 0.01;
/** … and that can be told only from at least so many. */
const ENOUGH = 1_000;

/**
 * Histories of these seeds, each `step` after the previous one, end as they must; the first failures are reported.
 *
 * @returns in how many of them each act happened, the rarest first, as a person reads it.
 */
export async function endRight(first: number, last: number, step = 1): Promise<string> {
  const counts = new Map(Object.keys(ACTS).map((act) => [act, 0]));
  const wrongs: string[] = [];
  let played = 0;
  for (let seed = first; seed <= last && wrongs.length < MOST_TOLD; seed += step) {
    const { wrong, did } = await play(draw(seed));
    if (wrong.length > 0) wrongs.push((await explained(seed)) ?? `Seed ${seed} is not wrong again`);
    for (const act of new Set(did)) counts.set(act, counts.get(act)! + 1);
    played += 1;
  }
  expect(wrongs).toEqual([]);
  expect(await canaries()).toEqual([]);
  if (played >= ENOUGH) expect([...counts].filter(([, count]) => count / played < RARE)).toEqual([]);
  return [...counts]
    .sort(([, one], [, other]) => one - other)
    .map(([act, count]) => `${((count / played) * 100).toFixed(1).padStart(5)} %  ${act}`)
    .join("\n");
}
