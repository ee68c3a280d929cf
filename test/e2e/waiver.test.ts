import { expect } from "@playwright/test";
import { demoAccount, test } from "./support.ts";

test.use({ javaScriptEnabled: false });

test("without scripts, terms that lack a tick say which, lead there and mark it", async ({
  page,
  context,
  portal,
}) => {
  await portal.signIn(context, demoAccount("accepted"));
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/waiver");
  await page.getByLabel("Today’s date").fill("");
  await page.getByLabel("refund policy").check();
  await page.getByRole("button", { name: "I accept to the terms" }).click();

  const summary = page.getByRole("alert");
  await expect(summary).toBeInViewport();
  await expect(summary.getByRole("heading")).toHaveText(
    "Please accept the terms and conditions before proceeding.",
  );
  await expect(summary.getByRole("link")).toHaveText([
    "Enter today’s date.",
    "Tick that you have read the security rules and the campus code of conduct.",
  ]);
  const [date, conduct, refunds] = [
    page.getByLabel("Today’s date"),
    page.getByLabel("campus code of conduct"),
    page.getByLabel("refund policy"),
  ];
  await expect(conduct).not.toBeInViewport();
  await summary.getByRole("link", { name: "code of conduct" }).click();
  await expect(conduct).toBeInViewport();
  for (const field of [date, conduct]) {
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(field).toHaveAccessibleDescription(/^Error: (Enter|Tick)/);
  }
  await expect(page.getByText("Error: Tick that you have read the security rules")).toBeInViewport();
  // The box that was ticked stays ticked, and is not marked as wrong.
  await expect(refunds).toBeChecked();
  await expect(refunds).not.toHaveAttribute("aria-invalid");
});
