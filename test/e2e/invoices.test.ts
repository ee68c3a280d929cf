import { expect, type Page } from "@playwright/test";
import { demoAccount, test } from "./support.ts";

const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();

/** Fills in the means and the reference of the money, and continues to the page that asks whether both are right. */
async function record(page: Page, means: string, reference: string) {
  await page.getByRole("radio", { name: means }).check();
  await page.getByLabel("Reference").fill(reference);
  await page.getByLabel("Day on which it came in").fill("2022-12-16");
  await press(page, "Continue");
}

test("a delegate asks for an invoice, and two people of the staff record its money", async ({
  context,
  page,
  portal,
}) => {
  const person = await portal.accountLike("regular");
  await portal.signIn(context, person);
  await page.goto("/register");
  await page.getByRole("link", { name: "Ask for an invoice instead" }).click();
  await press(page, "Continue");
  await expect(page.getByRole("link", { name: "Address: This field is required" })).toBeVisible();
  await page.getByLabel("Who pays").fill("National University of Singapore");
  await page.getByLabel("Address").fill("21 Lower Kent Ridge Road\nSingapore");
  await page.getByText("Add-ons", { exact: true }).first().click();
  await page.getByRole("checkbox", { name: "Add Mug" }).check();
  await press(page, "Continue");
  await expect(page.getByText("National University of Singapore, 21 Lower Kent")).toBeVisible();
  await press(page, "Ask for the $575 invoice");
  await expect(page.getByRole("heading", { level: 1, name: /^Invoice A2023-\d{4}$/ })).toBeVisible();
  await expect(page.getByText("Example Savings Bank")).toBeVisible();
  const id = new URL(page.url()).pathname.split("/")[2]!;
  await page.goto("/register");
  await expect(page.getByText("Your invoice is not paid yet.")).toBeVisible();
  await expect(page.getByLabel("Card number")).toHaveCount(0);

  await portal.signIn(context, demoAccount("treasurer"));
  await page.goto("/admin/payments");
  await page.getByRole("link", { name: "Invoices and cash" }).click();
  await page.locator(`a[href="/admin/payments/invoices/${id}"]`).click();
  // The form of the staff comes first, and the delegate's copy of the invoice is folded.
  await expect(page.getByText("Example Savings Bank")).toBeHidden();
  await page.getByLabel("Amount in dollars").fill("500");
  await record(page, "Bank transfer", "TX 88-1");
  await expect(page.getByText("$75 is still missing").first()).toBeVisible();
  await press(page, "Change this");
  await page.getByLabel("Amount in dollars").fill("575");
  await press(page, "Continue");
  await expect(page.getByText("a second person must confirm it")).toBeVisible();
  await press(page, "Record $575");
  await expect(page.getByText("Somebody else with the right to payments has to confirm it.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Confirm $575" })).toHaveCount(0);

  await portal.signIn(context, demoAccount("director"));
  await page.goto(`/admin/payments/invoices/${id}`);
  await press(page, "Confirm $575");
  await expect(page.getByText("Paid by bank transfer. Thank you.")).toBeVisible();
  // Money for an invoice that is already paid is rare, so its form is folded.
  await expect(page.getByLabel("Amount in dollars")).toBeHidden();
  await page.getByText("Record money", { exact: true }).click();
  await press(page, "Continue");
  await expect(page.getByRole("link", { name: /^Amount in dollars/ })).toBeVisible();
  await expect(page.getByLabel("Amount in dollars")).toBeVisible();

  await portal.signIn(context, person);
  await page.goto("/payment-info");
  await expect(page.getByText("You have the Harvard Conference ticket.")).toBeVisible();
  await expect(page.getByText("By bank transfer")).toBeVisible();
  await page.getByRole("link", { name: /^Invoice/ }).click();
  await expect(page.getByText("Paid by bank transfer. Thank you.")).toBeVisible();
});

test("an invoice is cancelled and paid for by card", async ({ context, page, portal }) => {
  const person = await portal.accountLike("signed");
  await portal.signIn(context, person);
  await page.goto("/register/invoice");
  await page.getByLabel("Address").fill("Accra");
  await press(page, "Continue");
  await press(page, "Ask for the $495 invoice");
  await page.getByText("Pay by card instead", { exact: true }).click();
  await press(page, "Cancel this invoice");
  await expect(page.getByText("This invoice was not paid and has ended.")).toBeVisible();
  await page.goto("/register");
  await expect(page.getByLabel("Card number")).toBeVisible();
});

test("cash is recorded for somebody at the desk", async ({ context, page, portal }) => {
  const person = await portal.accountLike("signed");
  await portal.signIn(context, demoAccount("treasurer"));
  await page.goto(`/admin/payments/person/${person.uid}`);
  await page.getByRole("link", { name: "Record cash or a bank transfer" }).click();
  // Before the page asks for the money, it says which amount is due.
  await expect(page.getByText("$495 without add-ons")).toBeVisible();
  await record(page, "Cash", "Cash book 3");
  await expect(page.getByText("$495 was paid in cash for the Harvard Conference ticket")).toBeVisible();
  await press(page, "Record $495");
  await expect(page.getByText("Paid in cash. Thank you.")).toBeVisible();
  await page.getByRole("link", { name: "Everything of this person" }).click();
  await expect(page.getByText(/Harvard Conference ticket.*; cash/)).toBeVisible();
});

test("a transfer comes with $20 less, and the staff write them off", async ({ context, page, portal }) => {
  const person = await portal.accountLike("signed");
  await portal.signIn(context, person);
  await page.goto("/register/invoice");
  await page.getByLabel("Address").fill("21 Lower Kent Ridge Road\nSingapore");
  await press(page, "Continue");
  await press(page, /^Ask for the/);
  const id = new URL(page.url()).pathname.split("/")[2]!;
  const total = Number(
    (await portal.query<{ cents: number }>("SELECT due_cents AS cents FROM orders WHERE id = ?", id))[0]!
      .cents,
  );

  await portal.signIn(context, demoAccount("treasurer"));
  await page.goto(`/admin/payments/invoices/${id}`);
  await page.getByLabel("Amount in dollars").fill(String(total / 100 - 20));
  await record(page, "Bank transfer", "TX 88-2");
  await expect(page.getByText("a part of the invoice. $20 is still missing.")).toBeVisible();
  await press(page, /^Record/);
  await expect(page.getByText("Paid a part of the invoice").first()).toBeVisible();
  await expect(page.getByLabel("Amount in dollars")).toHaveValue("20");

  await portal.signIn(context, person);
  await page.goto(`/payment/${id}/invoice`);
  await expect(page.getByRole("row", { name: "Still to be paid $20" })).toBeVisible();
  await page.getByText("Pay by card instead", { exact: true }).click();
  await expect(page.getByText("A part of this invoice is paid")).toBeVisible();

  await portal.signIn(context, demoAccount("treasurer"));
  await page.goto(`/admin/payments/invoices/${id}`);
  await page.getByText("Write off the rest").click();
  await press(page, "Write off $20");
  await expect(page.getByText("Say why. We keep the reason.").first()).toBeVisible();
  await page.getByLabel("Why nobody has to pay it").fill("The bank of the sender kept a fee.");
  await press(page, "Write off $20");
  await expect(page.getByText("Write-off of $20")).toBeVisible();

  await portal.signIn(context, person);
  await page.goto(`/payment/${id}/receipt`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Receipt");
});
