import { beforeAll, expect, test } from "vitest";
import { draw, explained, play } from "../support/histories/history.ts";
import { PLANTED_MISTAKES, type PlantedMistake } from "../support/histories/planted.ts";
import { prepareHistories } from "../support/histories/setting.ts";

const LONG = 600_000;
/** The most histories that are tried with one mistake. The deep run without mistakes plays more of them. */
const HISTORIES = 3_000;

beforeAll(prepareHistories);

/**
 * A seed whose history goes wrong with this mistake. The known seed is tried first, and then the seeds from 1 on. Null
 * if no such seed is found.
 */
async function foundBy({ seed: known, rewrite }: PlantedMistake): Promise<number | null> {
  const isWrong = async (seed: number) => (await play(draw(seed), rewrite)).wrong.length > 0;
  if (await isWrong(known)) return known;
  for (let seed = 1; seed <= HISTORIES; seed += 1) if (await isWrong(seed)) return seed;
  return null;
}

// Each name is an argument of its own, so that vitest does not shorten it in the title. Then one mistake can be chosen
// by its name.
test.each(PLANTED_MISTAKES.map((mistake) => [mistake.name, mistake] as const))(
  "%s: a history finds it",
  async (name, mistake) => {
    let seed: number | null = null;
    let explanation: string | null = null;
    globalThis.plantedMistake = name;
    try {
      seed = await foundBy(mistake);
      if (seed !== null) explanation = await explained(seed, mistake.rewrite);
    } finally {
      globalThis.plantedMistake = undefined;
    }
    expect(seed, `none of ${HISTORIES} histories finds it`).not.toBeNull();
    if (seed !== mistake.seed)
      console.log(`${name}: write down ${seed} as its seed in place of ${mistake.seed}`);
    console.log(`${name}\n${explanation}`);
    // Without the mistake nothing is wrong.
    expect(await explained(seed!)).toBeNull();
  },
  LONG,
);
