import { expect, test } from "vitest";
import { type Browser, type Page, signedIn } from "../../support/browser.ts";
import { CONFERENCE } from "../../support/people.ts";
import { changingNothing, row, rows, run } from "../../support/storage.ts";
import { keepHouse } from "../../support/worker.ts";

const part = (name: string, id: string) => `/admin/editions/${id}/${name}`;

/** A director who looks at one edition and changes it on the pages for directors. */
class Director {
  private constructor(
    readonly browser: Browser,
    readonly id: string,
  ) {}

  /** @param id the edition whose draft is edited. The other pages of the staff show this edition too. */
  static async of(id: string): Promise<Director> {
    const director = new Director(await signedIn("director"), id);
    const home = await director.browser.open("/admin");
    // While there is only one edition, there is nothing to choose.
    if (home.has("Change")) await home.press("Change", { chosen: id });
    return director;
  }

  open(name: string): Promise<Page> {
    return this.browser.open(part(name, this.id));
  }

  async edit(name: string, fields: Record<string, string>): Promise<void> {
    expect((await (await this.open(name)).press("Save", fields)).status).toBe(302);
  }

  async publish(): Promise<void> {
    const page = await this.open("publish");
    const published = await page.press("Publish now");
    expect([published.status, published.text]).toEqual([302, ""]);
  }

  /** Changes the times of the first round, on the page where releases are made. */
  async schedule(fields: { deadline: string } | { decisionRelease: string }): Promise<void> {
    const page = await this.browser.open("/admin/release/early");
    const saved = await page.press("Save schedule", fields);
    expect([saved.status, saved.text]).toEqual([302, ""]);
  }

  /** Changes a mail, on the page where mails about decisions are written. */
  async writeMail(subject: string): Promise<void> {
    const page = await this.browser.open("/admin/mail/decisions?change=Waitlisted");
    expect((await page.press("Save", { subject })).status).toBe(302);
  }

  /** The names of the things that publishing would change. */
  async changes(): Promise<string[]> {
    const { html } = await this.open("publish");
    return Array.from(html.matchAll(/<dt>(.*?)<\/dt>/g), ([, what]) => what!);
  }

  /** The deadline (in UTC) and the subject that are published. */
  async published(): Promise<{ deadline: string; subject: string }> {
    const { deadline } = await row<{ deadline: number }>(
      "SELECT deadline FROM rounds WHERE conference_id = ? AND id = 'early'",
      this.id,
    );
    const { subject } = await row<{ subject: string }>(
      "SELECT subject FROM mail_templates WHERE conference_id = ? AND decision = 'Waitlisted'",
      this.id,
    );
    return { deadline: new Date(deadline).toISOString().slice(0, 16), subject };
  }
}

/**
 * Publishes the edition of the next year, a copy of this one. A copy has no settings for invoices, because two people
 * have to agree on them.
 */
async function nextYear(id: string): Promise<Director> {
  const invoicing = await rows("SELECT * FROM invoicing");
  expect(invoicing).not.toEqual([]);
  const browser = await signedIn("director");
  const form = await browser.open("/admin/editions/new");
  const dates = await form.press("Continue", { id, location: "Seoul", title: "Bridges", from: CONFERENCE });
  expect((await dates.press("Create the draft")).status).toBe(302);
  expect((await (await browser.open(part("publish", id))).press("Publish now")).status).toBe(302);
  expect(await rows("SELECT * FROM invoicing")).toEqual(invoicing);
  return Director.of(id);
}

const COMMA = { "0.hint": "A comma, at last" };

test("a deadline extended on Release stays when a comma of an edition's first draft is published", async () => {
  const director = await nextYear("aconf_2024");
  expect(await director.changes()).toEqual([]);
  await director.schedule({ deadline: "2024-05-15T23:59" });
  await director.writeMail("A word from us");
  expect(await director.changes()).toEqual([]);
  await director.edit("criteria", COMMA);
  expect(await director.changes()).toEqual(["Motivation › hint"]);
  await director.publish();
  expect(await director.published()).toEqual({ deadline: "2024-05-16T03:59", subject: "A word from us" });
});

test("a deadline and a mail that a draft changed, and other pages after it was published, stay as they are since", async () => {
  const director = await Director.of(CONFERENCE);
  await director.edit("rounds", { "0.deadline": "2023-05-03T23:59" });
  await director.edit("mails", { "2.subject": "As drafted" });
  await director.publish();
  expect(await director.published()).toEqual({ deadline: "2023-05-04T03:59", subject: "As drafted" });
  // The cron tells everybody with a draft application about the new deadline.
  expect(
    await rows(
      "SELECT moved_deadlines FROM edition_publications WHERE moved_deadlines LIKE ?",
      `%${Date.parse("2023-05-04T03:59Z")}%`,
    ),
  ).toHaveLength(1);
  await director.schedule({ deadline: "2023-05-08T23:59" });
  await director.writeMail("As written since");
  expect(await director.changes()).toEqual([]);
  await director.edit("criteria", COMMA);
  expect(await director.changes()).toHaveLength(1);
  await director.publish();
  expect(await director.published()).toEqual({ deadline: "2023-05-09T03:59", subject: "As written since" });
});

test("what waits to be published, and what is drafted beyond it, go on from what is published", async () => {
  const director = await Director.of(CONFERENCE);
  await director.edit("rounds", { "0.title": "First applications" });
  const schedule = async (dueAt: string) =>
    expect((await (await director.open("publish")).press("Publish at this time", { dueAt })).status).toBe(
      302,
    );
  const due = async (dueAt: string) => {
    await run(
      "UPDATE edition_publications SET due_at = 0 WHERE state = 'scheduled' AND due_at = ?",
      Date.parse(dueAt),
    );
    await keepHouse();
  };
  await director.edit("mails", { "2.subject": "For the first time" });
  await schedule("2023-03-01T12:00");
  await director.edit("rounds", { "0.title": "Early applications" });
  await schedule("2023-03-02T12:00");
  await director.edit("criteria", { "0.hint": "Drafted beyond" });

  await due("2023-03-01T17:00Z");
  expect(await director.published()).toMatchObject({ subject: "For the first time" });
  // The draft still has the changes that were made after the published revision, and no others.
  expect(await director.changes()).toEqual(["Early applications › title", "Motivation › hint"]);
  await director.writeMail("Written since");
  expect(await director.changes()).toEqual(["Early applications › title", "Motivation › hint"]);

  await due("2023-03-02T17:00Z");
  expect(await director.published()).toMatchObject({ subject: "Written since" });
  expect(await director.changes()).toEqual(["Motivation › hint"]);
  await director.publish();
  expect(await director.published()).toMatchObject({ subject: "Written since" });
});

test("of two publications that are due in the same minute, the second corrects the first", async () => {
  const director = await Director.of(CONFERENCE);
  for (const title of ["One mistake", "No mistake"]) {
    await director.edit("rounds", { "0.title": title });
    const page = await director.open("publish");
    expect((await page.press("Publish at this time", { dueAt: "2023-03-03T12:00" })).status).toBe(302);
  }
  await run("UPDATE edition_publications SET due_at = 0 WHERE state = 'scheduled'");
  await keepHouse();
  expect(await row("SELECT title FROM rounds WHERE conference_id = ? AND id = 'early'", CONFERENCE)).toEqual({
    title: "No mistake",
  });
  expect(await rows("SELECT 1 FROM edition_publications WHERE state IN ('scheduled', 'refused')")).toEqual(
    [],
  );
  await director.edit("rounds", { "0.title": "Early applications" });
  await director.publish();
});

test("to take a publication back leaves what another page has changed since", async () => {
  const director = await Director.of(CONFERENCE);
  await director.edit("rounds", { "0.deadline": "2023-05-02T23:59", "0.title": "To be taken back" });
  await director.publish();
  await director.schedule({ deadline: "2023-05-07T23:59" });
  expect((await (await director.open("publish?ask=back")).press("Take back")).status).toBe(302);
  expect(await director.published()).toMatchObject({ deadline: "2023-05-08T03:59" });
  expect(await row("SELECT title FROM rounds WHERE conference_id = ? AND id = 'early'", CONFERENCE)).toEqual({
    title: "Early applications",
  });
  // The document that was taken back is a draft again. It has an older deadline than the one that delegates see.
  expect(await director.changes()).toEqual(["To be taken back › title"]);
});

test("where a draft and another page change the same, nothing is published before somebody has chosen", async () => {
  const [drafting, releasing] = [await Director.of(CONFERENCE), await Director.of(CONFERENCE)];
  await drafting.edit("rounds", { "0.deadline": "2023-05-04T23:59" });
  await drafting.edit("rounds", { "0.title": "Early applications" });
  const before = await drafting.open("publish");
  await releasing.schedule({ deadline: "2023-05-05T23:59" });
  const moved = await changingNothing(() => before.press("Publish now"));
  expect(moved.status).toBe(409);
  // When another change is saved in the meantime, the choice between the two deadlines is still open.
  await releasing.edit("criteria", { "0.hint": "A comma, once more" });
  const page = await releasing.open("publish");
  expect(page.text).toContain("Keep what delegates see: 5 May 2023, 23:59 EDT");
  expect(page.text).toContain("Take the draft’s: 4 May 2023, 23:59 EDT");
  expect(page.has("Publish now")).toBe(false);
  const forced = await changingNothing(() =>
    releasing.browser.submit(page.path, [...page.form(/Keep what/).fields, ["intent", "publish"]]),
  );
  expect([forced.status, forced.text]).toEqual([409, expect.stringContaining("Choose which value to keep")]);

  const kept = await page.press(/Keep what delegates see/);
  expect(kept.status).toBe(302);
  expect(await releasing.changes()).toEqual(["Motivation › hint"]);
  const late = await changingNothing(() => page.press(/Take the draft/));
  expect(late.status).toBe(409);
  await releasing.publish();
  expect(await drafting.published()).toMatchObject({ deadline: "2023-05-06T03:59" });

  await drafting.edit("rounds", { "0.deadline": "2023-05-04T23:59" });
  await releasing.schedule({ deadline: "2023-05-03T23:59" });
  await (await drafting.open("publish")).press(/Take the draft/);
  await drafting.publish();
  expect(await drafting.published()).toMatchObject({ deadline: "2023-05-05T03:59" });
});

test("a draft that would hide visible decisions goes on once its change is put back on the page that says so", async () => {
  const director = await Director.of(CONFERENCE);
  await director.edit("rounds", { "0.decisionRelease": "2023-05-20T12:00" });
  await director.edit("criteria", { "0.hint": "Another comma" });
  const page = await director.open("publish");
  expect(page.text).toContain("who can see a decision would move to another round");
  expect(page.has("Publish now")).toBe(false);
  expect((await page.press("Put back: Early applications › decisions may be seen from")).status).toBe(302);
  expect(await director.changes()).toEqual(["Motivation › hint"]);
  await director.publish();
});

test("what goes back alone, and what cannot", async () => {
  const director = await Director.of(CONFERENCE);
  const without = await (await director.open("rounds")).press(/^Remove: Bonus/);
  expect((await (await without.follow()).press("Save")).status).toBe(302);
  const page = await director.open("publish");
  expect((await page.press(/^Put back: Bonus/)).status).toBe(302);
  // The prices went with the round, and each goes back by itself.
  for (const price of [/^Put back: Harvard.* › Bonus/, /^Put back: Virtual.* › Bonus/])
    expect((await (await director.open("publish")).press(price)).status).toBe(302);
  expect(await director.changes()).toEqual([]);
  for (const path of ["", "[]", '["rounds",1]', "{", '["rounds","early","title"]', '["nowhere"]']) {
    const { fields } = page.form(/^Put back/);
    const [revision] = await rows(
      "SELECT max(revision) AS revision FROM edition_revisions WHERE conference_id = ?",
      CONFERENCE,
    );
    const current = fields.map(([name, value]): [string, string] =>
      name === "revision" ? [name, String(revision!["revision"])] : [name, value],
    );
    const refused = await changingNothing(() =>
      director.browser.submit(page.path, [...current, ["putBack", path]]),
    );
    expect([path, refused.status]).toEqual([path, 400]);
  }
});
