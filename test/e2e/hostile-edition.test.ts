import { expect } from "@playwright/test";
import { EDITION_PARTS } from "../../app/editions/edition-document.ts";
import { complaintsOf, hydrated, openRows } from "./question-editor.ts";
import { demoAccount, test } from "./support.ts";

// A draft may contain anything. Its editors and all its pages show such content as text: no script runs, and the
// content policy has nothing to refuse.

const EDITION = "/admin/editions/aconf_2023";
const HOSTILE = [
  "<script>window.ran = 1</script>",
  '"><img src=x onerror="window.ran = 1">',
  "</title></style></textarea><svg onload='window.ran = 1'>",
  "[press](javascript:window.ran=1) ![x](https://elsewhere.example/x.png)",
  "<iframe src='javascript:parent.ran=1'></iframe>",
  "<base href='https://elsewhere.example/'><link rel=stylesheet href=//elsewhere.example/x.css>",
];
/** The fields whose values mean something to the portal: a hostile text in them would only be refused. */
const MEANT =
  /^(?:id|kind|required|timeZone|deadlineZone|firstDay|lastDay|field|ticketId|eventId|autocomplete|mask|telephone|track|accent)$/;

/** Appends something hostile to every text of a document. Equal texts get the same addition. */
function poisoned(value: unknown, key = ""): unknown {
  if (MEANT.test(key)) return value;
  if (Array.isArray(value)) return value.map((item) => poisoned(item, key));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, poisoned(inner, name)]));
  if (typeof value !== "string" || value === "In person") return value;
  return key === "location"
    ? "</script><b>X"
    : `${value.slice(0, 100)} ${HOSTILE[value.length % HOSTILE.length]}`;
}

const PREVIEWED: [state: string, pages: string[]][] = [
  ["visitor", ["", "/history"]],
  ["draft", ["", "/application", "/application/about", "/application/participation", "/application/check"]],
  ["accepted", ["", "/decision", "/decision/letter", "/waiver"]],
  ["signed", ["", "/register", "/virtual-summit"]],
  ["goldplus", ["", "/register", "/payment-info"]],
];

test("what a draft says runs nowhere", async ({ page, portal }) => {
  test.setTimeout(120_000);
  const complaints = await complaintsOf(page);
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    return dialog.accept();
  });
  await portal.query("DELETE FROM edition_revisions");
  await portal.signIn(page.context(), demoAccount("director"));
  try {
    await page.goto(`${EDITION}/criteria`);
    await openRows(page);
    await page.getByLabel("Title").first().fill(HOSTILE[0]!);
    await page.getByRole("button", { name: "Save", exact: true }).last().click();
    await page.waitForURL(/\?saved=criteria$/);
    const [saved] = await portal.query<{ document: string }>("SELECT document FROM edition_revisions");
    const draft = poisoned(JSON.parse(saved!.document)) as { sections: { id: string }[]; site: object };
    Object.assign(draft.site, {
      logo: 'https://elsewhere.example/"onerror=1',
      liveDataUrl: "javascript:window.ran=1",
    });
    await portal.query("UPDATE edition_revisions SET document = ?", JSON.stringify(draft));

    const at = encodeURIComponent("2022-12-17T15:00");
    const addresses = [
      ...["", "/publish", "/preview"].map((path) => `${EDITION}${path}`),
      ...EDITION_PARTS.map(({ id }) => `${EDITION}/${id}`),
      ...draft.sections.map(({ id }) => `${EDITION}/questions/${id}?usage`),
      ...PREVIEWED.flatMap(([state, pages]) =>
        pages.map((path) => `${EDITION}/preview/${state}/${at}${path}`),
      ),
      `${EDITION}/preview/accepted/${at}/mails`,
    ];
    let shown = 0;
    for (const address of addresses) {
      const answer = await page.goto(address);
      expect([address, answer!.status() < 500]).toEqual([address, true]);
      if (address.includes("/questions/")) await hydrated(page);
      const found = await page.evaluate(() => ({
        ran: "ran" in window,
        elements: document.querySelectorAll("iframe, base, [onerror], [onload], [href^='javascript:']")
          .length,
        isShown:
          document.documentElement.outerHTML.includes("elsewhere.example") ||
          document.body.innerText.includes("ran = 1"),
      }));
      expect([address, found.ran, found.elements]).toEqual([address, false, 0]);
      if (found.isShown) shown += 1;
    }
    // The pages really showed the hostile texts.
    expect(shown).toBeGreaterThan(20);
    expect(dialogs).toEqual([]);
    expect(complaints.filter((text) => text.startsWith("refused:"))).toEqual([]);
  } finally {
    await portal.query("DELETE FROM edition_revisions");
  }
});
