import { expect } from "@playwright/test";
import { demoAccount, test } from "./support.ts";

const part = (name: string) => `/admin/editions/aconf_2023/${name}`;

test.beforeEach(({ page, portal }) => portal.signIn(page.context(), demoAccount("director")));

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled });

    test("what was added stays when somebody goes back and forth, and nothing is sent again", async ({
      page,
    }) => {
      await page.goto(part("criteria"));
      const titles = page.getByLabel("Title");
      const number = await titles.count();
      // The text that was typed is kept, although the row with the field is closed again.
      await page.locator(".item > summary").first().click();
      await titles.first().fill("Typed");
      await page.locator(".item > summary").first().click();
      await page.getByRole("button", { name: "Add a criterion" }).click();
      await expect(titles).toHaveCount(number + 1);
      await page.getByRole("button", { name: "Add a criterion" }).click();
      await expect(titles).toHaveCount(number + 2);
      const sent: string[] = [];
      page.on("request", (request) => request.isNavigationRequest() && sent.push(request.method()));
      await page.reload();
      await expect(titles).toHaveCount(number + 2);
      await expect(titles.first()).toHaveValue("Typed");
      await page.goBack();
      await expect(titles).toHaveCount(number + 1);
      await page.goForward();
      await expect(titles).toHaveCount(number + 2);
      expect(sent.filter((method) => method !== "GET")).toEqual([]);
    });
  });
}

test("a link to an item shows its form, and only that one", async ({ page }) => {
  await page.goto(`${part("criteria")}?open=nothing`);
  const rows = page.locator(".item");
  await expect(rows.first()).toBeVisible();
  await expect(page.locator(".item[open]")).toHaveCount(0);
  const anchor = (await page.locator(".item > .stack").nth(1).getAttribute("id"))!;
  await page.goto(`${part("criteria")}#${anchor}`);
  await expect(page.locator(".item[open]")).toHaveCount(1);
  await expect(rows.nth(1).getByLabel("Title")).toBeVisible();
  await page.goto(`${part("criteria")}?open=${anchor.replace("item-", "")}`);
  await expect(page.locator(".item[open]")).toHaveCount(1);
  await expect(rows.nth(1).getByLabel("Title")).toBeVisible();
});

test("a colour is typed or picked, and each shows the other", async ({ page }) => {
  await page.goto(part("site"));
  const typed = page.getByLabel("Accent colour", { exact: true });
  const picker = page.getByLabel("Accent colour: choose");
  await expect(picker).toHaveValue(await typed.inputValue());
  await typed.fill("#00508A");
  await expect(picker).toHaveValue("#00508a");
  await typed.fill("#0050");
  await expect(picker).toHaveValue("#00508a");
  await picker.fill("#123456");
  await expect(typed).toHaveValue("#123456");
  await expect(page.locator("unsaved-changes")).toHaveAttribute("data-unsaved", "");
});
