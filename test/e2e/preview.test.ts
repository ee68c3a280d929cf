import { expect } from "@playwright/test";
import { demoAccount, test } from "./support.ts";

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled });

    test("a director walks through an edition as an invented delegate, and nothing can be sent", async ({
      page,
      context,
      portal,
    }) => {
      await portal.signIn(context, demoAccount("director"));
      const methods = new Set<string>();
      const refused: string[] = [];
      page.on("request", (request) => methods.add(request.method()));
      page.on("console", (message) => message.type() === "error" && refused.push(message.text()));
      await page.goto("/admin/editions/aconf_2023");
      await page.getByRole("link", { name: "Preview", exact: true }).click();
      await page.getByLabel("Delegate").selectOption({ label: "Accepted, terms accepted" });
      await page.getByLabel("Time").fill("2022-12-17T10:00");
      await page.getByRole("button", { name: "Show the pages" }).click();
      await page.getByRole("link", { name: "Home", exact: true }).click();

      const strip = page.getByRole("complementary", { name: "Preview" });
      await expect(strip).toContainText("Accepted, terms accepted, 17 December 2022, 10:00 EST");
      await page.getByRole("link", { name: "Register and pay" }).first().click();
      await expect(page).toHaveTitle(/^Preview: Register/);
      await expect(strip).toBeVisible();
      await expect(page.getByText("Pay $495")).toBeDisabled();
      await expect(page.getByText("Logout")).toBeDisabled();
      // The preview does not show the page “History”, so it removes the address of the link to it. Pressing Enter in
      // a field sends nothing.
      await expect(page.getByRole("link", { name: "History" })).toHaveCount(0);
      await page.keyboard.press("Enter");

      await strip.getByRole("link").click();
      await expect(page.getByLabel("Delegate")).toHaveValue("signed");
      await expect(page.getByLabel("Time")).toHaveValue("2022-12-17T10:00");
      await page.getByLabel("Delegate").selectOption({ label: "Has paid for “Harvard Conference ticket”" });
      await page.getByRole("button", { name: "Show the pages" }).click();
      await page.getByRole("link", { name: "Receipt" }).click();
      await expect(page.getByRole("main")).toContainText("Invented Delegate");
      await page.getByRole("link", { name: "All your payments" }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Payment information");
      expect([...methods]).toEqual(["GET"]);
      expect(refused).toEqual([]);
    });
  });
}
