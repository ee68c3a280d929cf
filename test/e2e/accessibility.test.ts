import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { open, states } from "./states.ts";
import { looking as test } from "./support.ts";

const PHONE = { width: 320, height: 700 };
const DESK = { width: 1280, height: 900 };

// Each state is a test of its own: whichever browser is free takes the next one.
test.describe.configure({ mode: "parallel" });

// Whether a state can be reached is the first thing each of these tests.
for (const state of states) {
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

    for (const viewport of [PHONE, DESK]) {
      await page.setViewportSize(viewport);
      expect(await overflow(page), `wider than ${viewport.width} pixels`).toBe(0);
      expect.soft(await severe(page), `${viewport.width} light`).toEqual([]);
    }
    // Structure is the same in the dark, and its colours are the same at every width: only these can fail.
    await page.emulateMedia({ colorScheme: "dark" });
    expect.soft(await severe(page, ["color-contrast"]), "dark").toEqual([]);
  });
}

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

async function severe(page: Page, rules?: string[]): Promise<string[]> {
  // Half a megabyte, which may still be there from the last page.
  const axeSource = (await page.evaluate(() => "axe" in window)) ? "0;" : undefined;
  const axe = new AxeBuilder({ page, axeSource }).setLegacyMode();
  // To describe every element that passes takes longer than to try it.
  axe.options({ runOnly: rules ?? TAGS, resultTypes: ["violations"] });
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${target}: ${failureSummary}`),
    );
}
