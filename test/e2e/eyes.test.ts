import { expect, type Page } from "@playwright/test";
import axeCore from "axe-core";
import { CLAIMS } from "../specification/claims.ts";
import { PAGES, type Sight } from "../specification/pages.ts";
import { runTogether } from "../support/old-browsers.ts";
import { brokenOn } from "./looks.ts";
import { MENDS, mend } from "./mends.ts";
import { open, type State, states } from "./states.ts";
import { looking as test } from "./support.ts";
import { onOneLine, transcriptOf } from "./transcript.ts";

// Every state that a screen can be in, looked at once with scripts and once without: what a person can read and press
// there, at both widths. A new state is a line in states.ts; a sentence that must be read there is one in
// test/specification/pages.ts, and one that must not be read elsewhere is one in claims.ts.

const WIDTHS = [320, 1280];
const HEIGHT = 700;

/** Whether each state is tried in both colour schemes and at both widths, and not in one scheme by turns on a phone. */
const deep = Boolean(process.env["DEEP"]);

const withStatements = new Set(
  Object.values(PAGES)
    .flat()
    .map(({ on }) => on),
);
const looked = process.env["SPECIFICATION"] ? states.filter(({ name }) => withStatements.has(name)) : states;

/** Without scripts most pages are the same: every time, those are visited that show a statement or refuse a form. */
const isLookedAtTwice = ({ name }: State) => withStatements.has(name) || name in MENDS;

// Each state is a test of its own: whichever browser is free takes the next one.
test.describe.configure({ mode: "parallel" });

for (const [position, state] of looked.entries()) {
  test(`${state.name} can be seen and used by all`, async ({ page, portal, javaScriptEnabled }, info) => {
    const scripts = javaScriptEnabled !== false;
    // Reached in the other way only.
    if (state.scripts === !scripts) return;
    if (!scripts && !deep && !isLookedAtTwice(state)) return;
    const said: string[] = [];
    const hear = async (dialog: { message(): string; accept(): Promise<void> }) => {
      said.push(`[dialog: ${dialog.message()}]`);
      await dialog.accept();
    };
    page.on("dialog", hear);
    try {
      await page.setViewportSize({ width: WIDTHS[0]!, height: HEIGHT });
      await open(state, page, portal);
      const { html, primaryActs, ...frame } = await page.evaluate(lookAtFrame);
      expect(frame).toEqual({ headings: 1, mains: 1, isTitled: true, language: "en", mayBeSkipped: true });
      expect.soft(runTogether(html), "words without a space between their elements").toEqual([]);
      // Only the page that shows the building blocks has all of them.
      if (state.name !== "building blocks")
        expect.soft(primaryActs.slice(1), "a page has one next step").toEqual([]);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: HEIGHT });
        const where = `${state.name}, ${width} pixels wide, ${scripts ? "with" : "without"} scripts`;
        expect(await overflow(page), `${where}: wider than the screen`).toBe(0);
        expect.soft(await brokenOn(page), where).toEqual([]);
        if (scripts && (deep || width === WIDTHS[0])) await tryColours(page, position, width);
        const { text, joined } = await transcriptOf(page);
        expect.soft(joined, `${where}: texts that stand as one word`).toEqual([]);
        const read = onOneLine([...said, text].join(" "));
        for (const [number, sight] of sightsOf(state, scripts, width)) {
          const shown = sight.reads.filter((words) => !reads(read, words));
          const hidden = (sight.not ?? []).filter((words) => reads(read, words));
          expect.soft(shown, `statement ${number}: ${where} does not read`).toEqual([]);
          expect.soft(hidden, `statement ${number}: ${where} reads nevertheless`).toEqual([]);
          const verdict = shown.length + hidden.length === 0 ? "shown" : "not";
          info.annotations.push({ type: "statement", description: `${number} ${verdict} ${where}` });
        }
        for (const { words, in: places } of CLAIMS) {
          const isTrue = places.includes(state.name);
          expect
            .soft(reads(read, words), `${where}: ${isTrue ? "claims no longer" : "claims"} “${words}”`)
            .toBe(isTrue);
        }
      }
      await page.setViewportSize({ width: WIDTHS[0]!, height: HEIGHT });
      if (state.name in MENDS || (await page.locator(".error-summary").count()) > 0)
        expect(await mend(state.name, page, portal), "said again after it was mended").toEqual([]);
    } finally {
      page.off("dialog", hear);
    }
  });
}

/** The statements that this state shows in this mode and at this width. */
const sightsOf = (state: State, scripts: boolean, width: number): [number: string, sight: Sight][] =>
  Object.entries(PAGES).flatMap(([number, sights]) =>
    sights
      .filter((sight) => sight.on === state.name)
      .filter((sight) => (sight.scripts ?? scripts) === scripts && (sight.width ?? width) === width)
      .map((sight): [string, Sight] => [number, sight]),
  );

const reads = (text: string, words: string | RegExp) =>
  typeof words === "string" ? text.includes(words) : words.test(text);

/** Runs in the page: what every page has, and what it offers to do next. */
function lookAtFrame() {
  const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true });
  const shown = (selector: string) => [...document.querySelectorAll(selector)].filter(isShown);
  const header = document.querySelector("body > header, body > div > header, [role=banner]");
  const isSignedIn = header?.querySelector("form[action='/logout']") != null;
  return {
    headings: shown("h1").length,
    mains: document.querySelectorAll("main").length,
    isTitled: /\w/.test(document.title),
    language: document.documentElement.lang,
    mayBeSkipped: !isSignedIn || document.querySelector("a.skip")?.getAttribute("href") === "#content",
    html: document.documentElement.outerHTML,
    primaryActs: shown('main .button:not(.secondary, .quiet, .danger, [href^="#"])').map(
      (element) => (element as HTMLElement).innerText,
    ),
  };
}

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** The rules that the width can break while the same elements are shown. */
const OF_LAYOUT = ["color-contrast", "link-in-text-block", "scrollable-region-focusable", "target-size"];

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * What axe finds. Structure is the same at every width and in the dark: there, only what they can change is tried
 * again.
 */
async function tryColours(page: Page, position: number, width: number) {
  const isPhone = width === WIDTHS[0];
  const scheme = deep || position % 2 === 0 ? "light" : "dark";
  await page.emulateMedia({ colorScheme: scheme });
  const found = await violations(page, isPhone ? TAGS : OF_LAYOUT);
  expect.soft(found, `${width} pixels wide, ${scheme}`).toEqual([]);
  if (deep && !isPhone) {
    await page.emulateMedia({ colorScheme: "dark" });
    expect.soft(await violations(page, ["color-contrast"]), "dark").toEqual([]);
  }
  await page.emulateMedia({ colorScheme: "light" });
}

declare global {
  var axe: typeof axeCore;
}

async function violations(page: Page, runOnly: string[]): Promise<string[]> {
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
