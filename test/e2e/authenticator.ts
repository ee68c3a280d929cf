import { expect, type Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";

const STEP = 30_000;

/** For each page, the secret in the authenticator app of its visitor. In reality, the app is on a phone. */
const secrets = new WeakMap<Page, string>();

/** Reads the secret on the page, and puts it into the app. */
export async function scanSecret(page: Page): Promise<void> {
  const text = await page.locator("main").innerText();
  secrets.set(page, /type this key into the app:\s+([A-Z2-7 ]+)/.exec(text)![1]!.replaceAll(" ", ""));
}

/** The code that the app will show after `steps` more time steps. The portal accepts each code only once. */
export const codeOn = (page: Page, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secrets.get(page)!) }).generate({
    timestamp: Date.now() + steps * STEP,
  });

/** Sets a second factor up on its page, and returns the recovery codes that the page then shows. */
export async function setUpFactor(page: Page, site = ""): Promise<string[]> {
  await page.goto(`${site}/second-factor`);
  await scanSecret(page);
  const codes = page.getByLabel("Recovery codes");
  // Types the code of the previous step, which the portal also accepts. So the codes of this step and of the next one
  // stay unused. If the step ends before the portal has checked the code, the code is too old, and another one is
  // typed.
  await expect(async () => {
    await page.getByLabel("Code", { exact: true }).fill(codeOn(page, -1), { timeout: 1_000 });
    await page.getByRole("button", { name: "Turn on" }).click();
    await expect(codes).toBeVisible({ timeout: 4_000 });
  }).toPass({ timeout: 15_000 });
  await expect(codes).toHaveValue(/^([a-z2-7]{4}-?){4}\n/);
  return (await codes.inputValue()).split("\n");
}
