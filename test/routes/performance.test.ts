import { expect, test } from "vitest";
import written from "../../docs/performance.md?raw";
import { ADDRESSES } from "../../scripts/bench/addresses.mjs";
import { Browser, signedIn } from "../support/browser.ts";

type Row = { trips: number; statements: number };

/** The table of round trips in docs/performance.md: a row for each address. */
function writtenTrips(): Map<string, Row> {
  const [, table = ""] = /<!-- bench: trips -->([\s\S]*?)<!-- bench end -->/.exec(written) ?? [];
  const lines = [...table.matchAll(/^\| `(.+)` \| (\d+) \| \d+ \| (\d+) \|/gm)];
  return new Map(
    lines.map(([, name, trips, statements]) => [
      name!,
      { trips: Number(trips), statements: Number(statements) },
    ]),
  );
}

test.each([
  ...ADDRESSES.delegates,
  ...ADDRESSES.staff,
])("docs/performance.md says how often $name asks the database", async ({ name, as, path }) => {
  const browser = as ? await signedIn(as) : new Browser();
  for (let first = 0; first < 3; first += 1) await browser.get(path);
  const { response } = await browser.open(path);
  const [, trips, statements] =
    /db;desc="(\d+)".*statements;desc="(\d+)"/.exec(response.headers.get("Server-Timing")!) ?? [];
  expect({ trips: Number(trips), statements: Number(statements) }).toEqual(writtenTrips().get(name));
});
