import { expect, type Page } from "@playwright/test";
import { lookAt, WIDTHS } from "./looking.ts";
import { mend } from "./mends.ts";
import { open, states } from "./states.ts";
import { test } from "./support.ts";

// Plants faults into the portal's answers, one at a time. Some of these faults were once on pages while all tests
// passed. The checks that every state gets must find each fault, and say where it is.

type Planted = {
  what: string;
  on: string;
  /** Styles that are added to every page. */
  css?: string;
  /** A text of the page (`html`) or of a module of scripts (`script`), and the text that takes its place. */
  html?: [string | RegExp, string];
  script?: [string | RegExp, string];
  scripts?: false;
  /** The message that must report the fault. */
  found: RegExp;
};

const HIDDEN = "position:absolute;inset-inline-start:-9999px";

const PLANTED: Planted[] = [
  {
    what: "both times of a session in one word",
    on: "scheduling",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it stands in the script
    script: [/` \(\$\{(\w+)\} your time\)`/, "`${$1} your time`"],
    found: /scheduling, with scripts: words without a space.*your time/,
  },
  {
    what: "sessions that are half as wide as their list",
    on: "agenda",
    css: ".session{max-width:36rem!important}",
    found: /agenda, 1280 pixels wide.*ends \d+ before its list/,
  },
  {
    what: "buttons of a sorted list on each other",
    on: "staff sorting",
    css: ".sortable .cluster .button{margin-inline-end:-24px!important}",
    found: /staff sorting, 320 pixels wide.*lies on button/,
  },
  {
    what: "a button of a row that is cut on a phone",
    on: "manage staff",
    css: "@media(max-width:40rem){.list td:last-child>*{overflow:hidden!important;inline-size:3rem!important}.list button{min-inline-size:9rem!important}}",
    found: /manage staff, 320 pixels wide.*"Send again.*is cut by/,
  },
  {
    what: "a message on the label of a button",
    on: "section about",
    html: [
      /(<button[^>]*>)Save and continue<\/button>/,
      '<span style="position:relative">$1Save and continue</button><b style="position:absolute;inset:0;background:#fff">All changes saved</b></span>',
    ],
    found: /section about, 320 pixels wide.*something lies on: “Save and continue/,
  },
  {
    what: "a sentence that one has to read twice",
    on: "give up the pass unconfirmed",
    html: [
      "Tick the box if you want to give up the pass.",
      "What goes back goes to whoever has paid for the pass.",
    ],
    found: /320 pixels wide.*hard to read, hard words: “What goes back goes to whoever/,
  },
  {
    what: "errors that lead to no field",
    on: "waiver incomplete",
    scripts: false,
    html: [/<a href="#(?:codeOfConduct|refundPolicy)">(.*?)<\/a>/g, "$1"],
    found: /no error leads to a field/,
  },
  {
    what: "a wrong code in a field that nobody sees",
    on: "register code wrong",
    html: [/<input([^>]*)id="code"/, '<input type="hidden"$1id="code"'],
    found: /register code wrong, 320 pixels wide.*leads to a field that is not open/,
  },
  {
    what: "the note of the age folded where one pays",
    on: "register pay",
    html: [/<p class="hint">(You must be.*?)<\/p>/, "<details><summary>More</summary>$1</details>"],
    found: /register pay, 320 pixels wide.*statement 19 is not read/,
  },
  {
    what: "the sentence of the gate shortened",
    on: "scheduling gated",
    html: [/This is only available for users who have purchased/g, "Only for holders of"],
    found: /scheduling gated, \d+ pixels wide.*statement \d+ is not read: This is only available/,
  },
  {
    what: "notifications that phones do not show",
    on: "home accepted",
    css: "@media(max-width:40rem){[aria-label=Notifications]{display:none!important}}",
    found: /home accepted, 320 pixels wide.*statement 29 is not read/,
  },
  {
    what: "a sentence off the screen",
    on: "gate payments",
    css: `main p{${HIDDEN}}`,
    found:
      /gate payments, 320 pixels wide.*statement \d+ is not read: You must be logged in to access payments!/,
  },
  {
    what: "a price in a transparent colour",
    on: "register pay",
    css: "main button{color:transparent!important}",
    found: /register pay, \d+ pixels wide.*statement \d+ is not read: .*Pay \$/,
  },
  {
    what: "a sentence in a state in which it is false",
    on: "application submitted",
    html: ["We received it", "The application takes about 30 minutes. We received it"],
    found: /application submitted, 320 pixels wide.*claims what is false there: takes about/,
  },
  {
    what: "a sentence that is missing where it is true",
    on: "register declined",
    html: ["Nothing was charged", "We are sorry"],
    found: /register declined, 320 pixels wide.*claims no longer: Nothing was charged/,
  },
  {
    what: "a page without a heading",
    on: "help",
    html: [/<h1[^>]*>.*?<\/h1>/, ""],
    found: /help, with scripts: not one heading/,
  },
  {
    what: "a second next step",
    on: "home signed",
    html: ["</main>", '<p><a class="button" href="/decision">See the decision</a></p></main>'],
    found: /home signed, with scripts: a second next step: See the decision/,
  },
  {
    what: "a table that is wider than a phone",
    on: "receipt",
    css: "main{min-inline-size:480px}",
    found: /receipt, 320 pixels wide.*wider than the screen by \d+ pixels/,
  },
  {
    what: "a link too small for a finger",
    on: "payments",
    css: "main a{display:inline-block!important;max-block-size:14px!important;min-block-size:0!important;padding:0!important;line-height:14px!important;overflow:hidden}",
    found: /payments, 320 pixels wide.*is \d+ × 1\d/,
  },
  {
    what: "a text that is too pale",
    on: "help",
    css: "main p{color:#bbb!important;background:#fff!important}",
    found: /help, 320 pixels wide.*color-contrast/,
  },
  {
    what: "a form that is refused again once it is mended",
    on: "invoice asked for wrongly",
    html: ['name="buyerAddress"', 'name="buyerPlace"'],
    found: /Address: This field is required/,
  },
  {
    what: "words of two elements without a space",
    on: "payments to come",
    html: ["</main>", "<p><b>Total</b><b>due</b></p></main>"],
    found: /payments to come, with scripts: words without a space.*Total.*due/,
  },
];

test.describe.configure({ mode: "parallel" });

for (const scripts of [true, false]) {
  test.describe(scripts ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled: scripts, bypassCSP: true });

    for (const planted of PLANTED.filter((one) => (one.scripts ?? true) === scripts)) {
      test(`found: ${planted.what}`, async ({ page, portal }) => {
        const state = states.find(({ name }) => name === planted.on)!;
        await plant(page, planted);
        page.on("dialog", (dialog) => dialog.accept());
        await page.setViewportSize({ width: WIDTHS[0], height: 700 });
        await open(state, page, portal);
        await page.waitForLoadState();
        const { complaints } = await lookAt(page, state, { scripts, said: [], position: 0 });
        if (!complaints.some((one) => planted.found.test(one)))
          complaints.push(...(await mend(state.name, page, portal).catch(({ message }: Error) => [message])));
        expect(complaints.join("\n")).toMatch(planted.found);
      });
    }
  });
}

/** Changes the portal's answers to this page. */
async function plant(page: Page, { css, html, script }: Planted) {
  await page.route("**/*", async (route) => {
    const kind = route.request().resourceType();
    if (kind !== "document" && !(kind === "script" && script)) return route.fallback();
    const response = await route.fetch({ maxRedirects: 0 });
    const { location, ...headers } = response.headers();
    // If the browser followed a redirect by itself, the answer to its next request could not be changed here. So the
    // test answers with a page that leads to the new address.
    if (location)
      return route.fulfill({
        status: 200,
        headers: { ...headers, "content-type": "text/html" },
        body: `<meta http-equiv="refresh" content="0;url=${location}">`,
      });
    const before = await response.text();
    let body = before;
    if (kind === "script") body = body.replace(...script!);
    else {
      if (html) body = body.replace(...(html as [RegExp, string]));
      if (css) body = body.replace("</head>", `<style>${css}</style></head>`);
    }
    return route.fulfill({ response, body });
  });
}
