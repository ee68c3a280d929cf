import { expect } from "@playwright/test";
import { CARD, newId, test } from "./support.ts";

// With scripts and without: the same forms, the same way.

test("a visitor creates an account in place, subscribes, cancels, and keeps what is paid", async ({
  page,
}) => {
  await page.goto("/plus/subscribe");
  await expect(page.getByText("$49 now")).toBeVisible();
  await page.getByLabel("E-mail").fill(`${newId()}@example.org`);
  await page.getByLabel("Password").fill("short");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Subscribe to HPAIR+" })).toBeVisible();
  await page.getByLabel("Password").fill("secret-secret");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL("**/plus/subscribe");
  await page.getByLabel("First name on card").fill("Mei");
  await page.getByLabel("Last name on card").fill("Chen");
  await page.getByLabel("Card number").fill(CARD.cardNumber);
  await page.getByLabel("Expiry date").fill(CARD.expirationDate);
  await page.getByLabel("Security code").fill(CARD.cardCode);
  await page.getByRole("button", { name: "Pay $49" }).click();
  await page.waitForURL("**/plus");

  await page.goto("/plus/subscribe");
  await expect(page.getByRole("heading", { name: /You are subscribed until/ })).toBeVisible();
  await page.getByRole("button", { name: "Cancel subscription" }).click();
  await expect(page.getByRole("button", { name: "Resume subscription" })).toBeVisible();
  expect((await page.goto("/plus"))?.status()).toBe(200);
});
