import { expect, type Page } from "@playwright/test";
import { CARD, demoAccount, newId, test } from "./support.ts";

async function fillCard(page: Page, number: string) {
  await page.getByLabel("First name on card").fill("Ada");
  await page.getByLabel("Last name on card").fill("Lovelace");
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel("Expiry date").fill(CARD.expirationDate);
  await page.getByLabel("Security code").fill(CARD.cardCode);
}

test("a teacher pays for a group of ten with one card", async ({ context, page, portal }) => {
  const teacher = await portal.accountLike("new");
  await portal.query("UPDATE users SET email_verified_at = 1 WHERE uid = ?", teacher.uid);
  const people = [];
  for (let index = 0; index < 10; index += 1) people.push(await portal.accountLike("signed"));
  const [first, ...others] = people;

  // One of the ten asks the teacher on the page. The others have already asked.
  await portal.signIn(context, first!);
  await page.goto("/register");
  await page.getByRole("link", { name: "Somebody else pays" }).click();
  await page.getByLabel("Their e-mail address").fill("nobody");
  await page.getByRole("button", { name: "Ask them to pay" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await page.getByLabel("Their e-mail address").fill(teacher.email);
  await page.getByText("Add-ons", { exact: true }).first().click();
  await page.getByRole("checkbox", { name: "Add Mug" }).check();
  await page.getByRole("button", { name: "Ask them to pay" }).click();
  await expect(page.getByText(`You have asked ${teacher.email} to pay`)).toBeVisible();
  for (const { uid } of others) {
    await portal.query(
      `INSERT INTO payer_requests (id, conference_id, uid, pass_type, add_ons, email, email_key, created_at)
        VALUES (?, 'aconf_2023', ?, 'goldPlus', '{}', ?, ?, 0)`,
      ...[newId(), uid, teacher.email, teacher.email],
    );
  }

  await portal.signIn(context, teacher);
  await page.goto("/");
  await expect(page.getByText("10 people ask you to pay for their passes.")).toBeVisible();
  await page.getByRole("link", { name: "See who, and pay for them" }).click();
  await expect(page.getByRole("checkbox")).toHaveCount(10);
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await expect(page.getByRole("button", { name: "Pay $4,975" })).toBeVisible();
  await fillCard(page, "4000 0000 0000 0002");
  await page.getByRole("button", { name: "Pay $4,975" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await fillCard(page, CARD.cardNumber);
  await page.getByRole("button", { name: "Pay $4,975" }).click();
  await expect(page.getByText("Total paid")).toBeVisible();
  await expect(page.getByRole("row", { name: /\$495/ })).toHaveCount(9);
  await expect(page.getByRole("cell", { name: "$4,975" })).toBeVisible();

  await portal.signIn(context, others[4]!);
  await page.goto("/payment-info");
  await expect(page.getByText("You have the Harvard Conference ticket.")).toBeVisible();
  await expect(page.getByText(teacher.email)).toBeVisible();
  await page.getByRole("link", { name: /^Receipt/ }).click();
  await expect(page.getByRole("row", { name: "Total paid $495" })).toBeVisible();
});

test("a university pays one invoice for three", async ({ context, page, portal }) => {
  const bursar = await portal.accountLike("new");
  await portal.query("UPDATE users SET email_verified_at = 1 WHERE uid = ?", bursar.uid);
  const people = [];
  for (let index = 0; index < 3; index += 1) people.push(await portal.accountLike("signed"));
  for (const { uid } of people) {
    await portal.query(
      `INSERT INTO payer_requests (id, conference_id, uid, pass_type, add_ons, email, email_key, created_at)
        VALUES (?, 'aconf_2023', ?, 'goldPlus', '{}', ?, ?, 0)`,
      ...[newId(), uid, bursar.email, bursar.email],
    );
  }

  await portal.signIn(context, bursar);
  await page.goto("/paying");
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await page.getByRole("link", { name: "Ask for one invoice instead" }).click();
  await page.getByLabel("Who pays").fill("University of Ghana");
  await page.getByRole("button", { name: "Ask for the $1,485 invoice" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(page.getByLabel("Who pays")).toHaveValue("University of Ghana");
  await page.getByLabel("Address").fill("Bursary\nLegon, Accra");
  await page.getByRole("button", { name: "Ask for the $1,485 invoice" }).click();
  await expect(page.getByRole("heading", { name: "How to pay" })).toBeVisible();
  const id = new URL(page.url()).pathname.split("/")[2]!;

  // One person may record money alone up to a limit. The invoice is above that limit, although each pass is below it.
  const invoice = `/admin/payments/invoices/${id}`;
  await portal.signIn(context, demoAccount("treasurer"));
  await page.goto(invoice);
  await page.getByRole("radio", { name: "Bank transfer" }).check();
  await page.getByLabel("Amount in dollars").fill("495");
  await page.getByLabel("Reference").fill("TX 4711");
  await page.getByLabel("Day on which it came in").fill("2022-12-16");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("$990 is still missing").first()).toBeVisible();
  await page.getByRole("button", { name: "Change this" }).click();
  await page.getByLabel("Amount in dollars").fill("1485");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Record $1,485" }).click();
  await expect(page.getByText("Somebody else with the right to payments")).toBeVisible();
  await portal.signIn(context, demoAccount("director"));
  await page.goto(invoice);
  await page.getByRole("button", { name: "Confirm $1,485" }).click();
  await expect(page.getByText("Paid by bank transfer. Thank you.")).toBeVisible();

  await portal.signIn(context, people[2]!);
  await page.goto("/payment-info");
  await expect(page.getByText("You have the Harvard Conference ticket.")).toBeVisible();
  await portal.signIn(context, bursar);
  await page.goto("/paying");
  await page.getByRole("link", { name: /^See the invoice/ }).click();
  await expect(page).toHaveURL(`/payment/${id}/invoice`);
  await page.getByRole("link", { name: "Receipt" }).click();
  await expect(page.getByRole("row", { name: "Total paid $1,485" })).toBeVisible();
});
