import { expect } from "@playwright/test";
import { conferenceMessages } from "../../app/conference/messages.ts";
import { demoAccount, type Portal, test } from "./support.ts";

const OLD = conferenceMessages.editionChanged("Asia Conference 2023", "Asia Conference 2022");

async function whileCurrent(portal: Portal, edition: string, work: () => Promise<unknown>) {
  const makeCurrent = (id: string) =>
    portal.query("UPDATE settings SET value = ? WHERE key = 'currentConference'", id);
  await makeCurrent(edition);
  try {
    await work();
  } finally {
    await makeCurrent("aconf_2023");
  }
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled });

    test("a page left open while the edition changes writes nothing and says why", async ({
      page,
      context,
      portal,
    }) => {
      const { uid } = await portal.signIn(context, await portal.accountLike("new"));
      await page.goto("/application/about");
      await whileCurrent(portal, "aconf_2022", async () => {
        await page.getByLabel("First name").fill("Mei");
        if (javaScriptEnabled) {
          await page.getByLabel("Last name", { exact: false }).first().focus();
          await expect(page.locator("auto-save")).toHaveText(OLD);
        }
        await page.getByRole("button", { name: "Save" }).first().click();
        await expect(page.getByText(OLD)).toBeVisible();
        await page.getByRole("link", { name: "Go to the home page" }).click();
        await expect(page.getByText("Asia Conference 2022").first()).toBeVisible();
      });
      expect(await portal.query("SELECT uid FROM answers WHERE uid = ?", uid)).toEqual([]);
    });

    test("a returning delegate reads last year's, and begins this year with it", async ({
      page,
      context,
      portal,
    }) => {
      await portal.signIn(context, demoAccount("returning"));
      await page.goto("/");
      await page.getByRole("link", { name: "Earlier" }).click();
      await page.getByRole("link", { name: "Asia Conference 2022" }).click();
      await page.getByText("Terms and conditions, version 1").click();
      await expect(page.getByRole("heading", { name: "Accepted", exact: true })).toBeVisible();
      await page.getByRole("link", { name: "Letter of acceptance" }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Letter of acceptance");
      // The application that is begun here belongs to an account of its own.
      await portal.signIn(context, await portal.accountLike("returning"));
      await page.goto("/application");
      await page.getByRole("button", { name: "Start with your answers" }).click();
      await page.getByRole("link", { name: "About you" }).click();
      await expect(page.getByLabel("First name")).toHaveValue("Lakshmi");
    });

    test("staff look at another edition, and go back", async ({ page, context, portal }) => {
      await portal.signIn(context, demoAccount("director"));
      await page.goto("/admin/delegates?search=perera");
      await expect(page.getByText("Lakshmi")).toHaveCount(0);
      const choose = async (name: string) => {
        await page.getByLabel("You are looking at").selectOption(name);
        await page.getByRole("button", { name: "Change" }).last().click();
      };
      await choose("Asia Conference 2022");
      await expect(page.getByText("Delegates see Asia Conference 2023.")).toBeVisible();
      await page.goto("/admin/delegates?search=perera");
      await expect(page.getByText("Lakshmi").first()).toBeVisible();
      await choose("Asia Conference 2023");
      await expect(page.getByText("Delegates see")).toHaveCount(0);
    });
  });
}

test("a part that follows the server loads the page of the new edition", async ({
  page,
  context,
  portal,
}) => {
  await portal.signIn(context, demoAccount("goldplus"));
  await page.goto("/payment-info");
  await expect(page.locator("html")).toHaveAttribute("data-edition", "aconf_2023");
  await whileCurrent(portal, "aconf_2022", () =>
    expect(page.locator("html")).toHaveAttribute("data-edition", "aconf_2022", { timeout: 20_000 }),
  );
});
