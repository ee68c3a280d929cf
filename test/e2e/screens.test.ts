import { mkdirSync } from "node:fs";
import path from "node:path";
import { open, states } from "./states.ts";
import { test } from "./support.ts";

// Not part of the normal run: SCREENS=folder npx playwright test screens --project js
const folder = process.env["SCREENS"];
const WIDTHS = [320, 390, 1280];

test.describe.configure({ mode: "parallel" });

if (folder) {
  mkdirSync(folder, { recursive: true });
  for (const state of states) {
    test(`screen ${state.name}`, async ({ page, portal }) => {
      await page.setViewportSize({ width: WIDTHS[0]!, height: 700 });
      await open(state, page, portal);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 700 });
        // What is sticky stands where it was scrolled to.
        await page.evaluate(() => scrollTo(0, 0));
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme });
          const file = `${state.name.replaceAll(" ", "-")}.${width}.${colorScheme}.png`;
          await page.screenshot({ path: path.join(folder, file), fullPage: true });
        }
      }
    });
  }

  for (const name of ["section education", "section scholarship", "register pay", "documents"]) {
    test(`screen ${name} without scripts`, async ({ browser, baseURL, portal }) => {
      const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
      const page = await context.newPage();
      await open(states.find((state) => state.name === name)!, page, portal);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 700 });
        const file = `${name.replaceAll(" ", "-")}.${width}.no-scripts.png`;
        await page.screenshot({ path: path.join(folder, file), fullPage: true });
      }
      await context.close();
    });
  }
}
