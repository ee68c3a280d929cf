import { afterEach, expect, test } from "vitest";
import { doorMessages } from "~/door/messages.ts";
import { Browser } from "../support/browser.ts";
import { restoreClock, stopClockAt } from "../support/clock.ts";
import { delegate } from "../support/people.ts";
import { colleague } from "../support/staff.ts";
import { row, rows, run } from "../support/storage.ts";
import { holder } from "../support/transfers.ts";

afterEach(restoreClock);

const say = doorMessages.live;
const PATH = "/admin/live";

test("arrivals are counted by the hour, once a person, and an undone one not at all", async () => {
  const [one, other, helper] = [await holder(), await holder(), await colleague("door")];
  await stopClockAt("2023-02-17T14:20:00Z");
  const numbers = async () => {
    const { text } = await helper.browser.open(PATH);
    const [, inside, held] = /(\d+) of (\d+) are in/.exec(text)!;
    const [, hour = "0"] = /Fri 17 Feb, 09:00\s*(\d+)/.exec(text) ?? [];
    return { inside: Number(inside), held: Number(held), hour: Number(hour), text };
  };
  const before = await numbers();
  const passOf = async ({ uid }: { uid: string }) =>
    (await row<{ id: string }>("SELECT id FROM holdings WHERE uid = ? AND item = 'goldPlus'", uid)).id;
  const press = async (person: { uid: string }, button: string) =>
    (await helper.browser.open(`/admin/door/${await passOf(person)}`)).press(button);
  await press(one, "Let in");
  await press(one, "Let in again");
  await press(other, "Let in");
  const two = await numbers();
  expect([two.inside - before.inside, two.hour - before.hour, two.held]).toEqual([2, 2, before.held]);
  expect(two.text).toContain(say.notYet(two.held - two.inside));
  await press(other, "That was a mistake");
  const after = await numbers();
  expect([after.inside - before.inside, after.hour - before.hour]).toEqual([1, 1]);
  await stopClockAt("2023-02-21T12:00:00Z");
  expect((await numbers()).text).toContain(say.noShows(after.held - after.inside));
});

test("whoever came in and gave the pass back later counts neither as in nor among the passes", async () => {
  const [stays, leaves, helper] = [await holder(), await holder(), await colleague("door")];
  await stopClockAt("2023-02-17T14:20:00Z");
  const numbers = async () => {
    const { text } = await helper.browser.open(PATH);
    const [, hour = "0"] = /Fri 17 Feb, 09:00\s*(\d+)/.exec(text) ?? [];
    return [.../(\d+) of (\d+) are in/.exec(text)!.slice(1), hour].map(Number) as [number, number, number];
  };
  const [inside, held, hour] = await numbers();
  const passOf = async (uid: string) =>
    (await row<{ id: string }>("SELECT id FROM holdings WHERE uid = ? AND item = 'goldPlus'", uid)).id;
  for (const { uid } of [stays, leaves])
    await (await helper.browser.open(`/admin/door/${await passOf(uid)}`)).press("Let in");
  expect(await numbers()).toEqual([inside + 2, held, hour + 2]);
  await run("UPDATE holdings SET state = 'ended' WHERE id = ?", await passOf(leaves.uid));
  expect(await numbers()).toEqual([inside + 1, held - 1, hour + 1]);
});

test("places in sessions are shown as taken, with who is there, free and waiting", async () => {
  const helper = await colleague("reviewer");
  const tour = await row<{ id: string }>(
    "SELECT id FROM programme_sessions WHERE title GLOB 'Walking tour*'",
  );
  const [{ held, waiting }] = (await rows<{ held: number; waiting: number }>(
    "SELECT sum(state = 'held') AS held, sum(state = 'waiting') AS waiting FROM places WHERE session_id = ?",
    tour.id,
  )) as [{ held: number; waiting: number }];
  const shown = async () =>
    /Walking tour.{0,80}?13:30–14:30\s*(\d+)\s*(\d+)\s*(\d+)\s*(\d+)/
      .exec((await helper.browser.open(PATH)).text)
      ?.slice(1);
  expect(await shown()).toEqual([held, 0, 3 - held, waiting].map(String));
  await run("UPDATE programme_sessions SET capacity = 5 WHERE id = ?", tour.id);
  expect(await shown()).toEqual([held, 0, 5 - held, waiting].map(String));
  await run("UPDATE programme_sessions SET capacity = 3 WHERE id = ?", tour.id);
});

test("all staff see numbers and no names; money is sent only to who has the ability", async () => {
  const person = await holder();
  await run(
    `INSERT INTO detail_changes SELECT conference_id, uid, 1, '{"badgeName":{"from":"","to":"Never Named"}}', 0, 0
      FROM applications WHERE uid = ?`,
    person.uid,
  );
  for (const [role, seesMoney] of [
    ["reviewer", false],
    ["decisions", false],
    ["door", false],
    ["content", false],
    ["treasurer", true],
    ["director", true],
  ] as const) {
    const { status, html, text } = await (await colleague(role)).browser.open(PATH);
    expect([role, status, text.includes(say.money), /\$\d/.test(text)]).toEqual([
      role,
      200,
      seesMoney,
      seesMoney,
    ]);
    for (const word of ["Never Named", person.uid, person.email, "Mei Chen"])
      expect([role, html.includes(word)]).toEqual([role, false]);
  }
  expect((await new Browser().open(PATH)).status).toBe(401);
  expect((await (await delegate()).browser.open(PATH)).status).toBe(403);
});

test("Live Data leads here unless the edition has an address for it", async () => {
  const { browser } = await colleague("reviewer");
  const header = async () => (await browser.open("/")).html.split("</header>")[0]!;
  const [{ value }] = (await rows<{ value: string }>(
    "SELECT value FROM settings WHERE key = 'liveDataUrl'",
  )) as [{ value: string }];
  const set = (to: string) => run("UPDATE settings SET value = ? WHERE key = 'liveDataUrl'", to);
  try {
    for (const [address, href] of [
      ["", PATH],
      ["/admin", PATH],
      ["https://live.example/now", "https://live.example/now"],
    ] as const) {
      await set(address);
      const html = await header();
      expect([address, html.includes(`href="${href}"`), html.includes("Live Data")]).toEqual([
        address,
        true,
        true,
      ]);
    }
    expect((await (await delegate()).browser.open("/")).html).not.toContain("Live Data");
  } finally {
    await set(value);
  }
});
