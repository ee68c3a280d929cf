import { afterEach, beforeEach, expect, test } from "vitest";
import { editionMessages } from "~/editions/messages.ts";
import { signedIn } from "../../support/browser.ts";
import { restoreClock, stopClockAt } from "../../support/clock.ts";
import { CONFERENCE } from "../../support/people.ts";
import { colleague } from "../../support/staff.ts";
import { row, rows, run } from "../../support/storage.ts";
import { keepHouse } from "../../support/worker.ts";

const part = (name: string) => `/admin/editions/${CONFERENCE}/${name}`;
const PUBLISH = part("publish");

beforeEach(() => stopClockAt("2022-12-17T15:00:00Z"));
afterEach(restoreClock);

test.each([
  ["has left the staff", "UPDATE users SET admin = 0 WHERE uid = ?"],
  ["has lost the ability", `UPDATE staff SET abilities = '["read"]' WHERE uid = ?`],
  ["has a disabled account", "UPDATE users SET disabled_at = 1 WHERE uid = ?"],
])("nothing is published later in the name of somebody who %s since", async (_, end) => {
  await run("DELETE FROM edition_publications");
  await run("DELETE FROM edition_revisions");
  const { uid, browser } = await colleague(["content"]);
  const address = `${uid}@example.org`;
  const saved = await (await browser.open(part("site"))).press("Save", { "0.supportEmail": address });
  expect(saved.status).toBe(302);
  const dueAt = "2022-12-18T09:00";
  expect((await (await browser.open(PUBLISH)).press("Publish at this time", { dueAt })).status).toBe(302);
  await run(end, uid);
  await stopClockAt("2022-12-18T14:00:00Z");
  await keepHouse();
  expect(await row("SELECT state, reason FROM edition_publications")).toEqual({
    ...{ state: "refused", reason: editionMessages.schedulerGone },
  });
  expect(await rows("SELECT 1 FROM editions WHERE site LIKE ?", `%${address}%`)).toEqual([]);
  const page = await (await signedIn("director")).open(PUBLISH);
  expect(page.text).toContain(editionMessages.schedulerGone);
});
