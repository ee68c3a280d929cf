import { beforeEach, expect, test } from "vitest";
import { staffMessages } from "~/staff/messages.ts";
import { signedIn } from "../support/browser.ts";
import { delegate } from "../support/people.ts";
import { rows, run } from "../support/storage.ts";

const PAGE = "/admin/mail/unreachable";

/** Records that mail to an address of this person came back. */
async function cameBack(uid: string, address: string) {
  await run(
    "INSERT INTO unreachable_addresses (email_key, uid, because, said, at) VALUES (?, ?, 'bounced', 'No such mailbox.', 1)",
    ...[address, uid],
  );
}

const lost = (
  key: string,
  recipient: string,
  report = "bounced",
  link: string | null = null,
  body = "Hello.",
) =>
  run(
    "INSERT INTO outbox (id, event_key, recipient, subject, body, link, created_at, failures, report) VALUES (?1, ?1, ?2, 'News', ?3, ?4, ?6, 1, ?5)",
    ...[key, recipient, body, link, report, Date.now()],
  );

const queued = () =>
  rows(
    "SELECT event_key, recipient, body, link, report FROM outbox WHERE due_at IS NOT NULL ORDER BY event_key",
  );

beforeEach(async () => {
  await run("DELETE FROM outbox");
  await run("DELETE FROM unreachable_addresses");
});

test("staff who decide see whom no mail reaches, and why", async () => {
  const browser = await signedIn("decisions");
  expect((await browser.open(PAGE)).text).toContain("Every address works");
  const { uid, email } = await delegate();
  await cameBack(uid, email);
  const { text } = await browser.open(PAGE);
  expect(text).toContain(email);
  expect(text).toContain("Came back");
  expect(text).toContain("No such mailbox.");
  expect(text).not.toContain("Mails to send again");
});

test("what did not arrive is sent once to the address that somebody has now, without links that work once", async () => {
  const { uid, email } = await delegate();
  await cameBack(uid, "mistyped@example.org");
  await lost("receipt:1", "Mistyped@example.org");
  await lost("decision/c/u/v", "mistyped@example.org", "withheld");
  await lost("verify:1", "mistyped@example.org", "bounced", '{"purpose":"verify-email","id":"x"}');
  await lost("old:1", "mistyped@example.org", "bounced", null, "");
  await lost("arrived:1", "mistyped@example.org", "delivered");
  await lost("other:1", "other@example.org");
  const browser = await signedIn("decisions");
  const page = await browser.open(PAGE);
  expect(page.text).toContain("2 mails");
  expect((await page.press("Send again", {})).response.status).toBe(302);
  expect((await browser.open(PAGE)).text).toContain("Every address works");
  const sent = ["decision/c/u/v/again", "receipt:1/again"].map((event_key) => {
    return { event_key, recipient: email, body: "Hello.", link: null, report: null };
  });
  expect(await queued()).toEqual(sent);
  const audited = () => rows("SELECT object FROM audit WHERE action = 'sendMailsAgain'");
  expect(await audited()).toEqual([{ object: `users/${uid}` }]);
  // The same page was still open in another tab.
  const again = await page.press("Send again", {});
  expect(again.text).toContain(staffMessages.nothingToSendAgain);
  expect(await queued()).toEqual(sent);
  expect(await audited()).toHaveLength(1);
});

test.each([
  ["is disabled", "UPDATE users SET disabled_at = 1 WHERE uid = ?"],
  ["has no address", "UPDATE users SET email = uid || '@no-address.invalid' WHERE uid = ?"],
])("“Send again” is not offered for somebody whose account %s, because it would be refused", async (_, change) => {
  const { uid } = await delegate();
  await cameBack(uid, "mistyped@example.org");
  await lost("receipt:1", "mistyped@example.org");
  const browser = await signedIn("decisions");
  expect((await browser.open(PAGE)).has("Send again")).toBe(true);
  await run(change, uid);
  expect((await browser.open(PAGE)).has("Send again")).toBe(false);
});

test("nothing is sent again to an address that does not work either, and not before it is mended", async () => {
  const { uid, email } = await delegate();
  await cameBack(uid, email);
  await lost("receipt:1", email);
  const browser = await signedIn("director");
  const post = () => browser.post(PAGE, { uid });
  expect((await post()).status).toBe(409);
  await cameBack(uid, "earlier@example.org");
  await lost("receipt:2", "earlier@example.org");
  expect((await post()).status).toBe(409);
  await run("UPDATE unreachable_addresses SET mended_at = 2 WHERE email_key = ?", email);
  await run("UPDATE users SET disabled_at = 1 WHERE uid = ?", uid);
  expect((await post()).status).toBe(409);
  await run("UPDATE users SET disabled_at = NULL WHERE uid = ?", uid);
  expect((await post()).status).toBe(302);
  expect(await queued()).toHaveLength(2);
});

test("the list of mails to groups counts somebody once to whom the mail was sent again", async () => {
  const { uid } = await delegate();
  await cameBack(uid, "mistyped@example.org");
  await run(
    `INSERT INTO mailings (id, conference_id, audience, subject, body, recipients, sent_by, sent_at)
      SELECT 'm1', conference_id, 'Staff', 'Counted once', 'Hello.', 1, ?, 99999999999999 FROM applications LIMIT 1`,
    uid,
  );
  await lost(`mailing/m1/${uid}`, "mistyped@example.org");
  await run("UPDATE outbox SET sent_at = 1 WHERE event_key = ?", `mailing/m1/${uid}`);
  const browser = await signedIn("director");
  const listed = async () => (await browser.open("/admin/mail")).text;
  expect(await listed()).toMatch(/Counted once .*? 1 1/);
  expect((await browser.post(PAGE, { uid })).status).toBe(302);
  expect(await listed()).toMatch(/Counted once .*? 1 0 1 waiting/);
});
