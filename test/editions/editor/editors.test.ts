import fc from "fast-check";
import { expect, test } from "vitest";
import { EDITION_PARTS } from "~/editions/edition-document.ts";
import { PASS_TYPES, QUESTION_KINDS } from "~/values/types.ts";
import { everyAddress } from "../../support/addresses.ts";
import { type Browser, type Page, signedIn } from "../../support/browser.ts";
import { deep } from "../../support/deep.ts";
import { CONFERENCE } from "../../support/people.ts";
import { rows, run } from "../../support/storage.ts";

// Directors may do anything to an edition that has applications, decisions and payments. Its pages must still answer,
// and what is typed must stay plain text.

/** Texts that run if they get into a page unescaped. */
const MARKUP = [
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "</style><script>alert(1)</script>",
  "</textarea></title><svg onload=alert(1)>",
  "[press](javascript:alert(1)) ![x](https://elsewhere.example/x.png)",
  "<a href='data:text/html,x'>x</a>\n\n    <b onclick=alert(1)>",
  "{firstName}{link}{conference}{constructor}{__proto__}",
  "Subject\r\nBcc: everybody@example.org",
  "\u202Eevil \u0000 \ud800",
];
const ODD = [
  "",
  " ",
  "0",
  "-1",
  "1e9",
  "constructor",
  "__proto__",
  "x".repeat(30_000),
  "In person\nIn person",
];

/** Values that make sense in the fields whose names match the pattern. */
const PLAUSIBLE: [field: RegExp, values: string[]][] = [
  [
    /deadline$|decisionRelease$|refundsUntil$|sale(?:From|Until)$|payBy$/,
    ["2022-11-30T23:59", "2023-05-01T23:59", ""],
  ],
  [/(?:first|last)Day$/, ["2023-02-17", "2023-02-19", ""]],
  [/[cC]ents(?:\.|$)/, ["0", "495", "12.50", ""]],
  [/kind$/, [...QUESTION_KINDS]],
  [/required$/, ["always", "never", "rule"]],
  [/[tT]imeZone$|Zone$/, ["UTC", "Asia/Hong_Kong", "America/New_York"]],
  [/ticketId$/, [...PASS_TYPES]],
  [/weight$|maxLength$|months$|minimumAge$|places$/, ["1", "3", "18", "500"]],
  [/options$|variants$/, ["In person\nVirtual", "S\nM\nL"]],
  [/accent$/, ["#005a78", "#ffffff"]],
  [/supportEmail$/, ["help@forum.org"]],
  [/liveDataUrl$/, ["/admin", "https://live.example.org/"]],
  [/(?:disabled|included|onSale|retired|forReviewers|signAgain)$/, ["true", ""]],
];

type Step = { part: number; act: number; picks: number[] };
const step: fc.Arbitrary<Step> = fc.record({
  part: fc.nat(),
  act: fc.nat({ max: 9 }),
  picks: fc.array(fc.nat(), { minLength: 8, maxLength: 8 }),
});

const director = await signedIn("director");
const of = <Value>(values: readonly Value[], pick: number) => values[pick % values.length]!;

/** Presses one button of one part with some fields filled in, then publishes what can be published. */
async function take({ part, act, picks }: Step, seen: string[]): Promise<void> {
  const sections = (
    await rows<{ id: string }>("SELECT id FROM sections WHERE conference_id = ?", CONFERENCE)
  ).map(({ id }) => `questions/${id}`);
  const path = `/admin/editions/${CONFERENCE}/${of([...EDITION_PARTS.map(({ id }) => id), ...sections], part)}`;
  const page = await director.open(path);
  if (page.status === 404) return;
  const { fields, buttons } = page.form("Save");
  const names = fields.map(([name]) => name).filter((name) => /^\d+\.(?!id$)/.test(name));
  const typed: Record<string, string> = {};
  for (const [index, pick] of picks.slice(0, 4).entries()) {
    if (names.length === 0) break;
    const name = of(names, pick);
    const fitting = PLAUSIBLE.find(([pattern]) => pattern.test(name))?.[1] ?? MARKUP;
    const pool = act < 2 ? ODD : fitting;
    typed[name] = of(pool, picks[4 + index]!);
  }
  const button = act > 6 ? of(buttons, picks[7]!).text : "Save";
  const shown = await page.press(button, typed);
  // A rearranged form changes the draft only when it is saved.
  const isArranged = shown.status === 302 && shown.location!.includes("?unsaved=");
  const answer = isArranged ? await (await shown.follow()).press("Save") : shown;
  seen.push(`${answer.status} ${button} ${path}`);
  expect(answer.status, seen.join("\n")).toBeLessThan(500);
  isInert(answer);
  const publication = await director.open(`/admin/editions/${CONFERENCE}/publish`);
  expect(publication.status, seen.join("\n")).toBe(200);
  isInert(publication);
  if (!publication.has("Publish now")) return;
  const published = await publication.press("Publish now");
  seen.push(`${published.status} publish`);
  expect([302, 409]).toContain(published.status);
}

/** Expects that no typed text has become a tag, an attribute or an address that runs. */
function isInert({ html, path }: Pick<Page, "html" | "path">) {
  expect(html, path).not.toMatch(/<script>alert|<svg onload|<img src=x|<b onclick|onerror=alert\(1\)>/);
  expect(html, path).not.toMatch(/(?:href|src|action)="?\s*(?:javascript|data):/i);
  expect(html, path).not.toContain('https://elsewhere.example/x.png"');
}

const addresses = (await everyAddress()).filter((address) => !/logout|\.csv$|\/dev\//.test(address));
const visitors: [string, Browser][] = await Promise.all(
  ["new", "submitted", "accepted", "signed", "goldplus", "director", "reviewer"].map(
    async (name): Promise<[string, Browser]> => [name, await signedIn(name)],
  ),
);

async function everythingIsReadable(seen: string[]) {
  const [cheapest] = await rows<{ least: number }>(
    "SELECT min(least) AS least FROM (SELECT min(cents) AS least FROM prices UNION ALL SELECT min(cents) FROM add_ons)",
  );
  expect(cheapest!.least).toBeGreaterThanOrEqual(0);
  for (const [name, browser] of visitors) {
    for (const address of addresses) {
      if (name !== "director" && address.startsWith("/admin/editions")) continue;
      const response = await browser.get(address);
      const html = await response.text();
      expect(response.status, `${name} ${address} after\n${seen.join("\n")}`).toBeLessThan(500);
      if (response.headers.get("Content-Type")?.includes("html"))
        isInert({ html, path: `${name} ${address}` });
    }
  }
  for (const { uid } of await rows<{ uid: string }>(
    "SELECT uid FROM applications WHERE conference_id = ?",
    CONFERENCE,
  )) {
    const page = await director.open(`/admin/delegates/${uid}`);
    expect(page.status, seen.join("\n")).toBe(200);
  }
}

const RUNS = deep ? 8 : 2;

test("where the address of Live Data is typed it is said who has the link, and they do", async () => {
  const page = await director.open(`/admin/editions/${CONFERENCE}/site`);
  expect(page.text).toContain(
    "The link named Live Data that all staff have in the header. Without an address it leads to the live numbers here.",
  );
  const link = page.form("Save").fields.find(([name]) => name.endsWith("liveDataUrl"))![1];
  for (const [name, isStaff] of Object.entries({
    director: true,
    reviewer: true,
    door: true,
    signed: false,
  })) {
    const { html } = await (await signedIn(name)).open("/");
    expect([name, html.includes(`href="${link}"`)]).toEqual([name, isStaff]);
  }
});

test("no sequence of what directors do makes a page fail, a price negative or a text run", async () => {
  let publications = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 20 }), async (steps) => {
      // Each sequence begins with a draft of what is published at this moment.
      await run("DELETE FROM edition_publications");
      await run("DELETE FROM edition_revisions");
      const seen: string[] = [];
      for (const one of steps) await take(one, seen);
      publications += seen.filter((line) => line === "302 publish").length;
      await everythingIsReadable(seen);
    }),
    // A usual run tries the same sequences every day. A deep run tries many others.
    { numRuns: RUNS, endOnFailure: true, ...(!deep && { seed: 2 }) },
  );
  // With fewer publications, the sequences would hardly test what delegates see.
  expect(publications).toBeGreaterThan(RUNS / 2 - 1);
}, 600_000);
