import { expect, test } from "@playwright/test";
import { brokenOn } from "./looks.ts";
import { onOneLine, transcriptOf } from "./transcript.ts";

// Tests the transcript on which other tests rely: it must not contain what a person could not read or press.

const SENTENCE = "You must be 18 or older";
const PAGE = (inside: string, style = "") =>
  `<!doctype html><meta name="viewport" content="width=device-width"><style>body{margin:8px;font:16px/24px sans-serif}${style}</style><main>${inside}</main>`;

const P = `<p id="it">${SENTENCE} to take part.</p>`;

const UNREAD: [how: string, inside: string, style?: string][] = [
  ["taken away", "<p>Something else.</p>"],
  ["shortened", "<p>You must be 18.</p>"],
  ["folded", `<details><summary>More</summary>${P}</details>`],
  ["hidden by an attribute", `<div hidden>${P}</div>`],
  ["hidden by a class", P, "#it{display:none}"],
  ["invisible", P, "#it{visibility:hidden}"],
  ["transparent", P, "#it{opacity:0}"],
  ["transparent with what is around it", `<div style="opacity:0">${P}</div>`],
  ["written in a transparent colour", P, "#it{color:transparent}"],
  ["too small to read", P, "#it{font-size:1px}"],
  ["pushed off the screen", P, "#it{position:absolute;left:-9999px}"],
  ["indented off the screen", P, "#it{text-indent:-9999px}"],
  ["moved above the page", P, "#it{position:absolute;top:-500px}"],
  [
    "kept for screen readers",
    P,
    "#it{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}",
  ],
  ["cut by a box without height", `<div style="height:0;overflow:hidden">${P}</div>`],
  ["cut with an ellipsis", P, "#it{width:60px;overflow:hidden;white-space:nowrap;text-overflow:ellipsis}"],
  [
    "cut after a line",
    P,
    "#it{width:90px;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:1;overflow:hidden}",
  ],
  ["covered", `${P}<div style="position:fixed;inset:0;background:#fff"></div>`],
  [
    "beside what scrolls sideways",
    `<div style="width:200px;overflow-x:auto"><p id="it" style="margin-left:600px;white-space:nowrap">${SENTENCE}</p></div>`,
  ],
  ["wide only on a desk", P, "@media (max-width: 40rem){#it{display:none}}"],
  ["said by an attribute alone", `<p title="${SENTENCE}" aria-label="${SENTENCE}">18+</p>`],
  ["in a dialog that is closed", `<dialog>${P}</dialog>`],
];

for (const [how, inside, style] of UNREAD) {
  test(`a sentence is not read that is ${how}`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 700 });
    await page.setContent(PAGE(inside, style));
    const { text } = await transcriptOf(page);
    expect(onOneLine(text)).not.toContain(SENTENCE);
  });
}

test("a sentence that scripts write is read only where they run", async ({ browser }) => {
  for (const javaScriptEnabled of [true, false]) {
    const context = await browser.newContext({ javaScriptEnabled });
    const page = await context.newPage();
    await page.setContent(PAGE(`<p id="it"></p><script>it.textContent = "${SENTENCE}"</script>`));
    expect(onOneLine((await transcriptOf(page)).text).includes(SENTENCE)).toBe(javaScriptEnabled);
    await context.close();
  }
});

test("what is in sight is read, with its fields, choices and pictures", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  const dot = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
  await page.setContent(
    PAGE(
      `${P}<details open><summary>More</summary>Unfolded</details><div style="height:2000px"></div>
      <label>Name <input value="Mei" readonly></label> <label>Mail <input placeholder="name@example.com"></label>
      <label><input type="checkbox" checked> Health</label>
      <select><option>Ghana</option><option selected>Kosovo</option></select> <img src="${dot}" alt="A mug" width="40" height="40">
      <button disabled>Loading...</button> <p>far below</p>`,
    ),
  );
  const { text, joined } = await transcriptOf(page);
  for (const words of [
    ...[
      `${SENTENCE} to take part.`,
      "More",
      "Unfolded",
      "Name [Mei] (read-only)",
      "[name@example.com]",
      "[x] Health",
    ],
    ...["[Kosovo|Ghana|Kosovo]", "[picture: A mug]", "Loading... (disabled)", "far below"],
  ])
    expect(onOneLine(text)).toContain(words);
  expect(joined).toEqual([]);
});

const BROKEN: [what: string, inside: string, says: RegExp][] = [
  [
    "two buttons on each other",
    `<button style="width:60px">Up</button><button style="width:60px;margin-left:-14px">Down</button>`,
    /"Up" lies on button "Down"/,
  ],
  [
    "a button that is cut",
    `<div style="width:60px;overflow:hidden"><button style="width:90px">Send again</button></div>`,
    /"Send again" is cut/,
  ],
  [
    "a link too small for a finger",
    `<a href="/x" style="display:inline-block;font-size:10px;line-height:12px">x</a>`,
    /a "x" is \d+ × \d+/,
  ],
  [
    "an error without its field",
    `<div class="error-summary"><a href="#gone">This field is required</a></div>`,
    /leads to no field/,
  ],
  [
    "an error whose field is folded",
    `<div class="error-summary"><a href="#code">No such code</a></div><details><summary>A code?</summary><div><input id="code"></div></details>`,
    /leads to a field that is not open/,
  ],
  [
    "an error whose field is hidden",
    `<div class="error-summary"><a href="#code">No such code</a></div><div>A code? <input id="code" type="hidden"></div>`,
    /leads to a field that is not open/,
  ],
];

for (const [what, inside, says] of BROKEN) {
  test(`what is broken is found: ${what}`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 700 });
    await page.setContent(PAGE(inside));
    expect((await brokenOn(page)).join("\n")).toMatch(says);
  });
}

test("texts are found that something lies on", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  const saved = (position: string) =>
    PAGE(
      `<div style="position:relative"><span>Save and continue</span><b style="position:${position};inset:0 auto auto 0;background:#fff">All changes saved</b></div>`,
    );
  await page.setContent(saved("absolute"));
  expect((await transcriptOf(page)).covered).toEqual(["“Save and continue”"]);
  await page.setContent(saved("static"));
  expect((await transcriptOf(page)).covered).toEqual([]);
});

test("texts are found that are drawn as one word", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  const times = (gap: number) =>
    PAGE(
      `<div style="display:flex;gap:${gap}px"><span>08:00–09:30</span><span>13:00–14:30 your time</span></div>`,
    );
  await page.setContent(times(0));
  expect((await transcriptOf(page)).joined).toEqual(["“08:00–09:30” and “13:00–14:30 your time”"]);
  await page.setContent(times(8));
  expect((await transcriptOf(page)).joined).toEqual([]);
});
