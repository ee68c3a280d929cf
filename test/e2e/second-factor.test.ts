import { execSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { codeOn, setUpFactor } from "./authenticator.ts";
import { ownPortal } from "./portals.ts";
import { type Account, type Portal, test } from "./support.ts";

const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();

async function logIn(page: Page, { email, password }: Account) {
  await page.context().clearCookies();
  await page.goto("/admin");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await press(page, "Log in");
}

/** Makes the portal ask for a code again, as after some minutes. */
const forgetCode = (portal: Portal, { uid }: Account) =>
  portal.query("UPDATE sessions SET factor_typed_at = NULL WHERE uid = ?", uid);

test("staff log in with a code, type one for an act that hurts, and come back without the phone", async ({
  page,
  portal,
}) => {
  const director = await portal.accountLike("director");
  await portal.signIn(page.context(), director);
  const [recoveryCode] = await setUpFactor(page);

  await test.step("the password alone opens nothing", async () => {
    await logIn(page, director);
    await expect(page).toHaveURL("/code?redirectTo=%2Fadmin");
    await page.getByLabel("Code").fill(codeOn(page));
    await press(page, "Continue");
    await expect(page).toHaveURL("/admin");
  });

  await test.step("an act asks for a code on its own page, and keeps what was typed", async () => {
    await forgetCode(portal, director);
    await page.goto("/admin/manage-staff");
    const people = "Noor Haddad <noor.haddad@uni.example>";
    await page.getByLabel("People", { exact: true }).fill(people);
    await page.getByRole("radio", { name: "Treasurer" }).check();
    await press(page, "Add");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Confirm with a code");
    expect(
      await portal.query("SELECT 1 FROM invitations WHERE email_key = 'noor.haddad@uni.example'"),
    ).toEqual([]);
    await page.getByLabel("Code").fill(codeOn(page, 1));
    await press(page, "Continue");
    await expect(page.getByRole("main")).toContainText("noor.haddad@uni.example");
    await portal.query("DELETE FROM invitations WHERE email_key = 'noor.haddad@uni.example'");
  });

  await test.step("a file asks for one as well", async () => {
    await portal.query("UPDATE factors SET last_step = 0 WHERE uid = ?", director.uid);
    await forgetCode(portal, director);
    await page.goto("/admin/payments");
    await page.getByRole("link", { name: /CSV/ }).first().click();
    await expect(page).toHaveURL(/\/code\?redirectTo=/);
    await page.getByLabel("Code").fill(codeOn(page));
    const file = page.waitForEvent("download");
    await press(page, "Continue");
    expect((await file).suggestedFilename()).toMatch(/\.csv$/);
  });

  await test.step("a recovery code goes where the phone's code goes", async () => {
    await logIn(page, director);
    await page.getByLabel("Code").fill(recoveryCode!);
    await press(page, "Continue");
    await expect(page).toHaveURL("/admin");
  });
});

test("staff add a passkey, and use it in place of a code @not-in-no-js", async ({ page, portal, origin }) => {
  const director = await portal.accountLike("director");
  // Browsers make passkeys for domain names, but not for IP addresses.
  const site = origin.replace("127.0.0.1", "localhost");
  const [name, value] = (await portal.cookieOf(director)).split("=") as [string, string];
  await page.context().addCookies([{ name, value, domain: "localhost", path: "/", httpOnly: true }]);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      ...{ protocol: "ctap2", transport: "internal", hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  /** Makes the browser's next question fail, as if somebody had cancelled it. */
  const refuseOnce = (what: "create" | "get") =>
    page.evaluate((name) => {
      const { credentials } = navigator;
      const real = credentials[name].bind(credentials);
      credentials[name] = async () => {
        credentials[name] = real;
        throw new DOMException("", "NotAllowedError");
      };
    }, what);
  await setUpFactor(page, site);
  await page.goto(`${site}/second-factor`);
  await refuseOnce("create");
  await press(page, "Add a passkey");
  await expect(page.getByText("No passkey was added.")).toBeVisible();
  await press(page, "Add a passkey");
  await expect(page.getByText(/^Remove the passkey of /)).toHaveCount(1);

  await forgetCode(portal, director);
  await page.goto(`${site}/admin/manage-staff`);
  await page.getByLabel("People", { exact: true }).fill("Ines Duarte <ines.duarte@uni.example>");
  await page.getByRole("radio", { name: "Treasurer" }).check();
  await press(page, "Add");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Confirm with a code");
  await refuseOnce("get");
  await press(page, "Use a passkey");
  await expect(page.getByText("No passkey was used. Try again, or type a code.")).toBeVisible();
  await press(page, "Use a passkey");
  await expect(page.getByRole("main")).toContainText("ines.duarte@uni.example");
  await portal.query("DELETE FROM invitations WHERE email_key = 'ines.duarte@uni.example'");
});

test("a director without phone and codes comes back by two others, and the last one by the guide's command", async ({
  page,
  portal,
}) => {
  const [lost, one, two] = await Promise.all(["a", "b", "c"].map(() => portal.accountLike("director")));
  const asDirector = async (account: Account) => {
    await page.context().clearCookies();
    await portal.signIn(page.context(), account);
    await page.goto("/admin/manage-staff/second-factor");
  };
  /** Logs in with only the password, and sets up another app from the navigation. */
  const comeBack = async () => {
    await logIn(page, lost!);
    await expect(page).toHaveURL("/admin");
    await page
      .getByRole("navigation", { name: "Staff" })
      .getByRole("link", { name: "Second factor" })
      .click();
    await expect(page).toHaveURL("/second-factor");
    await setUpFactor(page);
    await logIn(page, lost!);
    await expect(page.getByRole("main")).toContainText("Have you lost your phone?");
  };
  await portal.signIn(page.context(), lost!);
  await setUpFactor(page);

  await asDirector(one!);
  await press(page, `Ask to remove the second factor of ${lost!.email}`);
  await expect(page.getByRole("main")).toContainText("You asked to remove it.");
  await asDirector(two!);
  await page.getByRole("button", { name: `Remove the second factor of ${lost!.email}`, exact: true }).click();
  await expect(page.getByRole("button", { name: lost!.email })).toHaveCount(0);
  await comeBack();

  const guide = readFileSync("docs/operations.md", "utf8");
  const [command] = /^npm run grant-director -- --reset-factor .*$/m.exec(guide)!;
  const own = command
    .replace("you@example.org", lost!.email)
    .replace("--env production --remote", `--persist-to ${ownPortal().state}`);
  // The database file on this machine is locked while the running portal writes to it, so the command is tried again.
  await expect(() =>
    expect(execSync(own, { encoding: "utf8" })).toContain(`${lost!.email} has no second factor now.`),
  ).toPass({ timeout: 60_000 });
  await comeBack();
});
