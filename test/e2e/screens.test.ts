import { mkdirSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { open, states } from "./states.ts";
import { type Portal, test } from "./support.ts";

// This file is not part of the normal run. `npm run screens` runs it with a folder for the pictures: SCREENS=folder
const folder = process.env["SCREENS"];
const WIDTHS = [320, 390, 1280];
/**
 * The portal's clock is set to this time before each state is opened. Without this, pictures that are taken a minute
 * later would show another time.
 */
const BEGINNING = Date.parse("2022-12-17T15:00:05Z");

test.describe.configure({ mode: "parallel" });

if (folder) {
  mkdirSync(folder, { recursive: true });
  for (const state of states) {
    test(`screen ${state.name}`, async ({ page, portal }) => {
      await page.setViewportSize({ width: WIDTHS[0]!, height: 700 });
      await setClock(portal);
      await open(state, page, portal);
      for (const width of WIDTHS) {
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme });
          await takePicture(page, width, `${state.name}.${width}.${colorScheme}`);
        }
      }
    });
  }

  for (const name of ["section education", "section scholarship", "register pay", "documents"]) {
    test(`screen ${name} without scripts`, async ({ browser, baseURL, portal }) => {
      const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
      const page = await context.newPage();
      await setClock(portal);
      await open(states.find((state) => state.name === name)!, page, portal);
      for (const width of WIDTHS) await takePicture(page, width, `${name}.${width}.no-scripts`);
      await context.close();
    });
  }
}

/**
 * Takes a picture of the page. If nothing changed, two pictures are the same to the pixel, so that they can be
 * compared.
 */
async function takePicture(page: Page, width: number, name: string) {
  await page.setViewportSize({ width, height: 700 });
  // Where sticky elements are drawn depends on how far the page is scrolled. So the page is scrolled to its top.
  await page.evaluate(() => scrollTo(0, 0));
  await page.evaluate(holdStill);
  await page.evaluate(nameAlike);
  await page.screenshot({
    path: path.join(folder!, `${name.replaceAll(" ", "-")}.png`),
    fullPage: true,
    animations: "disabled",
    caret: "hide",
  });
}

const setClock = (portal: Portal) =>
  portal.query("UPDATE settings SET value = ? WHERE key = 'clockOffset'", String(BEGINNING - Date.now()));

/** Runs in the page. Waits for everything that is still loading. Hides what moves, but keeps its place. */
async function holdStill() {
  // A script makes the sheet, because the content policy forbids style sheets within the page, even those of
  // Playwright.
  const sheet = new CSSStyleSheet();
  // Hides the countdown, and what the browser draws over films while it loads them.
  sheet.replaceSync(
    "deadline-clock b { visibility: hidden } video::-webkit-media-controls { display: none }",
  );
  document.adoptedStyleSheets = [sheet];
  await document.fonts.ready;
  // Lazy pictures further down would not be loaded before somebody scrolls there.
  for (const image of document.images) image.loading = "eager";
  await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
}

/**
 * Runs in the page. Replaces every random id, secret and address by a fixed text, because they differ in each run and
 * have different widths.
 */
function nameAlike() {
  const alike = (text: string) =>
    text
      .replace(/(?<![\w-])[\w-]{43}(?![\w-])/g, "s".repeat(43))
      .replace(/(?<![a-z0-9])[a-z0-9]{20}(?![a-z0-9])/g, "i".repeat(20))
      .replace(/-[0-9a-f]{6}@/g, "-000000@");
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode() as Text | null; text; text = texts.nextNode() as Text | null) {
    const wanted = alike(text.data);
    if (wanted !== text.data) text.data = wanted;
  }
  for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea")) {
    if (field.type === "file") continue;
    const wanted = alike(field.value);
    if (wanted !== field.value) field.value = wanted;
  }
}
