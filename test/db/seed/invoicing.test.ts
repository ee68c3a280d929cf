import { expect, test } from "vitest";
import { demoRows } from "#db/seed/demo.ts";
import { baseStatements, demoStatements } from "#db/seed/seed.ts";
import { invoicingInForce, withInvoicing } from "../../support/invoicing.ts";
import { rows, run } from "../../support/storage.ts";

// Two people have to decide where money goes (docs/decisions/0057-money-needs-two.md). One person runs a seed, so no
// seed may change the bank details or the limit.

const now = Date.parse("2022-12-17T15:00:00Z");
const demo = demoRows({ now, realNow: Date.now() });

test("what the demo says fills an edition of which nobody has said anything", async () => {
  expect(await invoicingInForce()).toMatchObject(demo.invoicing[0]!.says);
});

test.each([
  ["seed:base", baseStatements(now)],
  // The people of the demo cannot be added twice, so they are left out. Nothing else of this seed would be refused.
  ["a second seed:demo", demoStatements({ ...demo, rows: {}, releases: [] })],
])("%s leaves bank details and the limit as they are", async (_, statements) => {
  await withInvoicing({ payTo: "The bank of the year", secondPersonCents: 123_00 }, async () => {
    const before = await rows("SELECT * FROM invoicing");
    for (const statement of statements) await run(statement);
    expect(await rows("SELECT * FROM invoicing")).toEqual(before);
  });
});
