import { expect, test } from "vitest";
import { accountMails } from "~/accounts/mails.ts";
import { accountMessages } from "~/accounts/messages.ts";
import { type Browser, ORIGIN, signedInAs } from "../support/browser.ts";
import { calendarOf, opensCalendar } from "../support/calendars.ts";
import { mailsTo } from "../support/mails.ts";
import { delegate, PASSWORD } from "../support/people.ts";
import { programAs } from "../support/programs.ts";
import { colleague } from "../support/staff.ts";
import { changingNothing, row, rows, run } from "../support/storage.ts";

const BETTER = "another-conference";

const change = async (browser: Browser, oldPassword: string, newPassword: string) =>
  (await browser.open("/change-password")).press("Change password", { oldPassword, newPassword });

const hashOf = async (uid: string) =>
  (await row<{ password_hash: string }>("SELECT password_hash FROM users WHERE uid = ?", uid)).password_hash;

const opens = async (browser: Browser) => (await browser.get("/application")).status === 200;

test("a new password ends all other sessions and links, keeps this one, and is told to the owner", async () => {
  const { uid, email, browser } = await delegate();
  const phone = await signedInAs(uid);
  const program = await programAs(uid);
  const calendar = await calendarOf(phone);
  expect(await opensCalendar(calendar)).toBe(true);
  await browser.post("/?index", { account: "forgot", email });
  const changed = await change(browser, PASSWORD, BETTER);
  expect([changed.status, changed.location]).toEqual([302, "/change-password?changed"]);
  const done = await browser.open("/change-password?changed");
  expect(done.text).toContain(accountMessages.ownPasswordChanged);
  // Nothing asks for the passwords again.
  expect(done.has("Change password")).toBe(false);
  expect([await opens(browser), await opens(phone)]).toEqual([true, false]);
  expect(await opensCalendar(calendar)).toBe(false);
  expect(await rows("SELECT 1 FROM sessions WHERE uid = ?", uid)).toHaveLength(1);
  expect((await program.post("/getDecision", { data: {} })).status).toBe(401);
  expect(await rows("SELECT 1 FROM tokens WHERE uid = ? AND used_at IS NULL", uid)).toEqual([]);
  const { subject, body } = accountMails.passwordChanged(`${ORIGIN}/?form=forgot`);
  expect((await mailsTo(email)).at(-1)).toMatchObject({ subject, body });
  expect(
    await rows("SELECT object FROM audit WHERE action = 'changePassword' AND actor_uid = ?", uid),
  ).toEqual([{ object: `users/${uid}` }]);
  // This browser goes on with the new password. The old password is refused.
  const again = await change(browser, PASSWORD, "yet-another-one");
  expect(again.status).toBe(401);
  expect(again.text).toContain(accountMessages.wrongOldPassword);
  expect((await change(browser, BETTER, PASSWORD)).status).toBe(302);
});

test.each([
  ["a wrong present password", "not this one", BETTER, 401, accountMessages.wrongOldPassword],
  ["none", "", BETTER, 400, "This field is required"],
  ["a short new one", PASSWORD, "short", 400, accountMessages.weakPassword],
  ["a common new one", PASSWORD, "123456", 400, accountMessages.commonPassword],
])("%s changes nothing and is not shown again", async (_, oldPassword, newPassword, status, sentence) => {
  const { uid, email, browser } = await delegate();
  const before = await hashOf(uid);
  const page = await change(browser, oldPassword, newPassword);
  expect(page.status).toBe(status);
  expect(page.text).toContain(sentence);
  for (const typed of [oldPassword, newPassword].filter(Boolean))
    expect(page.html).not.toContain(`"${typed}"`);
  expect(await hashOf(uid)).toBe(before);
  expect(await mailsTo(email)).toEqual([]);
});

test("staff need a long one", async () => {
  const { browser } = await colleague();
  const page = await change(browser, PASSWORD, "elevenchars");
  expect(page.status).toBe(400);
  expect(page.text).toContain(accountMessages.weakAdminPassword);
});

test("five changes in an hour are enough, and wrong passwords run out", async () => {
  const { browser } = await delegate();
  let present: string = PASSWORD;
  for (let n = 0; n < 5; n += 1) {
    expect((await change(browser, present, `${BETTER}-${n}`)).status).toBe(302);
    present = `${BETTER}-${n}`;
  }
  expect((await change(browser, present, PASSWORD)).status).toBe(429);
});

test("a session that ended meanwhile changes nothing, and what was typed is not sent on", async () => {
  const { uid, browser } = await delegate();
  const page = await browser.open("/change-password");
  await run("DELETE FROM sessions WHERE uid = ?", uid);
  await changingNothing(async () => {
    const answer = await page.press("Change password", { oldPassword: PASSWORD, newPassword: BETTER });
    expect(answer.status).toBe(401);
    expect(answer.html).not.toContain(BETTER);
    expect(answer.html).not.toContain(PASSWORD);
  });
});
