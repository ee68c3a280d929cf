import { expect, type Page } from "@playwright/test";
import { qrPath } from "../../app/ui/qr-path.ts";
import { removeSessionsToday } from "./sessions-today.ts";
import { newId, test } from "./support.ts";
import { addressIn, badgeIn } from "./tickets.ts";

const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();

test.afterEach(({ portal }) => removeSessionsToday(portal));

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
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("A code for the door");
    await page.getByRole("link", { name: "Log in" }).click();
    await page.getByLabel("E-mail").fill(helper.email);
    await page.getByLabel("Password", { exact: true }).fill(helper.password);
    await press(page, "Log in");
  });

  await test.step("the helper lets them in, and hands the mug over", async () => {
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("May come in");
    await press(page, "Let in");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Let in just now");
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
    // The id of a payment that a test makes is hexadecimal, and contains digits that never occur in a reference.
    await page.goto(`/admin/door/${payment!.id}-00`);
    await press(page, "That was a mistake");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("May come in");
    await press(page, "Let in");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Let in just now");
  });
});

test("the page that scans says that a badge lets nobody in, and keeps nothing of it @not-in-no-js", async ({
  context,
  page,
  portal,
}) => {
  const { uid } = await portal.accountLike("signed");
  await portal.pay(uid);
  await portal.signIn(context, await portal.accountLike("door"));
  await page.goto("/door/scan");
  await page.locator('door-scan:not([data-list=""])').waitFor();
  const badge = await badgeIn(portal, uid);
  await page.getByLabel("Address or text of the code").fill(badge);
  await press(page, "Look up");
  await expect(page.getByRole("heading", { name: "A badge" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Let in" })).toHaveCount(0);
  await expect(page.locator("door-scan")).toHaveAttribute("data-waiting", "0");
  await page.getByRole("link", { name: "Sessions of this person" }).click();
  await expect(page).toHaveURL(badge);
  expect(await portal.query("SELECT 1 FROM door_scans WHERE pass_holding IS NULL")).toEqual([]);
});

test("a helper marks who is at a session, from a badge, a ticket and the list, and gives a free place", async ({
  context,
  page,
  portal,
}) => {
  const [one, other, helper] = [
    await portal.accountLike("signed"),
    await portal.accountLike("signed"),
    await portal.accountLike("door"),
  ];
  for (const { uid } of [one, other]) await portal.pay(uid);
  const id = newId();
  const now = Date.parse("2022-12-17T15:00:00Z");
  await portal.query(
    `INSERT INTO programme_sessions (id, conference_id, title, description, day, starts_at, ends_at, speakers, capacity,
      version, changed_at) VALUES (?, 'aconf_2023', ?, '', '2022-12-17', ?, ?, '[]', 2, 1, 0)`,
    ...[id, `Workshop ${id}`, now, now + 20 * 3_600_000],
  );
  await portal.query("INSERT INTO places VALUES (?, ?, 'aconf_2023', 'held', 1)", id, one.uid);

  await portal.signIn(context, helper);
  await page.goto(await badgeIn(portal, one.uid));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("A badge");
  await expect(page.getByRole("button", { name: /Let in|Hand over/ })).toHaveCount(0);
  await press(page, `Here Workshop ${id}`);
  await expect(page.getByText(/Here since \d\d:\d\d, marked by/)).toBeVisible();

  await page.goto(await addressIn(portal, other.uid));
  await page.getByText("Other sessions now").click();
  await press(page, `Give a place Workshop ${id}`);
  await expect(page.getByText(/Here since \d\d:\d\d, marked by/)).toBeVisible();

  await page.goto("/admin/door");
  await page.getByRole("link", { name: "Check in for sessions" }).click();
  await expect(page.getByText("2 here, 2 of 2 places taken")).toBeVisible();
  await page.getByRole("link", { name: `Workshop ${id}` }).click();
  await page
    .getByRole("button", { name: /^Not here/ })
    .first()
    .click();
  await expect(page.getByText(/1 here, \d of 2 places taken/)).toBeVisible();
});
