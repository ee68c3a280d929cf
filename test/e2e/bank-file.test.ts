import { expect, type Page } from "@playwright/test";
import { bankFile } from "../support/bank-files.ts";
import { demoAccount, test } from "./support.ts";

const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();

test("the treasurer drops the bank's file in, and what it pays is recorded once", async ({
  context,
  page,
  portal,
}) => {
  const numbers: string[] = [];
  for (const account of ["signed", "signed"]) {
    await portal.signIn(context, await portal.accountLike(account));
    await page.goto("/register/invoice");
    await page.getByLabel("Address").fill("Accra");
    await press(page, "Continue");
    await press(page, "Ask for the $495 invoice");
    const heading = page.getByRole("heading", { level: 1, name: /^Invoice A2023-\d{4}$/ });
    numbers.push((await heading.innerText()).replace("Invoice ", ""));
  }
  const [first, second] = numbers as [string, string];
  const more = { day: "2022-12-16", who: "University of Ghana" };
  const file = {
    name: "account.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(
      bankFile("british", [
        { ...more, text: `Invoice ${first}`, cents: 49_500, reference: `TX 1 ${first}` },
        { ...more, text: second, cents: 50_000, reference: `TX 2 ${second}` },
        { ...more, text: "Printing", cents: -2000, reference: "TX 3" },
      ]),
    ),
  };

  await portal.signIn(context, demoAccount("treasurer"));
  await page.goto("/admin/payments/invoices");
  await page.getByRole("link", { name: "Transfers from the bank" }).click();
  await press(page, "Show what it pays");
  await expect(page.getByRole("link", { name: "Choose a file, or paste its text." })).toBeVisible();
  await page.getByLabel("CSV file").setInputFiles(file);
  await press(page, "Show what it pays");
  await expect(page.getByText("Nothing is recorded yet.")).toBeVisible();
  await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(1);
  await page.getByRole("checkbox", { name: "Record $500 of Line 3" }).check();
  await press(page, "Record the ticked payments");
  await expect(page.getByText("2 transfers are recorded.")).toBeVisible();
  await expect(page.getByText(`$495 for ${first}.`)).toBeVisible();
  await page.getByRole("link", { name: `The entry for ${second}` }).click();
  await expect(page.getByRole("heading", { name: "Bank transfer of $5", exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Bank transfer of $495", exact: true })).toBeVisible();

  await page.goto("/admin/payments/bank");
  await page.getByLabel("CSV file").setInputFiles(file);
  await press(page, "Show what it pays");
  await expect(page.getByRole("checkbox")).toHaveCount(0);
  await page.getByText("Recorded before (2)").click();
  await expect(page.getByText(`It is recorded already: $495 for ${first}`)).toBeVisible();
});
