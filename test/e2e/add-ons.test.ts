import { expect, type Page } from "@playwright/test";
import { CARD, test, withPlaces } from "./support.ts";

const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();

async function typeCard(page: Page) {
  await page.getByLabel("Card number").fill(CARD.cardNumber);
  await page.getByLabel("Expiry date").fill(CARD.expirationDate);
  await page.getByLabel("Security code").fill(CARD.cardCode);
}

test("what is sold while somebody chooses is refused, and the rest can be bought with the next press", async ({
  context,
  page,
  portal,
  javaScriptEnabled,
}) => {
  const person = await portal.signIn(context, await portal.accountLike("signed"));
  const row = (title: string) =>
    page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title, exact: true }) });
  await withPlaces(portal, { h2023mug: 1 }, async () => {
    await page.goto("/register");
    await expect(row("Mug").getByText("1 left")).toBeVisible();
    await page.getByLabel("Add Mug").check();
    await page.getByLabel("Add Executive seminars").check();
    if (!javaScriptEnabled) await press(page, "Continue to payment");
    await typeCard(page);
    await withPlaces(portal, { h2023mug: 0 }, async () => {
      await press(page, "Pay $595");
      await expect(page.getByRole("alert")).toContainText("Mug is sold out. Nothing has been charged.");
    });
  });
  await withPlaces(portal, { h2023mug: 0 }, async () => {
    await expect(row("Mug").getByText("Sold out")).toBeVisible();
    await expect(page.getByLabel("Add Mug")).toHaveCount(0);
    await expect(page.getByLabel("Add Executive seminars")).toBeChecked();
    await typeCard(page);
    await press(page, "Pay $570");
    await expect(page.getByText(/^You(?:r| have the) Harvard Conference ticket\.?$/)).toBeVisible();
  });
  expect(await portal.charges(person.uid)).toMatchObject([{ outcome: "captured", amount_cents: 57_000 }]);
});

test("a sold-out pass is offered nowhere, and again once a place is free", async ({
  context,
  page,
  portal,
  javaScriptEnabled,
}) => {
  await portal.signIn(context, await portal.accountLike("signed"));
  await withPlaces(portal, { goldPlus: 0 }, async () => {
    for (const path of ["/", "/decision", "/payment-info", "/register"]) {
      await page.goto(path);
      await expect(page.getByText("The Harvard Conference ticket is sold out.")).toBeVisible();
    }
    await expect(page.getByLabel("Card number")).toHaveCount(0);
    await page.goto("/");
    await page.getByRole("link", { name: "Register and pay" }).click();
    await expect(page).toHaveURL(/virtual-summit/);
  });
  await page.goto("/register");
  if (!javaScriptEnabled) await press(page, "Continue to payment");
  await expect(page.getByRole("button", { name: "Pay $495" })).toBeVisible();
});

test("who holds the pass buys more add-ons for it, and again what is left", async ({
  context,
  page,
  portal,
  javaScriptEnabled,
}) => {
  const person = await portal.signIn(context, await portal.accountLike("signed"));
  await portal.pay(person.uid);
  await page.goto("/");
  await page.getByRole("link", { name: "Buy more add-ons" }).click();
  const goOn = page.getByRole("button", { name: /^(Pay|Continue|Add to)/ });
  const first = page.getByText("Choose an add-on first. Its price is added here.");
  await expect(first).toBeVisible();
  await press(page, "Continue to payment");
  await expect(page.getByRole("alert")).toContainText("Choose at least one add-on.");
  await expect(first).toBeVisible();
  await expect(goOn).toHaveCount(1);
  await page.getByLabel("Add Hat (white)").check();
  await expect(first).toBeHidden();
  await expect(goOn).toHaveCount(1);
  await page.getByLabel("Add Executive seminars").check();
  if (!javaScriptEnabled) await press(page, "Continue to payment");
  await typeCard(page);
  await press(page, "Pay $105");
  await expect(page.getByText("$105 paid")).toBeVisible();
  expect(await portal.charges(person.uid)).toMatchObject([
    { amount_cents: 55_000 },
    { outcome: "captured", amount_cents: 10_500 },
  ]);

  await page.goto("/payment-info");
  await expect(page.getByText("You have the Executive seminars and Hat (white).")).toBeVisible();
  await page.getByRole("link", { name: "Receipt for Executive seminars and Hat (white)" }).click();
  await expect(page.getByRole("row", { name: "Total paid $105" })).toBeVisible();
  await page.goto("/payment-info");
  await page.getByRole("link", { name: /^Buy more add-ons/ }).click();
  await expect(
    page.getByText("You have: Executive seminars, Mug, Hat (white), and Unisex black shirt (M)."),
  ).toBeVisible();
  await expect(page.getByLabel("Add Hat (white)")).toHaveCount(0);
  await page.getByLabel("Add Hat (black)").check();
  if (!javaScriptEnabled) await press(page, "Continue to payment");
  await page.getByLabel("Card number").fill("4000 0000 0000 0002");
  await page.getByLabel("Expiry date").fill(CARD.expirationDate);
  await page.getByLabel("Security code").fill(CARD.cardCode);
  await press(page, "Pay $30");
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(page.getByLabel("Add Hat (black)")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Change what you chose" })).toBeVisible();
  await expect(page.getByRole("row", { name: "Hat (black) $30" })).toBeVisible();
});
