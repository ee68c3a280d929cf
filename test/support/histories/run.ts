import { expect } from "vitest";
import { canaries } from "../money-state.ts";
import { ACTS } from "./acts.ts";
import { draw, explained, play } from "./history.ts";

/** Once this many histories have ended wrongly, the remaining ones are not played. */
const MOST_TOLD = 5;
/** If an act happens in less than this proportion of the histories, they prove nothing about the act. */
const RARE = 0.01;
/** The proportions are checked only if at least this many histories were played. */
const ENOUGH = 1_000;

/**
 * Checks that the histories of these seeds, from `first` to `last` in steps of `step`, end as they must, and reports
 * the first failures.
 *
 * @returns a text that says in what proportion of the histories each act happened, the rarest act first.
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
