import { expect } from "@playwright/test";
import { looked } from "./looked.ts";
import { HEIGHT, lookAt, WIDTHS } from "./looking.ts";
import { MENDS, mend } from "./mends.ts";
import { open } from "./states.ts";
import { looking as test } from "./support.ts";
import { notIn, WAYS } from "./ways.ts";

// Looks at every state that a screen can be in, and tests what a person can read and press in that state. looked.ts
// chooses whether a state is looked at with scripts, without them, or in both ways. A new state is a line in states.ts.
// A sentence that must be read in a state is a line in test/specification/pages.ts. A sentence that must not be read in
// the other states is a line in claims.ts.

// Each state is a test of its own, so that the next browser that is free can take the next state.
test.describe.configure({ mode: "parallel" });

for (const [position, { state, ways }] of looked.entries()) {
  const tag = WAYS.filter((way) => !ways.includes(way)).map(notIn);
  test(
    `${state.name} can be seen and used by all`,
    { tag },
    async ({ page, portal, javaScriptEnabled }, info) => {
      const scripts = javaScriptEnabled !== false;
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
    },
  );
}
