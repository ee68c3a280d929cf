import { beforeAll, expect, test } from "vitest";
import { draw, explained, play } from "../support/histories/history.ts";
import { PLANTED_MISTAKES } from "../support/histories/planted.ts";
import { prepareHistories } from "../support/histories/setting.ts";

const LONG = 600_000;
/** Fewer than run without a mistake. */
const HISTORIES = 3_000;

beforeAll(prepareHistories);

test.each(PLANTED_MISTAKES)(
  "$name: a history finds it",
  async ({ name, rewrite }) => {
    let seed = 1;
    globalThis.plantedMistake = name;
    try {
      while (seed <= HISTORIES && (await play(draw(seed), rewrite)).wrong.length === 0) seed += 1;
      console.log(`${name}\n${await explained(seed, rewrite)}`);
    } finally {
      globalThis.plantedMistake = undefined;
    }
    expect(seed).toBeLessThanOrEqual(HISTORIES);
    // Without the mistake nothing is wrong.
    expect(await explained(seed)).toBeNull();
  },
  LONG,
);
