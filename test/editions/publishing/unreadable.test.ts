import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signedIn } from "../../support/browser.ts";
import { restoreClock, stopClockAt } from "../../support/clock.ts";
import { addFormerEdition, FORMER_CONFERENCE } from "../../support/editions.ts";
import { CONFERENCE } from "../../support/people.ts";
import { rows, run } from "../../support/storage.ts";
import { keepHouse } from "../../support/worker.ts";

beforeEach(() => stopClockAt("2022-12-17T15:00:00Z"));
afterEach(restoreClock);

test("a scheduled revision that cannot be read waits, is logged, and holds up no other edition", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  await run("DELETE FROM edition_publications");
  await run("DELETE FROM edition_revisions");
  await addFormerEdition();
  const director = await signedIn("director");
  const schedule = async (edition: string, dueAt: string) => {
    const site = `/admin/editions/${edition}/site`;
    await (await director.open(site)).press("Save", { "0.supportEmail": "help@example.org" });
    const page = await director.open(`/admin/editions/${edition}/publish`);
    expect((await page.press("Publish at this time", { dueAt })).status).toBe(302);
  };
  await schedule(CONFERENCE, "2022-12-18T09:00");
  await schedule(FORMER_CONFERENCE, "2022-12-18T09:01");
  await run("UPDATE edition_revisions SET document = '{}' WHERE conference_id = ?", CONFERENCE);
  await stopClockAt("2022-12-18T14:10:00Z");
  await keepHouse();
  expect(
    await rows("SELECT conference_id AS id, state, reason FROM edition_publications ORDER BY due_at"),
  ).toEqual([
    { id: CONFERENCE, state: "scheduled", reason: null },
    { id: FORMER_CONFERENCE, state: "published", reason: null },
  ]);
  expect(log.mock.calls.join()).toContain("publications/");
});
