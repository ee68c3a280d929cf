import { afterAll, beforeAll, expect, test } from "vitest";
import { prepareMoney } from "../support/money.ts";
import { canaries } from "../support/money-state.ts";
import { exploreBy } from "../support/schedules.ts";
import { runSubscribing, SUBSCRIBING } from "../support/subscribing.ts";

const LONG = 3_600_000;

let schedules = 0;

beforeAll(prepareMoney);

afterAll(async () => {
  console.log(`${schedules} schedules`);
  expect(await canaries()).toEqual([]);
});

test.each(Object.entries(SUBSCRIBING))(
  "%s, with every pair of faults",
  async (name, scenario) => {
    const explored = await exploreBy((faults) => runSubscribing(scenario, faults), 2);
    console.log(`${name}: ${explored.schedules} schedules`);
    schedules += explored.schedules;
    expect(explored.broken).toEqual([]);
  },
  LONG,
);
