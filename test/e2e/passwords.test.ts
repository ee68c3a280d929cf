import { expect } from "@playwright/test";
import { test } from "./support.ts";

test("a password can be looked at while it is typed, and is one again when it is sent", async ({
  page,
  portal,
}) => {
  const account = await portal.signIn(page.context(), await portal.accountLike("gold"));
  await page.goto("/change-email");
  await page.getByRole("link", { name: "Change your password" }).click();
  const field = (name: string) => page.getByLabel(name, { exact: true });
  await field("Present password").fill(account.password);
  await field("New password").fill("what-i-type");
  const show = page.getByRole("button", { name: "Show password" });
  await expect(show).toHaveCount(2);
  await show.last().click();
  await expect(field("New password")).toHaveAttribute("type", "text");
  await expect(field("Present password")).toHaveAttribute("type", "password");
  await page.getByRole("button", { name: "Hide password" }).click();
  await expect(field("New password")).toHaveAttribute("type", "password");
  await show.last().click();
  // The button that shows a password submits nothing. When the form is submitted, its fields hide the passwords again.
  const sent = page.evaluate(
    () =>
      new Promise((done) =>
        document.addEventListener("submit", () => done(document.querySelectorAll("main [type=text]").length)),
      ),
  );
  await page.getByRole("button", { name: "Change password" }).click();
  expect(await sent.catch(() => 0)).toBe(0);
  await expect(page.getByRole("status")).toContainText("Your password has been changed.");
  await expect(page).toHaveURL("/change-password?changed");
});

test("without scripts there is no such button", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL! });
  const page = await context.newPage();
  await page.goto("/");
  await expect(page.getByLabel("Password")).toBeVisible();
  await expect(page.getByRole("button", { name: /password/ })).toHaveCount(0);
  await context.close();
});
