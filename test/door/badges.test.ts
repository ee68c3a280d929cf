import { expect, test } from "vitest";
import { Browser } from "../support/browser.ts";
import { delegate } from "../support/people.ts";
import { giveBack } from "../support/refunds.ts";
import { colleague } from "../support/staff.ts";
import { rows, run } from "../support/storage.ts";
import { holder } from "../support/transfers.ts";

test("the door team sees a badge for each pass that is held, with the name for the badge, and it is recorded", async () => {
  const [person, gone, helper] = [await holder(), await holder(), await colleague("door")];
  await run(
    `INSERT INTO detail_changes SELECT conference_id, uid, 1, '{"badgeName":{"from":"","to":"May of Taipei"}}', 0, 0
      FROM applications WHERE uid = ?`,
    person.uid,
  );
  const form = await helper.browser.open("/admin/badges");
  expect([form.status, form.html.includes('<svg class="badge"')]).toEqual([200, false]);
  const count = (html: string) => html.split('class="badge"').length - 1;
  const page = await helper.browser.open("/admin/badges?size=90x55");
  expect(page.html).toContain("May of Taipei");
  expect(page.html).toContain("Harvard Conference ticket");
  // A badge has neither the code of a ticket nor an address.
  expect(page.html).not.toContain("qr-code");
  const before = count(page.html);
  await giveBack(gone.id, { items: "goldPlus" });
  expect(count((await helper.browser.open("/admin/badges?size=a6&sort=institution")).html)).toBe(before - 1);
  expect(count((await helper.browser.open("/admin/badges?size=a6&page=9")).html)).toBe(0);
  const exports = await rows(
    "SELECT detail FROM audit WHERE actor_uid = ? AND object = 'exports/badges'",
    helper.uid,
  );
  expect(exports).toHaveLength(3);
});

test("nobody else sees badges", async () => {
  for (const [browser, status] of [
    [new Browser(), 401],
    [(await delegate()).browser, 403],
    [(await colleague("reviewer")).browser, 403],
    [(await colleague("decisions")).browser, 403],
  ] as const)
    for (const path of ["/admin/badges", "/admin/badges?size=a6"])
      expect([path, (await browser.get(path)).status]).toEqual([path, status]);
});
