import { expect } from "@playwright/test";
import { editionMessages } from "../../app/editions/messages.ts";
import { complaintsOf, editorOf, hydrated, openRows, questionCard, shownIn } from "./question-editor.ts";
import { demoAccount, test } from "./support.ts";

const SECTIONS = ["about", "education", "participation", "essays", "scholarship", "resume"];

test.beforeEach(async ({ page, portal }) => {
  await portal.query("DELETE FROM edition_revisions");
  await portal.signIn(page.context(), demoAccount("director"));
});

test("every section hydrates without a complaint, and is refused nothing", async ({ page }) => {
  const complaints = await complaintsOf(page);
  for (const section of SECTIONS) {
    await page.goto(`${editorOf(section)}?usage`);
    await hydrated(page);
    await openRows(page);
    await page.getByLabel("Question").first().fill("Typed");
    await expect(page.getByRole("group", { name: editionMessages.asShown }).first()).toContainText("Typed");
    await expect(page.locator("unsaved-changes[data-unsaved]")).toHaveCount(1);
  }
  expect(complaints).toEqual([]);
});

test("what was typed before the scripts came is kept, shown and warned of", async ({ page }) => {
  const held: (() => void)[] = [];
  await page.route(/entry\.client/, async (route) => {
    await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  await page.goto(editorOf("about"), { waitUntil: "commit" });
  const birth = questionCard(page, "Date of birth");
  await birth.locator("> summary").click();
  await birth.getByLabel("Hint").fill("As in your passport.");
  await birth.getByLabel("Question").fill("Birthday");
  await birth.getByLabel("Kind").selectOption("country");
  await birth.getByLabel("Asked no more").check();
  await birth.getByLabel("Asked no more").uncheck();
  for (const go of held) go();
  await hydrated(page);
  await expect(shownIn(page, "Date of birth")).toContainText("Birthday");
  await expect(shownIn(page, "Date of birth")).toContainText("As in your passport.");
  await expect(shownIn(page, "Date of birth").getByRole("combobox")).toHaveCount(1);
  await expect(birth.getByLabel("Hint")).toHaveValue("As in your passport.");
  await expect(birth.getByLabel("Question")).toHaveValue("Birthday");
  await expect(page.locator("unsaved-changes[data-unsaved]")).toHaveCount(1);

  const asked = page.waitForEvent("dialog");
  const leaving = page.getByRole("link", { name: "All sections" }).click();
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.accept();
  await leaving;
  await page.waitForURL(/\/questions$/);
  // The link loads a whole new page, which sends no React.
  expect(await page.locator("script").count()).toBe(1);
});

test("a page that was refused sends no React", async ({ page, portal }) => {
  const complaints = await complaintsOf(page);
  const missing = await page.goto(editorOf("nowhere"));
  expect(missing!.status()).toBe(404);
  await portal.signIn(page.context(), demoAccount("reviewer"));
  const refused = await page.goto(editorOf("about"));
  expect(refused!.status()).toBe(403);
  for (const answer of [missing!, refused!])
    expect(answer.headers()["content-security-policy"]).not.toContain("nonce");
  expect(await page.locator("script").count()).toBe(1);
  expect(complaints.filter((text) => !/status of 40[34]/.test(text))).toEqual([]);
});
