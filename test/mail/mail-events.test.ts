import { beforeEach, describe, expect, test } from "vitest";
import { MOST_FORGED } from "~/mail/mail-events.ts";
import { deliverMailEvent, MAIL_EVENT_SECRET, mailEvent, signatureOf, tell } from "../support/mail-events.ts";
import { row, rows, run } from "../support/storage.ts";

const PERMANENT = { type: "Permanent", subType: "General", message: "The mailbox does not exist." };

const sent = (name: string) =>
  run(
    "INSERT INTO outbox (id, event_key, recipient, subject, body, created_at, sent_at, failures, provider_id) VALUES (?, ?, ?, 'News', 'Hello.', 1, 1, 0, ?)",
    ...[name, `test:${name}`, `${name}@Example.org`, `of-${name}`],
  );

const reportOf = async (name: string) =>
  (await row<{ report: string | null }>("SELECT report FROM outbox WHERE id = ?", name))!.report;

const unreachable = () =>
  rows("SELECT email_key, because, said, at FROM unreachable_addresses ORDER BY email_key");

const everything = async () => [
  await rows("SELECT * FROM outbox"),
  await rows("SELECT * FROM unreachable_addresses"),
  await rows("SELECT * FROM mail_events"),
];

beforeEach(async () => {
  for (const table of ["outbox", "counters", "mail_events", "unreachable_addresses"])
    await run(`DELETE FROM ${table}`);
  await sent("mei");
});

test("what became of a mail is the same whatever the order of the reports", async () => {
  for (const type of ["email.delivered", "email.sent", "email.delivery_delayed", "email.sent"])
    await tell({ type, about: "of-mei" });
  expect(await reportOf("mei")).toBe("delivered");
  await tell({ type: "email.bounced", about: "of-mei", bounce: PERMANENT });
  await tell({ type: "email.delivered", about: "of-mei" });
  expect(await reportOf("mei")).toBe("bounced");
  await tell({ type: "email.complained", about: "of-mei" });
  await tell({ type: "email.bounced", about: "of-mei", bounce: PERMANENT });
  expect(await reportOf("mei")).toBe("complained");
});

test("a report that comes before the provider's answer finds its mail by the tag", async () => {
  await run("UPDATE outbox SET provider_id = NULL, sent_at = NULL");
  await tell({ type: "email.delivered", about: "of-mei", tag: "mei" });
  expect(await row("SELECT report, provider_id FROM outbox")).toEqual({
    report: "delivered",
    provider_id: "of-mei",
  });
});

test("a bounce for good and a complaint end an address, a full mailbox does not", async () => {
  await sent("full");
  await sent("angry");
  await tell({ type: "email.bounced", about: "of-mei", bounce: PERMANENT, at: 1_000 });
  await tell({
    ...{ type: "email.bounced", about: "of-full" },
    bounce: { type: "Transient", subType: "MailboxFull", message: "Full." },
  });
  await tell({ type: "email.complained", about: "of-angry", at: 2_000 });
  expect(await unreachable()).toEqual([
    { email_key: "angry@example.org", because: "complained", said: "", at: 2_000 },
    { email_key: "mei@example.org", because: "bounced", said: PERMANENT.message, at: 1_000 },
  ]);
  expect(await reportOf("full")).toBe("bounced");
});

test("of two reports about an address the same one stays, whichever comes first", async () => {
  const early = { type: "email.bounced", about: "of-mei", bounce: PERMANENT, at: 1_000 };
  const late = { ...early, at: 2_000 };
  const complaint = { type: "email.complained", about: "of-mei", at: 500 };
  for (const order of [
    [early, late, complaint],
    [complaint, late, early],
    [late, complaint, early],
  ]) {
    await run("DELETE FROM unreachable_addresses");
    for (const event of order) await tell(event);
    expect(await unreachable()).toMatchObject([{ because: "complained", at: 500 }]);
  }
  await run("DELETE FROM unreachable_addresses");
  for (const event of [late, early]) await tell(event);
  expect(await unreachable()).toMatchObject([{ because: "bounced", at: 2_000 }]);
});

test("an event counts once, however often and however late it comes", async () => {
  const event = mailEvent({ type: "email.bounced", about: "of-mei", bounce: PERMANENT });
  expect((await deliverMailEvent(event, { id: "msg_1" })).status).toBe(200);
  // The address works again, and then the provider repeats the same event.
  await run("DELETE FROM unreachable_addresses");
  await run("UPDATE outbox SET report = NULL");
  const before = await everything();
  expect((await deliverMailEvent(event, { id: "msg_1" })).status).toBe(200);
  expect(await everything()).toEqual(before);
});

test("a bounce from before the owner confirmed the address says nothing about it now", async () => {
  await run(
    "INSERT INTO users (uid, email, email_key, password_hash, email_verified_at, admin, created_at) VALUES ('owner-of-mei', 'mei@example.org', 'mei@example.org', 'none', 5000, 0, 1)",
  );
  await tell({ type: "email.bounced", about: "of-mei", bounce: PERMANENT, at: 4_000 });
  expect(await unreachable()).toEqual([]);
  await tell({ type: "email.bounced", about: "of-mei", bounce: PERMANENT, at: 6_000 });
  expect(await rows("SELECT email_key, uid FROM unreachable_addresses")).toEqual([
    { email_key: "mei@example.org", uid: "owner-of-mei" },
  ]);
});

test("an event of a mail that is not ours, and one that says nothing of arriving, change nothing", async () => {
  const before = await everything();
  await tell({ type: "email.bounced", about: "of-somebody", bounce: PERMANENT });
  await tell({ type: "email.opened", about: "of-mei" });
  expect((await deliverMailEvent("{}")).status).toBe(200);
  expect((await deliverMailEvent("no JSON")).status).toBe(200);
  expect(await everything()).toEqual(before);
});

describe("what the provider did not sign", () => {
  const body = mailEvent({ type: "email.bounced", about: "of-mei", bounce: PERMANENT });
  const now = () => Math.floor(Date.now() / 1000);
  const right = (id: string, timestamp: number) => signatureOf(MAIL_EVENT_SECRET, id, timestamp, body);

  test.each<[string, () => Promise<Response>]>([
    [
      "another secret",
      () => {
        const at = now();
        const secret = `whsec_${Buffer.from("another secret of the same length").toString("base64")}`;
        return deliverMailEvent(body, {
          id: "a",
          timestamp: at,
          signature: signatureOf(secret, "a", at, body),
        });
      },
    ],
    [
      "another body",
      () => deliverMailEvent(`${body} `, { id: "a", timestamp: now(), signature: right("a", now()) }),
    ],
    ["no id", () => deliverMailEvent(body, { id: "" })],
    ["a time that is not a whole number", () => deliverMailEvent(body, { timestamp: now() + 0.5 })],
    ["another id", () => deliverMailEvent(body, { id: "b", timestamp: now(), signature: right("a", now()) })],
    [
      "another version of the scheme",
      () =>
        deliverMailEvent(body, {
          id: "a",
          timestamp: now(),
          signature: right("a", now()).replace("v1,", "v2,"),
        }),
    ],
    ["no signature", () => deliverMailEvent(body, { signature: "" })],
    ["a time that is no number", () => deliverMailEvent(body, { timestamp: Number.NaN })],
    ["six minutes ago", () => deliverMailEvent(body, { timestamp: now() - 6 * 60 })],
    ["in six minutes", () => deliverMailEvent(body, { timestamp: now() + 6 * 60 })],
  ])("is refused: %s", async (_, deliver) => {
    const before = await everything();
    expect((await deliver()).status).toBe(401);
    expect(await everything()).toEqual(before);
  });

  test("is counted for its network, and what the provider signed is taken from there all the same", async () => {
    const forged = () => deliverMailEvent(body, { signature: "v1,AAAA", network: "192.0.2.9" });
    for (let times = 0; times < MOST_FORGED; times += 1) expect((await forged()).status).toBe(401);
    expect((await forged()).status).toBe(429);
    expect((await deliverMailEvent(body, { network: "192.0.2.9" })).status).toBe(200);
    expect((await deliverMailEvent(body, { signature: "v1,AAAA", network: "198.51.100.1" })).status).toBe(
      401,
    );
  });
});

test("an event that is a few minutes old is taken, and one of several signatures is enough", async () => {
  const body = mailEvent({ type: "email.delivered", about: "of-mei" });
  const timestamp = Math.floor(Date.now() / 1000) - 4 * 60;
  const signature = `v1a,ignored v1,AAAA ${signatureOf(MAIL_EVENT_SECRET, "a", timestamp, body)}`;
  expect((await deliverMailEvent(body, { id: "a", timestamp, signature })).status).toBe(200);
  expect(await reportOf("mei")).toBe("delivered");
});

test("a body over the limit is refused, and without a secret there is no such address", async () => {
  const body = mailEvent({ type: "email.delivered", about: "of-mei" });
  expect((await deliverMailEvent(body + " ".repeat(64 * 1024))).status).toBe(413);
  expect((await deliverMailEvent(body, {}, {})).status).toBe(404);
  expect(await reportOf("mei")).toBe(null);
});
