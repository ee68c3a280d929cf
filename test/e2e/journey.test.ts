import { type Dialog, expect, type Locator, type Page } from "@playwright/test";
import { CARD, newId, pdf, test } from "./support.ts";

const INCOMPLETE = "Please accept the terms and conditions before proceeding.";
const CONFIRM =
  "By continuing with registration, you hereby accept to the terms and conditions outlined above.";
const REFUSED = "You must accept the terms and conditions to register for the conference.";
const PAYMENT_FAILED =
  "An error occurred with your payment. Please double-check your card details and try again and contact us if the error persists.";
const PAYMENT_SUCCEEDED =
  "You have successfully completed the transaction! We hope you enjoy the HPAIR experience! Redirecting...";

test("a delegate goes from the first visit to a paid pass [1, 146, 147, 237]", async ({
  page,
  portal,
  javaScriptEnabled,
}) => {
  const email = `li-wei-${newId()}@example.org`;
  const password = "a-long-journey";
  const heading = (name: string) => expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  const press = (name: string | RegExp) => page.getByRole("button", { name }).click();
  const follow = (name: string) => page.getByRole("link", { name }).click();
  const field = (name: string | RegExp) => page.getByLabel(name);

  await test.step("creates an account", async () => {
    await page.goto("/");
    await follow("Create an account");
    await field("E-mail").fill(email);
    await field("Password").fill(password);
    await press("Create account");
    await heading("About you");
    await expect(page.getByText(email)).toBeVisible();
  });

  await test.step("begins the application, logs out, and goes on later", async () => {
    await field("First name").fill("Wei");
    await field("Middle name (optional)").fill("Jun");
    await field("Last name").fill("Li");
    await press("Save draft");
    await expect(page.getByText("Draft saved.")).toBeVisible();
    await press("Logout");
    await heading("Asia Conference 2023");

    await page.goto("/application/about");
    await expect(page.getByText("You must be logged in to access this content!")).toBeVisible();
    await field("E-mail").fill(email);
    await field("Password").fill(password);
    await press("Log in");
    await expect(field("First name")).toHaveValue("Wei");
    await expect(field("Last name")).toHaveValue("Li");
    await field("Date of birth").fill("2001-09-24");
    await field("Phone number").fill("+852 5123 4567");
    await field("Nationality").selectOption({ label: "Hong Kong" });
    await field("Country of residence").selectOption({ label: "Japan" });
    await press("Save and continue");
  });

  await test.step("answers the questions that depend on another answer", async () => {
    await heading("Education");
    await field("University or school").fill("Waseda University");
    const otherLevel = field("Which other level?");
    await expect(otherLevel).toBeVisible({ visible: !javaScriptEnabled });
    await expect(page.getByText("Only if you answered Other")).toBeVisible({ visible: !javaScriptEnabled });
    await field("Level of study").selectOption("Other");
    await otherLevel.fill("Exchange year");
    await field("Field of study").fill("Political Science");
    await field("Year of graduation").fill("2024");
    await press("Save and continue");

    await heading("Taking part");
    await press("Save and continue");
    await expect(page.getByRole("alert")).toContainText(
      "How would you like to take part? This field is required",
    );
    await follow("Continue anyway");

    await heading("Essays");
    await field("What brings you to this conference").fill(
      "A ferry that no longer runs.\n\nAnd who took it.",
    );
    await field("Describe one challenge in Asia").fill("Islands lose their ferries before their people.");
    await field("What will other delegates learn").fill("How to read a timetable.");
    await press("Save and continue");

    await heading("Scholarship");
    const amount = field("How much support do you need");
    await expect(amount).toBeVisible({ visible: !javaScriptEnabled });
    await field("Yes").check();
    await amount.fill("800");
    await field("Why do you need this support?").fill("The flight.");
    await press("Save and continue");
    await heading("Documents");
  });

  await test.step("uploads documents, a wrong one first", async () => {
    const upload = async (question: string, file: ReturnType<typeof pdf>) => {
      const button = page.getByRole("button", { name: `Upload ${question}` });
      await page.locator("form").filter({ has: button }).getByLabel("File").setInputFiles(file);
      await button.click();
    };
    await upload("Budget", pdf("budget.pdf"));
    await expect(page.getByText("Document saved.")).toBeVisible();
    await upload("Resume", { ...pdf("resume.png"), mimeType: "image/png" });
    const problem = page.getByText(/This is a picture\. Please make a PDF of the picture/);
    await expect(problem.first()).toBeVisible();
    await expect(page.getByRole("link", { name: "budget.pdf" })).toBeVisible();
    await upload("Resume", pdf("Lebenslauf Wei Jun Li.pdf"));
    await expect(page.getByRole("link", { name: "Lebenslauf Wei Jun Li.pdf" })).toBeVisible();
    await expect(problem).toHaveCount(0);
    await upload("Financial statement", pdf("payslip.pdf"));
    await expect(page.getByRole("button", { name: /^Upload/ })).toHaveCount(0);
  });

  await test.step("is told which answer is missing, and led to it", async () => {
    await follow("Check and submit");
    await expect(page.getByRole("heading", { name: "1 answer is missing" })).toBeVisible();
    await press("Submit application");
    const summary = page.getByRole("alert");
    await expect(summary).toContainText("This field is required:");
    await expect(summary).toContainText("Taking part: 1 answer missing");
    await page.goto("/application/check");
    await page.getByRole("link", { name: "Add How would you like to take part?" }).click();
    await expect(page).toHaveURL(/\/application\/participation\?check#participation$/);
    await expect(page.getByText("Error: This field is required")).toBeVisible();
    await field("In person").check();
    await press("Save draft");
    await expect(page.getByText("Draft saved.")).toBeVisible();
  });

  await test.step("checks the answers and submits", async () => {
    await page.goto("/application/check");
    for (const answer of ["Wei", "+852 5123 4567", "Hong Kong", "Exchange year", "800", "budget.pdf"]) {
      await expect(page.getByRole("definition").filter({ hasText: answer }).first()).toBeVisible();
    }
    await press("Submit application");
    await expect(page.getByRole("heading", { name: "Application submitted" })).toBeVisible();
    await expect(page.getByText("Application deadline")).toHaveCount(0);
    await expect(page.getByText("A ferry that no longer runs.")).toBeVisible();
    await expect(page.getByRole("main").locator('a[href^="/application/"]')).toHaveCount(0);
    await page.goto("/application/about");
    await expect(page).toHaveURL("/application");
    await expect(page.getByRole("textbox")).toHaveCount(0);
  });

  await test.step("reads the decision once it is released", async () => {
    await follow("decision page");
    await expect(
      page.getByText("You have not yet received a decision. Please try again later."),
    ).toBeVisible();
    const [user] = await portal.query<{ uid: string }>("SELECT uid FROM users WHERE email = ?", email);
    await portal.decide(user!.uid, "Accepted");
    await page.reload();
    await expect(page.getByRole("heading", { name: "You are accepted" })).toBeVisible();
    await page
      .getByRole("link", { name: "Harvard Conference ticket: read the terms, then pay" })
      .first()
      .click();
  });

  await test.step("accepts the terms and conditions", async () => {
    await heading("Terms and conditions");
    await expect(field("Full name")).toHaveValue("Wei Jun Li");
    await expect(field("Full name")).not.toBeEditable();
    await expect(field("Today’s date")).toHaveValue(/^2022-12-\d\d$/);
    const accept = page.getByRole("button", { name: "I accept to the terms and conditions outlined above." });
    const tickBoth = async () => {
      await field("campus code of conduct").check();
      await field("refund policy").check();
    };
    if (javaScriptEnabled) {
      expect(await dialogsWhile(page, [], accept)).toEqual([`alert ${INCOMPLETE}`]);
      await tickBoth();
      const refusing = await dialogsWhile(page, ["dismiss"], accept);
      expect(refusing).toEqual([`confirm ${CONFIRM}`, `alert ${REFUSED}`]);
      await heading("Terms and conditions");
      expect(await dialogsWhile(page, ["accept"], accept)).toEqual([`confirm ${CONFIRM}`]);
    } else {
      await field("campus code of conduct").check();
      await accept.click();
      await expect(page.getByRole("alert")).toContainText(INCOMPLETE);
      await expect(field("campus code of conduct")).toBeChecked();
      await tickBoth();
      await accept.click();
      await expect(page.getByText(CONFIRM)).toBeVisible();
      await follow("Cancel");
      await expect(page.getByText(REFUSED)).toBeVisible();
      await tickBoth();
      await accept.click();
      await press("Accept the terms");
    }
  });

  const shirt = (size: string) =>
    page.getByRole("radiogroup", { name: "Unisex black shirt" }).getByLabel(size, { exact: true });
  const mug = field("Add Mug");
  const fillCard = async (cardNumber: string) => {
    await field("Card number").fill(cardNumber);
    await field("Expiry date").fill(CARD.expirationDate);
    await field("Security code").fill(CARD.cardCode);
  };

  await test.step("chooses add-ons", async () => {
    await heading("Harvard Conference ticket");
    const expectTotal = async (total: string) => {
      if (!javaScriptEnabled) await press("Update total");
      await expect(page.getByText(`Total: ${total}`)).toBeVisible();
      await expect(page.getByRole("button", { name: `Pay ${total}` })).toBeVisible({
        visible: javaScriptEnabled ?? true,
      });
    };
    await expect(page.getByText("Free, included with your ticket")).toBeVisible();
    await expectTotal("$495");
    await shirt("M").check();
    await mug.check();
    await expectTotal("$550");
    await press("Clear Unisex black shirt");
    await expect(shirt("M")).not.toBeChecked();
    await expectTotal("$520");
    await shirt("L").check();
    await expectTotal("$550");
    // Without scripts, the card is typed on the next page. So nobody has to type it again after changing a choice here.
    await expect(field("Card number")).toBeVisible({ visible: javaScriptEnabled ?? true });
    if (!javaScriptEnabled) await press("Continue to payment");
  });

  await test.step("pays, with a card that is declined first", async () => {
    await field("First name on card").fill("Na");
    await fillCard("4000 0000 0000 0002");
    await press("Pay $550");
    await expect(page.getByRole("alert")).toContainText(PAYMENT_FAILED);
    await expect(field("First name on card")).toHaveValue("Na");
    for (const name of ["Card number", "Expiry date", "Security code"]) {
      await expect(field(name)).toHaveValue("");
    }
    // A delegate who has sent a card has made the choice, so the page shows only the order.
    await expect(shirt("L")).toBeHidden();
    await expect(page.getByRole("row", { name: "Unisex black shirt L $30" })).toBeVisible();
    await expect(page.getByRole("row", { name: "Mug $25" })).toBeVisible();
    await fillCard(CARD.cardNumber);
    await press("Pay $550");
    await expect(page.getByText(PAYMENT_SUCCEEDED)).toBeVisible();
    const paid = Date.now();
    await page.waitForURL("/");
    expect(Date.now() - paid).toBeLessThan(3_000);
    await expect(page.getByRole("heading", { name: "You are registered" })).toBeVisible();
  });

  await test.step("says whom to call in an emergency, which is asked now", async () => {
    await expect(page.getByText("Before you come, we need your answers to")).toBeVisible();
    await follow("Answer now");
    await field("Emergency contact: name").fill("Li Na");
    await field("Emergency contact: phone number").fill("+85251234568");
    await press("Save details");
    await expect(page.getByText("Saved. The organisers have your new details.")).toBeVisible();
    await page.goto("/");
    await expect(page.getByText("Before you come, we need")).toHaveCount(0);
  });

  await test.step("finds the payment and cannot pay again", async () => {
    await page.goto("/payment-info");
    const row = (state: string) =>
      page.locator(".card").filter({ has: page.getByText(state, { exact: true }) });
    await expect(row("Paid")).toContainText("$550");
    await expect(row("Paid")).toContainText("Mug, Unisex black shirt (L)");
    await expect(row("Paid")).toContainText("Visa ending in 1111");
    await expect(row("Declined")).toContainText("Visa ending in 0002");
    await page.goto("/register");
    await expect(
      page.getByText("You have already registered for the Harvard Conference ticket."),
    ).toBeVisible();
    await expect(page.getByRole("button", { name: /^Pay/ })).toHaveCount(0);
    const again = await page.request.post("/register", {
      headers: { "Sec-Fetch-Site": "same-origin" },
      form: {
        ...CARD,
        firstName: "Na",
        lastName: "Li",
        passType: "goldPlus",
        intendedPassCost: "495",
        intent: "pay",
      },
    });
    expect(again.status()).toBe(409);
    await page.goto("/virtual-summit");
    await expect(
      page.getByText(
        "The Virtual Summit ticket is included in your Harvard Conference ticket. There is nothing more to pay.",
      ),
    ).toBeVisible();
  });
});

/** Collects the dialogs that a click opens, and answers each in turn. When no answer is left, it accepts them. */
async function dialogsWhile(
  page: Page,
  answers: ("accept" | "dismiss")[],
  button: Locator,
): Promise<string[]> {
  const seen: string[] = [];
  const left = [...answers];
  const answer = (dialog: Dialog) => {
    seen.push(`${dialog.type()} ${dialog.message()}`);
    return left.shift() === "dismiss" ? dialog.dismiss() : dialog.accept();
  };
  page.on("dialog", answer);
  await button.click();
  page.off("dialog", answer);
  return seen;
}
