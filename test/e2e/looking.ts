import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, type Page } from "@playwright/test";
import type axeCore from "axe-core";
import { root } from "../../scripts/env.mjs";
import { CLAIMS } from "../specification/claims.ts";
import { PAGES, type Sight } from "../specification/pages.ts";
import { runTogether } from "../support/old-browsers.ts";
import { unlikeTheDesign } from "./design.ts";
import { brokenOn } from "./looks.ts";
import { hardToRead, patternOf, SPECIFIED } from "./plain-words.ts";
import type { State } from "./states.ts";
import { onOneLine, transcriptOf } from "./transcript.ts";
import { TYPED } from "./typed.ts";

/** A phone and a desk (px). */
export const WIDTHS = [320, 1280] as const;
export const HEIGHT = 700;
/** A phone (px): its first screen has to show what the page is about. */
const PHONE = { width: 390, height: 664 };

/**
 * Whether the run is deep: it then tries each state in both colour schemes and at both widths. A usual run tries each
 * state in one of the schemes, in turn.
 */
const deep = Boolean(process.env["DEEP"]);

/**
 * The widths at which a page is looked at. With scripts, every run looks at both widths. What scripts change on a page
 * is the same at every width. So without scripts, the width of a phone is enough, unless the run is deep or tries all
 * statements.
 */
const widthsOf = (scripts: boolean) =>
  scripts || deep || process.env["SPECIFICATION"] ? WIDTHS : ([WIDTHS[0]] as const);

/** How a page is looked at. */
type Mode = {
  scripts: boolean;
  /** The texts of dialogs that opened on the way to the state. */
  said: string[];
  /** The position of the state in the list. It decides in which colours the page is looked at. */
  position: number;
};

/**
 * Looks at a page in a state at one width or both (`widthsOf`), as a person does. Each complaint says where to look.
 *
 * @returns `seen`: for each statement of the specification that the state shows, whether it is read and where.
 */
export async function lookAt(
  page: Page,
  state: State,
  { scripts, said, position }: Mode,
): Promise<{ complaints: string[]; seen: { number: string; isRead: boolean; where: string }[] }> {
  const complaints: string[] = [];
  const seen: { number: string; isRead: boolean; where: string }[] = [];
  const { html, primaryActs, ...frame } = await page.evaluate(lookAtFrame);
  const mode = scripts ? "with scripts" : "without scripts";
  const complain = (where: string, what: string, found: readonly string[]) =>
    complaints.push(...found.map((one) => `${where}, ${mode}: ${what}${one}`));
  for (const [name, isRight] of Object.entries(frame))
    if (!isRight) complain(state.name, FRAME[name as keyof typeof FRAME], [""]);
  complain(state.name, "words without a space between their elements: ", runTogether(html));
  // A page may have only one next step. The page that shows all building blocks is an exception.
  if (state.name !== "building blocks") complain(state.name, "a second next step: ", primaryActs.slice(1));
  if (scripts) {
    await page.setViewportSize(PHONE);
    complain(state.name, "unlike the design: ", await unlikeTheDesign(page));
  }
  for (const width of widthsOf(scripts)) {
    await page.setViewportSize({ width, height: HEIGHT });
    const where = `${state.name}, ${width} pixels wide`;
    const over = await overflow(page);
    if (over > 0) complain(where, "wider than the screen by ", [`${over} pixels`]);
    complain(where, "", await brokenOn(page));
    if (scripts && width !== WIDTHS[0]) complain(where, "unlike the design: ", await unlikeTheDesign(page));
    if (scripts && (deep || width === WIDTHS[0]))
      complain(where, "", await tryColours(page, position, width));
    const { text, joined, covered } = await transcriptOf(page);
    complain(where, "texts that stand as one word: ", joined);
    complain(where, "a text that something lies on: ", covered);
    complain(where, "hard to read, ", hardToRead(text, KNOWN));
    const read = onOneLine([...said, text].join(" "));
    for (const [number, sight] of sightsOf(state, scripts, width)) {
      const missing = sight.reads.filter((words) => !reads(read, words));
      const wrong = (sight.not ?? []).filter((words) => reads(read, words));
      complain(where, `statement ${number} is not read: `, missing.map(String));
      complain(where, `statement ${number} is read nevertheless: `, wrong.map(String));
      const isRead = missing.length + wrong.length === 0;
      seen.push({ number, isRead, where: `${where}, ${mode}` });
    }
    for (const { words, in: places } of CLAIMS) {
      const isTrue = places.includes(state.name);
      if (reads(read, words) !== isTrue)
        complain(where, isTrue ? "claims no longer: " : "claims what is false there: ", [String(words)]);
    }
  }
  return { complaints, seen };
}

/** The words that are not judged: the portal cannot say them in another way. */
const KNOWN = { typed: TYPED, specified: SPECIFIED.map(({ words }) => patternOf(words)) };

/** The complaint for each part of the frame that a page lacks. */
const FRAME = {
  isHeaded: "not one heading that can be seen",
  hasMain: "not one main part",
  isTitled: "no title",
  isInEnglish: "its language is not said",
  mayBeSkipped: "nothing leads past the header",
};

/** The statements that this state has to show at this width, with scripts or without. */
const sightsOf = (state: State, scripts: boolean, width: number): [number: string, sight: Sight][] =>
  Object.entries(PAGES).flatMap(([number, sights]) =>
    sights
      .filter((sight) => sight.on === state.name)
      .filter((sight) => (sight.scripts ?? scripts) === scripts && (sight.width ?? width) === width)
      .map((sight): [string, Sight] => [number, sight]),
  );

const reads = (text: string, words: string | RegExp) =>
  typeof words === "string" ? text.includes(words) : words.test(text);

/** Runs in the page. Returns which parts of its frame the page has, and which next steps it offers. */
function lookAtFrame() {
  const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true });
  const shown = (selector: string) => [...document.querySelectorAll(selector)].filter(isShown);
  const header = document.querySelector("body > header, body > div > header, [role=banner]");
  const isSignedIn = header?.querySelector("form[action='/logout']") != null;
  return {
    isHeaded: shown("h1").length === 1,
    hasMain: document.querySelectorAll("main").length === 1,
    isTitled: /\w/.test(document.title),
    isInEnglish: document.documentElement.lang === "en",
    mayBeSkipped: !isSignedIn || document.querySelector("a.skip")?.getAttribute("href") === "#content",
    html: document.documentElement.outerHTML,
    primaryActs: shown('main .button:not(.secondary, .quiet, .danger, [href^="#"])').map(
      (element) => (element as HTMLElement).innerText,
    ),
  };
}

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** The rules that can fail at one width only, although the same elements are shown. */
const OF_LAYOUT = ["color-contrast", "link-in-text-block", "scrollable-region-focusable", "target-size"];

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * The violations that axe finds. All rules are tried on a phone. At the other width and in the other colours, the page
 * has the same structure. So only the rules that a width or colours can break are tried again there.
 */
async function tryColours(page: Page, position: number, width: number): Promise<string[]> {
  const isPhone = width === WIDTHS[0];
  const tried: [scheme: "light" | "dark", rules: string[]][] = [
    [deep || position % 2 === 0 ? "light" : "dark", isPhone ? TAGS : OF_LAYOUT],
  ];
  if (deep && !isPhone) tried.push(["dark", ["color-contrast"]]);
  const found: string[] = [];
  for (const [colorScheme, rules] of tried) {
    await page.emulateMedia({ colorScheme });
    found.push(...(await violations(page, rules)).map((one) => `in ${colorScheme} colours, ${one}`));
  }
  await page.emulateMedia({ colorScheme: "light" });
  return found;
}

declare global {
  var axe: typeof axeCore;
}

async function violations(page: Page, runOnly: string[]): Promise<string[]> {
  // The script may be in the page already, from the previous width.
  if (!(await page.evaluate(() => "axe" in globalThis))) await loadAxe(page);
  const found = await page.evaluate(
    // Axe takes longer to describe the elements that pass than to test them, so it describes only violations.
    async (options) => (await axe.run(options)).violations,
    { runOnly, resultTypes: ["violations" as const] },
  );
  return found.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${impact} ${id} ${target}: ${failureSummary}`),
  );
}

/** The shorter one of axe's two files (half a megabyte). The module's own `source` is the longer one. */
const AXE = readFileSync(path.join(root, "node_modules/axe-core/axe.min.js"), "utf8");

/** Loads axe over the browser's own protocol: it takes half the time, and the content policy can stay in force. */
async function loadAxe(page: Page) {
  const session = await page.context().newCDPSession(page);
  const { exceptionDetails } = await session.send("Runtime.evaluate", { expression: AXE });
  expect(exceptionDetails).toBe(undefined);
  await session.detach();
}
