import { type BrowserContext, expect, type Page } from "@playwright/test";
import { demoAccount, newId, type Portal, test } from "./support.ts";

const PHONE = { width: 320, height: 640 };
const LAST_NAME = "Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh";

/** Lists with a filter that leaves some results. `button` opens the filters, and `field` is one of them. */
const LISTS = [
  { list: "/admin/delegates?show=everyone&decision=Accepted", button: "Filters (1)", field: "Search" },
  { list: "/admin/payments?state=captured", button: "Filters (1)", field: "Search" },
  { list: "/admin/accounts?search=gold", button: "Search (1)", field: "Search" },
];

test.describe.configure({ mode: "parallel" });

test.beforeEach(({ page, context, portal }) => lookAsDirector(page, context, portal));

async function lookAsDirector(page: Page, context: BrowserContext, portal: Portal) {
  await page.setViewportSize(PHONE);
  await portal.signIn(context, demoAccount("director"));
}

test("names and addresses of any length fit into every list and page of one person", async ({
  page,
  portal,
}) => {
  const { uid, email } = await longNamed(portal);
  const person = encodeURIComponent(email);
  for (const address of [
    `/admin/delegates?show=everyone&search=${person}`,
    `/admin/delegates/${uid}?show=everyone`,
    `/admin/payments?search=${person}`,
    `/admin/payments/person/${uid}`,
    `/admin/accounts?search=${person}`,
    `/admin/accounts/${uid}`,
    `/admin/audit?object=users/${uid}`,
    "/admin/grants",
  ]) {
    await page.goto(address);
    await expect(page.getByRole("main")).toContainText(LAST_NAME, { ignoreCase: true });
    expect.soft(await cutAt(page), address).toEqual([]);
  }
});

test("a list that is drawn as cards is still a table to a screen reader", async ({ page }) => {
  await page.goto("/admin/accounts");
  const row = page.getByRole("table").locator("tbody tr").first();
  await expect(row).toHaveCSS("display", "flex");
  const rows = await page.locator("tbody tr").count();
  expect(rows).toBeGreaterThan(10);
  expect(await rolesOf(page)).toEqual({
    table: 1,
    row: rows + 1,
    columnheader: 3,
    rowheader: rows,
    // An empty cell takes no line.
    cell: await page.locator("tbody td:not(:empty)").count(),
  });
  await expect(page.getByText("Delegate", { exact: true })).toHaveCount(0);
  const label = () =>
    page
      .getByRole("cell")
      .first()
      .evaluate((cell) => getComputedStyle(cell, "::before").content);
  expect(await label()).toMatch(/^"(E-mail|Role or application):"$/);
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect(row).toHaveCSS("display", "table-row");
  expect(await label()).toBe("none");
});

test("what a table holds stands on one line above it on a phone, and each amount on one line", async ({
  page,
}) => {
  await page.goto("/admin/payments/journal?first=2022-11-01");
  const table = page.getByRole("table", { name: "What it was for" });
  const [caption, whole] = [await table.locator("caption").boundingBox(), await table.boundingBox()];
  expect(caption!.width).toBe(whole!.width);
  expect(caption!.height).toBeLessThan(40);
  // An amount stands on one line.
  const amounts = await page.getByRole("cell").filter({ hasText: "$" }).all();
  expect(amounts.length).toBeGreaterThan(10);
  for (const amount of amounts) expect((await amount.boundingBox())!.height).toBeLessThan(40);
});

test("the first result begins on a phone's first screen, below what the list is narrowed by", async ({
  page,
}) => {
  const main = page.getByRole("main");
  for (const { list, button, field } of LISTS) {
    await page.goto(list);
    // Only the demo has a strip above the page, so the height of the strip does not count.
    const strip = await page.locator(".demo").boundingBox();
    await page.setViewportSize({ width: 320, height: 640 + Math.ceil(strip?.height ?? 0) });
    await expect.soft(main.getByRole("rowheader").first(), list).toBeInViewport();
    await expect.soft(main.getByRole("link", { name: "(remove)" }), list).toBeInViewport({ ratio: 1 });
    await expect.soft(main.getByLabel(field, { exact: true }), list).toBeHidden();
    await main.getByText(button, { exact: true }).click();
    await expect.soft(main.getByLabel(field, { exact: true }), list).toBeVisible();
  }
});

test("where there is room the fields are open", async ({ page }) => {
  const main = page.getByRole("main");
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto("/admin/delegates?show=everyone&decision=Accepted");
  await expect(main.getByText("Filters (1)")).toBeHidden();
  await expect(main.getByLabel("Search")).toBeVisible();
  await main.getByRole("link", { name: "(remove)" }).click();
  await expect(page).toHaveURL("/admin/delegates?show=everyone");
});

test("single abilities can be ticked once no role is chosen in their place", async ({ page }) => {
  await page.goto(`/admin/manage-staff/${demoAccount("reviewer").uid}`);
  const single = page.getByRole("group", { name: "Other abilities" });
  await expect(single).toBeHidden();
  await page.getByRole("radio", { name: "Other abilities" }).check();
  await expect(single).toBeVisible();
});

test("the navigation is whole on a low window, and follows what is scrolled", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 700 });
  await page.goto("/admin/accounts");
  const navigation = page.getByRole("navigation", { name: "Staff" });
  expect(await navigation.evaluate((box) => box.scrollHeight - box.clientHeight)).toBeLessThanOrEqual(0);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
  await expect(navigation.getByRole("link").last()).toBeInViewport();
});

/** A delegate with a long name, a long address, an award and a paid pass. */
async function longNamed(portal: Portal) {
  const { uid } = await portal.accountLike("signed");
  const email = `maximiliane.${newId()}.${LAST_NAME.toLowerCase()}@students.example.org`;
  await portal.query("UPDATE users SET email = ?, email_key = ? WHERE uid = ?", email, email, uid);
  await portal.query(
    `UPDATE answers SET answers = json_set(answers, '$.firstName', 'Maximiliane', '$.lastName', ?)
      WHERE uid = ? AND section_id = 'about'`,
    ...[LAST_NAME, uid],
  );
  await portal.query(
    `INSERT INTO grants (id, conference_id, kind, title, uid, percent, created_by, created_at)
      VALUES (?, 'aconf_2023', 'award', 'Diversity award', ?, 50, ?, 0)`,
    ...[newId(), uid, demoAccount("director").uid],
  );
  await writeAct(portal, uid);
  await portal.pay(uid);
  return { uid, email };
}

/** Writes an action of this moment into the audit log: the cron deletes actions that are older than three years. */
const writeAct = (portal: Portal, uid: string) =>
  portal.query(
    "INSERT INTO audit (id, at, actor_uid, action, object, detail) VALUES (?, unixepoch() * 1000, ?, 'disableAccount', ?, '{}')",
    ...[newId(), demoAccount("director").uid, `users/${uid}`],
  );

/** By how much something reaches beyond the right edge of the page, or of the box around its table. */
const cutAt = (page: Page) =>
  page
    .locator("html, .scroll")
    .evaluateAll((boxes) =>
      boxes.flatMap((box) =>
        box.scrollWidth > box.clientWidth ? [`${box.tagName} by ${box.scrollWidth - box.clientWidth}`] : [],
      ),
    );

/** For each role in a table: how many elements with this role the browser gives to screen readers. */
async function rolesOf(page: Page) {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  await session.detach();
  const counts: Record<string, number> = {};
  for (const { ignored, role } of nodes) {
    if (ignored || !/^(table|row|columnheader|rowheader|cell)$/.test(role?.value)) continue;
    counts[role!.value] = (counts[role!.value] ?? 0) + 1;
  }
  return counts;
}
