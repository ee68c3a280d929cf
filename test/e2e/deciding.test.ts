import { expect, type Locator, type Page } from "@playwright/test";
import { COUNTRY, NO_NAME } from "../../app/applications/search-words.ts";
import { CURRENT_CONFERENCE } from "../../db/seed/first-edition.ts";
import { type Account, demoAccount, newId, type Portal, test } from "./support.ts";

// Counts how many touches deciding costs a director or a reader on a phone. Each press and each choice is a touch;
// typing into a field is not. Pages that open are counted too.

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

/** Counts what a thumb does on a page, and the pages that open meanwhile. */
class Thumb {
  touches = 0;
  pages = 0;

  constructor(readonly page: Page) {
    page.on("framenavigated", (frame) => {
      if (frame === page.mainFrame()) this.pages += 1;
    });
  }

  /** Opens the page on which somebody begins, and counts from there. */
  async from(address: string) {
    await this.page.goto(address);
    this.touches = this.pages = 0;
  }

  press = (name: string) => this.touch(this.page.getByRole("button", { name, exact: true }));

  follow = (name: string) => this.touch(this.page.getByRole("link", { name, exact: true }).first());

  async choose(label: string, option: string) {
    this.touches += 1;
    await this.page.getByLabel(label, { exact: true }).selectOption(option);
  }

  async touch(what: Locator) {
    this.touches += 1;
    await what.tap();
  }
}

const CRITERIA = ["Motivation", "Engagement with Asia", "Initiative", "Voice"];

const shows = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible();

const directorAt = async (page: Page, portal: Portal) => {
  await portal.signIn(page.context(), demoAccount("director"));
  return new Thumb(page);
};

const released = async (portal: Portal, people: Account[]) => {
  const [row] = await portal.query<{ number: number }>(
    `SELECT count(*) AS number FROM decisions
      WHERE released_at IS NOT NULL AND uid IN (SELECT value FROM json_each(?))`,
    JSON.stringify(people.map(({ uid }) => uid)),
  );
  return row!.number;
};

/** People who have submitted, all with the same nationality, which nobody else has. */
async function applicants(portal: Portal, number: number, country: string): Promise<Account[]> {
  const made: Account[] = [];
  for (let one = 0; one < number; one += 1) {
    const account = await portal.accountLike("submitted");
    await portal.query(
      "UPDATE answers SET answers = json_set(answers, '$.nationality', ?) WHERE uid = ? AND section_id = 'about'",
      country,
      account.uid,
    );
    made.push(account);
  }
  return made;
}

test("one decision is set and released in three touches", async ({ page, portal }) => {
  const people = await applicants(portal, 1, "IS");
  const thumb = await directorAt(page, portal);
  await thumb.from(`/admin/delegates/${people[0]!.uid}?show=everyone`);
  await thumb.press("Waitlisted");
  await thumb.press("Apply 1 decision");
  await thumb.press("Release this decision");
  await shows(page, "The delegate sees this decision.");
  expect(await released(portal, people)).toBe(1);
  expect([thumb.touches, thumb.pages]).toEqual([3, 3]);
});

test("everybody from a country is found and written to in five touches", async ({ page, portal }) => {
  const people = await applicants(portal, 3, "BT");
  await portal.query(
    "INSERT INTO search_words SELECT ?, ?, value FROM json_each(?)",
    CURRENT_CONFERENCE,
    `${NO_NAME}${COUNTRY}BT`,
    JSON.stringify(people.map(({ uid }) => uid)),
  );
  const thumb = await directorAt(page, portal);
  await thumb.from("/admin/delegates?show=everyone");
  await thumb.touch(page.locator("summary", { hasText: "Filter" }));
  await page.getByLabel("Search").fill("Bhutan");
  await page.keyboard.press("Enter");
  await shows(page, "3 applications");
  await thumb.press("Go on with all of this list");
  await thumb.follow("Write a mail");
  await page.getByLabel("Subject").fill("Your visa");
  await page.getByLabel("Text").fill("Dear {firstName}, please write to us.");
  await thumb.press("Show who it goes to");
  await thumb.press("Send to 3 people");
  await shows(page, "Your visa");
  const mails = await portal.query(
    "SELECT id FROM outbox WHERE subject = 'Your visa' AND recipient IN (SELECT value FROM json_each(?))",
    JSON.stringify(people.map(({ email }) => email)),
  );
  expect(mails).toHaveLength(3);
  expect(thumb.touches).toBe(5);
});

test("three decisions are released alone in four touches", async ({ page, portal }) => {
  const people = await applicants(portal, 3, "MC");
  const thumb = await directorAt(page, portal);
  await thumb.from("/admin/delegates/selection?is-nationality=MC");
  await thumb.choose("Decision", "Waitlisted");
  await thumb.press("Show what changes");
  await thumb.press("Apply 3 decisions");
  await thumb.press("Release these 3 decisions");
  await shows(page, "3 delegates see these decisions.");
  expect(await released(portal, people)).toBe(3);
  expect(thumb.touches).toBe(4);
});

test("twenty places are offered until a time in three touches", async ({ page, portal }) => {
  await portal.query("DELETE FROM offers");
  await portal.query("DELETE FROM decisions WHERE decision = 'Waitlisted'");
  const people = await applicants(portal, 20, "FO");
  for (const { uid } of people) await portal.decide(uid, "Waitlisted");
  const [before] = await portal.query<{ places: number | null }>(
    "SELECT places FROM tickets WHERE id = 'goldPlus' AND conference_id = ?",
    CURRENT_CONFERENCE,
  );
  await portal.query(
    `UPDATE tickets SET places = 20 + (SELECT coalesce(sum(number), 0) FROM tallies WHERE name = 'taken'
      AND tallies.conference_id = tickets.conference_id AND key = tickets.id) WHERE id = 'goldPlus'`,
  );
  const thumb = await directorAt(page, portal);
  await thumb.from("/admin");
  await thumb.touch(page.getByRole("navigation").getByRole("link", { name: "Waiting list" }));
  await page.getByLabel(/^Keep the places until/).fill("2022-12-23T20:00");
  await thumb.press("Offer to those who are ticked");
  await thumb.press("Offer 20 places");
  await expect(page.locator("#offers")).toContainText("Open");
  const offered = await portal.query("SELECT id FROM offers WHERE ended_at IS NULL");
  // Open offers would take places from tests that buy passes.
  await portal.query("DELETE FROM offers");
  await portal.query(
    "UPDATE tickets SET places = ? WHERE id = 'goldPlus' AND conference_id = ?",
    before!.places,
    CURRENT_CONFERENCE,
  );
  expect(offered).toHaveLength(20);
  expect(thumb.touches).toBe(3);
});

test("a late application is let in with two touches", async ({ page, portal }) => {
  const late = await portal.accountLike("draft");
  const thumb = await directorAt(page, portal);
  await thumb.from(`/admin/delegates/${late.uid}?show=everyone`);
  await thumb.touch(page.getByRole("link", { name: /later deadline/i }));
  await page.getByLabel("May submit until").fill("2023-06-10T20:00");
  await page.getByLabel("Reason").fill("Ill");
  await thumb.press("Set the deadline and write to them");
  await shows(page, /may submit until/);
  expect(thumb.touches).toBe(2);
});

/** A reader with applications to read. */
async function readerWith(portal: Portal, number: number) {
  const account = await portal.accountLike("reviewer");
  await portal.query(
    "INSERT INTO staff (uid, name, abilities, created_at) VALUES (?, ?, '[\"read\"]', 0)",
    account.uid,
    `Reader ${newId().slice(0, 6)}`,
  );
  const given: Account[] = [];
  for (let one = 0; one < number; one += 1) {
    const applicant = await portal.accountLike("submitted");
    await portal.query(
      "INSERT INTO assignments (conference_id, uid, staff_uid, reason, assigned_at) VALUES (?, ?, ?, 'test', 0)",
      CURRENT_CONFERENCE,
      applicant.uid,
      account.uid,
    );
    given.push(applicant);
  }
  return { account, given };
}

test("everybody who is behind is reminded in two touches", async ({ page, portal }) => {
  const { account } = await readerWith(portal, 1);
  const thumb = await directorAt(page, portal);
  await thumb.from("/admin");
  await thumb.touch(page.getByRole("link", { name: /left to review/ }));
  await thumb.touch(page.getByRole("button", { name: /^Remind/ }));
  await shows(page, "Everybody who is behind gets a mail within a few minutes.");
  expect(await portal.query("SELECT id FROM outbox WHERE recipient = ?", account.email)).toHaveLength(1);
  expect(thumb.touches).toBe(2);
});

test("a reader drops out, and others get their applications, in four touches", async ({ page, portal }) => {
  const { account } = await readerWith(portal, 2);
  await readerWith(portal, 0);
  const thumb = await directorAt(page, portal);
  await thumb.from(`/admin/manage-staff/${account.uid}`);
  await thumb.touch(page.getByLabel("On leave: gets nothing to read"));
  await thumb.press("Save");
  await thumb.press("Give their 2 unstarted applications to others");
  await thumb.touch(page.getByRole("button", { name: /^Apply/ }));
  await shows(page, "Applied");
  expect(await portal.query("SELECT uid FROM assignments WHERE staff_uid = ?", account.uid)).toEqual([]);
  expect(thumb.touches).toBe(4);
});

test("ten applications are reviewed by thumb in fifty touches", async ({ page, portal }) => {
  const { account, given } = await readerWith(portal, 10);
  await portal.signIn(page.context(), account);
  const thumb = new Thumb(page);
  await page.goto("/admin/delegates");
  await page.getByRole("link", { name: "Review the next one" }).tap();
  for (const _ of given) {
    const here = page.url();
    await expect(page.locator("review-keys:defined")).toBeAttached();
    for (const criterion of CRITERIA)
      await thumb.touch(page.getByRole("group", { name: criterion }).getByLabel("4"));
    await thumb.touch(page.getByRole("group", { name: "Recommendation" }).getByLabel("Accepted"));
    await expect(page).not.toHaveURL(here);
  }
  expect(await portal.query("SELECT uid FROM reviews WHERE staff_uid = ?", account.uid)).toHaveLength(10);
  expect(thumb.touches).toBe(50);
});

test("the keyboard and a wide screen do not save by themselves", async ({ page, portal }) => {
  const { account } = await readerWith(portal, 1);
  await portal.signIn(page.context(), account);
  await page.goto("/admin/delegates");
  await page.getByRole("link", { name: "Review the next one" }).tap();
  await expect(page.locator("review-keys:defined")).toBeAttached();
  const recommendation = page.getByRole("group", { name: "Recommendation" });
  // A touch saves nothing as long as a criterion has no score.
  await page.getByText("All criteria").tap();
  await recommendation.getByLabel("Waitlisted").tap();
  await page.getByText("All criteria").tap();
  for (const criterion of CRITERIA) await page.getByRole("group", { name: criterion }).getByLabel("3").tap();
  await recommendation.getByLabel("Waitlisted").focus();
  await page.keyboard.press("ArrowRight");
  await page.setViewportSize({ width: 1300, height: 844 });
  await recommendation.getByLabel("Accepted").tap();
  await expect(recommendation.getByLabel("Accepted")).toBeChecked();
  expect(await portal.query("SELECT uid FROM reviews WHERE staff_uid = ?", account.uid)).toEqual([]);
});

test("the page for sponsors is one touch away", async ({ page, portal }) => {
  const thumb = await directorAt(page, portal);
  await thumb.from("/admin");
  await thumb.touch(page.getByRole("navigation").getByRole("link", { name: "For sponsors" }));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/sponsors/i);
  expect([thumb.touches, thumb.pages]).toEqual([1, 1]);
});
