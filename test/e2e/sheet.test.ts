import { expect, type Page } from "@playwright/test";
import { difference } from "../../scripts/screens/compare.mjs";
import { sheetOf, summaryOf } from "../../scripts/screens/sheet.mjs";
import { test } from "./support.ts";

const LETTERS = "<p style='width: 200px; margin: 20px; background: #eee'>Registration closes on Friday";

const pictureOf = async (page: Page, markup: string) => {
  await page.setViewportSize({ width: 300, height: 200 });
  await page.setContent(markup);
  return page.screenshot({ fullPage: true });
};

for (const [what, changed] of [
  ["a full stop", `${LETTERS}.`],
  ["a colour, a little", LETTERS.replace("#eee", "#ddd")],
  ["a picture that is longer", `${LETTERS}<div style="height: 300px">`],
] as const) {
  test(`${what} is a difference, and is shown`, async ({ page }) => {
    const [before, after] = [await pictureOf(page, LETTERS), await pictureOf(page, changed)];
    const found = await difference(page, before, after);
    expect(found?.pixels).toBeGreaterThan(3);
    expect(found?.picture.subarray(1, 4).toString()).toBe("PNG");
  });
}

for (const [what, changed] of [
  ["the same", LETTERS],
  ["a colour that nobody can tell from the other", LETTERS.replace("#eee", "#eeeeef")],
] as const) {
  test(`${what} is no difference`, async ({ page }) => {
    const [before, after] = [await pictureOf(page, LETTERS), await pictureOf(page, changed)];
    expect(await difference(page, before, after)).toBeNull();
  });
}

test("the sheet says first how many changed, and shows each", () => {
  const found = {
    changed: [{ name: "home.320.dark.png", pixels: 12 }],
    added: ["home-<new>.320.dark.png"],
    gone: [],
    all: 7,
  };
  expect(summaryOf(found)).toBe("1 of 7 pictures changed, 1 new");
  const sheet = sheetOf(found, { since: "abc (A & B)", warnings: ["Look out."] });
  expect(sheet).toContain("<h1>1 of 7 pictures changed, 1 new since abc (A &amp; B)</h1>");
  for (const folder of ["before", "after", "differs"])
    expect(sheet).toContain(`src="${folder}/home.320.dark.png"`);
  expect(sheet).toContain(`src="after/home-%3Cnew%3E.320.dark.png"`);
  expect(sheet).not.toContain("before/home-%3C");
  expect(sheet).toContain("Look out.");
});
