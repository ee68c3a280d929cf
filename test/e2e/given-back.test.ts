import { expect, type Page } from "@playwright/test";
import { demoAccount, type Portal, test } from "./support.ts";

const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();

/** An account that has paid for a pass, a mug and a shirt. */
async function somebodyPaid(portal: Portal) {
  const person = await portal.accountLike("signed");
  await portal.pay(person.uid);
  const [payment] = await portal.query<{ id: string }>(
    "SELECT id FROM payments WHERE delegate_uid = ?",
    person.uid,
  );
  return { person, id: payment!.id };
}

test("a director gives a shirt back, and its delegate keeps pass and mug", async ({
  context,
  page,
  portal,
}) => {
  const { person, id } = await somebodyPaid(portal);
  await portal.signIn(context, demoAccount("director"));
  await page.goto(`/admin/payments/${id}`);
  // The form is folded until somebody opens it. It is open when the page comes back with errors.
  await expect(page.getByLabel("Reason")).toBeHidden();
  await page.locator("summary", { hasText: "Refund" }).click();
  await press(page, "Continue");
  await expect(page.getByRole("link", { name: "Give a reason" })).toBeVisible();
  await page.getByRole("checkbox", { name: /Unisex black shirt \(M\)/ }).check();
  await page.getByLabel("Reason").fill("Does not fit");
  await press(page, "Continue");
  const effect = page.getByText("Give back $30 for the Unisex black shirt (M).");
  await expect(effect).toContainText("loses it at once, and keeps the Harvard Conference ticket and Mug.");
  await press(page, "Change this");
  await expect(page.getByLabel("Amount in dollars")).toHaveValue("");
  await expect(page.getByRole("checkbox", { name: /Unisex black shirt/ })).toBeChecked();
  await page.getByLabel("Amount in dollars").fill("20");
  await press(page, "Continue");
  await press(page, "Give back $20");
  await expect(page.getByText("$20 given back")).toBeVisible();
  await expect(page.getByText("Paid $550, given back $20, kept $530.")).toBeVisible();
  await page.locator("summary", { hasText: "Refund" }).click();
  await expect(page.getByRole("checkbox", { name: /Unisex black shirt/ })).toHaveCount(0);
  await expect(page.getByRole("checkbox", { name: /Mug/ })).toBeVisible();

  await portal.signIn(context, person);
  await page.goto("/payment-info");
  await expect(
    page.getByText(/You have the Harvard Conference ticket\. \$20 for the Unisex black shirt/),
  ).toBeVisible();
  await expect(page.getByText("Mug", { exact: true })).toBeVisible();
});

test("a delegate gives up the pass for what the policy says", async ({ context, page, portal }) => {
  const { person, id } = await somebodyPaid(portal);
  await portal.signIn(context, person);
  await page.goto("/payment-info");
  await page.getByRole("link", { name: "Give up the pass" }).click();
  await expect(page.getByText("$500 goes back to your card.")).toBeVisible();
  await expect(
    page.getByText(/The Harvard Conference ticket, Mug, and Unisex black shirt \(M\), at once/),
  ).toBeVisible();
  await press(page, "Give up the pass");
  await expect(page.getByRole("link", { name: "Tick the box" })).toBeVisible();
  await page.getByLabel("I give up the Harvard Conference ticket.").check();
  await press(page, "Give up the pass");
  await expect(page.getByText(/\$500 went back to your card on .* You no longer have the/)).toBeVisible();
  await expect(page.getByRole("link", { name: "Give up the pass" })).toHaveCount(0);
  await page.goto(`/payment/${id}/withdraw`);
  await expect(page.getByText("You no longer have the Harvard Conference ticket.")).toBeVisible();
});

test("a delegate exchanges the size of a shirt, and so does a director", async ({
  context,
  page,
  portal,
}) => {
  const { person, id } = await somebodyPaid(portal);
  await portal.signIn(context, person);
  await page.goto("/payment-info");
  await page.getByRole("link", { name: "Exchange an add-on" }).click();
  await expect(page.getByLabel("New size or kind").getByRole("option")).toHaveText(["S", "L", "XL"]);
  await page.getByLabel("New size or kind").selectOption("L");
  await press(page, "Exchange Unisex black shirt");
  await expect(page.getByText("Mug, Unisex black shirt (L)")).toBeVisible();
  await page.getByRole("link", { name: /^Receipt/ }).click();
  await expect(page.getByRole("row", { name: /Unisex black shirt/ })).toContainText("M");

  await portal.signIn(context, demoAccount("director"));
  await page.goto(`/admin/payments/${id}`);
  await page.getByLabel("New size or kind").selectOption("XL");
  await press(page, "Exchange Unisex black shirt");
  await page.locator("summary", { hasText: "Refund" }).click();
  await expect(page.getByRole("checkbox", { name: /Unisex black shirt \(XL\)/ })).toBeVisible();
});
