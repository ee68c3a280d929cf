import { expect, type Request } from "@playwright/test";
import { answeredBefore, askingLess, askingSeveral } from "./questions.ts";
import { test } from "./support.ts";

const savesIllness = (request: Request) =>
  request.url().includes("/autosave") && (request.postData() ?? "").includes("Dengue");

test("several of many are ticked, saved, asked about further, and shown before submitting", async ({
  page,
  portal,
  javaScriptEnabled,
}) => {
  await portal.signIn(page.context(), await portal.accountLike("draft"));
  await askingSeveral(portal, async () => {
    await page.goto("/application/essays");
    const topics = page.getByRole("group", { name: "Which topics interest you?" });
    const box = (name: string) => topics.getByRole("checkbox", { name });
    const illness = page.getByLabel("Which illness do you study?");
    await expect(topics.getByRole("checkbox")).toHaveCount(3);
    await expect(topics).toHaveAccessibleDescription("Choose as many as you like.");
    await expect(illness).toBeVisible({ visible: !javaScriptEnabled });
    await box("Health").check();
    await box("Climate and energy").check();
    await expect(illness).toBeVisible();
    // Waits until the server has answered the save of this field; the reply to an earlier save may come first. If the
    // page were reloaded before that, the save might arrive only after the next page.
    const isSaved = javaScriptEnabled && page.waitForResponse((answer) => savesIllness(answer.request()));
    await illness.fill("Dengue");

    if (javaScriptEnabled) {
      await isSaved;
      await expect(page.locator("auto-save")).toHaveText(/^All changes saved/);
      await page.reload();
    } else {
      await page.getByRole("button", { name: "Save draft" }).click();
      await expect(page.getByText("Draft saved.")).toBeVisible();
    }
    await expect(box("Climate and energy")).toBeChecked();
    await expect(box("Health")).toBeChecked();
    await expect(box("Trade, ports and railways")).not.toBeChecked();

    await box("Health").uncheck();
    await expect(illness).toBeVisible({ visible: !javaScriptEnabled });
    await box("Climate and energy").uncheck();
    await page.getByRole("button", { name: "Save and continue" }).click();
    // The button waits until the save that is still running has ended.
    await page.waitForURL(/check/);
    await expect(page.getByRole("alert")).toContainText("Which topics interest you? This field is required");
    await page
      .getByRole("alert")
      .getByRole("link", { name: /Which topics/ })
      .click();
    await expect(box("Climate and energy")).toBeFocused();
    await box("Trade, ports and railways").check();
    await box("Climate and energy").check();
    // Opening the next page earlier would break off the saving of the draft.
    const shownAgain = page.waitForEvent("load");
    await page.getByRole("button", { name: "Save draft" }).click();
    await shownAgain;
    await page.goto("/application/check");
    const shown = page.getByRole("definition").filter({ hasText: "Climate and energy" });
    await expect(shown).toHaveText(/Climate and energy\s*Trade, ports and railways/);
  });
});

test("an answer that is no longer offered is kept while something else is saved, and can be replaced", async ({
  page,
  portal,
}) => {
  const { uid } = await portal.signIn(page.context(), await portal.accountLike("draft"));
  await answeredBefore(portal, uid);
  await askingLess(portal, async () => {
    const save = () => page.getByRole("button", { name: "Save draft" }).click();
    await page.goto("/application/education");
    await expect(page.getByLabel("University or school")).toHaveCount(0);
    await expect(
      page.getByText("You answered “Bachelor, first half”, which cannot be chosen now."),
    ).toBeVisible();
    await page.getByLabel("Field of study").fill("Ports");
    await save();
    await expect(page.getByText("Draft saved.")).toBeVisible();
    await expect(page.getByLabel("Keep this answer until I choose again")).toBeChecked();
    await page.getByLabel("Level of study").selectOption("Doctoral");
    await save();
    await expect(page.getByText("Draft saved.")).toBeVisible();
    await expect(page.getByText("cannot be chosen now")).toHaveCount(0);
    const [stored] = await portal.query<{ answers: string }>(
      "SELECT answers FROM answers WHERE uid = ? AND section_id = 'education'",
      uid,
    );
    expect(JSON.parse(stored!.answers)).toMatchObject({
      level: "Doctoral",
      field: "Ports",
      institution: "Royal University of Bhutan",
    });

    await page.goto("/application/check");
    await expect(page.getByText("No longer asked").first()).toBeVisible();
  });
});

test("a long answer has room for ten lines from the start [100]", async ({ page, portal }) => {
  await portal.signIn(page.context(), await portal.accountLike("draft"));
  await page.goto("/application/essays");
  const fields = page.getByRole("main").getByRole("textbox");
  expect(await fields.count()).toBeGreaterThan(1);
  for (const field of await fields.all()) {
    const lines = await field.evaluate((element) => {
      const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(element);
      const room = element.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom);
      return room / Number.parseFloat(lineHeight);
    });
    expect(lines).toBeCloseTo(10, 0);
  }
});
