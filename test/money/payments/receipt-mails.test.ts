import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { connect, newMeter } from "#db/client.ts";
import { inDays, inDollars, inShortReference } from "~/money/payments/receipt-mails.server.ts";
import { shortReference } from "~/money/payments/references.ts";
import { daysInWords } from "~/values/days.ts";
import { dollars } from "~/values/money.ts";

const db = connect(env.DB, newMeter());
const wordsOf = async (words: ReturnType<typeof sql>) =>
  (await db.all<{ words: string }>(sql`SELECT ${words} AS words`))[0]!.words;

test.each([
  0, 1, 99, 100, 101, 1_050, 49_500, 99_999, 100_000, 123_456, 1_000_000, 123_456_789,
])("an amount of %i cents in a receipt is what pages write", async (cents) => {
  expect(await wordsOf(inDollars(sql`CAST(${cents} AS INTEGER)`))).toBe(dollars(cents));
});

test.each([
  ["2023-02-17", "2023-02-17"],
  ["2023-02-17", "2023-02-19"],
  ["2023-01-30", "2023-02-02"],
  ["2023-12-30", "2024-01-02"],
  ["2023-02-17", "2024-02-17"],
  ...Array.from({ length: 12 }, (_, month) => {
    const name = String(month + 1).padStart(2, "0");
    return [`2024-${name}-01`, `2024-${name}-10`];
  }),
])("days from %s to %s in a receipt are what pages write", async (first, last) => {
  expect(await wordsOf(inDays(sql`${first}`, sql`${last}`))).toBe(daysInWords(first!, last!));
});

test("a reference in a receipt is the one that pages show", async () => {
  const id = "abcd2345efgh67ijklmn";
  expect(await wordsOf(inShortReference(sql`${id}`))).toBe(shortReference(id));
});
