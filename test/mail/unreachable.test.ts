import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { mailMessages } from "~/mail/messages.ts";
import { signedIn } from "../support/browser.ts";
import { linkIn, mailsTo } from "../support/mails.ts";
import { delegate } from "../support/people.ts";
import { row, rows, run } from "../support/storage.ts";
import { keepHouse } from "../support/worker.ts";

const RESEND = {
  MAILER: "resend",
  RESEND_API_KEY: "re_key",
  MAIL_FROM: "HPAIR <registration@example.org>",
  MAIL_PER_SECOND: "100",
};

const bounced = (email: string, because = "bounced") =>
  run(
    `INSERT INTO unreachable_addresses (email_key, uid, because, said, at)
      VALUES (lower(?1), (SELECT uid FROM users WHERE email_key = lower(?1)), ?2, 'No such mailbox.', 1)`,
    email,
    because,
  );

const queue = (recipient: string, key: string) =>
  run(
    "INSERT INTO outbox (id, event_key, recipient, subject, body, created_at, due_at, failures) VALUES (?1, ?1, ?2, 'News', 'Hello.', ?3, 1, 0)",
    ...[key, recipient, Date.now()],
  );

/** Sends the mails that are due, and returns the addresses to which the provider was asked to write. */
async function sentTo(): Promise<string[]> {
  const asked: string[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (_, init) => {
    asked.push(...(JSON.parse(String(init!.body)) as { to: string[] }).to);
    return Response.json({ id: `of-${asked.length}` });
  });
  await run("DELETE FROM counters WHERE key = 'mail'");
  await keepHouse(RESEND);
  return asked;
}

beforeEach(async () => {
  await run("DELETE FROM outbox");
  await run("DELETE FROM unreachable_addresses");
});
afterEach(() => vi.restoreAllMocks());

test("an address that bounced gets no mail, in whatever spelling, and the mail says why", async () => {
  await bounced("reader@example.org");
  await queue("Reader@Example.org", "test:held");
  await queue("other@example.org", "test:other");
  expect(await sentTo()).toEqual(["other@example.org"]);
  expect(await row("SELECT due_at, sent_at, report, refusal FROM outbox WHERE id = 'test:held'")).toEqual({
    ...{ due_at: null, sent_at: null, report: "withheld", refusal: mailMessages.withheld },
  });
  expect(await row("SELECT report, provider_id FROM outbox WHERE id = 'test:other'")).toEqual({
    report: null,
    provider_id: "of-1",
  });
  const { text } = await (await signedIn("director")).open("/admin/checks");
  expect(text).toContain(mailMessages.withheld);
  // The page shows the withheld mail, but the checks do not report it as a finding. Nothing sends the mail later.
  expect(await sentTo()).toEqual([]);
  const [inspection] = await rows<{ findings: string }>("SELECT findings FROM inspections ORDER BY at DESC");
  expect(inspection?.findings ?? "").not.toContain("test:held");
});

test("links that somebody asks for go to their address all the same, and confirming it ends the silence", async () => {
  const { email, browser } = await delegate();
  await run("UPDATE users SET email_verified_at = 1 WHERE email = ?", email);
  await bounced(email, "complained");
  const home = await browser.open("/");
  expect(home.text).toContain(`A mail that we sent to ${email} was marked as spam`);
  expect(home.text).toContain("Change your e-mail");
  expect((await browser.open("/verify-email")).has("Send a new link")).toBe(true);

  await browser.post("/verify-email", {});
  expect(await sentTo()).toEqual([email]);
  await queue(email, "test:held");
  expect(await sentTo()).toEqual([]);

  const [mail] = await mailsTo(email);
  await browser.post(linkIn(mail!), {});
  expect((await browser.open("/")).text).not.toContain("was marked as spam");
  await queue(email, "test:through");
  expect(await sentTo()).toEqual([email]);
});

test("a link to choose a password goes to an address that bounced, and using it ends the silence too", async () => {
  const { email, browser } = await delegate();
  await bounced(email);
  await browser.post("/logout", {});
  await browser.post("/?index", { account: "forgot", email });
  expect(await sentTo()).toEqual([email]);
  const [mail] = await mailsTo(email);
  const password = "a password for somebody who has forgotten theirs";
  await browser.post(linkIn(mail!), { password, confirmPassword: password, again: password });
  expect(await row("SELECT mended_at IS NULL AS isOpen FROM unreachable_addresses")).toEqual({ isOpen: 0 });
});

test("staff read on their first page that mail does not reach them", async () => {
  const director = await signedIn("director");
  const { email } = (await row<{ email: string }>("SELECT email FROM users WHERE email LIKE 'director@%'"))!;
  expect((await director.open("/")).text).not.toContain("we no longer write to this address");
  await bounced(email);
  expect((await director.open("/")).text).toContain(`A mail that we sent to ${email} came back`);
});
