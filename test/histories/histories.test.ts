import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { told } from "../support/histories/history.ts";
import { reverseTriggers } from "../support/histories/reversed.ts";
import { endRight } from "../support/histories/run.ts";
import { prepareHistories } from "../support/histories/setting.ts";
import { memoryDatabase } from "../support/histories/sqlite.ts";

/** Set by `npm run histories -- --seed 1234`: only this history is played and shown, whether it is wrong or not. */
const SEED = process.env["HISTORY"];
/** Set by `npm run histories -- --count 500`: this many histories are played, and the output counts each act. */
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

test.skipIf(SEED ?? COUNT)(
  "and as they must with every trigger created in the reverse order",
  async () => {
    await reverseTriggers(env.DB);
    try {
      await endRight(1, HISTORIES);
    } finally {
      await reverseTriggers(env.DB);
    }
  },
  120_000,
);

test("triggers that are created in the reverse order run in the reverse order", async () => {
  const database = memoryDatabase();
  await database.exec(`CREATE TABLE numbers (n); CREATE TABLE runs (name);
    CREATE TRIGGER one AFTER INSERT ON numbers BEGIN INSERT INTO runs VALUES ('one'); END;
    CREATE TRIGGER two AFTER INSERT ON numbers BEGIN INSERT INTO runs VALUES ('two'); END;`);
  const order = async () => {
    await database.exec("DELETE FROM runs; INSERT INTO numbers VALUES (1)");
    const { results } = await database
      .prepare("SELECT name FROM runs ORDER BY rowid")
      .all<{ name: string }>();
    return results.map(({ name }) => name);
  };
  const before = await order();
  await reverseTriggers(database);
  expect(await order()).toEqual(before.toReversed());
});
