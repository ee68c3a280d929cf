import { expect } from "@playwright/test";
import { PAGES } from "../specification/pages.ts";
import { HEIGHT, lookAt, WIDTHS } from "./looking.ts";
import { MENDS, mend } from "./mends.ts";
import { open, type State, states } from "./states.ts";
import { looking as test } from "./support.ts";

// Every state that a screen can be in, looked at once with scripts and once without: what a person can read and press
// there, at both widths. A new state is a line in states.ts; a sentence that must be read there is one in
// test/specification/pages.ts, and one that must not be read elsewhere is one in claims.ts.

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
      await page.setViewportSize({ width: WIDTHS[0], height: HEIGHT });
      await open(state, page, portal);
      await page.waitForLoadState("domcontentloaded");
      const { complaints, seen } = await lookAt(page, state, { scripts, said, position });
      for (const { number, isRead, where } of seen)
        info.annotations.push({
          type: "statement",
          description: `${number} ${isRead ? "shown" : "not"} ${where}`,
        });
      expect.soft(complaints).toEqual([]);
      await page.setViewportSize({ width: WIDTHS[0], height: HEIGHT });
      if (state.name in MENDS || (await page.locator(".error-summary").count()) > 0)
        expect(await mend(state.name, page, portal), "said again after it was mended").toEqual([]);
    } finally {
      page.off("dialog", hear);
    }
  });
}
