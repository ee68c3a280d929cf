import { beforeAll, expect, test } from "vitest";
import { keepHouse } from "~/request/cron.server.ts";
import { prepareMoney, Schedule } from "../support/money.ts";
import { run } from "../support/storage.ts";
import { TENTH } from "../support/worker.ts";

beforeAll(prepareMoney);

/** One run of the cron while an open payment waits for the answer of a processor that does not answer. */
async function runWithoutAnswer() {
  let isAway = false;
  let sentBefore: number | undefined;
  const asked: string[] = [];
  const schedule = await Schedule.open({
    plan: ({ kind, name }) => {
      if (kind === "charge") return "charged, answer lost";
      if (!isAway || kind !== "ask") return;
      asked.push(name);
      sentBefore ??= schedule.mails.length;
      return "not answered";
    },
  });
  await schedule.pay();
  schedule.pass(60 * 60_000);
  await run(
    `INSERT INTO outbox (id, event_key, recipient, subject, body, created_at, due_at, failures)
      VALUES ('waits', 'waits', 'mei@example.org', 'Your decision', '-', 0, 0, 0)`,
  );
  isAway = true;
  await schedule.request("cron", (context) => keepHouse(context, TENTH));
  return { asked, sentBefore };
}

test("a processor that does not answer twice is asked no more in a run, and the mails do not wait for it", async () => {
  expect(await runWithoutAnswer()).toEqual({ asked: ["lookup", "list"], sentBefore: 1 });
});
