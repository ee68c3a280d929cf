import { expect, type Page } from "@playwright/test";
import type { EditionDocument } from "../../app/editions/edition-document.ts";
import { editionMessages } from "../../app/editions/messages.ts";
import { complaintsOf, editorOf, hydrated, openRows, questionCard, shownIn } from "./question-editor.ts";
import { demoAccount, type Portal, test } from "./support.ts";

/** Opens the editor, and waits for its scripts where there are any. */
async function open(page: Page, javaScriptEnabled: boolean, address: string) {
  await page.goto(address);
  if (javaScriptEnabled) await hydrated(page);
  await openRows(page);
}

const forget = (portal: Portal) => portal.query("DELETE FROM edition_revisions");
const drafted = async (portal: Portal): Promise<EditionDocument> => {
  const [row] = await portal.query<{ document: string }>(
    "SELECT document FROM edition_revisions ORDER BY revision DESC LIMIT 1",
  );
  return JSON.parse(row!.document);
};

test.beforeEach(async ({ page, portal }) => {
  await forget(portal);
  await portal.signIn(page.context(), demoAccount("director"));
});
test.afterEach(({ portal }) => forget(portal));

test("a question of several of many is added with a dependency and a rule, and is drafted", async ({
  page,
  portal,
  javaScriptEnabled,
}) => {
  const complaints = await complaintsOf(page);
  await open(page, javaScriptEnabled!, editorOf("education"));
  await page.getByRole("button", { name: "Add a question" }).click();
  const asked = questionCard(page, "New question");
  const shown = shownIn(page, "New question");
  await expect(shown).toContainText(editionMessages.noText);
  if (javaScriptEnabled) await expect(asked.getByLabel("Question")).toBeFocused();
  await asked.getByLabel("Question").fill("Which topics do you study?");
  await asked.getByLabel("Kind").selectOption("several of many");
  await asked.getByLabel(/^Options/).fill("Ports\nRailways");
  await asked.getByLabel("Asked only after").selectOption({ label: "Level of study" });
  await asked.getByLabel("that is one of").fill("Graduate\nDoctoral");
  await asked.getByLabel("Must be answered").selectOption({ label: "if any of these holds" });
  if (!javaScriptEnabled) await asked.getByText(editionMessages.more, { exact: true }).click();
  await asked.getByLabel("Conditions").fill("Field of study = Law | Economics\nnowhere = Yes");

  const wrong = editionMessages.lines.inLine(2, "There is no question “nowhere”.");
  if (javaScriptEnabled) {
    await expect(shown.getByRole("checkbox")).toHaveCount(2);
    await expect(shown.getByRole("checkbox", { name: "Ports" })).toBeDisabled();
    await expect(shown).toContainText("Only if you answered Graduate or Doctoral to “Level of study”.");
    await asked.getByLabel("Most characters").focus();
    await expect(asked).toContainText(wrong);
  }
  await page.getByRole("button", { name: "Save", exact: true }).last().click();
  await expect(page.getByRole("alert")).toContainText(wrong);
  await expect(shown.getByRole("checkbox")).toHaveCount(2);
  await expect(shown).toContainText("Only if you answered Graduate or Doctoral to “Level of study”.");
  await asked.getByLabel("Conditions").fill("Field of study = Law | Economics\nparticipation = In person");
  await page.getByRole("button", { name: "Save", exact: true }).last().click();
  await page.waitForURL(/\/questions\?saved=\w+(?:#[\w-]+)?$/);

  const { sections } = await drafted(portal);
  expect(sections.find(({ id }) => id === "education")!.questions.at(-1)).toMatchObject({
    id: "whichTopicsDoYou",
    kind: "several of many",
    options: ["Ports", "Railways"],
    dependsOn: { field: "level", values: ["Graduate", "Doctoral"] },
    required: {
      any: [
        { field: "field", values: ["Law", "Economics"] },
        { field: "participation", values: ["In person"] },
      ],
    },
  });
  expect(complaints.filter((text) => !text.includes("status of 400"))).toEqual([]);
});

test("questions are moved and removed", async ({ page, portal, javaScriptEnabled }) => {
  await open(page, javaScriptEnabled!, editorOf("essays"));
  await page.getByLabel("Question").first().fill("Why you?");
  await page.getByRole("button", { name: /^Down/ }).first().click();
  if (!javaScriptEnabled) await openRows(page);
  await page.getByRole("button", { name: /^Remove.*learn from you/ }).click();
  await expect(page.locator(".item")).toHaveCount(2);
  if (javaScriptEnabled) {
    await expect(page.getByRole("status")).toHaveText(editionMessages.removed);
    expect(await page.evaluate(() => performance.getEntriesByType("navigation").length)).toBe(1);
  }
  await page.getByRole("button", { name: "Save", exact: true }).last().click();
  await page.waitForURL(/\/questions\?saved=\w+(?:#[\w-]+)?$/);
  const { sections } = await drafted(portal);
  expect(sections.find(({ id }) => id === "essays")!.questions.map(({ id, text }) => [id, text])).toEqual([
    ["challenge", expect.stringMatching(/^Describe one/)],
    ["motivation", "Why you?"],
  ]);
});

test("how often questions were answered is said on demand, with what a change does", async ({
  page,
  javaScriptEnabled,
}) => {
  await open(page, javaScriptEnabled!, editorOf("education"));
  await page.getByRole("link", { name: editionMessages.askHowOften }).click();
  await page.waitForURL(/usage/);
  if (javaScriptEnabled) await hydrated(page);
  await openRows(page);
  const level = questionCard(page, "Level of study");
  await expect(level).toContainText(/Answered in \d+ applications/);
  await expect(level).toContainText(/Undergraduate: \d+/);
  await level.getByLabel("Asked no more").check();
  // Without scripts, the page shows this only after it has been loaded again.
  if (!javaScriptEnabled) await page.getByRole("button", { name: /^Down/ }).first().click();
  if (!javaScriptEnabled) await openRows(page);
  await expect(level).toContainText(editionMessages.given.retired);
  await expect(shownIn(page, "Level of study")).toContainText(editionMessages.notShown);
  await page.getByRole("button", { name: /^Remove.*Field of study/ }).click();
  await expect(page.getByText(/This cannot be published. “Field of study” is answered/)).toBeVisible();
});
