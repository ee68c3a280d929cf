import { createHash, createHmac, createPrivateKey, createPublicKey, sign } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";
import { expect, type Page } from "@playwright/test";
import { bytesToSign, writeTicketCode } from "../../app/door/ticket-codes.ts";
import { qrPath } from "../../app/ui/qr-path.ts";
import { type Portal, test } from "./support.ts";

const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();

/** The address in the code of somebody's ticket, made with the portal's secret and with Node's own Ed25519. */
async function addressIn(portal: Portal, uid: string): Promise<string> {
  const [ticket] = await portal.query<{ id: string; secret: string }>(
    "SELECT id, secret FROM holdings JOIN ticket_codes ON holding_id = id WHERE uid = ?",
    uid,
  );
  const variables = parseEnv(readFileSync(path.join(import.meta.dirname, "../../.dev.vars"), "utf8"));
  const seed = createHmac("sha256", variables["SESSION_SECRET"]!).update("tickets").digest();
  const head = Buffer.from("302e020100300506032b657004220420", "hex");
  const key = createPrivateKey({ key: Buffer.concat([head, seed]), format: "der", type: "pkcs8" });
  const { x } = createPublicKey(key).export({ format: "jwk" });
  const name = createHash("sha256").update(Buffer.from(x!, "base64url")).digest().subarray(0, 2);
  const signed = bytesToSign(Uint8Array.from(name), ticket!.secret, ticket!.id);
  return `/door/${writeTicketCode(signed, Uint8Array.from(sign(null, signed, key)))}`;
}

test("a delegate shows the ticket, and a helper lets them in with the camera or by the list of names", async ({
  context,
  page,
  portal,
  origin,
}) => {
  const [delegate, helper] = [await portal.accountLike("signed"), await portal.accountLike("door")];
  await portal.pay(delegate.uid);
  const address = await addressIn(portal, delegate.uid);

  await test.step("the code of the ticket is the address", async () => {
    await portal.signIn(context, delegate);
    await page.goto("/");
    await page.getByRole("link", { name: "Print or save the ticket" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your ticket");
    const { path: squares } = qrPath(origin + address);
    await expect(page.locator(".ticket-sheet .qr-code path").last()).toHaveAttribute("d", squares);
    const picture = await page.request.get("/ticket.svg");
    expect(await picture.text()).toContain(squares);
  });

  await test.step("nobody else learns anything from the address", async () => {
    await context.clearCookies();
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("The code of a ticket");
    await page.getByRole("link", { name: "Log in" }).click();
    await page.getByLabel("E-mail").fill(helper.email);
    await page.getByLabel("Password", { exact: true }).fill(helper.password);
    await press(page, "Log in");
  });

  await test.step("the helper lets them in, and hands the mug over", async () => {
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("May come in");
    await press(page, "Let in");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Let in");
    await press(page, "Hand over Mug");
    await expect(page.getByText(/Handed over at/)).toBeVisible();
  });

  await test.step("who comes again is known, also in the list of names", async () => {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Already in");
    await page.getByRole("link", { name: "List of names" }).click();
    const [payment] = await portal.query<{ id: string }>(
      "SELECT id FROM payments WHERE delegate_uid = ?",
      delegate.uid,
    );
    // The id of a test is hexadecimal, and has digits that no reference has.
    await page.goto(`/admin/door/${payment!.id}-00`);
    await press(page, "That was a mistake");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("May come in");
    await press(page, "Let in");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Let in");
  });
});
