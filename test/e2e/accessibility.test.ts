import { expect, type Page } from "@playwright/test";
import axeCore from "axe-core";
import { open, states } from "./states.ts";
import { looking as test } from "./support.ts";

const PHONE = { width: 320, height: 700 };
const DESK = { width: 1280, height: 900 };

/** Whether each state is tried in both colour schemes and at both widths, and not in one scheme by turns on a phone. */
const deep = Boolean(process.env["DEEP"]);

// Each state is a test of its own: whichever browser is free takes the next one.
test.describe.configure({ mode: "parallel" });

// Whether a state can be reached is the first thing each of these tests.
for (const [position, state] of states.entries()) {
  test(`${state.name} can be read by all`, async ({ page, portal }) => {
    await page.setViewportSize(PHONE);
    await open(state, page, portal);
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    await expect(page.getByRole("main")).toHaveCount(1);
    await expect(page).toHaveTitle(/\w/);
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    const header = await page.getByRole("banner").count();
    const skipLink = page.getByRole("link", { name: "Skip to main content" });
    if (header && state.as) await expect(skipLink).toHaveAttribute("href", "#content");

    expect(await overflow(page), `wider than ${PHONE.width} pixels`).toBe(0);
    const scheme = deep || position % 2 === 0 ? "light" : "dark";
    await page.emulateMedia({ colorScheme: scheme });
    expect.soft(await violations(page), `${PHONE.width} ${scheme}`).toEqual([]);
    const shownOnPhone = await shown(page);
    await page.setViewportSize(DESK);
    expect(await overflow(page), `wider than ${DESK.width} pixels`).toBe(0);
    if (!deep) return;
    const isSameMarkup = (await shown(page)) === shownOnPhone;
    expect.soft(await violations(page, isSameMarkup ? OF_LAYOUT : TAGS), `${DESK.width} light`).toEqual([]);
    // Structure is the same in the dark, and its colours are the same at every width: only these can fail.
    await page.emulateMedia({ colorScheme: "dark" });
    expect.soft(await violations(page, ["color-contrast"]), "dark").toEqual([]);
  });
}

/** The rules that the width can break while the same elements are shown. */
const OF_LAYOUT = ["color-contrast", "link-in-text-block", "scrollable-region-focusable", "target-size"];

/** Which elements are shown, in their order. Most pages show the same ones at every width. */
const shown = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("body *")]
      .map((element) => Number(element.checkVisibility({ visibilityProperty: true })))
      .join(""),
  );

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

declare global {
  var axe: typeof axeCore;
}

async function violations(page: Page, runOnly = TAGS): Promise<string[]> {
  // It may still be there from the last width.
  if (!(await page.evaluate(() => "axe" in globalThis))) await loadAxe(page);
  const found = await page.evaluate(
    // To describe every element that passes takes longer than to try it.
    async (options) => (await axe.run(options)).violations,
    { runOnly, resultTypes: ["violations" as const] },
  );
  return found.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${impact} ${id} ${target}: ${failureSummary}`),
  );
}

/** Half a megabyte, which takes half the time by this way. No content policy has to be put aside for it. */
async function loadAxe(page: Page) {
  const session = await page.context().newCDPSession(page);
  const { exceptionDetails } = await session.send("Runtime.evaluate", { expression: axeCore.source });
  expect(exceptionDetails).toBe(undefined);
  await session.detach();
}
