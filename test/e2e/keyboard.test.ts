import { expect, type Locator, type Page } from "@playwright/test";
import { CARD, test } from "./support.ts";

const MOST_TABS = 40;

test("the way from signing in to a paid pass needs no mouse", async ({ page, portal }) => {
  const account = await portal.accountLike("accepted");
  const summary = page.locator(":focus").filter({ hasText: "There is a problem" });
  const follow = async (name: string, to: string) => {
    await tabTo(page, page.getByRole("link", { name, exact: true }));
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: to, level: 1 })).toBeVisible();
  };

  await test.step("signs in, after being told what is missing", async () => {
    await page.goto("/");
    await tabTo(page, page.getByRole("button", { name: "Log in" }));
    await page.keyboard.press("Space");
    await expect(summary).toBeVisible();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("E-mail")).toBeFocused();
    await page.keyboard.type(account.email);
    await page.keyboard.press("Tab");
    await expect(page.getByLabel("Password")).toBeFocused();
    await page.keyboard.type(account.password);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Your registration" })).toBeVisible();
  });

  await test.step("skips header and banners", async () => {
    await page.keyboard.press("Tab");
    const skipLink = page.getByRole("link", { name: "Skip to main content" });
    await expect(skipLink).toBeFocused();
    await expect(skipLink).toBeInViewport({ ratio: 1 });
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await expect(page.getByRole("main").locator(":focus")).toHaveText("Read the terms, then pay");
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Shift+Tab");
    await expect(page.getByRole("main").locator(":focus")).toHaveCount(0);
  });

  await test.step("accepts the terms and conditions", async () => {
    await follow("Read the terms, then pay", "Terms and conditions");
    for (const name of ["campus code of conduct", "refund policy"]) {
      await tabTo(page, page.getByLabel(name));
      await page.keyboard.press("Space");
      await expect(page.getByLabel(name)).toBeChecked();
    }
    page.once("dialog", (dialog) => dialog.accept());
    await tabTo(page, page.getByRole("button", { name: "I accept to the terms" }));
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Harvard Conference ticket", level: 1 })).toBeVisible();
  });

  await test.step("chooses add-ons", async () => {
    await tabTo(page, page.getByLabel("Add Mug"));
    await page.keyboard.press("Space");
    const sizes = page.getByRole("radiogroup", { name: "Unisex black shirt" });
    await tabTo(page, sizes.getByLabel("S", { exact: true }));
    await page.keyboard.press("ArrowRight");
    await expect(sizes.getByLabel("M", { exact: true })).toBeChecked();
    await tabTo(page, page.getByRole("button", { name: "Clear Unisex black shirt" }));
    await page.keyboard.press("Enter");
    await expect(sizes.getByRole("radio", { checked: true })).toHaveCount(0);
    await expect(sizes.getByLabel("S", { exact: true })).toBeFocused();
    await page.keyboard.press("Space");
    await expect(page.getByRole("button", { name: "Pay $550" })).toBeVisible();
  });

  await test.step("pays by pressing Enter in a field of the card", async () => {
    await tabTo(page, page.getByLabel("Card number"));
    await page.keyboard.type("4111 1111 1111 1112");
    await page.keyboard.press("Enter");
    await expect(summary).toContainText("Invalid card number");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Card number")).toBeFocused();
    await page.keyboard.type(CARD.cardNumber);
    await page.keyboard.press("Tab");
    await page.keyboard.type(CARD.expirationDate);
    await page.keyboard.press("Tab");
    await page.keyboard.type(CARD.cardCode);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "$550 paid" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "You are registered" })).toBeVisible();
  });
});

/** Presses Tab until the target has the focus. On the way the focus must always be visible. */
async function tabTo(page: Page, target: Locator) {
  for (let count = 0; count < MOST_TABS; count++) {
    await page.keyboard.press("Tab");
    const { name, seen } = await page.evaluate(focusNow);
    expect(seen, `the focus on ${name} can be seen`).toBe(true);
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${target} was not reached with ${MOST_TABS} presses of Tab.`);
}

/** The focused element, and whether a reader can see the focus: outlined, and not covered by anything sticky. */
function focusNow() {
  const element = document.activeElement;
  // If no element of the page has the focus, the focus is on something that belongs to the browser, such as the
  // calendar in a date field. The browser draws a focus ring of its own there.
  if (!element?.matches(":focus")) return { name: "the browser itself", seen: true };
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  const { left, top, width, height } = element.getBoundingClientRect();
  const onTop = document.elementFromPoint(left + width / 2, top + height / 2);
  const uncovered = onTop !== null && (element.contains(onTop) || onTop.contains(element));
  const name = `${element.tagName} ${element.id || element.textContent}`;
  return { name, seen: outlineStyle !== "none" && parseFloat(outlineWidth) >= 2 && uncovered };
}
