import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { expect, type Page, type TestInfo } from "@playwright/test";
import { open, states } from "./states.ts";
import { looking as test } from "./support.ts";

// Two checkers that are not worth a dependency. HTML_CodeSniffer gives a second opinion. The Nu checker of the W3C
// needs Java.
//
//   npm install --prefix /tmp/checkers html_codesniffer vnu-jar
//   CHECKERS=/tmp/checkers DEEP=1 npx playwright test checkers --project js

const folder = path.join(process.env["CHECKERS"] ?? "", "node_modules");
const sniffer = path.join(folder, "html_codesniffer/build/HTMLCS.js");
const nu = path.join(folder, "vnu-jar/build/dist/vnu.jar");
const missing = existsSync(sniffer) && existsSync(nu) ? null : "CHECKERS names no folder with both checkers";

/**
 * Messages of the Nu checker that are ignored, because the elements are right as they are. With `element`, a message is
 * ignored only for such elements. A comment gives the reason.
 */
const PUT_ASIDE: { message: RegExp; element?: RegExp }[] = [
  // A style property of SVG which this checker does not know.
  { message: /Property “vector-effect” doesn't exist/ },
  // A new property. Browsers that do not know it skip it.
  { message: /Property “scroll-initial-target” doesn't exist/ },
  // Each part of a table states the role that it has anyway, because browsers forget this role where the table is drawn
  // as cards.
  {
    message: /^The “role” attribute must not be used on a “t[rhd]” element which has a “table” ancestor/,
    element: /^<(tr role="row"|th role="(column|row)header"|td role="cell")[ >]/,
  },
  // The attribute keeps browsers from restoring the number of a version that is no longer the newest.
  { message: /value is “hidden” must not have an “autocomplete”/, element: / name="version" / },
  // After a refusal, a field still shows the impossible time that was typed. Browsers without a field for times show a
  // text field, in which people can type such a time.
  {
    message: /^Bad value “2022-02-30T10:00”.*Day out of range/,
    element: / type="datetime-local" .*aria-invalid/,
  },
];

/**
 * A message of the Nu checker. `extract` is a part of the page. `hiliteStart` and `hiliteLength` mark the element in it
 * that the message is about.
 */
type Message = {
  url: string;
  message: string;
  extract?: string;
  hiliteStart?: number;
  hiliteLength?: number;
};

/**
 * The folder for the pages. A failed test ends its process, but leaves the folder. The next run empties it when it
 * begins.
 */
const folderOf = ({ project }: TestInfo) => path.join(project.outputDir, "pages");

for (const state of states) {
  test(`${state.name} passes WCAG2AA of HTML_CodeSniffer`, async ({ page, portal }, info) => {
    info.skip(missing !== null, missing ?? "");
    await page.setViewportSize({ width: 1280, height: 900 });
    await open(state, page, portal);
    mkdirSync(folderOf(info), { recursive: true });
    const file = path.join(folderOf(info), `${state.name.replaceAll(/\W+/g, "-")}.html`);
    writeFileSync(file, await page.content());
    expect(await sniffed(page)).toEqual([]);
  });
}

test("the Nu checker finds no error on these pages", async ({ baseURL }, info) => {
  info.setTimeout(300_000);
  info.skip(missing !== null, missing ?? "");
  expect(baseURL).toBeTruthy();
  const pages = folderOf(info);
  expect(readdirSync(pages).length, "pages that were looked at before").toBeGreaterThan(0);
  const run = promisify(execFile)("java", ["-jar", nu, "--errors-only", "--format", "json", pages], {
    maxBuffer: 2 ** 26,
  });
  const { stderr } = await run.catch((error: { stderr: string }) => error);
  const found = (JSON.parse(stderr) as { messages: Message[] }).messages
    .map(({ url, message, extract = "", hiliteStart = 0, hiliteLength = 0 }) => ({
      page: path.basename(url),
      message,
      element: extract.slice(hiliteStart, hiliteStart + hiliteLength),
    }))
    .filter(
      (one) =>
        !PUT_ASIDE.some(
          ({ message, element }) => message.test(one.message) && element?.test(one.element) !== false,
        ),
    )
    .map(({ page, message, element }) => `${page}: ${message} ${element}`);
  expect(found).toEqual([]);
});

type Found = { type: number; code: string; msg: string; element: Element };
type Sniffer = {
  process(standard: string, content: Document, done: () => void): void;
  getMessages(): Found[];
  getTranslation(key: string): string;
  ERROR: number;
};

/** The errors of HTML_CodeSniffer. Its warnings and notes are left out, because a person has to judge them. */
async function sniffed(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send("Runtime.evaluate", { expression: readFileSync(sniffer, "utf8") });
  await session.detach();
  return page.evaluate(async () => {
    const checker = (globalThis as unknown as { HTMLCS: Sniffer }).HTMLCS;
    // The checker spells the names of its own messages in two ways. Without this replacement, the checker would break
    // off where `autocomplete` does not fit its field.
    const translated = checker.getTranslation.bind(checker);
    checker.getTranslation = (key) => translated(key.replace("AutoComplete", "Autocomplete"));
    await new Promise<void>((done) => checker.process("WCAG2AA", document, done));
    // The user name is the e-mail address. Today's HTML allows "username" in a field for addresses; HTML 5.2, which
    // this checker follows, did not. A script posts each hidden form, so such a form needs no button.
    const isMeant = ({ msg, code, element }: Found) =>
      (msg.includes("value: username.") && element.matches("[type=email]")) ||
      (code.endsWith("H32.2") && element.matches("form[hidden]"));
    return checker
      .getMessages()
      .filter((found) => found.type === checker.ERROR && !isMeant(found))
      .map(({ code, msg, element }) => `${code} ${msg} ${element.outerHTML?.slice(0, 160)}`);
  });
}
