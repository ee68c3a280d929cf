import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { rows, run } from "../support/storage.ts";
import { wrongAfter } from "../support/tally-history.ts";

test("each of the triggers is needed", { timeout: 120_000 }, async () => {
  const triggers = await rows<{ name: string; sql: string }>(
    "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND sql LIKE '%tallies%' ORDER BY name",
  );
  expect(triggers).toHaveLength(32);
  const idle: string[] = [];
  for (const { name, sql } of triggers) {
    await run(`DROP TRIGGER ${name}`);
    if (!(await wrongAfter())) idle.push(name);
    await env.DB.batch(
      [sql, "DELETE FROM tallies", "INSERT INTO tallies SELECT * FROM tallied"].map((one) =>
        env.DB.prepare(one),
      ),
    );
  }
  expect(idle).toEqual([]);
});
