import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { demoUid } from "#db/seed/demo.ts";
import { roleOf } from "~/access/abilities.ts";
import { accountMessages } from "~/accounts/messages.ts";
import { reviewMessages } from "~/reviews/messages.ts";
import { staffMessages } from "~/staff/messages.ts";
import { messages } from "~/values/messages.ts";
import { LINK_PURPOSES } from "~/values/types.ts";
import { Browser, signedIn } from "../support/browser.ts";
import { mailsTo } from "../support/mails.ts";
import { CONFERENCE, delegate, PASSWORD } from "../support/people.ts";
import { type Colleague, colleague } from "../support/staff.ts";
import { changingNothing, row, rows, run } from "../support/storage.ts";
import { answerWith } from "../support/worker.ts";

const said = staffMessages;

// Before every test, the demo's director and reviewer become the whole staff.
beforeEach(async () => {
  const demo = [demoUid("director"), demoUid("reviewer")];
  await run("UPDATE users SET admin = uid IN (?, ?)", ...demo);
  await run("DELETE FROM staff WHERE uid NOT IN (?, ?)", ...demo);
  await run("UPDATE staff SET on_leave_since = NULL");
  for (const table of ["reviews", "comments", "assignments", "invitations"])
    await run(`DELETE FROM ${table}`);
});

const STAFF = "/admin/manage-staff";
const pageOf = (uid: string) => `${STAFF}/${uid}`;

type Account = { admin: number; password_hash: string; email_verified_at: number | null };
const account = (uid: string) => row<Account>("SELECT * FROM users WHERE uid = ?", uid);
const record = async (uid: string) => {
  const [found] = await rows<{
    abilities: string;
    capacity: number;
    institution: string | null;
    on_leave_since: number | null;
  }>("SELECT abilities, capacity, institution, on_leave_since FROM staff WHERE uid = ?", uid);
  if (!found) return null;
  const { abilities, ...facts } = found;
  return { role: roleOf(JSON.parse(abilities)), ...facts };
};
const acts = async (object: string) =>
  rows<{ action: string; detail: string; actor_uid: string }>(
    "SELECT action, detail, actor_uid FROM audit WHERE object = ? ORDER BY rowid",
    object,
  );

const add = async (email: string, more: Record<string, string> = {}, director?: Browser) =>
  (await (director ?? (await signedIn("director"))).open(STAFF)).press("Add", {
    people: email,
    role: "reviewer",
    capacity: "2",
    ...more,
  });

/* ------------------------------------------------------------------ adding */

test("somebody with an account whose address is confirmed is on the staff at once, is told, and has to sign in again", async () => {
  const { uid, email, browser } = await delegate();
  await run("UPDATE users SET email_verified_at = 1 WHERE uid = ?", uid);
  const answer = await add(` ${email.toUpperCase()} `);
  expect([answer.status, answer.location]).toEqual([302, `${STAFF}?added=1&invited=0&before=0`]);
  expect((await answer.follow()).text).toContain(said.added(1));
  expect((await account(uid)).admin).toBe(1);
  expect(await record(uid)).toMatchObject({ role: "reviewer", capacity: 2 });
  expect(await acts(`staff/${uid}`)).toEqual([
    { action: "addStaff", detail: '{"abilities":["read"],"capacity":2}', actor_uid: demoUid("director") },
  ]);
  expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual([
    "You are on the staff of the conference",
  ]);
  // A delegate's session lasts longer than a session of the staff may last.
  expect((await browser.get("/admin")).status).toBe(401);
});

test("a new member with a short password cannot sign in with it any more, and is told how to choose a longer one", async () => {
  const visitor = new Browser("203.0.113.77");
  const credentials = { email: "short@hpair.example", password: "mango1" };
  await visitor.post("/?index", { account: "create", ...credentials });
  await run("UPDATE users SET email_verified_at = 1 WHERE email = ?", credentials.email);
  expect((await add(credentials.email)).location).toContain("added=1");
  const refused = await visitor.post("/?index", { account: "sign-in", ...credentials });
  expect(refused.status).toBe(401);
  expect(await refused.text()).toContain("Staff need a password of at least 12 characters.");
  const wrong = await visitor.post("/?index", { account: "sign-in", ...credentials, password: "654321" });
  expect(await wrong.text()).toContain(accountMessages.invalidCredentials);
});

test("somebody without an account, or with an address that nobody confirmed, is sent an invitation", async () => {
  const { email, uid } = await delegate();
  for (const address of ["nobody@uni.example", email]) {
    const answer = await add(address, { role: "director" });
    expect(answer.location).toBe(`${STAFF}?added=0&invited=1&before=0`);
    expect((await answer.follow()).text).toContain(address);
    const [mail] = await mailsTo(address);
    expect(mail!.body).toMatch(/invites you to be a director[\s\S]*\/invitation\/[\w-]{43}/);
  }
  expect((await account(uid)).admin).toBe(0);
  const { hash } = await row<{ hash: string }>("SELECT hash FROM invitations WHERE email = ?", email);
  expect((await acts(`invitations/${hash}`)).map(({ action }) => action)).toEqual(["inviteStaff"]);
});

test.each([
  ["nobody", { people: "" }, said.nobodyNamed],
  ["something that is no address", { people: "somebody" }, said.fates.notAnAddress],
  ["too long a name", { people: `${"x".repeat(101)} <x@uni.example>` }, said.fates.nameTooLong],
  ["an unknown role", { role: "owner" }, messages.notAnOption],
  ["no capacity", { capacity: "0" }, reviewMessages.distribution.capacity(10)],
  ["too much capacity", { capacity: "11" }, reviewMessages.distribution.capacity(10)],
])("%s is refused, and the text stays in the form", async (_, fields, sentence) => {
  const typed = { people: "typed@uni.example", role: "director", capacity: "3", ...fields };
  const refused = await changingNothing(() => add(typed.people, typed), { but: ["sessions"] });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain(sentence);
  expect(Object.fromEntries(refused.form("Add").fields)["people"]).toBe(typed.people);
});

test("somebody who is already on the staff, or is disabled, is not added", async () => {
  const { uid, email } = await delegate();
  await run("UPDATE users SET disabled_at = 1 WHERE uid = ?", uid);
  for (const [address, sentence] of [
    ["reviewer@hpair.example", said.already],
    [email, said.fates.disabled],
  ] as const) {
    const refused = await changingNothing(() => add(address), { but: ["sessions"] });
    expect([refused.status, refused.text.includes(sentence)]).toEqual([409, true]);
  }
});

test("of many who add the same person at once, one does", async () => {
  const { uid, email } = await delegate();
  await run("UPDATE users SET email_verified_at = 1 WHERE uid = ?", uid);
  const page = await (await signedIn("director")).open(STAFF);
  const fields = { people: email, role: "reviewer", capacity: "1" };
  const answers = await Promise.all(Array.from({ length: 10 }, () => page.press("Add", fields)));
  expect(answers.filter(({ status }) => status === 302)).toHaveLength(1);
  expect(await acts(`staff/${uid}`)).toHaveLength(1);
  expect(await mailsTo(email)).toHaveLength(1);
});

/* ------------------------------------------------------------------ invitations */

async function invited(role = "reviewer") {
  const { email, uid, browser } = await delegate();
  await add(email, { role });
  return { email, uid, browser, path: await linkTo(email) };
}

const linkTo = async (email: string) =>
  new URL(/https?:\S+/.exec((await mailsTo(email)).at(-1)!.body)![0]).pathname;

test("the link asks to sign in, and leads back to it also by way of a new account", async () => {
  await add("fresh@uni.example");
  const path = await linkTo("fresh@uni.example");
  const visitor = new Browser("203.0.113.78");
  const asked = await changingNothing(() => visitor.open(path));
  expect(asked.status).toBe(401);
  expect(Object.fromEntries(asked.form("Log in").fields)["redirectTo"]).toBe(path);
  const create = /href="([^"]*form=create[^"]*)"/.exec(asked.html)![1]!.replaceAll("&amp;", "&");
  const created = await (await visitor.open(create)).press("Create account", {
    email: "fresh@uni.example",
    password: "short1",
  });
  expect([created.status, created.location]).toEqual([302, path]);
  expect((await created.follow()).text).toContain("You are invited to be a reviewer");
});

test("a person who follows it chooses a long password and is staff, signed in here and nowhere else", async () => {
  const { email, uid, browser, path } = await invited("director");
  const elsewhere = new Browser("203.0.113.79");
  await elsewhere.post("/?index", { account: "sign-in", email, password: PASSWORD });
  expect((await elsewhere.get("/application")).status).toBe(200);

  const page = await changingNothing(() => browser.open(path));
  expect(page.text).toContain("You are invited to be a director.");
  const weak = await changingNothing(() => page.press("Join the staff", { password: "elevenchars" }));
  expect([weak.status, weak.text.includes(accountMessages.weakAdminPassword)]).toEqual([400, true]);

  const joined = await page.press("Join the staff", { password: "twelve chars" });
  expect([joined.status, joined.location]).toEqual([302, "/admin"]);
  expect((await joined.follow()).status).toBe(200);
  expect(await record(uid)).toMatchObject({ role: "director", capacity: 2 });
  const { admin, email_verified_at } = await account(uid);
  expect([admin, email_verified_at === null]).toEqual([1, false]);
  expect((await acts(`staff/${uid}`)).map(({ action, actor_uid }) => [action, actor_uid])).toEqual([
    ["acceptInvitation", uid],
  ]);
  expect((await elsewhere.get("/application")).status).toBe(401);
  const { expires_at } = await row<{ expires_at: number }>(
    "SELECT expires_at FROM sessions WHERE uid = ?",
    uid,
  );
  expect(expires_at).toBeLessThanOrEqual(Date.now() + 12 * 3_600_000);
  const again = await elsewhere.post("/?index", { account: "sign-in", email, password: "twelve chars" });
  expect(again.status).toBe(302);

  const used = await changingNothing(async () => (await delegate()).browser.open(path), {
    but: ["users", "profiles", "sessions"],
  });
  expect([used.status, used.text.includes(said.invitationInvalid)]).toEqual([404, true]);
});

test("an account with another address cannot follow it, and is told whom it is for and what to do", async () => {
  const { path, email, uid } = await invited();
  const other = await delegate();
  await run("UPDATE users SET email_verified_at = 1 WHERE uid = ?", other.uid);
  const sentence = said.invitationForOther("d…@hpair.example", other.email);
  await changingNothing(async () => {
    const page = await other.browser.open(path);
    expect([page.status, page.text.includes(sentence), page.text.includes(email)]).toEqual([
      403,
      true,
      false,
    ]);
    const posted = await other.browser.post(path, { password: "twelve chars" });
    expect([posted.status, (await posted.text()).includes(email)]).toEqual([403, false]);
  });
  expect([(await account(other.uid)).admin, (await account(uid)).admin]).toEqual([0, 0]);

  const out = await (await other.browser.open(path)).press("Log out and use another account");
  expect([out.status, out.location]).toEqual([302, path]);
  const gate = await out.follow();
  expect([gate.status, gate.text.includes(said.invitationFor("d…@hpair.example"))]).toEqual([401, true]);
  const joining = await gate.press("Log in", { email, password: PASSWORD });
  expect((await joining.follow()).has("Join the staff")).toBe(true);
});

test("an account that has another address by the time it joins does not", async () => {
  const { path, uid, browser } = await invited();
  let joins = false;
  const DB = {
    prepare(sql: string) {
      joins ||= /insert into "staff"/i.test(sql);
      return env.DB.prepare(sql);
    },
    async batch(statements: D1PreparedStatement[]) {
      if (joins)
        await run(
          "UPDATE users SET email = 'moved@x.example', email_key = 'moved@x.example' WHERE uid = ?",
          uid,
        );
      return env.DB.batch(statements);
    },
  };
  browser.send = (request) => answerWith({ DB }, request);
  expect((await browser.post(path, { password: "twelve chars" })).status).toBe(404);
  expect([joins, (await account(uid)).admin, await record(uid)]).toEqual([true, 0, null]);
});

test("nothing that opened the account before opens it once it is staff's", async () => {
  const { path, uid, browser } = await invited();
  for (const purpose of LINK_PURPOSES)
    await run(
      "INSERT INTO tokens (hash, purpose, uid, email, created_at, expires_at) VALUES (?, ?, ?, 'stranger@x.example', 0, ?)",
      `${uid}${purpose}`,
      purpose,
      uid,
      Date.now() + 600_000,
    );
  expect((await browser.post(path, { password: "twelve chars" })).status).toBe(302);
  expect(await rows("SELECT purpose FROM tokens WHERE uid = ? AND used_at IS NULL", uid)).toEqual([]);
});

test("nor does what opened an account that is made staff at once", async () => {
  const { uid, email } = await delegate();
  await run("UPDATE users SET email_verified_at = 1 WHERE uid = ?", uid);
  for (const purpose of LINK_PURPOSES)
    await run(
      "INSERT INTO tokens (hash, purpose, uid, email, created_at, expires_at) VALUES (?, ?, ?, 'earlier@x.example', 0, ?)",
      `${uid}${purpose}`,
      purpose,
      uid,
      Date.now() + 600_000,
    );
  const director = await signedIn("director");
  const added = await director.post(STAFF, { intent: "add", people: email, role: "reviewer", capacity: "1" });
  expect(added.status).toBe(302);
  expect((await account(uid)).admin).toBe(1);
  expect(await rows("SELECT purpose FROM tokens WHERE uid = ? AND used_at IS NULL", uid)).toEqual([]);
  expect(await rows("SELECT 1 FROM sessions WHERE uid = ?", uid)).toEqual([]);
});

test("of two tabs that follow it at once, one joins", async () => {
  const { path, browser } = await invited();
  const pages = [await browser.open(path), await browser.open(path)];
  const answers = await Promise.all(
    pages.map((page) => page.press("Join the staff", { password: "twelve chars" })),
  );
  expect(answers.filter(({ status }) => status === 302)).toHaveLength(1);
});

test("staff cannot follow it: it would change their role", async () => {
  const { path } = await invited();
  for (const role of ["director", "reviewer"]) {
    const browser = await signedIn(role);
    const refused = await changingNothing(() => browser.open(path));
    expect([refused.status, refused.text.includes(said.already)]).toEqual([409, true]);
    expect((await browser.post(path, { password: "twelve chars" })).status).toBe(409);
  }
  expect(await record(demoUid("director"))).toMatchObject({ role: "director" });
});

test("after seven days, once withdrawn, or once sent again, a link stops working", async () => {
  const late = await invited();
  await run("UPDATE invitations SET expires_at = ?", Date.now());
  expect((await late.browser.get(late.path)).status).toBe(404);
  expect((await late.browser.post(late.path, { password: "twelve chars" })).status).toBe(404);
  expect((await account(late.uid)).admin).toBe(0);

  const { email, browser, path } = await invited();
  const { created_at, expires_at } = await row<{ created_at: number; expires_at: number }>(
    "SELECT * FROM invitations WHERE email = ?",
    email,
  );
  expect(expires_at - created_at).toBe(7 * 24 * 3_600_000);
  const director = await signedIn("director");
  const before = await director.open(STAFF);
  expect((await before.press("Send again")).location).toBe(`${STAFF}?invited=1`);
  expect((await browser.get(path)).status).toBe(404);
  const renewed = await linkTo(email);
  expect((await browser.get(renewed)).status).toBe(200);
  // The page was opened before the invitation was renewed. The invitation on this page does not exist any more.
  const gone = await changingNothing(() => before.press("Withdraw"));
  expect([gone.status, gone.text.includes(said.invitationGone)]).toEqual([409, true]);
  expect((await before.press("Send again")).status).toBe(409);

  const now = await director.open(STAFF);
  const { hash } = await row<{ hash: string }>("SELECT hash FROM invitations WHERE email = ?", email);
  expect((await now.press("Withdraw")).location).toBe(`${STAFF}?notice=withdrawn`);
  expect((await browser.get(renewed)).status).toBe(404);
  expect((await acts(`invitations/${hash}`)).map(({ action }) => action)).toEqual([
    "inviteStaff",
    "withdrawInvitation",
  ]);
});

/* ------------------------------------------------------------------ changing and removing */

const change = async (uid: string, fields: Record<string, string>, director?: Browser) =>
  (await (director ?? (await signedIn("director"))).open(pageOf(uid))).press("Save", fields);

test("role, capacity, institution and leave are changed and recorded", async () => {
  const { uid } = await colleague();
  const saved = await change(uid, { role: "director", capacity: "3", institution: " NUS ", onLeave: "true" });
  expect((await saved.follow()).text).toContain(messages.saved);
  const { on_leave_since, ...facts } = (await record(uid))!;
  expect(facts).toEqual({ role: "director", capacity: 3, institution: "NUS" });
  // The leave begins at a time on the portal's clock. Other changes to the record keep that time.
  expect(on_leave_since).toBeLessThan(Date.parse("2023-01-01"));
  await change(uid, { capacity: "4" });
  expect(await record(uid)).toEqual({ role: "director", capacity: 4, institution: "NUS", on_leave_since });
  const page = await (await signedIn("director")).open(pageOf(uid));
  const { action, fields } = page.form("Save");
  await page.browser.submit(action || page.path, [
    ...fields.filter(([name]) => name !== "onLeave"),
    ["intent", "change"],
  ]);
  expect((await record(uid))!.on_leave_since).toBeNull();
  expect((await acts(`staff/${uid}`)).map(({ detail }) => detail)).toEqual([
    '{"abilities":["everything"],"capacity":3,"onLeave":true}',
    '{"abilities":["everything"],"capacity":4,"onLeave":true}',
    '{"abilities":["everything"],"capacity":4,"onLeave":false}',
  ]);
});

test("what another director has changed meanwhile is shown, and replaced only by a second press", async () => {
  const { uid } = await colleague(["read", "money"]);
  const older = await (await signedIn("director")).open(pageOf(uid));
  await change(uid, { role: "reviewer" });
  const mistyped = await older.press("Save", { capacity: "11" });
  expect(mistyped.status).toBe(400);
  const refused = await mistyped.press("Save", { capacity: "3" });
  expect([refused.status, refused.text.includes(staffMessages.changedMeanwhile)]).toEqual([409, true]);
  expect(await record(uid)).toMatchObject({ role: "reviewer", capacity: 1 });
  expect((await (await refused.press("Save")).follow()).text).toContain(messages.saved);
  expect(await record(uid)).toMatchObject({ capacity: 3 });
});

test("a form that is sent twice is saved once", async () => {
  const { uid } = await colleague(["read"]);
  const page = await (await signedIn("director")).open(pageOf(uid));
  const before = (await acts(`staff/${uid}`)).length;
  for (const _ of [1, 2]) expect((await page.press("Save", { capacity: "5" })).status).toBe(302);
  expect((await acts(`staff/${uid}`)).length).toBe(before + 1);
});

test("somebody with the claim and no record is a director, and gets a record by a change", async () => {
  const { uid } = await colleague(null);
  const page = await (await signedIn("director")).open(pageOf(uid));
  expect(Object.fromEntries(page.form("Save").fields)).toMatchObject({ capacity: "1" });
  await page.press("Save", { role: "reviewer", capacity: "2" });
  expect(await record(uid)).toMatchObject({ role: "reviewer", capacity: 2 });
});

test("a removed member has no role, no claim and no session from that moment, and their unread work is offered to others", async () => {
  const [gone, other] = (await Promise.all([colleague(), colleague()])) as [Colleague, Colleague];
  const people = await Promise.all(
    Array.from({ length: 3 }, () => delegate({ submittedAt: "2022-12-11T18:05:00Z" })),
  );
  for (const { uid } of people)
    await run(
      "INSERT INTO assignments (conference_id, uid, staff_uid, reason, assigned_at) VALUES (?, ?, ?, 'x', 0)",
      CONFERENCE,
      uid,
      gone.uid,
    );
  await run(
    "INSERT INTO comments (id, conference_id, uid, staff_uid, text, created_at) VALUES ('c', ?, ?, ?, 'x', 0)",
    CONFERENCE,
    people[0]!.uid,
    gone.uid,
  );
  expect((await gone.browser.get("/admin")).status).toBe(200);

  const director = await signedIn("director");
  await run(
    "UPDATE staff SET on_leave_since = 1 WHERE uid IN (?, ?)",
    demoUid("director"),
    demoUid("reviewer"),
  );
  const page = await director.open(pageOf(gone.uid));
  expect(page.text).toContain(said.removingUnread(2, 3));
  const removed = await page.press("Remove");
  expect([removed.status, removed.location]).toEqual([302, pageOf(gone.uid)]);
  expect((await gone.browser.get("/admin")).status).toBe(401);
  expect(await rows("SELECT 1 FROM sessions WHERE uid = ?", gone.uid)).toEqual([]);
  expect([(await account(gone.uid)).admin, await record(gone.uid)]).toEqual([0, null]);
  expect((await acts(`staff/${gone.uid}`)).map(({ action }) => action)).toEqual(["removeStaff"]);

  const left = await removed.follow();
  expect(left.text).toContain(said.leftUnread(2));
  expect((await director.open(STAFF)).text).toContain("Has left");
  const plan = await (await left.press("Give their 2 unstarted applications to others")).follow();
  expect(plan.text).toContain(other.email);
  await plan.press(/^Apply/);
  expect(await rows("SELECT uid, staff_uid FROM assignments ORDER BY staff_uid, uid")).toEqual(
    [
      { uid: people[0]!.uid, staff_uid: gone.uid },
      { uid: people[1]!.uid, staff_uid: other.uid },
      { uid: people[2]!.uid, staff_uid: other.uid },
    ].sort((a, b) => (a.staff_uid + a.uid < b.staff_uid + b.uid ? -1 : 1)),
  );
  expect((await director.get(pageOf(gone.uid))).status).toBe(404);
});

test("work that somebody on leave has not begun is offered too, an active reader's is not", async () => {
  const away = await colleague();
  const { uid } = await delegate({ submittedAt: "2022-12-11T18:05:00Z" });
  await run(
    "INSERT INTO assignments (conference_id, uid, staff_uid, reason, assigned_at) VALUES (?, ?, ?, 'x', 0)",
    CONFERENCE,
    uid,
    away.uid,
  );
  const director = await signedIn("director");
  const button = "Give their 1 unstarted application to others";
  const page = await director.open(pageOf(away.uid));
  expect(page.has(button)).toBe(false);
  const early = await director.submit(page.path, [["intent", "give"]]);
  expect([early.status, early.text.includes(reviewMessages.distribution.nothingToDo)]).toEqual([409, true]);
  await run("UPDATE staff SET on_leave_since = 1 WHERE uid = ?", away.uid);
  expect((await director.open(page.path)).has(button)).toBe(true);
  // An application that is open again waits for nobody.
  await run("UPDATE applications SET submitted_at = NULL, reopened_from = submitted_at WHERE uid = ?", uid);
  expect((await director.open(page.path)).has(button)).toBe(false);
});

const alone = async () => {
  const { uid, browser } = await colleague("director");
  await run("UPDATE users SET admin = 0 WHERE uid = ?", demoUid("director"));
  return { uid, browser };
};

test.each([
  ["nobody else", async () => undefined],
  [
    "a director who is disabled",
    async () => run("UPDATE users SET disabled_at = 1 WHERE uid = ?", (await colleague("director")).uid),
  ],
  [
    "a director without the claim",
    async () => run("UPDATE users SET admin = 0 WHERE uid = ?", (await colleague("director")).uid),
  ],
  ["a reviewer", async () => colleague("reviewer")],
])("with %s beside them, the last director can neither be removed nor made reviewer", async (_, others) => {
  const { uid, browser } = await alone();
  await others();
  const page = await browser.open(pageOf(uid));
  await changingNothing(async () => {
    for (const refused of [
      await page.press("Remove"),
      await page.press("Save", { role: "reviewer", capacity: "1" }),
    ]) {
      expect(refused.status).toBe(409);
      expect(refused.text).toContain(said.lastDirector);
    }
  });
  expect((await page.press("Save", { role: "director", capacity: "2" })).status).toBe(302);
  const { uid: claimed } = await colleague(null);
  const saved = await browser.open(pageOf(uid));
  expect((await saved.press("Save", { role: "reviewer", capacity: "2" })).status).toBe(302);
  expect((await account(claimed)).admin).toBe(1);
});

test.each([
  ["removing", "Remove", {}],
  ["making a reviewer of", "Save", { role: "reviewer", capacity: "1" }],
])("two directors who are at %s each other at once leave one", async (_, button, fields) => {
  const one = await alone();
  const other = await colleague("director");
  const pages = [await one.browser.open(pageOf(other.uid)), await other.browser.open(pageOf(one.uid))];
  const answers = await Promise.all(pages.map((page) => page.press(button, fields)));
  expect(answers.filter(({ status }) => status === 302)).toHaveLength(1);
  const directors = await rows(
    "SELECT 1 FROM users LEFT JOIN staff ON staff.uid = users.uid WHERE admin = 1 AND users.uid IN (?, ?) AND coalesce(abilities, '[\"everything\"]') = '[\"everything\"]'",
    one.uid,
    other.uid,
  );
  expect(directors).toHaveLength(1);
});

test("a delegate is not staff: there is nothing to change or to remove, and their session goes on", async () => {
  const { uid, browser } = await delegate();
  const director = await signedIn("director");
  await changingNothing(async () => {
    expect((await director.get(pageOf(uid))).status).toBe(404);
    for (const intent of ["remove", "change"])
      expect((await director.post(pageOf(uid), { intent, role: "director", capacity: "1" })).status).toBe(
        404,
      );
  });
  expect((await browser.get("/application")).status).toBe(200);
});

test("nobody but a director sees or does any of it", async () => {
  const { uid } = await colleague();
  await add("open@uni.example");
  const { hash } = await row<{ hash: string }>("SELECT hash FROM invitations");
  for (const browser of [await signedIn("reviewer"), (await delegate()).browser, new Browser()]) {
    await changingNothing(async () => {
      for (const path of [STAFF, pageOf(uid)]) {
        expect([401, 403]).toContain((await browser.get(path)).status);
        for (const intent of ["add", "again", "withdraw", "change", "remove", "give"]) {
          const fields = { intent, people: "x@x.example", role: "director", capacity: "1", invitation: hash };
          expect([401, 403]).toContain((await browser.post(path, fields)).status);
        }
      }
    });
  }
});

test("the list shows role, leave, capacity and load of everybody", async () => {
  const { uid, email } = await colleague("reviewer", { capacity: 7, institution: "Keio" });
  await run("UPDATE staff SET on_leave_since = 1 WHERE uid = ?", uid);
  const nothing = await (await signedIn("director")).open(STAFF);
  expect(nothing.text).toContain(`${email} Reviewer On leave 7 Keio`);
  await run(
    `INSERT INTO assignments (conference_id, uid, staff_uid, reason, assigned_at)
      VALUES ('aconf_2023', ?, ?, 'test', 0)`,
    ...[demoUid("submitted"), uid],
  );
  const page = await (await signedIn("director")).open(STAFF);
  expect(page.text).toContain(`${email} Reviewer On leave 7 1 1 Keio`);
});
