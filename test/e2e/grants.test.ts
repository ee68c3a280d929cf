import { expect, type Page } from "@playwright/test";
import { CARD, demoAccount, newId, test } from "./support.ts";

const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();

async function payByCard(page: Page) {
  await page.getByLabel("Card number").fill(CARD.cardNumber);
  await page.getByLabel("Expiry date").fill(CARD.expirationDate);
  await page.getByLabel("Security code").fill(CARD.cardCode);
}

test("two people give somebody the whole price, and they take the pass with one press", async ({
  context,
  page,
  portal,
  javaScriptEnabled,
}) => {
  const person = await portal.accountLike("signed");
  await portal.signIn(context, demoAccount("treasurer"));
  await page.goto("/admin/grants");
  const form = page.locator("#awards");
  await expect(form.getByLabel("People", { exact: true })).toBeHidden();
  await form.getByText("New award", { exact: true }).click();
  await form.getByLabel("People", { exact: true }).fill(`${person.email}\nnobody@example.com`);
  await form.getByLabel("Name for delegates").fill("Diversity award");
  await form.getByLabel("Reduction").fill("whole");
  await press(page, "Give the awards");
  await expect(page.getByText("1 award was proposed. 1 line was not, and stays below.")).toBeVisible();
  await expect(form.getByLabel("People", { exact: true })).toHaveValue("nobody@example.com");

  await portal.signIn(context, demoAccount("director"));
  await page.goto("/admin/grants");
  const waiting = page.locator("#waiting > *").filter({ hasText: person.email });
  await waiting.getByRole("button", { name: "Confirm it" }).click();
  await expect(waiting).toHaveCount(0);

  await portal.signIn(context, person);
  await page.goto("/decision");
  await expect(page.getByText("Diversity award: 100% off the price of your pass.")).toBeVisible();
  await page.goto("/register");
  await expect(page.getByText("There is nothing to pay. No card is needed.")).toBeVisible();
  await expect(page.getByLabel("Card number")).toBeHidden();

  // The award does not make an add-on cheaper, so a card is needed for it.
  await page.getByLabel("Virtual Summit ticket").or(page.getByLabel(/mug/i)).first().check();
  if (!javaScriptEnabled) await press(page, "Continue to payment");
  await expect(page.getByLabel("Card number")).toBeVisible();
  await page.goto("/register");
  if (!javaScriptEnabled) await press(page, "Continue to payment");
  await press(page, "Take the pass");
  await expect(page.getByText(/^You(?:r| have the) Harvard Conference ticket\.?$/)).toBeVisible();
  expect(await portal.charges(person.uid)).toEqual([]);
  await page.goto("/payment-info");
  await page.getByRole("link", { name: /^Receipt/ }).click();
  await expect(page.getByRole("row", { name: "Diversity award -$495" })).toBeVisible();
  await expect(page.getByRole("row", { name: "Total paid $0" })).toBeVisible();
});

test("a code is typed, deducted and paid with", async ({ context, page, portal, javaScriptEnabled }) => {
  const code = `E2E${newId().slice(0, 8)}`;
  await portal.signIn(context, demoAccount("director"));
  await page.goto("/admin/grants");
  const form = page.locator("#codes");
  await form.getByText("New code", { exact: true }).click();
  await form.getByLabel("Code", { exact: true }).fill(code);
  await form.getByLabel("Name for delegates").fill("Friends");
  await form.getByLabel("Reduction").fill("$45");
  await form.getByLabel("Uses").fill("1");
  await press(page, "Add the code");
  await expect(
    page.getByRole("row", { name: new RegExp(`${code.toUpperCase()} Friends \\$45`) }),
  ).toBeVisible();

  const person = await portal.accountLike("signed");
  await portal.signIn(context, person);
  await page.goto("/register");
  await page.getByText("Do you have a code?").click();
  await page.getByRole("textbox", { name: "Code", exact: true }).fill("nothing");
  await press(page, "Apply the code");
  await expect(page.getByRole("link", { name: /You cannot use this code/ })).toBeVisible();
  await page.getByRole("textbox", { name: "Code", exact: true }).fill(code.toLowerCase());
  await press(page, "Apply the code");
  await expect(page.getByText("$495 less $45 (Friends).")).toBeVisible();
  if (!javaScriptEnabled) await press(page, "Continue to payment");
  await payByCard(page);
  await press(page, "Pay $450");
  await expect(page.getByText(/^You(?:r| have the) Harvard Conference ticket\.?$/)).toBeVisible();
  expect(await portal.charges(person.uid)).toMatchObject([{ outcome: "captured", amount_cents: 45_000 }]);

  const second = await portal.accountLike("signed");
  await portal.signIn(context, second);
  await page.goto(`/register?code=${code}`);
  await expect(page.getByRole("link", { name: /You cannot use this code/ })).toBeVisible();
});

test("a wrong code keeps nobody from paying: taken out or mended, the pass is paid for", async ({
  context,
  page,
  portal,
}) => {
  const right = `FRIENDS${newId().slice(0, 6)}`.toUpperCase();
  await portal.query(
    `INSERT INTO grants (id, conference_id, kind, title, code, amount_cents, created_by, created_at)
      VALUES (?, 'aconf_2023', 'code', 'Friends', ?, 4500, ?, 0)`,
    ...[newId(), right, demoAccount("director").uid],
  );
  const field = page.getByRole("textbox", { name: "Code", exact: true });
  const onward = page.getByRole("button", { name: "Continue to payment" });
  // Without scripts the card is on the next page, and a wrong code does not lead there.
  const pay = async () => {
    if (await onward.isVisible()) await Promise.all([page.waitForEvent("load"), onward.click()]);
    if (await onward.isVisible()) return;
    await payByCard(page);
    await press(page, /^Pay \$/);
  };
  // The summit has no add-ons, so code and card are on one page even without scripts.
  for (const [path, whole, reduced] of [
    ["/register", 49_500, 45_000],
    ["/virtual-summit", 15_000, 10_500],
  ] as const) {
    for (const [mended, cents] of [
      ["", whole],
      [right, reduced],
    ] as const) {
      const { uid } = await portal.signIn(context, await portal.accountLike("signed"));
      await page.goto(path);
      await page.getByText("Do you have a code?").click();
      await field.fill("WRONG1");
      await pay();
      await expect(page.getByRole("alert")).toContainText("You cannot use this code");
      await expect(field).toHaveAccessibleDescription(/You cannot use this code/);
      expect(await portal.charges(uid)).toEqual([]);
      await field.fill(mended);
      if (mended) {
        await press(page, "Apply the code");
        await expect(page.getByText("Friends").first()).toBeVisible();
      }
      await pay();
      await expect(page.getByText(/^You(?:r (?:Harvard|Virtual)| have the)/)).toBeVisible();
      expect(await portal.charges(uid)).toMatchObject([{ outcome: "captured", amount_cents: cents }]);
    }
  }
});
