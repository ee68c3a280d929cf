import { expect, type Page } from "@playwright/test";
import { encode } from "fast-png";
import { CURRENT_CONFERENCE } from "../../db/seed/first-edition.ts";
import { openRows } from "./question-editor.ts";
import { type Account, CARD, demoAccount, newId, type Portal, test } from "./support.ts";

// Plays people who set up the next edition. They have only a browser, and nobody to ask. They make two editions, one
// from nothing and one as a copy. They change and publish the copy, take it back, publish it again and make it the
// current edition. Then a delegate comes to it. Everything is done without scripts.

const letters = () => newId().replace(/\d/g, "").padEnd(6, "x").slice(0, 6);

const LOGO = encode({
  ...{ width: 240, height: 80, channels: 4, depth: 8 },
  data: new Uint8Array(240 * 80 * 4).fill(200),
});

/** The pages of an edition. Somebody who holds its pass can open each of them. */
const HELD = ["/", "/application", "/decision", "/decision/letter", "/waiver", "/register", "/payment-info"];

/** The content of a page without its tokens and its clock. */
const contentOf = (html: string) =>
  (/<main[\s\S]*<\/main>/.exec(html)?.[0] ?? html).replace(/name="(?:formToken|owner)" value="[^"]*"/g, "");

test("a conference is set up in the browser, and a delegate comes to it", async ({
  page,
  context,
  portal,
}) => {
  test.setTimeout(240_000);
  page.setDefaultTimeout(20_000);
  const nothing = `hconf_2024_${letters()}`;
  const copy = `aconf_2024_${letters()}`;
  const before = await portal.query<{ key: string; value: string }>("SELECT key, value FROM settings");
  const field = (name: string) => page.locator(`[name="${name}"]:not([type="hidden"])`);
  const press = (name: string | RegExp) => page.getByRole("button", { name, exact: true }).first().click();
  const heading = (name: string | RegExp) =>
    expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();

  /** Fills in a part by the names of its fields, and saves it. `adding` is how many rows are added first. */
  const edit = async (id: string, part: string, typed: Record<string, string | boolean>, adding = 0) => {
    await page.goto(`/admin/editions/${id}/${part}`);
    for (let times = 0; times < adding; times += 1) {
      await page.getByRole("button", { name: /^Add an? / }).click();
    }
    await openRows(page);
    for (const [name, value] of Object.entries(typed)) {
      const control = field(name);
      if (typeof value === "boolean") await control.setChecked(value);
      else if (await control.evaluate((element) => element instanceof HTMLSelectElement))
        await control.selectOption(value);
      else await control.fill(value);
    }
    await press("Save");
    await expect(page).toHaveURL(
      new RegExp(`/admin/editions/${id}(?:/questions)?\\?saved=\\w+(?:#row-\\d+)?$`),
    );
  };
  const publish = async (id: string) => {
    await page.goto(`/admin/editions/${id}/publish`);
    await press("Publish now");
    await expect(page.getByText("There is nothing to publish.")).toBeVisible();
  };

  const holder = demoAccount("goldplus");
  const pagesOf = (account: Account) => contents(portal, page, account);
  const held = await pagesOf(holder);
  await portal.signIn(context, demoAccount("director"));

  try {
    await test.step("an edition from nothing says what is missing, until nothing is", async () => {
      await page.goto("/admin/editions");
      await page.getByRole("link", { name: "New edition" }).click();
      await field("id").fill(nothing);
      await field("location").fill("Cambridge");
      await field("from").selectOption("");
      await press("Continue");
      await heading(/2024/);
      await expect(page.getByText("There is no round, so nobody can apply.", { exact: false })).toBeVisible();
      await page.goto(`/admin/editions/${nothing}/publish`);
      await expect(page.getByText("To mend before it can be published")).toBeVisible();
      await expect(page.getByRole("button", { name: "Publish now" })).toHaveCount(0);

      await edit(nothing, "conference", { "0.lat": "42.4", "0.lng": "-71.1", "0.title": "A new house" });
      await edit(
        nothing,
        "events",
        {
          ...{ "0.name": "Harvard Conference 2024", "0.venue": "Harvard campus", "0.minimumAge": "18" },
          ...{ "0.firstDay": "2024-02-16", "0.lastDay": "2024-02-18", "0.refundDepositCents": "80" },
        },
        1,
      );
      await edit(
        nothing,
        "rounds",
        {
          ...{ "0.title": "First round", "0.deadline": "2023-10-01T23:59" },
          ...{ "0.decisionRelease": "2023-10-20T12:00" },
          ...{ "1.title": "Second round", "1.deadline": "2023-12-01T23:59" },
          ...{ "1.decisionRelease": "2023-12-20T12:00" },
        },
        2,
      );
      await edit(
        nothing,
        "passes",
        {
          ...{ "0.title": "Virtual ticket", "0.onSale": false, "1.title": "Harvard Conference ticket" },
          ...{ "0.cents.firstRound": "100", "0.cents.secondRound": "100" },
          ...{ "1.cents.firstRound": "400", "1.cents.secondRound": "450" },
        },
        2,
      );
      await edit(nothing, "criteria", { "0.title": "Motivation" }, 1);
      await edit(nothing, "agreement", {
        ...{ "0.openingLetter": "Welcome.", "0.codeOfConduct": "Be kind.\n\nYou are 18 or older." },
        ...{
          "0.refundPolicy": "We keep $80 of every refund.",
          "0.liabilityRelease": "I come at my own risk.",
        },
      });
      const mails = [0, 1, 2, 3].flatMap((index) => [
        [`${index}.subject`, `Your application ${index}`],
        [`${index}.body`, `Dear {firstName},\n\nthis is outcome ${index}: {link}`],
      ]);
      await edit(nothing, "mails", Object.fromEntries(mails));
      await publish(nothing);
      await page.goto("/admin/editions");
      const row = page.getByRole("row", { name: new RegExp(nothing) });
      await expect(row).toContainText("Published");
    });

    await test.step("a copy shows its dates before anything is stored, and is published", async () => {
      await page.goto(`/admin/editions/new?from=${CURRENT_CONFERENCE}`);
      await field("id").fill(copy);
      await field("location").fill("Seoul");
      await press("Continue");
      await expect(page.getByText("Nothing is stored yet.", { exact: false })).toBeVisible();
      await expect(field("rounds/early/deadline")).toHaveValue("2024-04-29T23:59");
      await field("rounds/early/decisionRelease").fill("2022-12-01T12:00");
      for (const input of await page.locator('[name$="/saleFrom"]').all())
        await input.fill("2022-12-01T12:00");
      await press("Create the draft");
      await heading(/2024/);
      await publish(copy);
    });

    await test.step("it is changed, published, taken back and published", async () => {
      await edit(copy, "rounds", { "0.deadline": "2024-04-15T23:59", "0.title": "First call" });
      await edit(copy, "passes", { "0.cents.early": "510.50" });
      await edit(copy, "questions/education", { "0.text": "Where do you study?" });
      await page.goto(`/admin/editions/${copy}/questions`);
      for (const section of ["Resume", "Scholarship", "Essays"]) {
        const remove = page.getByRole("button", { name: new RegExp(`^Remove ?: ${section}$`) });
        await openRows(page);
        await remove.click();
        // On the next page all rows are closed. All of them are there once the browser has read the page to its end.
        await expect(remove).toHaveCount(0);
        await page.waitForLoadState("domcontentloaded");
      }
      await press("Save");
      await edit(copy, "agreement", { "0.openingLetter": "Welcome to Seoul." });
      await edit(copy, "mails", { "0.subject": "You are coming, {firstName}!" });
      await page.goto(`/admin/editions/${copy}/site`);
      await page
        .getByLabel("Logo", { exact: false })
        .first()
        .setInputFiles({
          ...{ name: "logo.png", mimeType: "image/png", buffer: Buffer.from(LOGO) },
        });
      await press("Save");
      const prices = () =>
        portal.query(
          "SELECT cents FROM prices WHERE conference_id = ? AND ticket_id = 'goldPlus' AND round_id = 'early'",
          copy,
        );
      await publish(copy);
      expect(await prices()).toEqual([{ cents: 51050 }]);
      await page.getByRole("link", { name: "Take back" }).click();
      await press("Take back");
      await expect(page.getByText("First call", { exact: true })).toBeVisible();
      expect(await prices()).not.toEqual([{ cents: 51050 }]);
      await publish(copy);
      expect(await prices()).toEqual([{ cents: 51050 }]);
    });

    await test.step("it becomes the current one", async () => {
      await page.goto(`/admin/editions/${copy}`);
      await page.getByRole("link", { name: /^Make .* the current edition$/ }).click();
      await press(/^Make .* the current edition$/);
      await expect(page.getByText("The edition that delegates see.")).toBeVisible();
    });

    const email = `min-ji-${newId()}@example.org`;
    await test.step("a delegate applies", async () => {
      await context.clearCookies();
      await page.goto("/");
      await expect(page.locator('img[src^="/media/editions/"]').first()).toBeVisible();
      await page.getByRole("link", { name: "Create an account" }).click();
      await page.getByLabel("E-mail").fill(email);
      await page.getByLabel("Password").fill("a-season-begins");
      await press("Create account");
      await page.goto("/application/about");
      await page.getByLabel("First name").fill("Min-ji");
      await page.getByLabel("Last name").fill("Park");
      await page.getByLabel("Date of birth").fill("2001-09-24");
      await page.getByLabel("Phone number").fill("+82 2 312 3456");
      await page.getByLabel("Nationality").selectOption({ label: "Japan" });
      await page.getByLabel("Country of residence").selectOption({ label: "Japan" });
      await press("Save and continue");
      await page.getByLabel("Where do you study?").fill("Waseda University");
      await page.getByLabel("Level of study").selectOption({ index: 1 });
      await page.getByLabel("Field of study").fill("History");
      await page.getByLabel("Year of graduation").fill("2024");
      await press("Save and continue");
      await page.getByLabel("In person").check();
      await press("Save and continue");
      await page.goto("/application/check");
      await press("Submit application");
      await expect(page.getByRole("heading", { name: "Application submitted" })).toBeVisible();
    });

    await test.step("is accepted", async () => {
      await context.clearCookies();
      await portal.signIn(context, demoAccount("director"));
      await page.goto("/admin/upload-decisions");
      const table = `email,decision\n${email},Accepted\n`;
      await page.getByLabel("CSV file").setInputFiles({
        ...{ name: "decisions.csv", mimeType: "text/csv", buffer: Buffer.from(table) },
      });
      await press("Show what would change");
      await press(/^Apply 1 decision/);
      await expect(page.getByText("Applied").first()).toBeVisible();
      await page.goto("/admin/release/early");
      await press("Release");
      await expect(page.getByRole("button", { name: "Release again" })).toBeVisible();
    });

    await test.step("signs and pays", async () => {
      await context.clearCookies();
      const [account] = await portal.query<{ uid: string }>("SELECT uid FROM users WHERE email = ?", email);
      await portal.signIn(context, { uid: account!.uid } as Account);
      await page.goto("/decision");
      await expect(page.getByRole("heading", { name: "You are accepted" })).toBeVisible();
      await page.goto("/waiver");
      await expect(page.getByText("Welcome to Seoul.")).toBeVisible();
      await page.getByLabel("campus code of conduct").check();
      await page.getByLabel("refund policy").check();
      await press("I accept to the terms and conditions outlined above.");
      await press("Accept the terms");
      await page.goto("/register");
      await press("Continue to payment");
      await page.getByLabel("First name on card").fill("Min-ji");
      await page.getByLabel("Last name on card").fill("Park");
      await page.getByLabel("Card number").fill(CARD.cardNumber);
      await page.getByLabel("Expiry date").fill(CARD.expirationDate);
      await page.getByLabel("Security code").fill(CARD.cardCode);
      await press("Pay $510.50");
      await expect(
        page.getByText("You have successfully completed the transaction!", { exact: false }),
      ).toBeVisible();
      const paid = await portal.query(
        "SELECT conference_id AS edition, amount_cents AS cents FROM payments WHERE delegate_uid = ? AND state = 'captured'",
        account!.uid,
      );
      expect(paid).toEqual([{ edition: copy, cents: 51050 }]);
    });

    await test.step("whoever held a pass of the edition before keeps it", async () => {
      await context.clearCookies();
      await portal.signIn(context, holder);
      await page.goto("/earlier");
      await page.getByRole("link", { name: "Asia Conference 2023" }).click();
      for (const kept of ["Letter of acceptance", "Receipt", "Terms and conditions, version 1"])
        await expect(page.getByText(kept, { exact: false }).first()).toBeVisible();
    });
  } finally {
    // This never leaves the table of settings empty, since the server may read the settings at any time.
    const stored = JSON.stringify(before);
    await portal.query(
      `INSERT INTO settings (key, value) SELECT value ->> 'key', value ->> 'value' FROM json_each(?)
        WHERE 1 ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
      stored,
    );
    await portal.query(
      "DELETE FROM settings WHERE key NOT IN (SELECT value ->> 'key' FROM json_each(?))",
      stored,
    );
  }

  // When the first edition is the current one again, its pages say the same as before.
  expect(await pagesOf(holder)).toEqual(held);
});

async function contents(portal: Portal, page: Page, account: Account): Promise<Record<string, string>> {
  const Cookie = await portal.cookieOf(account);
  const found: Record<string, string> = {};
  for (const path of HELD) {
    const answer = await page.request.get(path, { headers: { Cookie } });
    found[path] = `${answer.status()} ${contentOf(await answer.text())}`;
  }
  return found;
}
