import { expect, type Page } from "@playwright/test";
import { demoAccount, test } from "./support.ts";

/** Pages that show times, each with an account that has times on that page. */
const PAGES: [account: string, path: string][] = [
  ["new", "/"],
  ["new", "/application"],
  ["submitted", "/application"],
  ["signed", "/waiver"],
  ["goldplus", "/payment-info"],
  ["goldplus", "/scheduling?day=2023-02-17"],
  ["goldplus", "/scheduling/agenda"],
  ["director", "/admin/release/early"],
  ["director", "/admin/payments"],
  ["director", `/admin/delegates/${demoAccount("submitted").uid}`],
];
const PROGRAMME = /^\/scheduling/;

test.use({ timezoneId: "Asia/Tokyo" });

for (const [account, path] of PAGES) {
  test(`times of another zone stand apart on ${path} for ${account}`, async ({ page, context, portal }) => {
    await portal.signIn(context, demoAccount(account));
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(path);
      await expect(page.locator(".own:visible").first()).toBeVisible();
      expect(await badlySaid(page), `${width} pixels wide`).toEqual([]);
      // On paper, only the programme shows times in both zones.
      await page.emulateMedia({ media: "print" });
      await expect(page.locator("main .own:visible")).toHaveCount(
        PROGRAMME.test(path) ? await page.locator("main own-time:visible").count() : 0,
      );
      expect(await badlySaid(page), `${width} pixels wide, on paper`).toEqual([]);
      // A time that is left out leaves no space before a full stop.
      expect(await page.locator("body").innerText()).not.toMatch(/\S [.,;]/);
      await page.emulateMedia({ media: "screen" });
    }
  });
}

test("a screen reader hears both times of a session, one after the other", async ({
  page,
  context,
  portal,
}) => {
  await portal.signIn(context, demoAccount("goldplus"));
  await page.goto("/scheduling?day=2023-02-17");
  const times = page.locator(".session", { hasText: "Registration and welcome desk" }).locator(".times");
  await expect(times.locator(".own")).toBeVisible();
  const heard = (await times.ariaSnapshot()).replace(/^- (time|text): /gm, "").replaceAll("\n", " ");
  expect(heard).toBe("08:00 – 09:30 (22:00–23:30 your time)");
});

/**
 * Times that run into each other, break within a clock time or reach out of the page. Both their drawing and their
 * words are checked.
 */
const badlySaid = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("own-time")].flatMap((time) => {
      const own = time.querySelector<HTMLElement>(".own");
      if (!own?.checkVisibility()) return [];
      const found: string[] = [];
      const words = time.innerText;
      if (!/\s\((?:\w+ |[\w ]+, )?\d.* your time\)$/s.test(words)) found.push(`reads "${words}"`);
      const clocks = [...time.querySelectorAll("time")];
      const last = clocks.at(-1)!.getClientRects();
      // The text begins with a space, which is left out here.
      const drawn = document.createRange();
      drawn.setStart(own.firstChild!, own.textContent!.search(/\S/));
      drawn.setEnd(own.firstChild!, own.textContent!.length);
      const [end, begin] = [last[last.length - 1]!, drawn.getClientRects()[0]!];
      const isSameLine = Math.min(end.bottom, begin.bottom) - Math.max(end.top, begin.top) > begin.height / 2;
      const gap = begin.left - end.right;
      if (isSameLine && gap < 3) found.push(`"${words}" has ${gap.toFixed(1)} pixels between the two`);
      const begins = clocks.map((clock) => Math.round(clock.getBoundingClientRect().top));
      if (clocks.length > 1 && new Set(begins).size > 1) found.push(`"${words}" breaks within a span`);
      const box = own.getBoundingClientRect();
      if (box.left < 0 || box.right > innerWidth) found.push(`"${words}" reaches out of the page`);
      return found;
    }),
  );
