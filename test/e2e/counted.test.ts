import { expect, type Page } from "@playwright/test";
import { CARD, newId, pdf, test } from "./support.ts";

/**
 * The most screens, taps and typed fields on the way from the first page to the ticket: with scripts (`true`) and
 * without (`false`).
 */
const MOST = {
  true: { screens: 15, taps: 26, typed: 16 },
  false: { screens: 17, taps: 28, typed: 16 },
};

/**
 * Counts what somebody sees and does: each page that opens, each press or choice, and each field that is typed into.
 */
function counting(page: Page) {
  const count = { screens: 0, taps: 0, typed: 0 };
  page.on("load", () => count.screens++);
  const tap = async (act: Promise<unknown>) => {
    count.taps++;
    await act;
  };
  return {
    count,
    press: (name: string | RegExp) => tap(page.getByRole("button", { name }).click()),
    follow: (name: string | RegExp) => tap(page.getByRole("link", { name }).first().click()),
    tick: (name: string) =>
      tap(
        page
          .getByRole("checkbox", { name })
          .or(page.getByRole("radio", { name, exact: true }))
          .check(),
      ),
    choose: (name: string, option: string) => tap(page.getByLabel(name).selectOption(option)),
    file: (name: string) => tap(page.getByLabel("File").setInputFiles(pdf(name))),
    type: async (name: string, text: string) => {
      count.typed++;
      await page.getByLabel(name).fill(text);
    },
  };
}

test("the way from nothing to the ticket is short", async ({ page, portal, javaScriptEnabled }) => {
  await page.setViewportSize({ width: 390, height: 664 });
  const email = `counted-${newId()}@example.org`;
  const { count, press, follow, tick, choose, file, type } = counting(page);
  const title = (name: string | RegExp) =>
    expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();

  await page.goto("/");
  await follow("Create an account");
  await type("E-mail", email);
  await type("Password", "a-short-way-to-go");
  await press("Create account");

  await title("About you");
  await type("First name", "Wei");
  await type("Last name", "Li");
  await type("Date of birth", "2001-09-24");
  await choose("Nationality", "HK");
  await choose("Country of residence", "JP");
  await type("Phone number", "+852 5123 4567");
  await press("Save and continue");

  await title("Education");
  await type("University or school", "Waseda University");
  await choose("Level of study", "Graduate");
  await type("Field of study", "Political Science");
  await type("Year of graduation", "2024");
  await press("Save and continue");

  await title("Taking part");
  await tick("In person");
  await press("Save and continue");

  await title("Essays");
  await type("What brings you to this conference", "A ferry that no longer runs.");
  await type("Describe one challenge in Asia", "Islands lose their ferries.");
  await type("What will other delegates learn", "How to read a timetable.");
  await press("Save and continue");

  await title("Scholarship");
  await tick("No");
  await press("Save and continue");

  await title("Documents");
  await file("resume.pdf");
  await press("Upload Resume");

  // Now the application is complete: the answers are there to read, and the button to submit them is in sight.
  await title("Check your answers");
  await expect(page.getByRole("button", { name: "Submit application" })).toBeInViewport({ ratio: 1 });
  await press("Submit application");
  await expect(page.getByRole("heading", { name: "Application submitted" })).toBeVisible();

  const [user] = await portal.query<{ uid: string }>("SELECT uid FROM users WHERE email = ?", email);
  await portal.decide(user!.uid, "Accepted");
  await follow("decision page");
  await title("You are accepted");
  await follow(/^Harvard Conference ticket: read the terms, then pay/);

  await title("Terms and conditions");
  await tick("campus code of conduct");
  await tick("refund policy");
  // Answering the browser's own dialog is a press too.
  page.on("dialog", (dialog) => {
    count.taps++;
    return dialog.accept();
  });
  await press("I accept to the terms");
  if (!javaScriptEnabled) await press("Accept the terms");

  await title("Harvard Conference ticket");
  if (!javaScriptEnabled) await press("Continue to payment");
  await type("Card number", CARD.cardNumber);
  await type("Expiry date", CARD.expirationDate);
  await type("Security code", CARD.cardCode);
  await press("Pay $495");
  await page.waitForURL("/");
  await title("You are registered");
  await expect(page.getByText(/^Reference [A-Z2-7]{4}-[A-Z2-7]{4}/)).toBeVisible();

  const most = MOST[`${javaScriptEnabled ?? true}`];
  for (const what of ["screens", "taps", "typed"] as const) {
    expect(count[what], `${what} of ${JSON.stringify(count)}`).toBeLessThanOrEqual(most[what]);
    // A count that is far too low would mean that the counting does not work.
    expect(count[what]).toBeGreaterThan(most[what] / 2);
  }
});
