import { afterEach, beforeEach, expect, test } from "vitest";
import { editionMessages } from "~/editions/messages.ts";
import { type Browser, signedIn } from "../../support/browser.ts";
import { restoreClock, stopClockAt } from "../../support/clock.ts";
import { CONFERENCE, delegate } from "../../support/people.ts";
import { colleague } from "../../support/staff.ts";
import { row, rows, run } from "../../support/storage.ts";
import { keepHouse } from "../../support/worker.ts";

// Decisions that are stored and released, but that nobody may see yet, appear at the time that their round sets. Only
// somebody who may decide can make that time earlier.

const part = (name: string) => `/admin/editions/${CONFERENCE}/${name}`;
const PUBLISH = part("publish");
/** The time from which the decisions may be seen, and an earlier time, as it is typed in the zone of the deadlines. */
const RELEASE = Date.parse("2023-01-10T18:00:00Z");
const EARLIER = "2022-12-18T12:00";

const save = async (browser: Browser, name: string, fields: Record<string, string>) =>
  expect((await (await browser.open(part(name))).press("Save", fields)).status).toBe(302);
const drafted = (browser: Browser, decisionRelease = EARLIER) =>
  save(browser, "rounds", { "0.decisionRelease": decisionRelease });
const releaseNow = async () =>
  (
    await row<{ at: number }>(
      "SELECT decision_release AS at FROM rounds WHERE id = 'early' AND conference_id = ?",
      CONFERENCE,
    )
  ).at;

beforeEach(async () => {
  await stopClockAt("2022-12-17T15:00:00Z");
  // Nobody sees a decision of this round, but the decisions are stored and released.
  await delegate({ submittedAt: "2022-11-11T18:05:00Z", decision: "Accepted" });
  await run(
    "UPDATE rounds SET decision_release = ?, released_at = ? WHERE id = 'early' AND conference_id = ?",
    ...[RELEASE, Date.parse("2022-12-10T12:00:00Z"), CONFERENCE],
  );
  await run("DELETE FROM edition_publications");
  await run("DELETE FROM edition_revisions");
});
afterEach(restoreClock);

test("whoever edits the edition and may not decide does not make hidden decisions visible earlier", async () => {
  const editor = await signedIn("content");
  await drafted(editor);
  const page = await editor.open(PUBLISH);
  expect(page.text).toContain(editionMessages.releaseNeedsDecide);
  expect(page.has("Publish now")).toBe(false);
  const { fields } = (await (await signedIn("director")).open(PUBLISH)).form("Publish now");
  const { revision, seen } = Object.fromEntries(fields);
  const posted = { intent: "publish", revision: revision!, seen: seen! };
  const answer = await editor.post(PUBLISH, posted);
  expect([answer.status, await releaseNow()]).toEqual([409, RELEASE]);
  expect(await answer.text()).toContain(editionMessages.releaseNeedsDecide);
  // Somebody who also has the ability to decide can publish the draft.
  const { browser } = await colleague(["decide", "content"]);
  expect((await (await browser.open(PUBLISH)).press("Publish now")).status).toBe(302);
  expect(await releaseNow()).toBe(Date.parse("2022-12-18T17:00:00Z"));
});

test.each([
  ["a later time", "2023-01-20T12:00", undefined],
  ["an earlier time of a round that nobody has released", EARLIER, "UPDATE rounds SET released_at = NULL"],
])("%s may be published by whoever edits the edition", async (_, typed, before) => {
  if (before) await run(before);
  const editor = await signedIn("content");
  await drafted(editor, typed);
  expect((await (await editor.open(PUBLISH)).press("Publish now")).status).toBe(302);
  expect(await releaseNow()).not.toBe(RELEASE);
});

test("an earlier time that was scheduled is not published once its decisions are released, or its person may not decide", async () => {
  const { uid, browser } = await colleague(["decide", "content"]);
  await drafted(browser);
  const dueAt = "2022-12-17T20:00";
  expect((await (await browser.open(PUBLISH)).press("Publish at this time", { dueAt })).status).toBe(302);
  await run(`UPDATE staff SET abilities = '["content"]' WHERE uid = ?`, uid);
  await run("UPDATE edition_publications SET due_at = 0 WHERE state = 'scheduled'");
  await keepHouse();
  expect(await rows("SELECT state, reason FROM edition_publications")).toEqual([
    { state: "refused", reason: editionMessages.releaseNeedsDecide },
  ]);
  expect(await releaseNow()).toBe(RELEASE);
});
