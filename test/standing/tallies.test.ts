import { expect, test } from "vitest";
import { CONFERENCE } from "../support/people.ts";
import { fillScale } from "../support/scale.ts";
import { row, rows, run } from "../support/storage.ts";
import { differences, wrongAfter } from "../support/tally-history.ts";
import { keepHouse, TENTH } from "../support/worker.ts";

test("the counts are true to the rows whatever is written", async () => {
  await fillScale(300);
  expect(await rows("SELECT DISTINCT name FROM tallies ORDER BY name")).toEqual(
    [
      ...["account", "assigned", "attending", "pass", "read", "revenue", "reviewed", "standing", "submitted"],
      ...["taken", "waiting"],
    ].map((name) => ({ name })),
  );
  expect(await differences()).toEqual([]);
  expect(await wrongAfter()).toBeUndefined();
});

test("the checker reports a count that differs", async () => {
  await run("UPDATE tallies SET number = number + 1 WHERE name = 'standing' AND key = 'draft'");
  await keepHouse({}, TENTH);
  const { findings } = await row<{ findings: string }>("SELECT findings FROM inspections");
  expect(JSON.parse(findings)).toEqual([
    {
      rule: "what is counted while it changes is what the rows say",
      object: `tallies/${CONFERENCE}/standing/draft`,
    },
  ]);
});
