import { beforeEach, expect, test } from "vitest";
import { demoUid } from "#db/seed/demo.ts";
import { planMessages } from "~/plans/messages.ts";
import { staffMessages } from "~/staff/messages.ts";
import { signedIn } from "../support/browser.ts";
import { overtake } from "../support/overtake.ts";
import { CONFERENCE } from "../support/people.ts";
import { type Colleague, colleague } from "../support/staff.ts";
import { changingNothing, rows, run } from "../support/storage.ts";

const said = staffMessages.handover;
const PAGE = "/admin/handover";
const DIRECTOR = demoUid("director");

// Before every test, the demo's director and reviewer become the whole staff.
beforeEach(async () => {
  const demo = [DIRECTOR, demoUid("reviewer")];
  await run("UPDATE users SET admin = uid IN (?, ?), disabled_at = NULL", ...demo);
  await run("DELETE FROM staff WHERE uid NOT IN (?, ?)", ...demo);
  await run("DELETE FROM assignments");
});

const account = async (uid: string) =>
  (await rows("SELECT admin, disabled_at, email_verified_at FROM users WHERE uid = ?", uid))[0];
const record = async (uid: string) => (await rows("SELECT * FROM staff WHERE uid = ?", uid))[0] ?? null;
const sessionsOf = async (uid: string) => (await rows("SELECT 1 FROM sessions WHERE uid = ?", uid)).length;
const acts = (object: string) =>
  rows<{ action: string }>("SELECT action FROM audit WHERE object = ? ORDER BY rowid", object);

/** Everything that says whether somebody is on the staff. */
const standingOf = async ({ uid }: Colleague) => ({ ...(await account(uid)), staff: await record(uid) });

/** The page of a plan by which these people leave. The demo's director makes the plan, unless `by` says otherwise. */
async function planFor(people: Colleague[], by = "director" as string | Colleague) {
  const browser = typeof by === "string" ? await signedIn(by) : by.browser;
  const answer = await browser.post(`${PAGE}?index`, [
    ...people.map(({ uid }): [string, string] => ["leaves", uid]),
  ]);
  const path = answer.headers.get("Location");
  expect([answer.status, path]).toEqual([302, expect.stringMatching(/^\/admin\/handover\/\w{20}$/)]);
  return { browser, path: path! };
}

const press = async ({ browser, path }: Awaited<ReturnType<typeof planFor>>, button: string | RegExp) => {
  const page = await browser.open(path);
  const name = page.forms
    .flatMap(({ buttons }) => buttons.map(({ text }) => text))
    .find((text) => (typeof button === "string" ? text === button : button.test(text)));
  expect(name, `a button like ${button}`).toBeDefined();
  return page.press(name!, {});
};
const END = /^End the access of/;

/* ------------------------------------------------------------------ the page */

test("who was on the staff before the last season ended is ticked, and nobody else", async () => {
  await run(
    `INSERT INTO rounds (conference_id, id, title, position, deadline, decision_release)
      VALUES ('hconf_2019', 'only', 'Only', 0, ?1, ?1)`,
    Date.parse("2022-02-01T00:00Z"),
  );
  const [before, since] = [await colleague(), await colleague()];
  // This is the present in real time. The portal's clock shows it as the demo's present day.
  await run("UPDATE staff SET created_at = ? WHERE uid = ?", Date.now(), since.uid);
  const { html, text } = await (await signedIn("director")).open(PAGE);
  const box = (uid: string) => new RegExp(`<input[^>]*value="${uid}"[^>]*>`).exec(html)![0];
  expect(box(before.uid)).toContain("checked");
  expect(box(since.uid)).not.toContain("checked");
  expect(box(DIRECTOR)).not.toContain("checked");
  expect(text).toContain("End last season’s staff: ");
  expect(text).toContain(": the deadline is in");
  await run("DELETE FROM rounds WHERE conference_id = 'hconf_2019'");
});

test("a form without ticks, or with somebody who is gone, is shown again and changes nothing", async () => {
  const [stays, gone] = [await colleague(), await colleague()];
  await run("UPDATE users SET admin = 0 WHERE uid = ?", gone.uid);
  const director = await signedIn("director");
  await changingNothing(async () => {
    const none = await director.post(`${PAGE}?index`, {});
    expect(none.status).toBe(400);
    expect(await none.text()).toContain(said.nobody);
    const answer = await director.post(`${PAGE}?index`, [
      ["leaves", stays.uid],
      ["leaves", gone.uid],
    ]);
    expect(answer.status).toBe(409);
    const html = await answer.text();
    expect(html).toContain(said.gone);
    expect(/<input[^>]*value="colleague[^>]*>/.exec(html)![0]).toContain("checked");
    const hostile = await director.post(`${PAGE}?index`, { leaves: "x".repeat(10_000) });
    expect(hostile.status).toBe(400);
  });
});

/* ------------------------------------------------------------------ a plan */

test("a plan says who loses what, does it at once, and can be taken back to the letter", async () => {
  const [reader, leader] = [
    await colleague("reviewer", { capacity: 3, institution: "Harvard" }),
    await colleague(null),
  ];
  await colleague("director");
  await run(
    `INSERT INTO assignments (conference_id, uid, staff_uid, reason, assigned_at)
      VALUES (?, ?, ?, 'test', 0)`,
    CONFERENCE,
    demoUid("submitted"),
    reader.uid,
  );
  const before = [await standingOf(reader), await standingOf(leader)];
  const director = await signedIn("director");
  const plan = await changingNothing(() => planFor([reader, leader]), { but: ["plans", "sessions"] });
  const shown = await director.open(plan.path);
  expect(shown.text).toContain("2 people leave the staff");
  expect(shown.text).toMatch(new RegExp(`${reader.email} Reviewer 1 1 of 1`));
  expect(shown.text).toMatch(new RegExp(`${leader.email} Director 1 Nothing`));

  expect((await press(plan, END)).status).toBe(302);
  for (const person of [reader, leader]) {
    expect(await standingOf(person)).toMatchObject({ admin: 0, staff: null });
    expect(await sessionsOf(person.uid)).toBe(0);
    expect((await person.browser.get("/admin")).status).toBe(401);
    expect((await acts(`staff/${person.uid}`)).map(({ action }) => action)).toEqual(["removeStaff"]);
  }
  const done = await director.open(plan.path);
  expect(done.text).toContain(`${reader.email} Reviewer 1 1 of 1`);
  expect((await director.open(`/admin/manage-staff/${reader.uid}`)).text).toContain("Left unread");
  expect((await acts(plan.path.replace("/admin/handover", "plans"))).map(({ action }) => action)).toEqual([
    "handOver",
  ]);

  const back = await press(plan, "Undo");
  expect(back.status).toBe(302);
  const undo = { browser: plan.browser, path: back.location! };
  expect((await director.open(undo.path)).text).toContain(said.returning);
  expect((await press(undo, "Give 2 people their role back")).status).toBe(302);
  expect([await standingOf(reader), await standingOf(leader)]).toEqual(before);
  expect((await acts(`staff/${reader.uid}`)).map(({ action }) => action)).toEqual([
    "removeStaff",
    "addStaff",
  ]);
  for (const path of [plan.path, "/admin/handover"])
    expect((await director.open(path)).text, path).toContain("Undone");
});

test("whoever leaves by their own plan is logged out with the others", async () => {
  const [own, one, other] = [
    await colleague("director"),
    await colleague("director"),
    await colleague("director"),
  ];
  const plan = await planFor([own, one], own);
  expect((await own.browser.open(plan.path)).text).toContain(said.oneself);
  expect((await press(plan, END)).status).toBe(302);
  expect((await own.browser.get(PAGE)).status).toBe(401);
  expect(await standingOf(other)).toMatchObject({ admin: 1 });
});

/* ------------------------------------------------------------------ two directors stay */

test("no plan leaves fewer than two directors who can log in", async () => {
  const [one, other, disabled] = [
    await colleague("director"),
    await colleague("director"),
    await colleague("director"),
  ];
  await run("UPDATE users SET disabled_at = 1 WHERE uid = ?", disabled.uid);
  const director = await signedIn("director");
  await changingNothing(async () => {
    const answer = await director.post(`${PAGE}?index`, [
      ["leaves", one.uid],
      ["leaves", other.uid],
    ]);
    expect(answer.status).toBe(409);
    expect(await answer.text()).toContain(said.tooFew(1));
  });
  // If two directors are left, the plan may be made.
  await planFor([one]);
});

test("a plan made while there were enough directors is refused when there are not", async () => {
  const [one, other] = [await colleague("director"), await colleague("director")];
  const plan = await planFor([one]);
  await run("UPDATE users SET disabled_at = 1 WHERE uid = ?", other.uid);
  const refused = await press(plan, END);
  expect([refused.status, await standingOf(one)]).toEqual([409, expect.objectContaining({ admin: 1 })]);
  expect(refused.text).toContain(said.tooFew(1));
});

test("of two plans that would leave nobody together, one is applied, also at the same moment", async () => {
  const [a, b, c] = [await colleague("director"), await colleague("director"), await colleague("director")];
  const first = await planFor([a, b]);
  const second = await planFor([c]);
  const happened = overtake(first.browser, 'update "plans"', async () => {
    expect((await press(second, END)).status).toBe(302);
  });
  const refused = await press(first, END);
  expect([refused.status, happened()]).toEqual([409, true]);
  expect(refused.text).toContain(said.tooFew(1));
  expect(await standingOf(a)).toMatchObject({ admin: 1 });
  expect(await standingOf(b)).toMatchObject({ admin: 1 });
  expect(await standingOf(c)).toMatchObject({ admin: 0 });
});

/* ------------------------------------------------------------------ what has changed meanwhile */

test.each([
  ["has another role", "UPDATE staff SET abilities = '[\"everything\"]' WHERE uid = ?"],
  ["is on leave", "UPDATE staff SET on_leave_since = 1 WHERE uid = ?"],
  ["has no record", "DELETE FROM staff WHERE uid = ?"],
  ["has left", "UPDATE users SET admin = 0 WHERE uid = ?"],
])("a plan is refused whole if somebody in it %s by now", async (_, change) => {
  const [changed, same] = [await colleague(), await colleague()];
  await colleague("director");
  const plan = await planFor([changed, same]);
  await run(change, changed.uid);
  const before = [await standingOf(changed), await standingOf(same)];
  const refused = await press(plan, END);
  expect([refused.status, await standingOf(changed), await standingOf(same)]).toEqual([409, ...before]);
  expect(refused.text).toContain(said.moved);
  expect(await sessionsOf(same.uid)).toBe(1);
  expect(await acts(`staff/${same.uid}`)).toEqual([]);
});

test.each([
  ["is another mailbox", "UPDATE users SET email_verified_at = 5 WHERE uid = ?"],
  ["is disabled", "UPDATE users SET disabled_at = 1 WHERE uid = ?"],
  ["is staff again", "UPDATE users SET admin = 1 WHERE uid = ?"],
  [
    "has a record again",
    "INSERT INTO staff (uid, abilities, capacity, created_at) VALUES (?, '[\"read\"]', 1, 0)",
  ],
])("nobody gets a role back if an account %s by now", async (_, change) => {
  const [changed, same] = [await colleague(), await colleague()];
  await colleague("director");
  const plan = await planFor([changed, same]);
  await press(plan, END);
  const undo = { browser: plan.browser, path: (await press(plan, "Undo")).location! };
  await run(change, changed.uid);
  const before = [await standingOf(changed), await standingOf(same)];
  const refused = await press(undo, "Give 2 people their role back");
  expect([refused.status, await standingOf(changed), await standingOf(same)]).toEqual([409, ...before]);
  expect(refused.text).toContain(said.moved);
});

test("a plan is applied once, and its links to the account stop working when the person comes back", async () => {
  const person = await colleague();
  await colleague("director");
  const plan = await planFor([person]);
  const open = await plan.browser.open(plan.path);
  expect((await press(plan, END)).status).toBe(302);
  const again = await open.press("End the access of 1 person", {});
  expect([again.status, again.text.includes(planMessages.alreadyApplied)]).toEqual([409, true]);
  await run(
    "INSERT INTO tokens (hash, purpose, uid, created_at, expires_at) VALUES (?, 'reset-password', ?, 0, ?)",
    person.uid,
    person.uid,
    Date.now() + 60_000,
  );
  const undo = { browser: plan.browser, path: (await press(plan, "Undo")).location! };
  await press(undo, "Give 1 person their role back");
  const [token] = await rows<{ used_at: number | null }>(
    "SELECT used_at FROM tokens WHERE hash = ?",
    person.uid,
  );
  expect(token!.used_at).not.toBeNull();
});
