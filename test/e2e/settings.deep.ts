import { expect, type Page } from "@playwright/test";
import { open, states } from "./states.ts";
import { looking as test } from "./support.ts";

// Tests pages with what readers change in their browser: size, spacing, colours and motion.

/** The spacing that WCAG 2.2 lets readers set (1.4.12). */
const SPACING =
  "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }";

for (const state of states) {
  test(`${state.name} bears the settings of its readers`, async ({ page, portal }) => {
    // 320 px are 1280 px at 400 %, and 640 px are 1280 px at 200 %.
    for (const width of [320, 640]) {
      await page.setViewportSize({ width, height: 512 });
      if (width === 320) await open(state, page, portal);
      // Some states end with a press of a button, and its answer may still be on the way.
      await page.waitForLoadState();
      expect.soft(await tooWide(page), `at ${width} pixels`).toEqual([]);
    }
    await page.setViewportSize({ width: 320, height: 700 });
    await page.emulateMedia({ reducedMotion: "reduce", forcedColors: "active" });
    expect.soft(await moving(page), "moves").toEqual([]);
    expect.soft(await unseen(page), "cannot be seen in the reader's colours").toEqual([]);
    await page.emulateMedia({ reducedMotion: null, forcedColors: null });
    await space(page);
    expect.soft(await tooWide(page), "with wide spaces").toEqual([]);
    expect.soft(await cutOff(page), "cut off with wide spaces").toEqual([]);
  });
}

/** If the page can be scrolled sideways, by how much, and which elements reach beyond its right edge. */
const tooWide = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth === clientWidth) return [];
    const beyond = [...document.querySelectorAll("body *")].filter(
      (element) => element.getBoundingClientRect().right > clientWidth,
    );
    return [scrollWidth - clientWidth, ...beyond.map((element) => element.outerHTML.slice(0, 120))];
  });

/** Sets the spacing in a style sheet that a script makes: the content policy does not apply to such a sheet. */
const space = (page: Page) =>
  page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
  }, SPACING);

const moving = (page: Page) =>
  page.evaluate(() => document.getAnimations().map(({ effect }) => String(effect?.getTiming().duration)));

/** Buttons and fields that have no outline in forced colours. */
const unseen = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll(".button:not(.quiet), input:not([type=hidden]), select, textarea")]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => !element.closest(".visually-hidden") && !element.matches(".visually-hidden"))
      .filter((element) => {
        const { borderTopWidth, borderTopStyle, borderTopColor, appearance } = getComputedStyle(element);
        const isDrawn = element.matches("[type=checkbox], [type=radio]") || appearance === "auto";
        const isClear = borderTopColor === "rgba(0, 0, 0, 0)";
        return !isDrawn && (borderTopWidth === "0px" || borderTopStyle === "none" || isClear);
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  );

/** Elements that cut off their text without a sign that there is more. */
const cutOff = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("main *, header *, footer *")]
      .filter((element) => {
        const { overflowX, overflowY, textOverflow, clipPath } = getComputedStyle(element);
        const hides = overflowX === "hidden" || overflowY === "hidden";
        const isText = [...element.childNodes].some(
          (node) => node.nodeType === 3 && node.textContent?.trim(),
        );
        // Text that is clipped to nothing is meant for screen readers only.
        const isMeant =
          clipPath === "inset(50%)" ||
          textOverflow === "ellipsis" ||
          element.closest(".visually-hidden, .sr-only, svg, video");
        const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
        return (
          hides && isText && !isMeant && (scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1)
        );
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  );
