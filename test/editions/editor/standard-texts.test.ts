import { beforeEach, expect, test } from "vitest";
import { STANDARD_MAILS, STANDARD_TEXTS } from "~/editions/editor/standard-texts.ts";
import { editionMessages } from "~/editions/messages.ts";
import { type Page, signedIn } from "../../support/browser.ts";
import { CONFERENCE } from "../../support/people.ts";
import { changingNothing, rows, run } from "../../support/storage.ts";

const part = (name: string) => `/admin/editions/${CONFERENCE}/${name}`;
const director = await signedIn("director");
const { one, all } = editionMessages.standard;

beforeEach(async () => {
  await run("DELETE FROM edition_revisions");
  await run("DELETE FROM edition_forms");
});

const held = (page: Page, name: string) =>
  page.form("Save").fields.find(([field]) => field === name)?.[1] ?? null;

/** Presses a button that does not change the draft, and opens the page to which it leads. */
async function filled(page: Page, button: string, typed: Record<string, string>): Promise<Page> {
  const answer = await changingNothing(() => page.press(button, typed), { but: ["edition_forms"] });
  expect(answer.status).toBe(302);
  return answer.follow();
}

/** Saves the texts with an empty first and second text, and opens their page. */
async function withEmpty(): Promise<Page> {
  await (await director.open(part("texts"))).press("Save", { "0.body": "", "1.body": " " });
  return director.open(part("texts"));
}

test("where nothing is empty, nothing is offered", async () => {
  for (const name of ["texts", "mails", "agreement", "rounds"])
    expect((await director.open(part(name))).text).not.toContain(one);
});

test("one empty text begins with the standard one, which is saved like what was typed", async () => {
  const page = await withEmpty();
  const shown = await filled(page, `${one}: Text`, { "2.body": "Typed" });
  expect([held(shown, "0.body"), held(shown, "1.body"), held(shown, "2.body")]).toEqual([
    STANDARD_TEXTS.visitorLead,
    "",
    "Typed",
  ]);
  expect(held(await director.open(part("texts")), "0.body")).toBe("");
  expect((await shown.press("Save")).status).toBe(302);
  const saved = await director.open(part("texts"));
  expect([held(saved, "0.body"), held(saved, "2.body")]).toEqual([STANDARD_TEXTS.visitorLead, "Typed"]);
});

test("all empty texts are filled at once, and what is typed into one of them stays", async () => {
  const page = await withEmpty();
  const shown = await filled(page, all(2), { "1.body": "Typed just now" });
  expect([held(shown, "0.body"), held(shown, "1.body")]).toEqual([
    STANDARD_TEXTS.visitorLead,
    "Typed just now",
  ]);
});

test("of a mail, subject and text begin alone, and of the agreement each part", async () => {
  const saved = await (await director.open(part("agreement"))).press("Save", { "0.refundPolicy": "" });
  expect(saved.status).toBe(302);
  const agreement = await filled(await director.open(part("agreement")), `${one}: Refund policy`, {});
  expect(held(agreement, "0.refundPolicy")).toContain(
    "**After 10 February 2023**, one week before the conference",
  );
  const [draft] = await rows<{ document: string }>(
    "SELECT document FROM edition_revisions ORDER BY revision DESC LIMIT 1",
  );
  const document = JSON.parse(draft!.document);
  document.mails.Accepted = { subject: "", body: "Kept" };
  await run("UPDATE edition_revisions SET document = ?", JSON.stringify(document));
  const mail = await filled(await director.open(part("mails")), `${one}: Subject`, {});
  expect([held(mail, "0.subject"), held(mail, "0.body")]).toEqual([STANDARD_MAILS.Accepted.subject, "Kept"]);
});

test("the overview says what each part holds, what was changed, and what comes next", async () => {
  const overview = await director.open(`/admin/editions/${CONFERENCE}`);
  for (const words of ["HONG KONG 2023", "$495–$550", "6 add-ons", "4 of 4 texts written"])
    expect(overview.text).toContain(words);
  expect(overview.text).not.toContain("1 change");
  const saved = await (await director.open(part("events"))).press("Save", { "0.name": "Renamed" });
  const after = await saved.follow();
  expect(after.text).toContain("Saved in the draft. Next: Rounds and deadlines");
  expect(after.text).toContain("Renamed");
  expect(after.text).toContain("1 change");
  const last = await (await (await director.open(part("site"))).press("Save")).follow();
  expect(last.text).toContain("Next: Look at the changes and publish");
  const section = await (await director.open(part("questions/about"))).press("Save");
  expect((await section.follow()).text).toContain("Saved in the draft. Next: Education");
});
