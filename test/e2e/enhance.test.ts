import { expect, type Page } from "@playwright/test";
import { accountMessages } from "../../app/accounts/messages.ts";
import { applicationMessages } from "../../app/applications/messages.ts";
import { siteMessages } from "../../app/site/messages.ts";
import { CARD, demoAccount, pdf, test } from "./support.ts";

const TOO_LARGE =
  "Maximum file size exceeded. Please upload a PDF or Microsoft Word Document no more than 5 MB.";

const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();
const deadlineBar = (page: Page) => page.getByRole("complementary", { name: "Application deadline" });
const timeLeft = async (page: Page) => (await page.locator("deadline-clock b").textContent()) ?? "";
const saveStatus = (page: Page) => page.locator("auto-save");
const SAVED = /^All changes saved at \d\d:\d\d$/;

test("counts down by the server's clock, whatever the device's shows [73]", async ({ page, portal }) => {
  await page.addInitScript(() => {
    const real = Date.now;
    Date.now = () => real() + 3_600_000;
  });
  await portal.signIn(page.context(), await portal.accountLike("new"));
  await page.goto("/");
  const [offset] = await portal.query<{ value: string }>(
    "SELECT value FROM settings WHERE key = 'clockOffset'",
  );
  const [round] = await portal.query<{ deadline: number }>("SELECT deadline FROM rounds WHERE id = 'early'");
  const expectRight = async () => {
    const left = round!.deadline - (Date.now() + Number(offset!.value));
    const shown = secondsIn(await timeLeft(page));
    expect(Math.abs(shown - left / 1000)).toBeLessThan(2);
  };
  await expectRight();
  const before = await timeLeft(page);
  await expect.poll(() => timeLeft(page)).not.toBe(before);
  await page.waitForTimeout(2_000);
  await expectRight();
});

test("says the deadline in the reader's own time", async ({ browser, baseURL, portal }) => {
  const context = await browser.newContext({ timezoneId: "Asia/Tokyo", baseURL });
  const page = await context.newPage();
  await portal.signIn(context, await portal.accountLike("new"));
  await page.goto("/");
  await expect(deadlineBar(page)).toContainText("1 May 2023, 23:59 EDT (2 May 2023, 12:59 your time)");
  await context.close();
});

test("a section saves itself while it is typed", async ({ page, portal }) => {
  await portal.signIn(page.context(), await portal.accountLike("draft"));
  await page.goto("/application/about");
  await page.getByLabel("Last name").fill("Dorji");
  await expect(saveStatus(page)).toHaveText(SAVED);
  await expect(saveStatus(page)).toHaveRole("status");
  const left = page.waitForResponse("**/autosave");
  await page.getByLabel("Middle name").fill("Pema");
  await page.getByLabel("First name").focus();
  expect(await (await left).json()).toEqual({ version: 3 });
  await page.reload();
  await expect(page.getByLabel("Last name")).toHaveValue("Dorji");
  await expect(page.getByLabel("Middle name")).toHaveValue("Pema");
  await page.getByLabel("Last name").fill("Wangchuk");
  await press(page, "Save draft");
  await expect(page.getByText("Draft saved.")).toBeVisible();
  await expect(page.getByLabel("Last name")).toHaveValue("Wangchuk");
});

test("what is said of saving lies on no button, wherever the page is scrolled", async ({ page, portal }) => {
  await portal.signIn(page.context(), await portal.accountLike("draft"));
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 640 });
    await page.goto("/application/about");
    await page.getByLabel("Middle name").fill(`Pema ${width}`);
    await expect(saveStatus(page)).toHaveText(SAVED);
    const { seen, covered } = await page.evaluate(() => {
      const status = document.querySelector("auto-save")!;
      const buttons = [...document.querySelectorAll("main button")];
      const found = new Set<string>();
      let seen = true;
      for (let top = 0; top <= document.documentElement.scrollHeight - innerHeight + 20; top += 20) {
        scrollTo({ top, behavior: "instant" });
        const box = status.getBoundingClientRect();
        // The status must stay in sight up to the end of the form, where the buttons follow.
        if (box.top > innerHeight) seen = false;
        for (const button of buttons) {
          const { left, right, top, bottom } = button.getBoundingClientRect();
          const isApart = bottom <= box.top || top >= box.bottom || right <= box.left || left >= box.right;
          if (!isApart) found.add(button.textContent ?? "");
        }
      }
      return { seen, covered: [...found] };
    });
    expect(seen, `${width} pixels wide`).toBe(true);
    expect(covered, `${width} pixels wide`).toEqual([]);
  }
});

test("a section that another tab has saved says so and keeps what was typed", async ({
  page,
  context,
  portal,
}) => {
  await portal.signIn(context, await portal.accountLike("draft"));
  await page.goto("/application/about");
  const other = await context.newPage();
  await other.goto("/application/about");
  await other.getByLabel("Last name").fill("Dorji");
  await expect(saveStatus(other)).toHaveText(SAVED);
  await page.bringToFront();
  await page.getByLabel("Last name").fill("Wangdi");
  await expect(saveStatus(page)).toHaveText(applicationMessages.staleDraft);
  await expect(page.getByLabel("Last name")).toHaveValue("Wangdi");
  await press(page, "Save draft");
  await expect(page.getByRole("heading", { name: "Two versions of this section" })).toBeVisible();
  await expect(page.getByRole("definition")).toHaveText("Dorji");
  await expect(page.getByLabel("Last name")).toHaveValue("Wangdi");
  await press(page, "Save draft");
  await expect(page.getByText("Draft saved.")).toBeVisible();
  await expect(page.getByLabel("Last name")).toHaveValue("Wangdi");
});

test("a section typed offline is saved once the reader is back online", async ({ page, context, portal }) => {
  await portal.signIn(context, await portal.accountLike("draft"));
  await page.goto("/application/about");
  await context.setOffline(true);
  await page.getByLabel("Last name").fill("Dorji");
  await expect(saveStatus(page)).toHaveText("Not saved: you seem to be offline. We will try again.");
  await context.setOffline(false);
  await expect(saveStatus(page)).toHaveText(SAVED);
  await page.reload();
  await expect(page.getByLabel("Last name")).toHaveValue("Dorji");
});

test("text typed after the session has ended is sent on after logging in", async ({
  page,
  context,
  portal,
}) => {
  const { email, password } = await portal.signIn(context, await portal.accountLike("draft"));
  await page.goto("/application/about");
  await context.clearCookies({ name: "session" });
  await page.getByLabel("Last name").fill("Dorji");
  await expect(saveStatus(page)).toHaveText(applicationMessages.sessionEnded);
  await expect(page.getByLabel("Last name")).toHaveValue("Dorji");
  await press(page, "Save draft");
  await expect(page.getByText(accountMessages.signedInAgain)).toBeVisible();
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await press(page, "Log in");
  await expect(page.getByText("Draft saved.")).toBeVisible();
  await expect(page.getByLabel("Last name")).toHaveValue("Dorji");
});

test("a question that is not asked yet is hidden before its script comes, so that nothing moves", async ({
  page,
  portal,
}) => {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: "layout-shift", buffered: true });
  });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/enhance-delegate/, async (route) => {
    await held;
    await route.continue();
  });
  await portal.signIn(page.context(), await portal.accountLike("draft"));
  await page.goto("/application/scholarship", { waitUntil: "commit" });
  await expect(page.getByRole("button", { name: "Save draft" })).toBeVisible();
  const dependent = page.locator("dependent-question[data-unasked]").first();
  await expect(dependent).toBeHidden();
  release();
  await page.waitForFunction(() => customElements.get("dependent-question") !== undefined);
  await expect(dependent).toBeHidden();
  const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts);
  // The script sets the width of numbers, which moves the page a little. If a question disappeared, the sum would be
  // 0.07 higher.
  expect(shifts.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.02);
});

test("a question that is not asked yet is shown with its condition if its script never comes", async ({
  page,
  portal,
}) => {
  await page.route(/enhance-delegate/, (route) => route.abort());
  await portal.signIn(page.context(), await portal.accountLike("draft"));
  await page.goto("/application/scholarship");
  await expect(page.locator("dependent-question[data-unasked]").first()).toBeVisible();
  await expect(page.getByText("Only if you answered").first()).toBeVisible();
});

test("questions show and hide with the answer they depend on", async ({ page, portal }) => {
  await portal.signIn(page.context(), await portal.accountLike("new"));
  await page.goto("/application/education");
  const otherLevel = page.getByLabel("Which other level?");
  await expect(otherLevel).toBeHidden();
  await page.getByLabel("Level of study").selectOption("Other");
  await expect(otherLevel).toBeVisible();
  await expect(page.getByText("Only if you answered")).toBeHidden();
  await otherLevel.fill("Exchange year");
  await page.getByLabel("Level of study").selectOption("Doctoral");
  await expect(otherLevel).toBeHidden();
  await page.getByLabel("Level of study").selectOption("Other");
  await expect(otherLevel).toHaveValue("Exchange year");
  await press(page, "Save draft");
  // Until this text appears, the browser still shows the previous page.
  await expect(page.getByText("Draft saved.")).toBeVisible();
  await expect(otherLevel).toBeVisible();

  await page.goto("/application/scholarship");
  const amount = page.getByLabel("How much support do you need");
  await page.getByLabel("Yes").check();
  await expect(amount).toBeVisible();
  await page.getByLabel("No", { exact: true }).check();
  await expect(amount).toBeHidden();
});

test("answers with a mask are formatted when the field is left, telephone numbers never are", async ({
  page,
  portal,
}) => {
  await portal.signIn(page.context(), await portal.accountLike("new"));
  for (const [path, label, typed, kept] of [
    ["education", "Year of graduation", "20 24", "2024"],
    ["about", "Phone number", "138 0013 8000", "138 0013 8000"],
    ["about", "Phone number", "+852 (5123) 45-67", "+852 (5123) 45-67"],
  ] as const) {
    await page.goto(`/application/${path}`);
    await page.getByLabel(label).fill(typed);
    await page.getByLabel(label).press("Tab");
    await expect(page.getByLabel(label)).toHaveValue(kept);
  }
});

test("an upload shows how far it has come", async ({ page, context, portal }) => {
  await portal.signIn(context, await portal.accountLike("new"));
  await page.goto("/application/documents");
  const network = await context.newCDPSession(page);
  await network.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 1_000_000,
  });
  await page.getByLabel("File").setInputFiles(pdf("resume.pdf", 1_500_000));
  await press(page, "Upload Resume");
  await expect(page.getByRole("progressbar", { name: "Upload" })).toBeVisible();
  await expect(page.getByText(/^Uploading… [1-9]\d?%$/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Upload Resume" })).toBeDisabled();
  await expect(page.getByText("Document saved.")).toBeVisible();
  await expect(page.getByRole("link", { name: "resume.pdf" })).toBeVisible();
});

test("a file that is too large is refused before any of it is sent", async ({ page, portal }) => {
  await portal.signIn(page.context(), await portal.accountLike("new"));
  await page.goto("/application/documents");
  const posts: string[] = [];
  page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
  const file = page.getByLabel("File");
  await file.setInputFiles(pdf("resume.pdf", 5_000_100));
  await press(page, "Upload Resume");
  await expect(page.getByText(TOO_LARGE)).toBeVisible();
  await expect(file).toHaveAccessibleDescription(new RegExp(TOO_LARGE));
  await expect(file).toBeFocused();
  await expect(file).toHaveAttribute("aria-invalid", "true");
  expect(posts).toEqual([]);
  await file.setInputFiles(pdf("resume.pdf"));
  await expect(page.getByText(TOO_LARGE)).toBeHidden();
  await press(page, "Upload Resume");
  await expect(page.getByText("Document saved.")).toBeVisible();
});

test("a photo is refused when it is chosen, with how to make a PDF, before any of it is sent", async ({
  page,
  portal,
}) => {
  await portal.signIn(page.context(), await portal.accountLike("new"));
  await page.goto("/application/documents");
  const posts: string[] = [];
  page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
  const file = page.getByLabel("File");
  await expect(file).toHaveAttribute("accept", /\.pdf.*application\/pdf/);
  for (const name of ["IMG_0001.HEIC", "scan.jpg"]) {
    await file.setInputFiles({ ...pdf(name), mimeType: "image/jpeg" });
    await expect(page.getByText(applicationMessages.photoOfDocument)).toBeVisible();
    await expect(file).toHaveAccessibleDescription(/On an iPhone: .* On Android: /);
    await expect(file).toHaveAttribute("aria-invalid", "true");
    await press(page, "Upload Resume");
    await expect(page.getByText(applicationMessages.photoOfDocument)).toHaveCount(1);
    await expect(file).toBeFocused();
  }
  await file.setInputFiles({ ...pdf("resume.txt"), mimeType: "text/plain" });
  await expect(page.getByText(applicationMessages.wrongFileType)).toBeVisible();
  await expect(page.getByText(applicationMessages.photoOfDocument)).toHaveCount(0);
  expect(posts).toEqual([]);
  await file.setInputFiles(pdf("resume.pdf"));
  await expect(page.getByText(applicationMessages.wrongFileType)).toHaveCount(0);
  await press(page, "Upload Resume");
  await expect(page.getByText("Document saved.")).toBeVisible();
});

test("a document that the server refuses leaves the page usable", async ({ page, portal }) => {
  await portal.signIn(page.context(), await portal.accountLike("new"));
  await page.goto("/application/documents");
  await page.getByLabel("File").setInputFiles({ ...pdf("resume.pdf"), buffer: Buffer.from("plain text") });
  await press(page, "Upload Resume");
  const summary = page.getByRole("alert");
  await expect(summary).toContainText("Resume: This is not a PDF or Microsoft Word Document.");
  await expect(page.locator(":focus")).toContainText("There is a problem");
  await expect(page).toHaveTitle("Documents · HPAIR");
  const before = await timeLeft(page);
  await expect.poll(() => timeLeft(page)).not.toBe(before);
  await page.getByLabel("File").setInputFiles(pdf("resume.pdf"));
  await press(page, "Upload Resume");
  await expect(page.getByText("Document saved.")).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Documents" })).toBeVisible();
});

test("the type of the card is named, its number grouped and its code measured", async ({ page, portal }) => {
  await portal.signIn(page.context(), await portal.accountLike("signed"));
  await page.goto("/register");
  const number = page.getByLabel("Card number");
  const code = page.getByLabel("Security code");
  const type = page.getByRole("status");
  for (const [typed, label, grouped, digits] of [
    ["4111111111111111", "Visa", "4111 1111 1111 1111", 3],
    ["5555555555554444", "Mastercard", "5555 5555 5555 4444", 3],
    ["378282246310005", "American Express", "3782 822463 10005", 4],
    ["30569309025904", "Diners Club", "3056 930902 5904", 3],
    ["6011000990139424", "Discover", "6011 0009 9013 9424", 3],
    ["6011111111111117", "Discover", "6011 1111 1111 1117", 3],
    ["3530111333300000", "JCB", "3530 1113 3330 0000", 3],
    ["6200000000000005", "UnionPay", "6200 0000 0000 0005", 3],
    ["6262320002000068", "UnionPay", "6262 3200 0200 0068", 3],
    ["8100000000000001", "UnionPay", "8100 0000 0000 0001", 3],
    ["39000000000008", "Diners Club", "3900 000000 0008", 3],
    ["４１１１１１１１１１１１１１１１", "Visa", "4111 1111 1111 1111", 3],
    ["\u202a4111\u00a01111 1111 1111\u202c", "Visa", "4111 1111 1111 1111", 3],
    ["4111.1111.1111.1111", "Visa", "4111.1111.1111.1111", 3],
    ["6759649826438453", "Maestro", "6759 6498 2643 8453", 3],
    ["135410014004955", "UATP", "1354 10014 004955", 3],
    ["9792030394440796", "Troy", "9792 0303 9444 0796", 3],
    ["12ab", "", "12ab", 3],
  ] as const) {
    await number.fill(typed);
    await expect(type.filter({ hasText: label }).first()).toHaveText(label);
    await code.focus();
    await expect(number).toHaveValue(grouped);
    if (label === "") continue;
    await expect(code).toHaveAccessibleDescription(new RegExp(`^${digits} digits`));
    await code.fill("");
    await code.pressSequentially("12345");
    await expect(code).toHaveValue("12345".slice(0, digits));
  }
});

test("the slash of the expiry date comes by itself, and what is typed becomes MM/YY", async ({
  page,
  portal,
}) => {
  await portal.signIn(page.context(), await portal.accountLike("signed"));
  await page.goto("/virtual-summit");
  const expiry = page.getByLabel("Expiry date");
  await expect(expiry).toHaveAttribute("inputmode", "numeric");
  for (const [typed, meanwhile, left] of [
    ["1230", "12/30", "12/30"],
    ["12/30", "12/30", "12/30"],
    ["1/30", "1/30", "01/30"],
    ["12 / 30", "12/ / 30", "12/30"],
    ["12/2030", "12/2030", "12/30"],
    ["13", "13", "13"],
  ] as const) {
    await expiry.fill("");
    await expiry.pressSequentially(typed);
    await expect(expiry).toHaveValue(meanwhile);
    await expiry.blur();
    await expect(expiry).toHaveValue(left);
  }
  // A deleted slash does not come back.
  await expiry.fill("");
  await expiry.pressSequentially("12");
  await expiry.press("Backspace");
  await expect(expiry).toHaveValue("12");
  await expiry.press("Backspace");
  await expiry.pressSequentially("130");
  await expect(expiry).toHaveValue("11/30");
});

test("an American Express card is paid with its four digits", async ({ page, portal }) => {
  await portal.signIn(page.context(), await portal.accountLike("signed"));
  await page.goto("/virtual-summit");
  await fillCard(page, "378282246310005", "123");
  await press(page, "Pay $150");
  await expect(page.getByRole("alert")).toContainText("Enter the 4-digit security code.");
  await fillCard(page, "378282246310005", "1234");
  await press(page, "Pay $150");
  await expect(page.getByRole("heading", { name: "$150 paid" })).toBeVisible();
});

test("the names on the card may be left out, and nothing else", async ({ page, portal }) => {
  await portal.signIn(page.context(), await portal.accountLike("signed"));
  await page.goto("/virtual-summit");
  await page.getByLabel("First name on card").fill("");
  await page.getByLabel("Last name on card").fill("");
  await press(page, "Pay $150");
  await expect(page.getByRole("alert").getByRole("link")).toHaveText([
    "Card number: This field is required",
    "Expiry date: This field is required",
    "Security code: This field is required",
  ]);
  await fillCard(page, CARD.cardNumber, CARD.cardCode);
  await press(page, "Pay $150");
  await expect(page.getByRole("heading", { name: "$150 paid" })).toBeVisible();
});

test("the total follows the add-ons, without asking the server", async ({ page, portal }) => {
  await portal.signIn(page.context(), await portal.accountLike("signed"));
  await page.goto("/register");
  let asked = 0;
  await page.route("/register*", (route) => {
    asked++;
    return route.continue();
  });
  const expectTotal = async (total: string) => {
    await expect(page.getByText(`Total: ${total}`)).toBeVisible();
    await expect(page.getByRole("button", { name: `Pay ${total}` })).toBeVisible();
  };
  const shirt = page.getByRole("radiogroup", { name: "Unisex black shirt" });
  const clear = page.getByRole("button", { name: "Clear Unisex black shirt" });
  await expect(page.getByRole("button", { name: "Update total" })).toBeHidden();
  await expect(clear).toBeHidden();
  await expectTotal("$495");
  await shirt.getByLabel("XL").check();
  await expectTotal("$525");
  await shirt.getByLabel("S", { exact: true }).check();
  await expectTotal("$525");
  await page.getByLabel("Add Executive seminars").check();
  await expectTotal("$600");
  await clear.click();
  await expect(shirt.getByRole("radio", { checked: true })).toHaveCount(0);
  await expect(clear).toBeHidden();
  await expectTotal("$570");
  await page.getByLabel("Add Executive seminars").uncheck();
  await expectTotal("$495");
  expect(asked).toBe(0);
});

test("paying says Loading... and is sent once, however often it is pressed [98]", async ({
  page,
  portal,
}) => {
  const { uid } = await portal.signIn(page.context(), await portal.accountLike("signed"));
  await page.goto("/register");
  let posts = 0;
  await page.route("/register", async (route) => {
    posts++;
    await new Promise((resolve) => setTimeout(resolve, 700));
    await route.continue();
  });
  await fillCard(page, CARD.cardNumber, CARD.cardCode);
  const pay = page.getByRole("button", { name: "Pay $495" });
  const pressed = await pay.evaluate((button: HTMLButtonElement) => {
    const press = () => {
      button.click();
      return { says: button.textContent, disabled: button.disabled };
    };
    const once = press();
    press();
    // This is what Enter in a field does.
    button.form!.requestSubmit();
    return once;
  });
  expect(pressed).toEqual({ says: "Loading...", disabled: true });
  await expect(page.getByRole("heading", { name: "$495 paid" })).toBeVisible();
  expect(posts).toBe(1);
  const attempts = await portal.query("SELECT state FROM payments WHERE delegate_uid = ?", uid);
  expect(attempts).toEqual([{ state: "captured" }]);
});

test("the payment form can be used again after going back to it", async ({ page, portal }) => {
  await portal.signIn(page.context(), await portal.accountLike("signed"));
  await page.goto("/register");
  await page.getByLabel("Add Mug").check();
  await fillCard(page, "4000000000000002", CARD.cardCode);
  await press(page, "Pay $520");
  await expect(page.getByRole("alert")).toBeVisible();
  await page.goBack();
  const mug = await page.getByLabel("Add Mug").isChecked();
  await expect(page.getByRole("button", { name: mug ? "Pay $520" : "Pay $495" })).toBeEnabled();

  // A browser may keep a page as the delegate left it, and show it again later. The test plays this.
  await page.route("/register", (route) => route.abort("aborted"));
  await page.locator("[data-pay]").click();
  await expect(page.getByRole("button", { name: "Loading..." })).toBeDisabled();
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await expect(page.getByRole("button", { name: mug ? "Pay $520" : "Pay $495" })).toBeEnabled();
});

test("at zero the deadline bar shows what is true from then on, without asking the server [71, 74, 75]", async ({
  page,
  portal,
}) => {
  await portal.signIn(page.context(), await portal.accountLike("new"));
  const rounds = await portal.query<{ deadline: number }>(
    "SELECT deadline FROM rounds WHERE conference_id = 'aconf_2023' AND id <> 'bonus' ORDER BY position",
  );
  let asked = 0;
  const openAt = async (now: number) => {
    await page.route("/decision", async (route) => {
      const response = await route.fetch();
      const html = (await response.text()).replace(/data-now="\d+"/, `data-now="${now}"`);
      await route.fulfill({ response, body: html });
    });
    await page.goto("/decision");
    asked = 0;
  };
  page.on("request", (request) => {
    if (["document", "fetch", "xhr"].includes(request.resourceType())) asked++;
  });
  await openAt(rounds[0]!.deadline - 2_500);
  await expect(deadlineBar(page)).toContainText("Early applications close in 00:00:0");
  await expect(deadlineBar(page)).toContainText("Regular applications close in 30 days 23:59:5");
  await expect(deadlineBar(page)).toContainText("1 June 2023, 23:59 EDT");
  await expect(deadlineBar(page)).not.toContainText("Early");
  const before = await timeLeft(page);
  await expect.poll(() => timeLeft(page)).not.toBe(before);
  expect(asked).toBe(0);
  await page.unroute("/decision");
  await openAt(rounds[1]!.deadline - 2_500);
  await expect(deadlineBar(page)).toHaveText("Applications are now closed.");
  expect(asked).toBe(0);
});

test("every notification stays in sight until it is dismissed, at every width", async ({ page, portal }) => {
  await portal.signIn(page.context(), await portal.accountLike("signed"));
  await page.goto("/scheduling");
  const notifications = page.getByRole("complementary", { name: "Notifications" });
  const all = [/ask for your appointment today/, /Our office is closed/];
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 700 });
    for (const text of all) await expect(notifications.getByText(text)).toBeVisible();
  }
  await notifications.getByRole("button", { name: "Dismiss this notification" }).first().click();
  await expect(notifications.getByText(all[0]!)).toHaveCount(0);
  await expect(notifications.getByText(all[1]!)).toBeVisible();
});

test("staff's pages too dismiss a notification without leaving the page", async ({ page, portal }) => {
  await portal.signIn(page.context(), demoAccount("reviewer"));
  await page.goto("/admin");
  await page.waitForFunction(() => customElements.get("dismissable-notification") !== undefined);
});

test("on a form dismissing a notification leaves what is typed, and the line and the focus go on", async ({
  page,
  portal,
}) => {
  await portal.signIn(page.context(), await portal.accountLike("signed"));
  await page.goto("/register");
  const notifications = page.getByRole("complementary", { name: "Notifications" });
  const dismiss = notifications.getByRole("button", { name: "Dismiss this notification" });
  const number = page.getByLabel("Card number");
  await number.fill("4111 1111 1111 1111");
  await expect(dismiss.first()).toBeHidden();
  await notifications.getByText("(1 more notice)").click();
  await page.context().setOffline(true);
  await dismiss.first().click();
  await expect(notifications.getByRole("alert")).toHaveText(siteMessages.notDismissed);
  await page.context().setOffline(false);
  await dismiss.first().click();
  await expect(dismiss).toHaveCount(1);
  await expect(dismiss).toBeFocused();
  await expect(notifications.getByText("1 notice", { exact: true })).toBeVisible();
  await dismiss.press("Enter");
  await expect(notifications).toHaveCount(0);
  await expect(page.getByRole("main")).toBeFocused();
  await expect(number).toHaveValue("4111 1111 1111 1111");
  await page.goto("/decision");
  await expect(notifications).toHaveCount(0);
});

test("without scripts a notification is dismissed by a post that leads back to the page", async ({
  browser,
  baseURL,
  portal,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const page = await context.newPage();
  await portal.signIn(context, await portal.accountLike("draft"));
  await page.goto("/application/about?check");
  const dismiss = page.getByRole("button", { name: "Dismiss this notification" });
  await page.getByText("2 notices").click();
  await dismiss.first().click();
  await page.getByText("1 notice").click();
  await expect(dismiss).toHaveCount(1);
  await expect(page).toHaveURL(/\/application\/about\?check=?$/);
  await context.close();
});

test("dates are in the reader's own time too, wherever they stand", async ({ browser, baseURL, portal }) => {
  const context = await browser.newContext({ timezoneId: "Asia/Tokyo", baseURL });
  const page = await context.newPage();
  const shows = async (account: string, path: string, words: string) => {
    await context.clearCookies();
    await portal.signIn(context, demoAccount(account));
    await page.goto(path);
    await expect(page.getByRole("main")).toContainText(words);
  };
  await shows("new", "/", "Submit by 1 May 2023, 23:59 EDT (2 May 2023, 12:59 your time).");
  await shows("goldplus", "/payment-info", "1 December 2022, 10:20 EST (2 December 2022, 00:20 your time)");
  await shows("submitted", "/application", "12 December 2022, 05:48 EST (19:48 your time)");
  await shows(
    "director",
    "/admin/release/early",
    "30 November 2022, 13:00 EST (1 December 2022, 03:00 your time)",
  );
  await context.close();
});

async function fillCard(page: Page, cardNumber: string, cardCode: string) {
  await page.getByLabel("Card number").fill(cardNumber);
  await page.getByLabel("Expiry date").fill(CARD.expirationDate);
  await page.getByLabel("Security code").fill(cardCode);
}

/** "136 days 11:58:07" in seconds. */
function secondsIn(countdown: string): number {
  const [, days = 0, hours, minutes, seconds] = /(?:(\d+) days? )?(\d\d):(\d\d):(\d\d)/.exec(countdown) ?? [];
  return ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds);
}
