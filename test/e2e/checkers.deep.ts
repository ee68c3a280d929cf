import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, type Page } from "@playwright/test";
import { open, states } from "./states.ts";
import { looking as test } from "./support.ts";

// Two checkers that are not worth a dependency: the second opinion of HTML_CodeSniffer and, if there is a Java, the
// Nu checker of the W3C.
//
//   npm install --prefix /tmp/checkers html_codesniffer vnu-jar
//   CHECKERS=/tmp/checkers DEEP=1 npx playwright test checkers --project js

const folder = path.join(process.env["CHECKERS"] ?? "", "node_modules");
const sniffer = path.join(folder, "html_codesniffer/build/HTMLCS.js");
const nu = path.join(folder, "vnu-jar/build/dist/vnu.jar");
const missing = existsSync(sniffer) && existsSync(nu) ? null : "CHECKERS names no folder with both checkers";

/** What a checker asks for that the portal leaves out on purpose, each with the reason. */
const PUT_ASIDE = [
  // A style of SVG, which this checker does not know.
  "Property “vector-effect” doesn't exist",
  // New, and skipped by browsers that do not know it.
  "Property “scroll-initial-target” doesn't exist",
];

const pages = mkdtempSync(path.join(tmpdir(), "pages-"));

test.afterAll(() => rmSync(pages, { recursive: true, force: true }));

for (const state of states) {
  test(`${state.name} passes WCAG2AA of HTML_CodeSniffer`, async ({ page, portal }, info) => {
    info.skip(missing !== null, missing ?? "");
    await page.setViewportSize({ width: 1280, height: 900 });
    await open(state, page, portal);
    const file = path.join(pages, `${state.name.replaceAll(/\W+/g, "-")}.html`);
    writeFileSync(file, `<!doctype html>${await page.content()}`);
    expect(await sniffed(page)).toEqual([]);
  });
}

test("the Nu checker finds no error on these pages", async ({ baseURL }, info) => {
  info.setTimeout(300_000);
  info.skip(missing !== null, missing ?? "");
  expect(baseURL).toBeTruthy();
  expect(readdirSync(pages).length, "pages that passed the other checker").toBeGreaterThan(0);
  const run = promisify(execFile)("java", ["-jar", nu, "--errors-only", "--format", "json", pages], {
    maxBuffer: 2 ** 26,
  });
  const { stderr } = await run.catch((error: { stderr: string }) => error);
  const { messages } = JSON.parse(stderr) as {
    messages: { url: string; message: string; extract?: string }[];
  };
  const found = messages
    .filter(({ message }) => !PUT_ASIDE.some((aside) => message.includes(aside)))
    .map(({ url, message, extract }) => `${path.basename(url)}: ${message} ${extract}`);
  expect(found).toEqual([]);
});

type Sniffer = {
  process(standard: string, content: Document, done: () => void): void;
  getMessages(): { type: number; code: string; msg: string; element: Element }[];
  ERROR: number;
};

/** The errors of HTML_CodeSniffer; what is only a warning or a note needs a person. */
async function sniffed(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send("Runtime.evaluate", { expression: readFileSync(sniffer, "utf8") });
  await session.detach();
  return page.evaluate(async () => {
    const checker = (globalThis as unknown as { HTMLCS: Sniffer }).HTMLCS;
    // It breaks off at a form of nothing but text fields. Other tests look at groups of choices, with axe.
    const groups = (globalThis as unknown as Record<string, { checkControlGroups(): void }>)[
      "HTMLCS_WCAG2AAA_Sniffs_Principle1_Guideline1_3_1_3_1"
    ]!;
    groups.checkControlGroups = () => undefined;
    await new Promise<void>((done) => checker.process("WCAG2AA", document, done));
    return checker
      .getMessages()
      .filter(({ type }) => type === checker.ERROR)
      .map(({ code, msg, element }) => `${code} ${msg} ${element.outerHTML?.slice(0, 160)}`);
  });
}
