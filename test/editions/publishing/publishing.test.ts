import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { connect, newMeter } from "#db/client.ts";
import { findingMessages } from "~/editions/checks/linter-messages.ts";
import { parseDocument } from "~/editions/edition-document.form.ts";
import { EDITION_PARTS, type EditionDocument } from "~/editions/edition-document.ts";
import { readEdition } from "~/editions/edition-rows.server.ts";
import { editionMessages } from "~/editions/messages.ts";
import type { Site } from "~/values/catalogue.ts";
import { paymentStatements } from "../../support/bills.ts";
import { type Browser, type Page, signedIn } from "../../support/browser.ts";
import { wordsOf } from "../../support/page.ts";
import { CONFERENCE, readyToPay } from "../../support/people.ts";
import { changingNothing, everything, row, rows, run, runAll } from "../../support/storage.ts";
import { keepHouse } from "../../support/worker.ts";

const site: Site = {
  ...{ name: "Forum", shortName: "Forum", accent: "#004488", logo: null },
  ...{ supportEmail: "help@example.org", liveDataUrl: "/admin" },
  plan: { title: "Forum+", cents: 4_900, months: 12 },
};

const live = (id = CONFERENCE) => readEdition(connect(env.DB, newMeter()), id, site);
const documentOf = async (id?: string): Promise<EditionDocument> => (await live(id))!.document;

const part = (name: string, id = CONFERENCE) => `/admin/editions/${id}/${name}`;
const PUBLISH = part("publish");
const TAKE_BACK = `${PUBLISH}?ask=back`;

/** Saves one field of a part as a director does. */
async function edit(director: Browser, name: string, fields: Record<string, string>): Promise<Page> {
  const page = await director.open(part(name));
  return page.press("Save", fields);
}

const publish = async (director: Browser): Promise<Page> =>
  (await director.open(PUBLISH)).press("Publish now");

/** The tables to which a publication adds rows, beside the tables of the edition. */
const RECORDS = ["edition_revisions", "edition_publications", "audit", "agreements"];

async function publishedRows() {
  const all = await everything();
  const { editions = [], settings = [], ...others } = all;
  for (const name of [...RECORDS, "content_versions"]) delete others[name];
  return {
    ...others,
    // An empty value and a missing row both say that there is no logo.
    settings: settings.filter((setting) => (setting as { key: string }).key !== "logo"),
    editions: editions.map((edition) => ({ ...(edition as object), revision: 0, site: 0 })),
  };
}

test("the rows of the demo's edition are a document", async () => {
  expect(parseDocument(await documentOf())).toEqual({ document: await documentOf() });
});

test("a deadline is drafted, looked at, published, and taken back", async () => {
  const director = await signedIn("director");
  const before = await publishedRows();
  await changingNothing(() => edit(director, "rounds", { "0.title": "First applications" }), {
    but: ["edition_revisions", "audit"],
  });
  const plan = await director.open(PUBLISH);
  expect(plan.text).toContain("First applications");
  expect((await plan.press("Publish now")).status).toBe(302);
  expect(await row("SELECT title FROM rounds WHERE id = 'early'")).toEqual({ title: "First applications" });
  expect(await row("SELECT action FROM audit WHERE action = 'publishEdition'")).toBeTruthy();

  const published = await director.open(PUBLISH);
  expect(published.text).toContain(editionMessages.nothingToPublish);
  expect(published.text).not.toContain("Took back");
  expect((await (await director.open(TAKE_BACK)).press("Take back")).status).toBe(302);
  expect(await publishedRows()).toEqual(before);
  expect((await director.open(PUBLISH)).text).toContain(editionMessages.tookBackThat);
  // The document that was taken back is a draft again, and can be published as it is.
  expect((await publish(director)).status).toBe(302);
  expect(await row("SELECT title FROM rounds WHERE id = 'early'")).toEqual({ title: "First applications" });
  // Taking back is a publication too, and can itself be taken back.
  await (await director.open(TAKE_BACK)).press("Take back");
  await (await director.open(TAKE_BACK)).press("Take back");
  expect(await row("SELECT title FROM rounds WHERE id = 'early'")).toEqual({ title: "First applications" });
});

test("whoever moves the deadline of the open round reads that people with a draft are told", async () => {
  const director = await signedIn("director");
  const early = await row<{ title: string }>(
    "SELECT title FROM rounds WHERE conference_id = ? AND id = 'early'",
    CONFERENCE,
  );
  const open = editionMessages.movesDeadline(early.title);
  await edit(director, "rounds", { "1.title": "Second applications" });
  expect((await director.open(PUBLISH)).text).not.toContain(open);
  await edit(director, "rounds", { "0.deadline": "2023-05-08T23:59", "1.title": "Regular applications" });
  expect((await director.open(PUBLISH)).text).toContain(open);
  await publish(director);
  const published = await director.open(PUBLISH);
  expect(published.has("Take back")).toBe(false);
  expect(published.html).toContain('href="?ask=back"');
  const asked = await director.open(TAKE_BACK);
  expect(asked.text).toContain(editionMessages.takeBack.mails);
  expect((await asked.press("Take back")).status).toBe(302);
  await edit(director, "rounds", { "0.deadline": "2023-05-01T23:59" });
});

test("the list of publications says who published which parts and when, in words", async () => {
  const director = await signedIn("director");
  await edit(director, "criteria", { "0.hint": "What drives them", "1.hint": "What they know of Asia" });
  await edit(director, "rounds", { "0.title": "Applications in autumn" });
  await publish(director);
  const { html } = await director.open(PUBLISH);
  const [newest] = /<tbody.*?<\/tr>/s.exec(html)!;
  expect(wordsOf(newest).trim()).toMatch(
    /^17 December 2022, 10:\d\d EST Dora Reyes Rounds and deadlines: 1 change, Criteria for reading: 2 changes Published Take back$/,
  );
});

test("what is drafted stays drafted when the publication before it is taken back", async () => {
  const director = await signedIn("director");
  const { title } = await row<{ title: string }>("SELECT title FROM rounds WHERE id = 'early'");
  await edit(director, "rounds", { "0.title": "Withdrawn" });
  await publish(director);
  await edit(director, "criteria", { "0.hint": "Still to come" });
  const revisions = await rows("SELECT revision FROM edition_revisions");
  expect((await (await director.open(TAKE_BACK)).press("Take back")).status).toBe(302);
  expect(await row("SELECT title FROM rounds WHERE id = 'early'")).toEqual({ title });
  // Two revisions are new: the one that was published again, and the draft.
  expect(await rows("SELECT revision FROM edition_revisions")).toHaveLength(revisions.length + 2);
  const plan = await director.open(PUBLISH);
  expect(plan.text).toContain("Still to come");
  expect(plan.text).toContain("Withdrawn");
  await edit(director, "rounds", { "0.title": "Mended" });
  await publish(director);
  expect((await documentOf()).criteria[0]!.hint).toBe("Still to come");
  expect(await row("SELECT title FROM rounds WHERE id = 'early'")).toEqual({ title: "Mended" });
});

test("what cannot be taken back any more leaves nothing behind", async () => {
  const director = await signedIn("director");
  const { uid } = await readyToPay();
  const more = await (await director.open(part("add-ons"))).press("Add an add-on");
  await (await more.follow()).press("Save", {
    ...{ "6.title": "Lanyard", "6.ticketId": "goldPlus", "6.cents": "5" },
  });
  await publish(director);
  const { addOns } = await documentOf();
  expect(addOns.at(-1)).toMatchObject({ id: "lanyard", cents: 500 });
  await runAll(
    paymentStatements({
      ...{ id: "held0000000000000002", uid, addOns: '{"lanyard":true}', amountCents: 58_000 },
      ...{ state: "released", transactionId: "worn", resolvedAt: 0 },
    }),
  );
  const plan = await director.open(TAKE_BACK);
  const refused = await changingNothing(() => plan.press("Take back"));
  expect(refused.status).toBe(409);
  expect(refused.text).toContain("The add-on “Lanyard” stands in 1 payment");
});

test("what another page changed meanwhile stays", async () => {
  const director = await signedIn("director");
  await edit(director, "rounds", { "1.title": "Second applications" });
  await run("UPDATE rounds SET decision_release = decision_release + 60000 WHERE id = 'bonus'");
  const moved = await row("SELECT decision_release FROM rounds WHERE id = 'bonus'");
  await publish(director);
  expect(await row("SELECT title FROM rounds WHERE id = 'regular'")).toEqual({
    title: "Second applications",
  });
  expect(await row("SELECT decision_release FROM rounds WHERE id = 'bonus'")).toEqual(moved);
});

test("what was not looked at is not published", async () => {
  const director = await signedIn("director");
  await edit(director, "criteria", { "0.title": "Drive" });
  const plan = await director.open(PUBLISH);
  await run("UPDATE rounds SET decision_release = decision_release + 60000 WHERE id = 'bonus'");
  const refused = await changingNothing(() => plan.press("Publish now"));
  expect(refused.status).toBe(409);
  expect(refused.text).toContain(editionMessages.publishedMeanwhile);
  expect((await (await director.open(PUBLISH)).press("Publish now")).status).toBe(302);
});

test("of two publications at once one is made", async () => {
  const director = await signedIn("director");
  await edit(director, "criteria", { "1.title": "Asia at heart" });
  const [one, other] = await Promise.all([director.open(PUBLISH), director.open(PUBLISH)]);
  const publications = await rows("SELECT id FROM edition_publications");
  const answers = await Promise.all([one!.press("Publish now"), other!.press("Publish now")]);
  // One person pressed twice, and what they asked for is published.
  expect(answers.map(({ status }) => status)).toEqual([302, 302]);
  expect(await rows("SELECT id FROM edition_publications")).toHaveLength(publications.length + 1);
});

test("a draft that is published, or saved, or taken back twice is so once, and nobody reads that it changed", async () => {
  const director = await signedIn("director");
  const form = await director.open(part("criteria"));
  const save = () => form.press("Save", { "0.hint": "Saved twice" });
  expect((await save()).status).toBe(302);
  expect((await changingNothing(save)).status).toBe(302);
  const plan = await director.open(PUBLISH);
  const publishing = () => plan.press("Publish now");
  expect((await publishing()).status).toBe(302);
  expect((await changingNothing(publishing)).status).toBe(302);
  const published = await director.open(TAKE_BACK);
  const takingBack = () => published.press("Take back");
  expect((await takingBack()).status).toBe(302);
  expect((await changingNothing(takingBack)).status).toBe(302);
  // The second press is refused if somebody else made the publication.
  await run("UPDATE edition_publications SET created_by = 'somebody else'");
  for (const press of [publishing, takingBack]) expect((await changingNothing(press)).status).toBe(409);
});

test("a part that somebody saved meanwhile is not overwritten, and what was typed is shown", async () => {
  const director = await signedIn("director");
  const [one, other] = await Promise.all([director.open(part("criteria")), director.open(part("criteria"))]);
  expect((await one!.press("Save", { "0.title": "Mine" })).status).toBe(302);
  const refused = await changingNothing(() => other!.press("Save", { "0.title": "Theirs" }));
  expect(refused.status).toBe(409);
  expect(refused.text).toContain(editionMessages.partMoved);
  expect(refused.html).toContain('value="Theirs"');
  expect(refused.text).toContain("Saved meanwhile: Mine");
});

test("what somebody added to a part meanwhile is shown, and stays when mine is saved", async () => {
  const director = await signedIn("director");
  const before = (await documentOf()).criteria.length;
  const [one, other] = await Promise.all([director.open(part("criteria")), director.open(part("criteria"))]);
  const added = await (await one!.press("Add a criterion")).follow();
  expect((await added.press("Save", { [`${before}.title`]: "Patience" })).status).toBe(302);
  const refused = await other!.press("Save", { "0.hint": "Mine" });
  expect(refused.status).toBe(409);
  expect(refused.html).toContain('value="Patience"');
  expect((await refused.press("Save")).status).toBe(302);
  const page = await director.open(part("criteria"));
  for (const value of ["Patience", "Mine"]) expect(page.html).toContain(value);
});

test("the code and the time of a later publication are in a form of their own", async () => {
  const director = await signedIn("director");
  await edit(director, "criteria", { "0.hint": "For later" });
  const page = await director.open(PUBLISH);
  const buttons = (of: string) => page.form(of).buttons.map(({ text }) => text);
  expect([buttons("Publish now"), buttons("Publish at this time")]).toEqual([
    ["Publish now"],
    ["Publish at this time"],
  ]);
});

test.each([
  ["events", { "0.firstDay": "2023-02-17", "0.lastDay": "" }, editionMessages.lastDayNeeded],
  ["events", { "0.firstDay": "", "0.lastDay": "2023-02-19" }, editionMessages.firstDayNeeded],
  ["add-ons", { "0.included": "true", "0.cents": "25" }, findingMessages.addOns.includedCosts],
])("what cannot be stored in %s is said at its field", async (name, typed, sentence) => {
  const page = await (await signedIn("director")).open(part(name));
  const refused = await changingNothing(() => page.press("Save", typed));
  expect(refused.status).toBe(400);
  expect(refused.text).toContain(sentence);
  expect(refused.text).not.toMatch(/events\.0|addOns\.0/);
});

test("a mistake is said on the page of the edition and on that of its part", async () => {
  const director = await signedIn("director");
  const { refundPolicy } = (await documentOf()).agreement;
  await edit(director, "agreement", { "0.refundPolicy": "" });
  const edition = await director.open(`/admin/editions/${CONFERENCE}`);
  expect(edition.text).toContain("1 to mend");
  for (const page of [edition, await director.open(part("agreement"))])
    expect(page.text).toContain(findingMessages.agreement.empty("refund policy"));
  expect((await director.open(part("events"))).text).not.toContain(
    findingMessages.agreement.empty("refund policy"),
  );
  expect((await director.open(PUBLISH)).has("Publish now")).toBe(false);
  await edit(director, "agreement", { "0.refundPolicy": refundPolicy });
});

test("what is only odd is counted on the page of the edition, above its parts; more than three notes are folded", async () => {
  const director = await signedIn("director");
  const [first, second] = (await documentOf()).criteria;
  await edit(director, "criteria", { "0.title": second!.title });
  const { html } = await director.open(`/admin/editions/${CONFERENCE}`);
  const [above, below] = html.split(findingMessages.twin(second!.title)) as [string, string];
  const foldOf = (before: string) => before.slice(before.lastIndexOf("<details"));
  expect(foldOf(above)).toMatch(/^<details><summary>\d+ notes worth a look<\/summary>/);
  const [few] = (await director.open(part("criteria"))).html.split(findingMessages.twin(second!.title));
  expect(foldOf(few!)).toMatch(/^<details open=""><summary>\d notes? worth a look<\/summary>/);
  for (const { id } of EDITION_PARTS) {
    const link = `class="task"><a href="${part(id)}"`;
    expect([id, above.includes(link), below.includes(link)]).toEqual([id, false, true]);
  }
  await edit(director, "criteria", { "0.title": first!.title });
});

test("what makes no sense in an edition stands above its folded notes, a line each", async () => {
  const director = await signedIn("director");
  const { html } = await director.open(`/admin/editions/${CONFERENCE}`);
  const [open] = html.split("notes worth a look") as [string];
  expect(open).toMatch(/No application is ever in this round\.</);
  expect(open).not.toContain("Enter a later deadline");
});

test("what was removed from a draft is put back as it is published", async () => {
  const director = await signedIn("director");
  const { sections } = await documentOf();
  const without = await (await director.open(part("questions"))).press("Remove: Essays");
  expect((await (await without.follow()).press("Save")).status).toBe(302);
  const saved = await director.open(`${part("questions")}?saved`);
  expect(saved.text).toContain("Saved in the draft.");
  expect(saved.has("Remove: Essays")).toBe(false);
  // Putting back cannot be undone, so a page first says what is lost. “Keep the draft” leads back to what was typed.
  const putBack = editionMessages.restore.button;
  const typed = await changingNothing(() => saved.press(putBack, { "0.title": "Somebody" }), {
    but: ["edition_forms"],
  });
  expect(typed.status).toBe(302);
  const asked = await typed.follow();
  expect(asked.text).toContain(editionMessages.restore.lost(1));
  const [, form] = /<a href="([^"]+)">Keep the draft</.exec(asked.html) ?? [];
  expect((await director.open(form!.replaceAll("&amp;", "&"))).html).toContain('value="Somebody"');
  expect((await asked.press(putBack)).status).toBe(302);
  const back = await director.open(part("questions"));
  expect(back.has(putBack)).toBe(false);
  const { document } = await row<{ document: string }>(
    "SELECT document FROM edition_revisions ORDER BY revision DESC LIMIT 1",
  );
  expect((JSON.parse(document) as EditionDocument).sections).toEqual(sections);
  const late = await changingNothing(() => asked.press(putBack));
  expect([late.status, late.text.includes(editionMessages.restore.moved)]).toEqual([409, true]);
});

test("a section that was removed and is added again under its name is the same", async () => {
  const director = await signedIn("director");
  const { sections } = await documentOf();
  const without = await (await director.open(part("questions"))).press("Remove: About you");
  expect((await (await without.follow()).press("Save")).status).toBe(302);
  const added = await (await (await director.open(part("questions"))).press("Add a section")).follow();
  const title = `${sections.length - 1}.title`;
  expect((await added.press("Save", { [title]: "About you" })).status).toBe(302);
  const { document } = await row<{ document: string }>(
    "SELECT document FROM edition_revisions ORDER BY revision DESC LIMIT 1",
  );
  expect((JSON.parse(document) as EditionDocument).sections.at(-1)).toMatchObject({
    id: "about",
    questions: [],
  });
  const asked = await (await director.open(part("questions"))).press(editionMessages.restore.button);
  expect((await (await asked.follow()).press(editionMessages.restore.button)).status).toBe(302);
});

test("what is in use cannot be taken away", async () => {
  const director = await signedIn("director");
  const { uid } = await readyToPay();
  await runAll(
    paymentStatements({
      ...{ id: "held0000000000000001", uid, addOns: '{"h2023mug":true}', amountCents: 57_500 },
      ...{ state: "released", transactionId: "held", resolvedAt: 0 },
    }),
  );
  const without = await (await director.open(part("add-ons"))).press("Remove: Mug");
  expect((await (await without.follow()).press("Save")).status).toBe(302);
  expect((await director.open(`/admin/editions/${CONFERENCE}`)).text).toContain("The add-on “Mug” stands in");
  const plan = await director.open(PUBLISH);
  expect(plan.text).toMatch(/The add-on “Mug” stands in \d+ payments?/);
  expect(plan.text).not.toContain("Publish now");
  await run("DELETE FROM payments WHERE id = 'held0000000000000001'");
  await run("DELETE FROM orders WHERE id = 'held0000000000000001'");
});

test("a publication that is due happens by itself, and says why if it cannot", async () => {
  const director = await signedIn("director");
  await run("DELETE FROM edition_publications");
  await run("DELETE FROM edition_revisions");
  await edit(director, "rounds", { "0.title": "Soon" });
  const plan = await director.open(PUBLISH);
  for (const _ of ["pressed", "pressed again"])
    expect((await plan.press("Publish at this time", { dueAt: "2022-12-31T12:00" })).status).toBe(302);
  for (const dueAt of ["2022-12-01T12:00", "tomorrow", ""]) {
    const refused = await changingNothing(() =>
      plan.press("Publish at this time", { dueAt, zone: "Mars/Olympus" }),
    );
    expect([dueAt, refused.status]).toEqual([dueAt, 400]);
    expect(refused.html).toContain(`value="${dueAt}"`);
    expect(refused.html).toContain(`href="#dueAt"`);
    expect(refused.html).toContain(`id="dueAt-error"`);
  }
  await keepHouse();
  expect(await row("SELECT title FROM rounds WHERE id = 'early'")).not.toEqual({ title: "Soon" });
  await run("UPDATE edition_publications SET due_at = 0");
  await keepHouse();
  expect(await row("SELECT title FROM rounds WHERE id = 'early'")).toEqual({ title: "Soon" });
  expect(await rows("SELECT state FROM edition_publications")).toEqual([{ state: "published" }]);
});

test("what became wrong, or was published by then, is refused at its time", async () => {
  const director = await signedIn("director");
  const schedule = async () => {
    const plan = await director.open(PUBLISH);
    expect((await plan.press("Publish at this time", { dueAt: "2022-12-31T12:00" })).status).toBe(302);
  };
  const due = async () => {
    await run("UPDATE edition_publications SET due_at = 0 WHERE state = 'scheduled'");
    await keepHouse();
    return rows(
      "SELECT state, reason FROM edition_publications WHERE due_at = 0 ORDER BY rowid DESC LIMIT 1",
    );
  };
  await edit(director, "rounds", { "0.title": "Never" });
  await schedule();
  await run("DELETE FROM prices WHERE ticket_id = 'gold' AND round_id = 'bonus'");
  expect(await due()).toEqual([{ state: "refused", reason: editionMessages.hasErrors }]);
  await run(
    "INSERT INTO prices (conference_id, ticket_id, round_id, cents) VALUES (?, 'gold', 'bonus', 100)",
    CONFERENCE,
  );
  await schedule();
  await publish(director);
  expect(await due()).toEqual([{ state: "refused", reason: editionMessages.nothingToPublish }]);
});

test.each([
  ["the name", { id: "aconf-2024" }],
  ["the city", { location: " " }],
  ["the weeks", { weeks: "fifty" }],
])("a mistake in %s of a new edition keeps the dates that were corrected", async (_, mistake) => {
  const director = await signedIn("director");
  const form = await director.open("/admin/editions/new");
  const asked = { id: "aconf_2024", location: "Seoul", title: "Bridges", from: CONFERENCE };
  const dates = await form.press("Continue", asked);
  const corrected = { "rounds/early/deadline": "2023-12-24T23:59" };
  const refused = await changingNothing(() =>
    dates.press("Create the draft", { ...asked, ...corrected, ...mistake }),
  );
  expect(refused.status).toBe(400);
  const datesOf = (page: typeof dates) =>
    page.form("Create the draft").fields.filter(([path]) => /^(rounds|events|passes)\/|datesFor/.test(path));
  expect(Object.fromEntries(datesOf(refused))).toEqual({
    ...Object.fromEntries(datesOf(dates)),
    ...corrected,
  });
  expect(wordsOfDates(refused.text)).toBe(wordsOfDates(dates.text));
});

const wordsOfDates = (text: string) =>
  text.slice(text.indexOf("Its dates"), text.indexOf("Create the draft"));

test("an edition made from a copy is published whole, and its rows are its document again [103]", async () => {
  const director = await signedIn("director");
  const form = await director.open("/admin/editions/new");
  const asked = { id: "aconf_2024", location: "Seoul", title: "Bridges", from: CONFERENCE };
  const dates = await changingNothing(() => form.press("Continue", asked));
  expect(dates.status).toBe(200);
  expect(dates.text).toContain("Nothing is stored yet");
  const anew = await changingNothing(() => dates.press("Create the draft", { weeks: "104" }));
  expect(anew.status).toBe(409);
  expect(anew.text).toContain(editionMessages.datesCountedAnew("104"));
  expect((await dates.press("Create the draft")).location).toBe("/admin/editions/aconf_2024");
  const drafted = JSON.parse(
    (
      await row<{ document: string }>(
        "SELECT document FROM edition_revisions WHERE conference_id = 'aconf_2024'",
      )
    ).document,
  ) as EditionDocument;
  const made = await (await director.open(part("publish", "aconf_2024"))).press("Publish now");
  expect(made.status).toBe(302);
  expect(await documentOf("aconf_2024")).toEqual(drafted);
  expect(drafted.conference).toMatchObject({ location: "SEOUL", year: 2024, title: "Bridges" });
});
