import { expect, type Page } from "@playwright/test";
import { CARD, newId, test } from "./support.ts";

// The same forms work in the same way with scripts and without.

test("a visitor creates an account in place, confirms the address, subscribes, cancels, and keeps what is paid", async ({
  page,
}) => {
  await page.goto("/plus/subscribe");
  await expect(page.getByText("$49 now")).toBeVisible();
  const email = `${newId()}@example.org`;
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill("short");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Subscribe to HPAIR+" })).toBeVisible();
  await page.getByLabel("Password").fill("secret-secret");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL("**/plus/subscribe");
  await expect(page.getByRole("heading", { name: "First, confirm your e-mail" })).toBeVisible();
  await expect(page.getByLabel("Card number")).toHaveCount(0);
  await page.goto(await confirmation(page, email));
  await page.getByRole("button", { name: "Confirm this address" }).click();
  await page.goto("/plus/subscribe");
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

/** The link in the mail to this address. The cron sends the mail. */
async function confirmation(page: Page, email: string): Promise<string> {
  let link: string | undefined;
  await expect(async () => {
    const mailbox = await (await page.request.get("/dev/mailbox")).text();
    link = new RegExp(`To (?:<!-- -->)?${email}.*?(/verify-email/[\\w-]{43})`, "s").exec(mailbox)?.[1];
    expect(link).toBeDefined();
  }).toPass();
  return link!;
}
