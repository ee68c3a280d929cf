import { env } from "cloudflare:workers";
import { afterEach, expect, test } from "vitest";
import { doorMessages } from "~/door/messages.ts";
import { readConfig } from "~/platform/config.server.ts";
import { newId } from "~/platform/ids.server.ts";
import { qrPath } from "~/ui/qr-path.ts";
import { Browser, ORIGIN } from "../support/browser.ts";
import { restoreClock, stopClockAt } from "../support/clock.ts";
import { addFormerEdition, FORMER_CONFERENCE } from "../support/editions.ts";
import { CONFERENCE, delegate } from "../support/people.ts";
import { giveBack } from "../support/refunds.ts";
import { colleague } from "../support/staff.ts";
import { changingNothing, row, rows, run } from "../support/storage.ts";
import { badgeProvedWith } from "../support/ticket-code.ts";
import { accept, holder, offer, taker } from "../support/transfers.ts";

await addFormerEdition();
afterEach(restoreClock);

const passOf = async (uid: string) =>
  (
    await row<{ id: string }>(
      "SELECT id FROM holdings WHERE uid = ? AND item = pass_type AND state = 'held'",
      uid,
    )
  ).id;

/** The address that the code on somebody's badge contains. */
const badgeOf = async (uid: string) =>
  `/door/${badgeProvedWith(readConfig(env).sessionSecret, await passOf(uid))}`;

/** The tables that every scan may change, even if it is refused. */
const NOT_COUNTED = { but: ["sessions", "counters"] };

const START = Date.parse("2023-02-18T15:00:00Z");

/** A session with two places that begins at `START`; nobody has chosen it. */
async function workshop(): Promise<{ id: string; title: string }> {
  const id = newId();
  await run(
    `INSERT INTO programme_sessions (id, conference_id, title, description, day, starts_at, ends_at, speakers, capacity,
      version, changed_at) VALUES (?, ?, ?, '', '2023-02-18', ?, ?, '[]', 2, 1, 0)`,
    ...[id, CONFERENCE, `Workshop ${id}`, START, START + 3_600_000],
  );
  return { id, title: `Workshop ${id}` };
}

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
  expect(page.html).toContain(qrPath(ORIGIN + (await badgeOf(person.uid))).path);
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

test("a badge marks its holder in sessions that are open, and neither lets them in nor hands anything over", async () => {
  const [person, helper, session] = [await holder(), await colleague("door"), await workshop()];
  const code = await badgeOf(person.uid);
  await stopClockAt("2023-02-15T15:00:00Z");
  const early = await helper.browser.open(code);
  expect(early.text).toContain(doorMessages.badge.whatToDo);
  expect(early.text).toContain(doorMessages.badge.noSession);
  expect(early.text).not.toMatch(/Let in|Hand over|Notes for the door/);
  await changingNothing(async () => {
    const pass = await passOf(person.uid);
    for (const [intent, thing] of [
      ["admit", pass],
      ["undo", pass],
      ["hand", pass.replace(/00$/, "01")],
    ] as const)
      expect(
        (await helper.browser.post(code, { intent, entry: newId(), pass, thing, seen: "0" })).status,
      ).toBe(400);
  }, NOT_COUNTED);

  await stopClockAt(new Date(START - 60 * 60_000).toISOString());
  const page = await helper.browser.open(code);
  expect(page.text).toContain("Mei Chen");
  expect((await page.press(`Give a place ${session.title}`)).status).toBe(302);
  expect((await page.press(`Give a place ${session.title}`)).status).toBe(302);
  expect((await helper.browser.open(code)).text).toMatch(/Here since 09:00, marked by/);
  const entries = await rows("SELECT uid, act FROM session_entries WHERE session_id = ?", session.id);
  expect(entries).toEqual([{ uid: person.uid, act: "letIn" }]);
});

test("a badge is dead after its pass was given back or transferred, and a changed one never counts", async () => {
  const [from, gone, helper] = [await holder(), await holder(), await colleague("door")];
  const session = await workshop();
  const [old, dead] = [await badgeOf(from.uid), await badgeOf(gone.uid)];
  await giveBack(gone.id, { items: "goldPlus" });
  const ended = await helper.browser.open(dead);
  expect(ended.text).toContain(doorMessages.refusals.givenBack.title);
  expect(ended.text).not.toMatch(/In the application|Reference|Sessions now/);
  // A form does nothing if it is posted to the address of another person's badge, or to the address of a badge that no
  // longer counts.
  const mark = `letIn.0.${session.id}.`;
  for (const [address, uid] of [
    [dead, gone.uid],
    [old, gone.uid],
    [dead, from.uid],
  ] as const)
    expect((await helper.browser.post(address, { mark: mark + uid, entry: newId() })).status, address).toBe(
      400,
    );
  expect(await rows("SELECT 1 FROM session_entries WHERE session_id = ?", session.id)).toEqual([]);
  const to = await taker();
  expect((await accept(to.browser, await offer(from, to.email))).status).toBe(302);
  const transferred = await helper.browser.open(old);
  expect(transferred.text).toContain(doorMessages.refusals.transferred.title);
  expect(transferred.text).not.toContain("Mei Chen");
  const [former] = await rows<{ id: string }>(
    "SELECT id FROM holdings WHERE conference_id = ? AND item = pass_type LIMIT 1",
    FORMER_CONFERENCE,
  );
  const ofOtherYear = `/door/${badgeProvedWith(readConfig(env).sessionSecret, former!.id)}`;
  expect((await helper.browser.open(ofOtherYear)).text).toContain(doorMessages.refusals.otherYear.title);
  const forged = `/door/${badgeProvedWith("another secret of thirty-two characters", await passOf(to.uid))}`;
  expect((await helper.browser.open(forged)).text).toContain(doorMessages.refusals.unknown.title);
});

test("whoever does not work at the door learns nothing of a badge, and tries are counted", async () => {
  const [person, helper] = [await holder(), await colleague("door")];
  const code = await badgeOf(person.uid);
  for (const browser of [new Browser(), (await delegate()).browser, person.browser]) {
    const [one, other] = [await browser.open(code), await browser.open("/door/nothing")];
    expect([one.status, one.text]).toEqual([200, other.text]);
  }
  const forged = `/door/${badgeProvedWith("another secret of thirty-two characters", await passOf(person.uid))}`;
  await helper.browser.open(forged);
  await run("UPDATE counters SET count = 400 WHERE key LIKE 'door:%'");
  const page = await helper.browser.open(code);
  expect([page.status, page.text.includes("Mei Chen")]).toEqual([429, false]);
  await run("DELETE FROM counters");
});
