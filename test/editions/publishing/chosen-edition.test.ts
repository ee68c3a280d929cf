import { afterEach, expect, test } from "vitest";
import { demoUid } from "#db/seed/demo.ts";
import { conferenceMessages } from "~/conference/messages.ts";
import { editionMessages } from "~/editions/messages.ts";
import { invoicingMessages } from "~/money/invoices/messages.ts";
import { type Browser, signedIn } from "../../support/browser.ts";
import { addFormerEdition, FORMER_CONFERENCE, switchBack, switchTo } from "../../support/editions.ts";
import { CONFERENCE } from "../../support/people.ts";
import { changingNothing, rows, run } from "../../support/storage.ts";

await addFormerEdition();
afterEach(switchBack);

const RETURNING = demoUid("returning");

async function looking(account: string): Promise<Browser> {
  const browser = await signedIn(account);
  const chosen = await (await browser.open("/admin")).press("Change", { chosen: FORMER_CONFERENCE });
  expect([chosen.status, chosen.location]).toEqual([302, "/admin"]);
  return browser;
}

test("staff are about the current edition until they choose another, and the strip says which", async () => {
  const browser = await signedIn("director");
  const before = await browser.open("/admin/delegates?search=perera");
  expect(before.text).toContain("You are looking at Asia Conference 2023 Asia Conference 2022");
  expect(before.text).not.toContain("Delegates see");
  expect(before.text).not.toContain("Lakshmi");
  const after = await (await looking("director")).open("/admin/delegates?search=perera");
  expect(after.text).toContain("Delegates see Asia Conference 2023.");
  expect(after.html).toContain(`<option value="${FORMER_CONFERENCE}" selected=""`);
  expect(after.text).toContain("Lakshmi");
});

test("every page and file of the staff is about the chosen edition", async () => {
  const browser = await looking("director");
  const open = async (path: string) => (await browser.open(path)).text;
  expect(await open(`/admin/delegates/${RETURNING}`)).toContain("landslides");
  expect(await open("/admin/payments")).toContain("$450");
  expect(await open("/admin/payments")).not.toContain("$600");
  expect(await open("/admin/release")).toContain("2022");
  for (const file of ["applications", "decisions", "registrations", "payments"]) {
    const text = await (await browser.get(`/admin/${file}.csv`)).text();
    expect([...new Set(text.match(/[\w.-]+@hpair\.example/g))], file).toEqual(["returning@hpair.example"]);
  }
});

test.each([
  "/Admin/delegates",
  "/ADMIN/DELEGATES",
  "/admin/Delegates",
])("%s is about the chosen edition too", async (path) => {
  const page = await (await looking("director")).open(`${path}?search=perera`);
  expect(page.text).toContain("Delegates see Asia Conference 2023.");
  expect(page.text).toContain("Lakshmi");
  expect(page.html).toMatch(
    /href="\/admin\/delegates"[^>]*aria-current="page"|aria-current="page"[^>]*href="\/admin\/delegates"/,
  );
});

test("a reviewer may choose too", async () => {
  const page = await (await looking("reviewer")).open("/admin");
  expect([page.status, page.text]).toEqual([200, expect.stringContaining("Delegates see")]);
});

test("who sets up the invoices of the chosen edition reads the name of the edition that filled in the form", async () => {
  const page = await (await looking("director")).open("/admin/payments/invoicing");
  expect(page.text).toContain(invoicingMessages.filledIn("Asia Conference 2023"));
  expect(page.text).not.toContain(CONFERENCE);
});

test("delegates' pages stay with the current edition", async () => {
  const browser = await looking("director");
  const page = await browser.open("/payment-info");
  expect(page.html).toContain(`data-edition="${CONFERENCE}"`);
  expect(page.text).not.toContain("You are looking at");
});

test("the choice belongs to the session, and going back to the current edition ends it", async () => {
  const browser = await looking("director");
  expect((await (await signedIn("director")).open("/admin")).text).not.toContain("Delegates see");
  const back = await (await browser.open("/admin/payments")).press("Change", { chosen: CONFERENCE });
  expect(back.location).toBe("/admin/payments");
  expect((await browser.open("/admin")).text).not.toContain("Delegates see");
  // Staff who have chosen no edition follow the current edition when it changes.
  await switchTo(FORMER_CONFERENCE);
  expect((await browser.open("/admin")).html).toContain(`data-edition="${FORMER_CONFERENCE}"`);
});

test("a form made for the other edition is refused once this tab's choice is not the session's", async () => {
  const browser = await looking("director");
  const release = await browser.open("/admin/release/early");
  await (await browser.open("/admin")).press("Change", { chosen: CONFERENCE });
  await changingNothing(async () => {
    const refused = await release.press("Save schedule");
    expect(refused.status).toBe(409);
    expect(refused.text).toContain(
      conferenceMessages.editionChanged("Asia Conference 2022", "Asia Conference 2023"),
    );
  });
  const current = await browser.open("/admin/release/early");
  await (await browser.open("/admin")).press("Change", { chosen: FORMER_CONFERENCE });
  const refused = await current.press("Save schedule");
  expect([refused.status, refused.text]).toEqual([
    409,
    expect.stringContaining(
      conferenceMessages.otherEditionChosen("Asia Conference 2023", "Asia Conference 2022"),
    ),
  ]);
});

test("acts on the chosen edition name it in their heading, and where they ask", async () => {
  const browser = await looking("director");
  const [round] = await rows<{ id: string }>(
    "SELECT id FROM rounds WHERE conference_id = ? AND released_at IS NOT NULL LIMIT 1",
    FORMER_CONFERENCE,
  );
  for (const path of [
    "/admin/release",
    `/admin/release/${round!.id}`,
    "/admin/upload-decisions",
    "/admin/distribute-apps",
    "/admin/scores",
    "/admin/mail",
    "/admin/mail/decisions",
    "/admin/mail/unreachable",
    "/admin/grants",
    "/admin/scheduling/import",
  ]) {
    const { html } = await browser.open(path);
    const [, head = ""] = /<div class="page-head">([\s\S]*?)<\/div>/.exec(html) ?? [];
    expect([path, head]).toEqual([path, expect.stringContaining("Asia Conference 2022")]);
  }
  expect((await browser.open(`/admin/release/${round!.id}`)).text).toContain(
    "nobody of Asia Conference 2022 sees anything new",
  );
  expect((await browser.open(`/admin/release/${round!.id}?ask=back`)).text).toMatch(
    /Take the release of .+ of Asia Conference 2022 back\?/,
  );
});

test("what staff change in the chosen edition changes there alone", async () => {
  const browser = await looking("director");
  const desk = await browser.open(`/admin/delegates/${RETURNING}`);
  await desk.press("Comment", { comment: "Came twice" });
  expect(await rows("SELECT conference_id AS edition FROM comments WHERE text = 'Came twice'")).toEqual([
    { edition: FORMER_CONFERENCE },
  ]);
});

test.each(["hconf_2023", "nonsense", ""])("%o cannot be chosen", async (chosen) => {
  const browser = await signedIn("director");
  const page = await (await browser.open("/admin")).press("Change", { chosen });
  expect([page.status, page.text]).toEqual([404, expect.stringContaining(conferenceMessages.noSuchEdition)]);
});

test("nobody else can choose, and a choice that a session holds is nothing without a role", async () => {
  const browser = await signedIn("goldplus");
  expect((await browser.post("/admin/edition", { chosen: FORMER_CONFERENCE })).status).toBe(403);
  await run("UPDATE sessions SET edition = ? WHERE uid = ?", FORMER_CONFERENCE, demoUid("goldplus"));
  expect((await browser.open("/admin")).status).toBe(403);
  expect((await browser.open("/")).html).toContain(`data-edition="${CONFERENCE}"`);
});

test("pages of the chosen edition take one round trip", async () => {
  const browser = await looking("director");
  await browser.get("/admin/payments");
  for (const path of ["/admin", "/admin/release"]) {
    const answer = await browser.get(path);
    expect([path, answer.headers.get("Server-Timing")]).toEqual([
      path,
      expect.stringContaining('db;desc="1"'),
    ]);
  }
});

test("an editor of editions cannot make one current, and is not offered to", async () => {
  const path = `/admin/editions/${FORMER_CONFERENCE}`;
  const [editor, director] = [await signedIn("content"), await signedIn("director")];
  const ask = editionMessages.makeCurrent.ask("Asia Conference 2022");
  expect((await director.open(path)).text).toContain(ask);
  const seen = await editor.open(path);
  expect([seen.status, seen.text.includes(ask)]).toEqual([200, false]);
  const fields = { intent: "current", instead: CONFERENCE };
  const refused = await changingNothing(() => editor.post(path, fields), { but: ["audit"] });
  const sentence = "Only directors can do this. If you need it done, ask a director.";
  expect([refused.status, (await refused.text()).includes(sentence)]).toEqual([403, true]);
});
