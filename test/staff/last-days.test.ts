import { afterEach, expect, test } from "vitest";
import { accessMessages } from "~/access/messages.ts";
import { doorMessages } from "~/door/messages.ts";
import { staffMessages } from "~/staff/messages.ts";
import { type Browser, signedIn } from "../support/browser.ts";
import { restoreClock, stopClockAt } from "../support/clock.ts";
import { linkIn, mailsTo } from "../support/mails.ts";
import { delegate, PASSWORD } from "../support/people.ts";
import { Program, REFRESH, SIGN_IN, UPDATE } from "../support/programs.ts";
import { colleague } from "../support/staff.ts";
import { changingNothing, row, rows, run } from "../support/storage.ts";

afterEach(restoreClock);

const STAFF = "/admin/manage-staff";
/** The end of 17 February where the event is, which is not the end of that day elsewhere. */
const END = Date.parse("2023-02-18T00:00:00-05:00");
const at = (ms: number) => stopClockAt(new Date(ms).toISOString());

const untilOf = async (uid: string) =>
  (await row<{ until: number | null }>("SELECT door_until AS until FROM staff WHERE uid = ?", uid)).until;
const save = async (uid: string, fields: Record<string, string>) =>
  (await (await signedIn("director")).open(`${STAFF}/${uid}`)).press("Save", fields);
const add = async (people: string, fields: Record<string, string>) =>
  (await (await signedIn("director")).open(STAFF)).press("Add", { people, capacity: "1", ...fields });

test("the ability ends with its last day where the event is, to the millisecond, and not before", async () => {
  const helper = await colleague("door");
  await at(END - 3 * 3_600_000);
  const saved = await save(helper.uid, { role: "door", lastDay: "2023-02-17" });
  expect(saved.status).toBe(302);
  expect(await untilOf(helper.uid)).toBe(END);
  const pages = ["/admin", "/admin/door", "/admin/day", "/door/scan", "/door/roster"];
  const statuses = async () =>
    Promise.all(pages.map(async (path) => (await helper.browser.get(path)).status));
  await at(END - 1);
  expect(await statuses()).toEqual([200, 200, 200, 200, 200]);
  await at(END);
  expect(await statuses()).toEqual([403, 403, 403, 403, 403]);
  await at(END + 1);
  expect(await statuses()).toEqual([403, 403, 403, 403, 403]);
  for (const path of ["/admin", "/admin/door"])
    expect((await helper.browser.open(path)).text).toContain(accessMessages.doorEnded);
});

test("a helper whose last day is over sees of a code what a stranger sees, and has no link to the staff's pages", async () => {
  const [helper, stranger] = [await colleague("door"), await delegate()];
  await run("UPDATE staff SET door_until = ? WHERE uid = ?", END, helper.uid);
  const words = async (browser: Browser) => {
    const { status, text, html } = await browser.open("/door/none");
    return { status, about: text.includes(doorMessages.aboutCodes), staff: html.includes('href="/admin"') };
  };
  await at(END - 1);
  expect((await words(helper.browser)).about).toBe(false);
  await at(END);
  expect(await words(helper.browser)).toEqual(await words(stranger.browser));
  expect(await words(helper.browser)).toEqual({ status: 200, about: true, staff: false });
});

test("whose last day is over still needs a password of the staff, because the login asks for one", async () => {
  const helper = await colleague("door");
  await run("UPDATE staff SET door_until = ? WHERE uid = ?", END, helper.uid);
  await at(END);
  const change = (newPassword: string) =>
    helper.browser.post("/change-password", { oldPassword: PASSWORD, newPassword });
  expect((await change("eight888")).status).toBe(400);
  expect((await change("a long password of words")).status).toBe(302);
});

test("a form that was opened in time does nothing after the end", async () => {
  const helper = await colleague("door");
  await run("UPDATE staff SET door_until = ? WHERE uid = ?", END, helper.uid);
  await at(END - 1);
  const page = await helper.browser.open("/admin/door/practice?ticket=0");
  await at(END);
  const pressed = await changingNothing(() => page.press("Let in"), { but: ["sessions"] });
  expect(pressed.status).toBe(403);
});

test("another ability has no last day: it is refused, and what was typed stays", async () => {
  const { uid } = await colleague("door");
  for (const [fields, sentence] of [
    [{ role: "treasurer", lastDay: "2023-02-17" }, staffMessages.lastDayForDoor],
    [{ role: "door", lastDay: "2023-02-30" }, staffMessages.notADay],
  ] as const) {
    const refused = await changingNothing(() => save(uid, fields), { but: ["sessions"] });
    expect([refused.status, refused.text.includes(sentence)]).toEqual([400, true]);
    expect(Object.fromEntries(refused.form("Save").fields)["lastDay"]).toBe(fields.lastDay);
  }
  // A person who gets a role with more abilities has no last day any more.
  await save(uid, { role: "door", lastDay: "2023-02-17" });
  expect(await untilOf(uid)).toBe(END);
  await save(uid, { role: "treasurer", lastDay: "" });
  expect(await untilOf(uid)).toBeNull();
});

test("an invitation carries the last day, and who accepts it has it", async () => {
  await at(Date.parse("2023-02-01T12:00:00Z"));
  const past = await add("late@helpers.example", { role: "door", lastDay: "2023-01-31" });
  expect([past.status, past.text.includes(staffMessages.lastDayOver)]).toEqual([400, true]);
  const person = await delegate();
  const answer = await add(person.email, { role: "door", lastDay: "2023-02-17" });
  expect(answer.status).toBe(302);
  expect((await answer.follow()).text).toContain(staffMessages.doorUntil("Friday 17 February"));
  const [mail] = await mailsTo(person.email);
  expect(mail!.body).toContain("Your last day at the door is Friday 17 February.");
  expect(mail!.body).toContain("It ends at midnight, US Eastern time.");
  const joined = await (await person.browser.open(linkIn(mail!))).press("Join the staff", {
    password: `${PASSWORD} of a helper`,
  });
  expect(joined.location).toBe("/admin");
  expect(await untilOf(person.uid)).toBe(END);
  expect(
    await rows(
      "SELECT json_extract(detail, '$.doorUntil') AS until FROM audit WHERE object = ?",
      `staff/${person.uid}`,
    ),
  ).toEqual([{ until: END }]);
});

test("who has an account already reads the last day too, and so does who is invited again; others read of none", async () => {
  const last = "Your last day at the door is Friday 17 February.";
  const [helper, invited, treasurer] = await Promise.all([delegate(), delegate(), delegate()]);
  await run("UPDATE users SET email_verified_at = 1 WHERE uid = ?", helper.uid);
  await add(`${helper.email}\n${invited.email}`, { role: "door", lastDay: "2023-02-17" });
  await add(treasurer.email, { role: "treasurer" });
  expect((await mailsTo(helper.email)).map(({ body }) => body)).toEqual([expect.stringContaining(last)]);
  expect((await mailsTo(treasurer.email)).map(({ body }) => body)).toEqual([
    expect.not.stringContaining("last day"),
  ]);
  const { hash } = await row<{ hash: string }>("SELECT hash FROM invitations WHERE email = ?", invited.email);
  const again = await (await signedIn("director")).post(STAFF, { intent: "again", invitation: hash });
  expect(again.status).toBe(302);
  expect((await mailsTo(invited.email)).map(({ body }) => body)).toEqual([
    expect.stringContaining(last),
    expect.stringContaining(last),
  ]);
});

test("the list of staff says until when, and that it is over; another day opens the door again", async () => {
  const helper = await colleague("door");
  await run("UPDATE staff SET door_until = ?, name = 'Hana Helper' WHERE uid = ?", END, helper.uid);
  const listed = async () => (await (await signedIn("director")).open(STAFF)).text;
  await at(END - 1);
  expect(await listed()).toMatch(/Hana Helper.{0,80}until Friday 17 February/);
  await at(END);
  expect(await listed()).toMatch(/Hana Helper.{0,80}Ended Friday 17 February/);
  expect((await helper.browser.get("/admin/door")).status).toBe(403);
  expect((await save(helper.uid, { lastDay: "2023-02-18" })).status).toBe(302);
  expect((await helper.browser.get("/admin/door")).status).toBe(200);
});

test("a mail to the staff goes to a helper up to the last day, and not afterwards", async () => {
  const helper = await colleague("door");
  await run("UPDATE staff SET door_until = ? WHERE uid = ?", END, helper.uid);
  const reached = async () => {
    await run("DELETE FROM mailings");
    const page = await (await signedIn("director")).open("/admin/mail");
    const mail = { audience: "staff", subject: "About the {conference}", body: "Dear {firstName}" };
    const preview = await page.press("Show who it goes to", mail);
    await preview.press(
      preview.forms.flatMap(({ buttons }) => buttons).find(({ text }) => /^Send/.test(text))!.text,
    );
    return (await mailsTo(helper.email)).length;
  };
  await at(END - 1);
  expect(await reached()).toBe(1);
  await run("DELETE FROM outbox WHERE recipient = ?", helper.email);
  await at(END);
  expect(await reached()).toBe(0);
});

test("a program gets no token that says staff once the last day is over, however it asks", async () => {
  const helper = await colleague("door");
  await run("UPDATE staff SET door_until = ? WHERE uid = ?", END, helper.uid);
  const signIn = async () =>
    (await new Program().post(SIGN_IN, { email: helper.email, password: PASSWORD, returnSecureToken: true }))
      .body;
  const isStaff = (idToken: string) =>
    (JSON.parse(atob(idToken.split(".")[1]!.replace(/-/g, "+").replace(/_/g, "/"))) as { admin?: boolean })
      .admin ?? false;
  const renewed = async (refreshToken: string) =>
    (await new Program().post(REFRESH, { grantType: "refresh_token", refreshToken })).body;
  await at(END - 1);
  const before = await signIn();
  expect([isStaff(before.idToken), isStaff((await renewed(before.refreshToken)).id_token)]).toEqual([
    true,
    true,
  ]);
  await at(END);
  expect(isStaff((await renewed(before.refreshToken)).id_token)).toBe(false);
  const after = await signIn();
  expect(isStaff(after.idToken)).toBe(false);
  const password = "a long password of words";
  const changed = await new Program().post(UPDATE, { idToken: after.idToken, password });
  expect(isStaff(changed.body.idToken)).toBe(false);
});
