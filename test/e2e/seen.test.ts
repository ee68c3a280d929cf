import { expect } from "@playwright/test";
import { CARD, demoAccount, test } from "./support.ts";

// Tests sentences on the pages of delegates: those that must be in sight, and those that are false in a state.

const WILL_WRITE = /We will write to .* when there is a decision/;

for (const [account, isDecided] of [
  ["submitted", false],
  // This decision is Accepted, but not released. The page must look as if there were no decision at all.
  ["unreleased", false],
  ["accepted", true],
  ["deferred", true],
  ["rejected", true],
  ["signed", true],
  ["gold", true],
  ["goldplus", true],
] as const) {
  test(`the application of ${account} ${isDecided ? "leads to the decision" : "says that we will write"}`, async ({
    page,
    context,
    portal,
  }) => {
    await portal.signIn(context, demoAccount(account));
    await page.goto("/application");
    const main = page.getByRole("main");
    await expect(main.getByText("We received it on")).toBeVisible();
    await expect(main.getByText(WILL_WRITE)).toHaveCount(isDecided ? 0 : 1);
    await expect(main.getByText("There is a decision:")).toHaveCount(isDecided ? 1 : 0);
    await expect(main.getByText("You can change only your badge name, needs and contacts.")).toBeVisible();
  });
}

test("after the last deadline an application offers nothing that is over", async ({
  page,
  context,
  portal,
}) => {
  await portal.signIn(context, demoAccount("draft"));
  await page.goto("/application");
  await expect(page.getByRole("link", { name: "Check and submit" })).toBeVisible();
  await expect(page.getByText(/takes about/)).toBeVisible();
  // A year of 365 days, as from 2022 to 2023.
  const year = 365 * 86_400_000;
  await portal.query("UPDATE rounds SET deadline = deadline - ?", year);
  try {
    for (const path of ["/application", "/application/check"]) {
      await page.goto(path);
      const main = page.getByRole("main");
      await expect(
        main.getByText("Applications are now closed. You did not submit this application."),
      ).toBeVisible();
      await expect(main.getByText("Wangmo", { exact: true })).toBeVisible();
      await expect(main.getByText(/takes about|submit by/i)).toHaveCount(0);
      await expect(main.getByRole("link", { name: /submit|continue|begin|complete|change/i })).toHaveCount(0);
      await expect(main.getByRole("button", { name: /submit/i })).toHaveCount(0);
    }
    // The home page does not offer a next step either.
    await page.goto("/");
    await expect(page.getByRole("heading", { name: "Applications are closed" })).toBeVisible();
    await expect(page.getByRole("list", { name: "Your progress" })).toHaveCount(0);
  } finally {
    await portal.query("UPDATE rounds SET deadline = deadline + ?", year);
  }
});

test("before it is submitted an application says what can be changed afterwards", async ({
  page,
  context,
  portal,
}) => {
  const account = await portal.signIn(context, demoAccount("submitted"));
  const [{ at }] = (await portal.query(
    "SELECT submitted_at AS at FROM applications WHERE uid = ? AND conference_id = 'aconf_2023'",
    account.uid,
  )) as [{ at: number }];
  const setSubmitted = (value: number | null) =>
    portal.query(
      "UPDATE applications SET submitted_at = ? WHERE uid = ? AND conference_id = 'aconf_2023'",
      ...[value, account.uid],
    );
  await setSubmitted(null);
  try {
    await page.goto("/application/check");
    await expect(page.getByRole("button", { name: "Submit application" })).toBeVisible();
    await expect(
      page.getByText("After you submit, you can change only your badge name, needs and contacts."),
    ).toBeVisible();
    await expect(page.getByText("nothing can be changed")).toHaveCount(0);
  } finally {
    await setSubmitted(at);
  }
});

test("home names add-ons only for a pass that has some", async ({ page, context, portal }) => {
  const main = page.getByRole("main");
  await portal.signIn(context, demoAccount("deferred"));
  await page.goto("/");
  await expect(main.getByText("Register for the Virtual Summit ticket and pay by card.")).toBeVisible();
  await expect(main.getByText("add-ons")).toHaveCount(0);
  await portal.signIn(context, await portal.accountLike("signed"));
  await page.goto("/");
  await expect(
    main.getByText("Register for the Harvard Conference ticket: choose your add-ons and pay by card."),
  ).toBeVisible();
});

test("a session that ended while somebody paid is said to have kept no card", async ({
  page,
  context,
  portal,
}) => {
  const { email, password } = await portal.signIn(context, await portal.accountLike("signed"));
  await page.goto("/register?addOns.h2023mug=true");
  await page.getByLabel("Card number").fill(CARD.cardNumber);
  await page.getByLabel("Expiry date").fill(CARD.expirationDate);
  await page.getByLabel("Security code").fill(CARD.cardCode);
  await context.clearCookies({ name: "session" });
  await page.getByRole("button", { name: "Pay $520" }).click();
  await expect(page.getByText(/nothing was done.*never keep card details and passwords/)).toBeVisible();
  await expect(page.getByText("what you typed and will send it on")).toHaveCount(0);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByRole("alert")).toContainText("This field is required");
  await expect(page.getByLabel("Card number")).toHaveValue("");
  await expect(page.getByText("Mug").first()).toBeVisible();
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("who pays sees whom a pass is for and what it includes", async ({ page, context, portal }) => {
      await portal.signIn(context, demoAccount("signed"));
      await page.goto("/register");
      await expect(page.getByText("You must be 18 or older to take part in person.")).toBeVisible();
      await page.goto("/virtual-summit");
      const text = await page.getByRole("main").innerText();
      for (const included of [
        "24 hours of content",
        "unlimited speaker events",
        "events for all timezones",
        "networking",
        "socials",
        "alumni access",
      ])
        expect.soft(text.toLowerCase()).toContain(included);
    });
  });
}

test("every long answer has ten lines to be typed into", async ({ page, context, portal }) => {
  let seen = 0;
  for (const [account, paths] of [
    ["draft", ["essays", "participation", "scholarship"].map((section) => `/application/${section}`)],
    ["goldplus", ["/details"]],
  ] as const) {
    await portal.signIn(context, demoAccount(account));
    for (const path of paths) {
      await page.goto(path);
      if (path.endsWith("scholarship")) await page.getByLabel("Yes").check();
      const lines = await page.locator("main textarea:visible").evaluateAll((areas) =>
        areas.map((area) => {
          const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(area);
          const inside = area.clientHeight - parseFloat(paddingTop) - parseFloat(paddingBottom);
          return [area.id, Math.round(inside / parseFloat(lineHeight))] as const;
        }),
      );
      for (const [id, number] of lines) expect.soft(number, `${path} ${id}`).toBeGreaterThanOrEqual(10);
      seen += lines.length;
    }
  }
  expect(seen).toBeGreaterThanOrEqual(5);
});

test("Live Data is in the header of staff, and leads to an address of its own if it has one", async ({
  page,
  context,
  portal,
}) => {
  await portal.signIn(context, demoAccount("director"));
  const header = page.getByRole("banner");
  const link = header.getByRole("link", { name: "Live Data" });
  await page.goto("/");
  await expect(link).toBeVisible();
  await expect(link).toHaveAttribute("target", "_blank");
  const [{ value }] = (await portal.query("SELECT value FROM settings WHERE key = 'liveDataUrl'")) as [
    { value: string },
  ];
  await expect(link).toHaveAttribute("href", value);
  try {
    for (const none of ["/admin", ""]) {
      await portal.query("UPDATE settings SET value = ? WHERE key = 'liveDataUrl'", none);
      await page.goto("/");
      await expect(link).toHaveAttribute("href", "/admin/live");
      await expect(link).not.toHaveAttribute("target", "_blank");
    }
  } finally {
    await portal.query("UPDATE settings SET value = ? WHERE key = 'liveDataUrl'", value);
  }
});

test("the terms say what is given back without asking, and what is decided case by case", async ({
  page,
  context,
  portal,
}) => {
  await portal.signIn(context, demoAccount("accepted"));
  await page.goto("/waiver");
  const policy = page.getByRole("heading", { name: "Refund policy" }).locator("..");
  await expect(policy.getByText("you can give up your pass yourself")).toBeVisible();
  await expect(policy.getByText("decided case by case")).toBeVisible();
});
