import { beforeAll, expect, test } from "vitest";
import { watched } from "../support/asked.ts";
import { wholeFile } from "../support/csv-file.ts";
import { fillScale } from "../support/scale.ts";
import { row } from "../support/storage.ts";

const PEOPLE = 3_000;
/** How many statements one page of the file takes: one for the applications, and a batch for what belongs to them. */
const A_PAGE = 4;
const PAGE_ROWS = 500;

beforeAll(() => fillScale(PEOPLE), 60_000);

const pause = () => new Promise((resolve) => setTimeout(resolve, 300));

test("a file asks the database for a page only when its reader has room for one, and stops with its reader", async () => {
  const { browser, asked } = await watched("director");
  const { body } = await browser.get("/admin/applications.csv");
  await pause();
  const before = asked.length;
  await pause();
  expect(asked.length).toBe(before);
  const reader = body!.getReader();
  for (let pages = 1; pages <= 4; pages += 1) {
    const { value } = await reader.read();
    expect(value!.length).toBeGreaterThan(0);
    await pause();
    // The database was asked for the pages that were read, and for at most one more.
    expect(asked.length - before).toBeLessThanOrEqual((pages + 1) * A_PAGE);
  }
  const read = asked.length;
  await reader.cancel();
  await pause();
  expect(asked.length).toBeLessThanOrEqual(read + A_PAGE);
  expect(asked.length - before).toBeLessThan((PEOPLE / PAGE_ROWS) * A_PAGE);
});

test("a whole file ends with a line that counts its rows, which one that broke off lacks", async () => {
  const { browser } = await watched("director");
  const { n } = await row<{ n: number }>(
    "SELECT count(*) AS n FROM applications WHERE conference_id = 'aconf_2023'",
  );
  const text = await (await browser.get("/admin/applications.csv")).text();
  expect(text.endsWith(`"End of file: ${n.toLocaleString("en-US")} rows"\r\n`)).toBe(true);
  expect(wholeFile(text).match(/^"[0-9A-Za-z]{20,}",/gm)).toHaveLength(n);
  const { body } = await browser.get("/admin/applications.csv");
  const reader = body!.getReader();
  const decoder = new TextDecoder();
  let part = "";
  while (part.length < text.length / 2) part += decoder.decode((await reader.read()).value, { stream: true });
  await reader.cancel();
  expect(part).not.toContain("End of file");
});
