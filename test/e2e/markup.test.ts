import { expect, type Page } from "@playwright/test";
import { HtmlValidate } from "html-validate";
import { open, states } from "./states.ts";
import { looking as test } from "./support.ts";

/** The states that are checked: one for each kind of page. */
const NAMES = [
  ...[
    "home log in",
    "home new",
    "home goldplus",
    "application submitted",
    "section about",
    "documents",
    "check",
  ],
  ...["decision letter", "waiver", "waiver accepted", "register pay", "payments", "receipt", "developers"],
  "history",
  ...["scheduling", "agenda", "admin payments", "accounts", "release", "edition section usage"],
];

for (const state of states.filter(({ name }) => NAMES.includes(name))) {
  test(`${state.name} is valid, can be printed, and has targets for fingers`, async ({ page, portal }) => {
    await page.setViewportSize({ width: 320, height: 700 });
    await open(state, page, portal);
    expect.soft(await invalid(page), "HTML").toEqual([]);
    expect.soft(await printed(page), "printed").toEqual([]);
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 700 });
      expect.soft(await tooSmall(page), `targets at ${width}`).toEqual([]);
    }
  });
}

const validator = new HtmlValidate({
  extends: ["html-validate:standard"],
  rules: {
    "heading-level": "error",
    "input-attributes": "error",
    // The browser serialises the page without its doctype, and writes attributes in its own way.
    "attribute-boolean-style": "off",
    "attribute-empty-style": "off",
    doctype: "off",
    // A script sets `autocomplete` on a hidden field, so that browsers do not restore the field's value.
    "valid-autocomplete": "off",
  },
});

async function invalid(page: Page): Promise<string[]> {
  const { results } = await validator.validateString(await page.content());
  const found = results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId} ${selector}: ${message}`),
  );
  // For a section without a heading, the Nu checker gives only a warning, and html-validate has no such rule.
  const nameless = await page
    .locator("section:not(:has(h2, h3, h4))")
    .evaluateAll((sections) => sections.map(({ className }) => `section without a heading: ${className}`));
  return [...found, ...nameless];
}

/** The parts of the frame and the buttons that would be visible on paper. */
async function printed(page: Page): Promise<string[]> {
  await page.emulateMedia({ media: "print" });
  const around = "header.site-header, .plus-header, footer, nav, aside, button, .button, .demo, .skip";
  const seen = await page
    .locator(`:is(${around}):visible`)
    .evaluateAll((elements) => elements.map(({ outerHTML }) => outerHTML.slice(0, 120)));
  await page.emulateMedia({ media: null });
  return seen;
}

/** Links and controls that are smaller than 24 by 24 pixels and not part of a text (WCAG 2.5.8). */
const tooSmall = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("a[href], button, summary, select, input:not([type=hidden])")].flatMap(
      (element) => {
        const { width, height } = element.getBoundingClientRect();
        const isHidden = element.closest(".visually-hidden") !== null;
        const isSeen = element.checkVisibility({ visibilityProperty: true }) && !isHidden;
        const around = element.parentElement?.textContent?.trim() ?? "";
        const inText = element.matches("a") && around !== element.textContent?.trim();
        const isSmall = Math.min(width, height) < 24 && !inText && !element.closest("label");
        return isSeen && isSmall ? [`${Math.round(width)}×${Math.round(height)} ${element.textContent}`] : [];
      },
    ),
  );
