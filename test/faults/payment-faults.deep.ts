import { afterAll, beforeAll, expect, test } from "vitest";
import { random } from "../support/faults.ts";
import { prepareMoney } from "../support/money.ts";
import { canaries } from "../support/money-state.ts";
import { payAtRandom } from "../support/prices.ts";
import { explore, randomInterleaving, randomTriples, SCENARIOS } from "../support/schedules.ts";

const LONG = 3_600_000;
const TRIPLES = 1000;
const INTERLEAVINGS = 1000;

let schedules = 0;

beforeAll(prepareMoney);

afterAll(async () => {
  console.log(`${schedules} schedules`);
  expect(await canaries()).toEqual([]);
});

test.each(Object.entries(SCENARIOS))(
  "%s, with every pair of faults",
  async (name, scenario) => {
    const explored = await explore(scenario, 2);
    console.log(`${name}: ${explored.schedules} schedules`);
    schedules += explored.schedules;
    expect(explored.broken).toEqual([]);
  },
  LONG,
);

test(
  "a thousand random triples of faults",
  async () => {
    schedules += TRIPLES;
    expect(await randomTriples(TRIPLES, random(2023))).toEqual([]);
  },
  LONG,
);

test(
  "a thousand random orders of everything that can happen around a payment",
  async () => {
    for (let seed = 1000; seed < 1000 + INTERLEAVINGS; seed += 1) {
      expect({ seed, broken: await randomInterleaving(random(seed)) }).toEqual({ seed, broken: [] });
    }
    schedules += INTERLEAVINGS;
  },
  LONG,
);

test(
  "ten thousand random requests are charged what the specification's tables say, or nothing",
  async () => {
    const { charged, refused, wrong } = await payAtRandom(10_000, random(2022));
    expect(wrong).toEqual([]);
    expect(Math.min(charged, refused)).toBeGreaterThan(2000);
  },
  LONG,
);
