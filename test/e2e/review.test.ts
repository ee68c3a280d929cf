import { type Browser, expect, type Page } from "@playwright/test";
import { CURRENT_CONFERENCE } from "../../db/seed/first-edition.ts";
import { type Account, demoAccount, newId, type Portal, test } from "./support.ts";

/** A new reviewer with three applications to read, the newest first. */
async function reader(portal: Portal) {
  const account = await portal.accountLike("reviewer");
  await portal.query(
    "INSERT INTO staff (uid, abilities, created_at) VALUES (?, '[\"read\"]', 0)",
    account.uid,
  );
  const applicants: Account[] = [];
  for (let day = 13; day > 10; day -= 1) {
    const applicant = await portal.accountLike("submitted");
    const submittedAt = Date.parse(`2022-12-${day}T10:00:00Z`);
    await portal.query(
      "UPDATE applications SET submitted_at = ?, review_count = 0, mean_score = NULL WHERE uid = ?",
      submittedAt,
      applicant.uid,
    );
    await give(portal, applicant, account);
    applicants.push(applicant);
  }
  return { account, applicants };
}

/** A new director, who sees all documents. */
async function director(portal: Portal) {
  const account = await portal.accountLike("director");
  await portal.query(
    "INSERT INTO staff (uid, abilities, created_at) VALUES (?, '[\"everything\"]', 0)",
    account.uid,
  );
  return account;
}

const give = (portal: Portal, applicant: Account, account: Account) =>
  portal.query(
    "INSERT INTO assignments (conference_id, uid, staff_uid, reason, assigned_at) VALUES (?, ?, ?, 'test', 0)",
    CURRENT_CONFERENCE,
    applicant.uid,
    account.uid,
  );

const deskOf = ({ uid }: Account) => new RegExp(`/admin/delegates/${uid}`);
/** Waits for the script that makes the keys work: it comes after the page. */
const keysWork = (page: Page) => expect(page.locator("review-keys:defined")).toBeAttached();
const checkedScores = (page: Page) => page.locator(".criterion :checked").count();

async function pageOf(browser: Browser, portal: Portal, account: Account, options = {}) {
  const context = await browser.newContext(options);
  await portal.signIn(context, account);
  return context.newPage();
}

test("in a low, wide window the review is in sight from the start, and keys score it one thing at a time", async ({
  page,
  portal,
}) => {
  const { account, applicants } = await reader(portal);
  const [first, second] = applicants as [Account, Account, Account];
  await portal.signIn(page.context(), account);
  await page.setViewportSize({ width: 1280, height: 600 });
  await page.goto(`/admin/delegates/${first.uid}`);
  await expect(page.getByRole("button", { name: "Save and next" })).toBeInViewport({ ratio: 1 });
  await keysWork(page);
  for (const key of ["5", "4", "3", "2", "w"]) {
    await expect(page.locator("#review").getByRole("group").filter({ visible: true })).toHaveCount(1);
    await page.keyboard.press(key);
  }
  await expect(page.getByLabel("Waitlisted")).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("s");
  await expect(page).toHaveURL(deskOf(second));
  await expect(page.getByRole("status")).toBeInViewport({ ratio: 1 });
});

test("a reviewer reads, scores, comments and goes on by keys alone", async ({ page, portal }) => {
  const { account, applicants } = await reader(portal);
  const [first, second, third] = applicants as [Account, Account, Account];
  await portal.signIn(page.context(), account);
  await page.goto("/admin/delegates");
  await expect(page.getByText("0 of 3 reviewed")).toBeVisible();
  await page.getByRole("link", { name: "Review the next one" }).click();
  await expect(page).toHaveURL(deskOf(first));

  await keysWork(page);
  await page.keyboard.press("j");
  await expect(page).toHaveURL(deskOf(second));
  await keysWork(page);
  await page.keyboard.press("k");
  await expect(page).toHaveURL(deskOf(first));

  // Each digit scores a criterion and moves on to the next one. A criterion that has the focus gets a new score.
  await keysWork(page);
  for (const score of ["5", "4", "3", "2"]) await page.keyboard.press(score);
  expect(await checkedScores(page)).toBe(4);
  // One more digit does not overwrite a score. The recommendation comes next, and it has keys of its own.
  await page.keyboard.press("1");
  await expect(page.getByRole("group", { name: "Voice" }).getByLabel("2")).toBeChecked();
  await expect(page.getByRole("group", { name: "Recommendation" }).getByLabel("Accepted")).toBeFocused();
  await page.keyboard.press("r");
  await expect(page.getByLabel("Rejected")).toBeChecked();
  await page.keyboard.press("v");
  await expect(page.getByLabel("Deferred to virtual")).toBeChecked();
  // A criterion that has the focus is scored again.
  await page.getByRole("group", { name: "Voice" }).getByLabel("2").focus();
  await page.keyboard.press("1");
  await expect(page.getByRole("group", { name: "Voice" }).getByLabel("1")).toBeChecked();

  await page.keyboard.press("c");
  await expect(page.getByLabel("Your comment")).toBeFocused();
  await page.keyboard.type("just 5 words to say");
  expect(await page.getByLabel("Your comment").inputValue()).toBe("just 5 words to say");
  await page.keyboard.press("Control+Enter");
  await expect(page.locator("#comments")).toContainText("just 5 words to say");

  // The reload dropped the recommendation, which was not saved. So saving is refused, but the scores stay on the page.
  await keysWork(page);
  for (const score of ["5", "4", "3", "2"]) await page.keyboard.press(score);
  await page.keyboard.press("s");
  await expect(page.getByRole("alert")).toContainText("Choose what you recommend");
  expect(await checkedScores(page)).toBe(4);
  await page.keyboard.press("w");
  await page.keyboard.press("s");
  await expect(page).toHaveURL(deskOf(second));
  await expect(page.getByRole("status")).toContainText("Saved: your review of");
  await keysWork(page);
  await page.keyboard.press("n");
  await expect(page).toHaveURL(deskOf(third));
  await page.goto("/admin/delegates");
  await expect(page.getByText("1 of 3 reviewed")).toBeVisible();
});

test("the keys are shown by “?”, and can be switched off", async ({ page, portal }) => {
  const { account, applicants } = await reader(portal);
  await portal.signIn(page.context(), account);
  await page.goto(`/admin/delegates/${applicants[0]!.uid}`);
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(dialog).toContainText("Save the review and go to the next one");
  await page.keyboard.press("j");
  await expect(dialog).toBeVisible();
  await dialog.getByRole("checkbox").uncheck();
  await page.keyboard.press("Escape");
  await page.keyboard.press("3");
  expect(await checkedScores(page)).toBe(0);
  await page.reload();
  await page.keyboard.press("3");
  expect(await checkedScores(page)).toBe(0);
  await page.keyboard.press("?");
  await dialog.getByRole("checkbox").check();
  await page.keyboard.press("Escape");
  await page.keyboard.press("3");
  expect(await checkedScores(page)).toBe(1);
});

test("a comment and a review of somebody else are there within five seconds, and what is typed stays", async ({
  page,
  browser,
  portal,
}) => {
  const { account, applicants } = await reader(portal);
  const applicant = applicants[0]!;
  const other = await portal.accountLike("director");
  await portal.query(
    "INSERT INTO staff (uid, abilities, created_at) VALUES (?, '[\"everything\"]', 0)",
    other.uid,
  );
  await portal.signIn(page.context(), account);
  await page.goto(`/admin/delegates/${applicant.uid}`);
  for (const name of ["Motivation", "Engagement with Asia", "Initiative", "Voice"])
    await page.getByRole("group", { name }).getByLabel("4").check();
  await page.getByLabel("Accepted").check();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Saved on")).toBeVisible();
  await page.getByLabel("Your comment").fill("I am still writing");

  const theirs = await pageOf(browser, portal, other);
  await theirs.goto(`/admin/delegates/${applicant.uid}`);
  const said = `Seen ${newId()}`;
  await theirs.getByLabel("Your comment").fill(said);
  await theirs.getByRole("button", { name: "Comment", exact: true }).click();
  await expect(page.locator("#comments")).toContainText(said, { timeout: 5_000 });
  for (const name of ["Motivation", "Engagement with Asia", "Initiative", "Voice"])
    await theirs.getByRole("group", { name }).getByLabel("1").check();
  await theirs.getByLabel("Rejected").check();
  await theirs.getByRole("button", { name: "Save", exact: true }).click();
  await expect(theirs.getByText("Saved on")).toBeVisible();
  await expect(page.locator("#readers")).toContainText("3.00 apart", { timeout: 5_000 });
  await expect(page.getByLabel("Your comment")).toHaveValue("I am still writing");
  await theirs.context().close();
});

test("a document is looked at beside the answers, and fetched only when it is opened", async ({
  page,
  portal,
}) => {
  await portal.signIn(page.context(), await director(portal));
  const [document] = await portal.query<{ id: string; uid: string }>(
    "SELECT id, uid FROM documents WHERE question_id = 'resume' AND uid = ?",
    demoAccount("signed").uid,
  );
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`/admin/delegates/${document!.uid}`);
  expect(asked).not.toContain(`/documents/${document!.id}/preview`);
  const fetched = page.waitForRequest(`**/documents/${document!.id}/preview`);
  await page.keyboard.press("d");
  await fetched;
  await expect(page.locator(".document iframe").first()).toBeVisible();
});

test("“d” opens one document after the other, closes the last one, and goes on from one opened by hand", async ({
  page,
  portal,
}) => {
  await portal.signIn(page.context(), await director(portal));
  // This applicant asks for a scholarship, and so has three documents.
  await page.goto(`/admin/delegates/${demoAccount("submitted").uid}`);
  await keysWork(page);
  const previews = page.locator(".document details");
  const open = () => previews.evaluateAll((all: HTMLDetailsElement[]) => all.map((one) => one.open));
  const pressed = async () => {
    await page.keyboard.press("d");
    return open();
  };
  expect(await open()).toEqual([false, false, false]);
  expect(await pressed()).toEqual([true, false, false]);
  expect(await pressed()).toEqual([false, true, false]);
  expect(await pressed()).toEqual([false, false, true]);
  await expect(previews.nth(2).locator("summary")).toBeFocused();
  expect(await pressed()).toEqual([false, false, false]);
  expect(await pressed()).toEqual([true, false, false]);

  await previews.nth(1).locator("summary").click();
  expect(await pressed()).toEqual([false, false, true]);
});

test("without JavaScript a whole queue is reviewed by forms", async ({ browser, baseURL, portal }) => {
  const { account, applicants } = await reader(portal);
  const page = await pageOf(browser, portal, account, { javaScriptEnabled: false, baseURL });
  await page.goto("/admin/delegates");
  await page.getByRole("link", { name: "Review the next one" }).click();
  for (const [index, applicant] of applicants.entries()) {
    await expect(page).toHaveURL(deskOf(applicant));
    await page.getByLabel("Your comment").fill(`Number ${index}`);
    await page.getByRole("button", { name: "Comment", exact: true }).click();
    await expect(page.locator("#comments")).toContainText(`Number ${index}`);
    await page.getByRole("button", { name: "Save and next" }).click();
    await expect(page.getByRole("alert")).toContainText("Choose a score from 1 to 5.");
    for (const name of ["Motivation", "Engagement with Asia", "Initiative", "Voice"])
      await page
        .getByRole("group", { name })
        .getByLabel(String(index + 1))
        .check();
    await page.getByLabel("Accepted").check();
    await page.getByRole("button", { name: "Save and next" }).click();
  }
  await expect(page.getByText("3 of 3 reviewed")).toBeVisible();
  await expect(page.getByText("You have no applications left to review.")).toBeVisible();
  await page.goto(`/admin/delegates/${applicants[0]!.uid}`);
  await page.getByText("Keyboard shortcuts").click();
  await expect(page.getByText("Next and previous application in the list")).toBeVisible();
  await page.context().close();
});

test("on a phone the score bar stays in sight and takes one press for each act, also without scripts", async ({
  browser,
  baseURL,
  portal,
}) => {
  const { account, applicants } = await reader(portal);
  const [first, second] = applicants as [Account, Account, Account];
  const page = await pageOf(browser, portal, account, {
    javaScriptEnabled: false,
    baseURL,
    viewport: { width: 390, height: 664 },
  });
  await page.goto(`/admin/delegates/${first.uid}`);
  const form = page.locator("#review");
  const save = page.getByRole("button", { name: "Save and next" });
  const open = () => form.getByRole("group").filter({ visible: true });
  await expect(save).toBeInViewport({ ratio: 1 });
  for (const name of ["Motivation", "Engagement with Asia", "Initiative", "Voice"]) {
    await expect(open()).toHaveCount(1);
    await expect(open()).toContainText(name);
    await open().locator("label", { hasText: "4" }).click();
  }
  await expect(open()).toContainText("Recommendation");
  await open().locator("label", { hasText: "Waitlisted" }).click();
  await expect(page.getByLabel("Waitlisted")).toBeChecked();
  await expect(save).toBeInViewport({ ratio: 1 });

  // This shows all criteria again, so that one can be changed.
  await form.locator(".all-scores").click();
  await expect(open()).toHaveCount(5);
  await form.locator(".all-scores").click();

  // The bar covers nothing that has the focus: while somebody types, it does not stick to the window.
  await page.getByLabel("Your comment").focus();
  await expect(page.getByLabel("Your comment")).toBeInViewport();
  await expect(page.locator(".score-bar")).toHaveCSS("position", "static");
  await page.getByLabel("Your comment").blur();
  await save.click();
  await expect(page).toHaveURL(deskOf(second));
  await form.getByRole("link", { name: "Previous" }).click();
  await expect(page).toHaveURL(deskOf(first));
  await page.emulateMedia({ media: "print" });
  await expect(save).toBeHidden();
  await page.context().close();
});
