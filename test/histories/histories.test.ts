import { beforeAll, expect, test } from "vitest";
import { told } from "../support/histories/history.ts";
import { endRight } from "../support/histories/run.ts";
import { prepareHistories } from "../support/histories/setting.ts";

/** Set by `npm run histories -- --seed 1234`: this one alone is played, and told whether it is wrong or not. */
const SEED = process.env["HISTORY"];
const HISTORIES = 150;

beforeAll(prepareHistories);

test.runIf(SEED)("the history of a seed", async () => {
  const { text, wrong } = await told(Number(SEED));
  console.log(text);
  expect(wrong).toEqual([]);
});

test.skipIf(SEED)(`${HISTORIES} histories of money end as they must`, () => endRight(1, HISTORIES), 120_000);
