import { expect, type Page } from "@playwright/test";
import { demoAccount, type Portal, test } from "./support.ts";

const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();

/** Two people: the first has a pass, a mug and a shirt, and the second one may have a pass. */
async function twoPeople(portal: Portal) {
  const [from, to] = [await portal.accountLike("signed"), await portal.accountLike("accepted")];
  await portal.pay(from.uid);
  return { from, to };
}

test("a pass goes from one person to another, who signs the terms first", async ({
  context,
  page,
  portal,
}) => {
  const { from, to } = await twoPeople(portal);
  await portal.signIn(context, from);
  await page.goto("/");
  await page.getByRole("link", { name: "Transfer the pass" }).click();
  await expect(page.getByText("The other person also gets: Mug and Unisex black shirt (M).")).toBeVisible();
  await page.getByLabel("Their e-mail address").fill(from.email);
  await press(page, "Offer the pass");
  await expect(page.getByRole("link", { name: "This is your own address." })).toBeVisible();
  await page.getByLabel("Their e-mail address").fill(to.email);
  await press(page, "Offer the pass");
  await expect(
    page.getByText(`You have offered the Harvard Conference ticket to ${to.email}.`),
  ).toBeVisible();
  await press(page, "Take the offer back");
  await page.getByLabel("Their e-mail address").fill(to.email);
  await press(page, "Offer the pass");
  await expect(page.getByRole("button", { name: "Take the offer back" })).toBeVisible();

  await portal.signIn(context, to);
  await page.goto("/");
  await page.getByRole("link", { name: "See the offer" }).click();
  await expect(
    page.getByText(/You get the Harvard Conference ticket, Mug, and Unisex black shirt/),
  ).toBeVisible();
  await page.getByLabel("I have read the security rules").check();
  await page.getByLabel("I have read and understood the refund policy").check();
  page.once("dialog", (dialog) => dialog.accept());
  await press(page, "I accept to the terms");
  // Without scripts another page asks to confirm.
  const confirm = page.getByRole("button", { name: "Accept the terms", exact: true });
  const acceptPass = page.getByRole("button", { name: "Accept the pass" });
  await expect(confirm.or(acceptPass)).toBeVisible();
  if (await confirm.isVisible()) await confirm.click();
  await acceptPass.click();
  await expect(page.getByText(/^You(?:r| have the) Harvard Conference ticket\.?$/)).toBeVisible();
  await page.goto("/payment-info");
  await expect(page.getByText("This pass was transferred to you.")).toBeVisible();
  await page.goto("/register");
  await expect(
    page.getByText("You have already registered for the Harvard Conference ticket."),
  ).toBeVisible();

  await portal.signIn(context, from);
  await page.goto("/payment-info");
  await expect(
    page.getByText("You have transferred the Harvard Conference ticket to another person."),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: "Give up the pass" })).toHaveCount(0);
  await page.goto("/register");
  await expect(page.getByRole("button", { name: /^Pay/ })).toBeVisible();
});

test("a treasurer sees an offer on the order of its holder, and takes it back", async ({
  context,
  page,
  portal,
}) => {
  const { from, to } = await twoPeople(portal);
  const [payment] = await portal.query<{ id: string }>(
    "SELECT id FROM payments WHERE delegate_uid = ?",
    from.uid,
  );
  await portal.signIn(context, from);
  await page.goto(`/payment/${payment!.id}/transfer`);
  await page.getByLabel("Their e-mail address").fill(to.email);
  await press(page, "Offer the pass");
  await expect(page.getByText("You have offered the Harvard Conference ticket")).toBeVisible();
  await portal.signIn(context, demoAccount("treasurer"));
  await page.goto(`/admin/payments/person/${from.uid}`);
  await press(page, "Take the offer back");
  await expect(page.getByRole("rowheader", { name: /Offer taken back/ })).toBeVisible();
  await expect(page.getByRole("button", { name: "Take the offer back" })).toHaveCount(0);
  await portal.signIn(context, to);
  await page.goto("/");
  await expect(page.getByRole("link", { name: "See the offer" })).toHaveCount(0);
});
