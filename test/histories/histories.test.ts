import { beforeAll, expect, test } from "vitest";
import { told } from "../support/histories/history.ts";
import { endRight } from "../support/histories/run.ts";
import { prepareHistories } from "../support/histories/setting.ts";

/** Set by `npm run histories -- --seed 1234`: this one alone is played, and told whether it is wrong or not. */
const SEED = process.env["HISTORY"];
/** Set by `npm run histories -- --count 500`: so many are played, and it is told how often each act comes about. */
const COUNT = process.env["HISTORIES"];
const HISTORIES = 150;

beforeAll(prepareHistories);

test.runIf(SEED)("the history of a seed", async () => {
  const { text, wrong } = await told(Number(SEED));
  console.log(text);
  expect(wrong).toEqual([]);
});

test.runIf(COUNT)(
  "how often each act comes about",
  async () => console.log(await endRight(1, Number(COUNT))),
  3_600_000,
);

test.skipIf(SEED ?? COUNT)(
  `${HISTORIES} histories of money end as they must`,
  () => endRight(1, HISTORIES),
  120_000,
);
