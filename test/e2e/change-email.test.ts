import { expect, type Page } from "@playwright/test";
import { accountMessages } from "../../app/accounts/messages.ts";
import { newId, type Portal, test } from "./support.ts";

const newAddress = () => `${newId()}@example.org`;
const link = (page: Page) => page.getByRole("link", { name: "Change email" });
const button = (page: Page) => page.getByRole("button", { name: "Change email" });
const dialog = (page: Page) => page.getByRole("dialog");
const field = (page: Page) => page.getByLabel("New e-mail");
const header = (page: Page) => page.getByRole("banner");

const emailOf = async (portal: Portal, uid: string) =>
  (await portal.query<{ email: string }>("SELECT email FROM users WHERE uid = ?", uid))[0]!.email;

const forgetPassword = (portal: Portal, uid: string) =>
  portal.query("UPDATE sessions SET authenticated_at = 0 WHERE uid = ?", uid);

/** Holds back every answer of /change-email until the test calls the function that is returned. */
async function held(page: Page): Promise<() => void> {
  let letGo = () => {};
  const gone = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route("/change-email", async (route) => {
    await gone;
    await route.fallback();
  });
  return letGo;
}

for (const [account, path] of [
  ["draft", "/application/about"],
  ["signed", "/register"],
  ["director", "/admin"],
] as const) {
  test(`${path}: another e-mail is asked for in a dialog, and the header keeps the old one until it is confirmed`, async ({
    page,
    portal,
  }) => {
    const { uid, email } = await portal.signIn(page.context(), await portal.accountLike(account));
    await page.goto(path);
    await expect(header(page)).toContainText(email);
    await link(page).click();
    await expect(dialog(page)).toHaveAccessibleName("Change your e-mail");
    await expect(field(page)).toBeFocused();
    await expect(page).toHaveURL(path);

    const address = newAddress();
    await field(page).fill(address);
    await field(page).press("Enter");
    await expect(dialog(page)).toContainText(`Your new e-mail will be ${address}`);
    await expect(dialog(page)).toHaveAccessibleName("Confirm your new e-mail");
    await expect(dialog(page).getByRole("heading").first()).toBeFocused();
    await expect(dialog(page).getByRole("link", { name: "Reset password" })).toHaveAttribute(
      "href",
      /\/reset-password\/[\w-]+$/,
    );
    await page.getByRole("button", { name: "Close" }).click();
    await expect(dialog(page)).toBeHidden();
    await expect(header(page)).toContainText(email);
    await expect(page).toHaveURL(path);
    expect(await emailOf(portal, uid)).toBe(email);

    const mailbox = await (await page.request.get("/dev/mailbox")).text();
    await page.goto(/\/verify-email\/[\w-]+/.exec(mailbox)![0]);
    await page.getByRole("button", { name: "Confirm this address" }).click();
    await expect(header(page)).toContainText(address);
    expect(await emailOf(portal, uid)).toBe(address);
  });
}

test("the link in the dialog resets the password", async ({ page, portal }) => {
  const { email } = await portal.signIn(page.context(), await portal.accountLike("new"));
  await page.goto("/");
  await link(page).click();
  await field(page).fill(newAddress());
  await button(page).click();
  await dialog(page).getByRole("link", { name: "Reset password" }).click();
  await page.getByLabel("New password").fill("another password");
  await page.getByRole("button", { name: "Save password" }).click();
  await expect(page.getByText(accountMessages.passwordChanged)).toBeVisible();
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill("another password");
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(header(page)).toContainText(email);
});

test("the dialog says what is wrong, asks for the password, and keeps what was typed", async ({
  page,
  portal,
}) => {
  const { uid, password } = await portal.signIn(page.context(), await portal.accountLike("new"));
  await forgetPassword(portal, uid);
  await page.goto("/scheduling");
  await link(page).click();
  await field(page).fill("nobody");
  await button(page).click();
  await expect(dialog(page).getByRole("alert")).toContainText(accountMessages.invalidEmail);
  await expect(page.locator(":focus")).toContainText("There is a problem");
  await expect(field(page)).toHaveValue("nobody");
  await expect(field(page)).toHaveAccessibleDescription(new RegExp(accountMessages.invalidEmail));

  const address = newAddress();
  await field(page).fill(address);
  await button(page).click();
  await expect(page.getByLabel("Password")).toBeFocused();
  await expect(field(page)).toHaveValue(address);
  await page.getByLabel("Password").fill("not the password");
  await button(page).click();
  await expect(dialog(page).getByRole("alert")).toContainText(accountMessages.invalidCredentials);
  await expect(page.getByLabel("Password")).toHaveValue("");
  await page.getByLabel("Password").fill(password);
  await page.getByLabel("Password").press("Enter");
  await expect(dialog(page)).toContainText(`Your new e-mail will be ${address}`);
  await expect(page).toHaveURL("/scheduling");
});

test("with nothing typed the button does nothing, in the dialog and on the page [63]", async ({
  page,
  portal,
}) => {
  await portal.signIn(page.context(), await portal.accountLike("new"));
  const posts: string[] = [];
  page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
  await page.goto("/scheduling");
  await link(page).click();
  const pressBothWays = async () => {
    await button(page).click();
    await field(page).press("Enter");
    await expect(field(page)).toBeFocused();
    await expect(page.getByRole("alert")).toHaveCount(0);
  };
  await pressBothWays();
  await expect(dialog(page)).toBeVisible();
  await page.goto("/change-email");
  await pressBothWays();
  expect(posts).toEqual([]);
});

test("the dialog shows that it is working, and sends once [64]", async ({ page, portal }) => {
  await portal.signIn(page.context(), await portal.accountLike("new"));
  await page.goto("/scheduling");
  const letPageGo = await held(page);
  const asked: string[] = [];
  page.on("request", (request) => request.url().endsWith("/change-email") && asked.push(request.method()));
  await link(page).click();
  await expect(link(page)).toHaveAttribute("aria-busy", "true");
  await link(page).click();
  letPageGo();
  await expect(field(page)).toBeFocused();
  await expect(link(page)).not.toHaveAttribute("aria-busy");
  await field(page).fill(newAddress());
  const letAnswerGo = await held(page);
  await button(page).click();
  await expect(button(page)).toHaveAttribute("aria-busy", "true");
  const spinner = await button(page).evaluate(
    (element) => getComputedStyle(element, "::after").animationName,
  );
  expect(spinner).not.toBe("none");
  await button(page).click();
  await field(page).press("Enter");
  letAnswerGo();
  await expect(dialog(page)).toContainText("Your new e-mail will be");
  expect(asked).toEqual(["GET", "POST"]);
});

test("Escape and Close leave everything as it was, and the link has the focus again", async ({
  page,
  portal,
}) => {
  const { uid, email } = await portal.signIn(page.context(), await portal.accountLike("draft"));
  await page.goto("/application/essays");
  const essay = page.getByRole("textbox").first();
  await essay.fill("Half a sentence");
  for (const close of [
    () => page.keyboard.press("Escape"),
    () => page.getByRole("button", { name: "Close" }).click(),
  ]) {
    await link(page).focus();
    await page.keyboard.press("Enter");
    await expect(field(page)).toBeFocused();
    await field(page).fill(newAddress());
    await close();
    await expect(dialog(page)).toBeHidden();
    await expect(link(page)).toBeFocused();
  }
  await expect(essay).toHaveValue("Half a sentence");
  expect(await emailOf(portal, uid)).toBe(email);
});

test("an answer that comes after Escape is shown nevertheless, because it holds the link", async ({
  page,
  portal,
}) => {
  await portal.signIn(page.context(), await portal.accountLike("new"));
  await page.goto("/scheduling");
  await link(page).click();
  const letGo = await held(page);
  await field(page).fill(newAddress());
  await field(page).press("Enter");
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();
  letGo();
  await expect(dialog(page)).toContainText("Your new e-mail will be");
});

test("if the session has ended the page says so, and what was typed is sent on", async ({
  page,
  context,
  portal,
}) => {
  const { email, password } = await portal.signIn(context, await portal.accountLike("new"));
  // Signing in on a page sets the session cookie and the role cookie, but `signIn` sets only the session cookie. So the
  // test opens a page, which sets the role cookie.
  await page.goto("/scheduling");
  await link(page).click();
  const address = newAddress();
  await field(page).fill(address);
  await context.clearCookies({ name: "session" });
  await button(page).click();
  await expect(page.getByText(accountMessages.signedInAgain)).toBeVisible();
  await expect(page).toHaveURL("/change-email");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByText(`Your new e-mail will be ${address}`)).toBeVisible();

  await page.goto("/scheduling");
  await context.clearCookies({ name: "session" });
  await link(page).click();
  await expect(page).toHaveURL("/change-email");
  await expect(page.getByText(accountMessages.notLoggedIn)).toBeVisible();
});

test("if the page cannot be fetched the link leads to it", async ({ page, portal }) => {
  await portal.signIn(page.context(), await portal.accountLike("new"));
  await page.goto("/scheduling");
  let refused = 0;
  await page.route("/change-email", (route) => {
    if (route.request().resourceType() !== "fetch") return route.continue();
    refused++;
    return route.abort();
  });
  await link(page).click();
  await expect(page).toHaveURL("/change-email");
  await expect(field(page)).toBeVisible();
  expect(refused).toBe(1);
});

test("without JavaScript the link leads to the page, and the page does it all", async ({
  browser,
  baseURL,
  portal,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const page = await context.newPage();
  const { uid, password } = await portal.signIn(context, await portal.accountLike("draft"));
  await forgetPassword(portal, uid);
  await page.goto("/scheduling");
  await link(page).click();
  await expect(page).toHaveURL("/change-email");
  await button(page).click();
  await expect(page.getByRole("alert")).toHaveCount(0);
  const address = newAddress();
  await field(page).fill(address);
  await button(page).click();
  await expect(field(page)).toHaveValue(address);
  await page.getByLabel("Password").fill(password);
  await button(page).click();
  await expect(page.getByText(`Your new e-mail will be ${address}`)).toBeVisible();
  await page.getByRole("link", { name: "Reset password" }).click();
  await expect(page.getByLabel("New password")).toBeVisible();

  // The mail to the new address has a link.
  const mail = async (purpose: string) => {
    const mailbox = await (await page.request.get("/dev/mailbox")).text();
    return new RegExp(`/${purpose}/[\\w-]+`).exec(mailbox)![0];
  };
  await page.goto(await mail("verify-email"));
  await page.getByRole("button", { name: "Confirm this address" }).click();
  await expect(page.getByText(accountMessages.emailConfirmed(address))).toBeVisible();
  await expect(header(page)).toContainText(address);
  // The link in the mail to the old address takes the whole change back.
  await page.goto(await mail("revert-email"));
  await page.getByRole("button", { name: "Take the account back" }).click();
  await page.getByLabel("New password").fill("my very own");
  await page.getByRole("button", { name: "Save password" }).click();
  await expect(page.getByText(accountMessages.passwordChanged)).toBeVisible();
  expect(await emailOf(portal, uid)).not.toBe(address);
  await context.close();
});
