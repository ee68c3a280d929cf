import { beforeEach, expect, test } from "vitest";
import { COPY_DAYS } from "~/mail/copies.ts";
import { mailMessages } from "~/mail/messages.ts";
import { DAY } from "~/values/durations.ts";
import type { MailKind } from "~/values/types.ts";
import { signedIn } from "../support/browser.ts";
import { PASS_PAYMENT } from "../support/payments.ts";
import { delegate, readyToPay } from "../support/people.ts";
import { row, rows, run } from "../support/storage.ts";
import { keepHouse } from "../support/worker.ts";

beforeEach(() => run("DELETE FROM outbox"));

type Values = {
  kind?: MailKind;
  uid: string | null;
  recipient: string;
  body?: string;
  createdAt?: number;
  sentAt?: number | null;
  dueAt?: number | null;
  failures?: number;
  report?: string | null;
};

/** Stores a mail in the outbox, with its id as its subject. It was sent, unless the values say otherwise. */
const mail = (id: string, { kind = "payment", uid, recipient, ...values }: Values) =>
  run(
    `INSERT INTO outbox (id, event_key, kind, uid, recipient, subject, body, created_at, sent_at, due_at, failures, report)
      VALUES (?1, ?1, ?2, ?3, ?4, ?1, ?5, ?6, ?7, ?8, ?9, ?10)`,
    ...[id, kind, uid, recipient, values.body ?? "Hello.", values.createdAt ?? Date.now()],
    ...[values.sentAt === undefined ? Date.now() : values.sentAt, values.dueAt ?? null],
    ...[values.failures ?? 0, values.report ?? null],
  );

test("somebody reads the mails about their account that went to their address, and nobody else's", async () => {
  const { uid, email, browser } = await delegate();
  const other = await delegate();
  await mail("own-mail", { uid, recipient: email.toUpperCase() });
  await mail("to-a-former-address", { uid, recipient: "former@example.org" });
  await mail("of-somebody-else", { uid: other.uid, recipient: other.email });
  await mail("of-nobody", { uid: null, recipient: email, kind: "account" });
  const { text } = await browser.open("/mails");
  expect(text).toContain("own-mail");
  expect((await browser.open("/mails/own-mail")).text).toContain("Hello.");
  for (const id of ["to-a-former-address", "of-somebody-else", "of-nobody", "none"]) {
    expect(text).not.toContain(id);
    const answer = await browser.open(`/mails/${id}`);
    expect([id, answer.status]).toEqual([id, 404]);
    expect(answer.text).toContain(mailMessages.noCopy);
  }
  // The staff find mails in a list elsewhere. Here, even a director cannot open somebody else's copy of a mail.
  expect((await (await signedIn("director")).open("/mails/own-mail")).status).toBe(404);
});

test("a mail is shown once it was sent, and what did not arrive says so; a decision only as it was sent", async () => {
  const { uid, email: recipient, browser } = await delegate();
  const own = { uid, recipient };
  await mail("waiting-mail", { ...own, sentAt: null, dueAt: 9e15 });
  await mail("tried-mail", { ...own, sentAt: null, dueAt: 9e15, failures: 2 });
  await mail("put-aside", { ...own, kind: "decision", sentAt: null });
  await mail("withheld-decision", {
    ...own,
    kind: "decision",
    sentAt: null,
    failures: 1,
    report: "withheld",
  });
  await mail("sent-decision", { ...own, kind: "decision" });
  await mail("withheld-mail", { ...own, sentAt: null, failures: 1, report: "withheld" });
  await mail("bounced-mail", { ...own, report: "bounced" });
  const { text } = await browser.open("/mails");
  for (const id of ["sent-decision", "withheld-mail", "bounced-mail"]) expect(text).toContain(id);
  for (const id of ["waiting-mail", "tried-mail", "put-aside", "withheld-decision"]) {
    expect(text).not.toContain(id);
    expect((await browser.open(`/mails/${id}`)).status).toBe(404);
  }
  expect(text.split(mailMessages.copy.cameBack)).toHaveLength(2);
  expect(text.split(mailMessages.copy.notSent)).toHaveLength(2);
  expect((await browser.open("/mails/bounced-mail")).text).toContain(mailMessages.copy.cameBack);
});

test("the text of a copy is text, and its links are links", async () => {
  const { uid, email, browser } = await delegate();
  const body =
    "Hello <b>Mei</b>.\n\nSee your payments: https://portal.test/payment-info\n\nOr https://example.org/x";
  await mail("with-links", { uid, recipient: email, body });
  const page = await browser.open("/mails/with-links");
  expect(page.text).toContain("Hello <b>Mei</b>.");
  expect(page.html).toContain('href="https://portal.test/payment-info"');
  expect(page.html).toContain('<a href="https://example.org/x" rel="noreferrer">');
});

test("a receipt has a copy, a link that works once has none", async () => {
  const { uid, email, browser } = await readyToPay();
  await browser.post("/register", PASS_PAYMENT);
  await browser.post("/?index", { account: "forgot", email });
  await keepHouse();
  expect(
    await row(
      `SELECT group_concat(kind || coalesce(uid, '-'), ' ') AS kinds
        FROM (SELECT kind, uid FROM outbox WHERE recipient = ? ORDER BY kind)`,
      email,
    ),
  ).toEqual({ kinds: `account- payment${uid}` });
  const { text } = await browser.open("/mails");
  expect(text).toContain("receipt");
  expect(text).not.toContain("password");
});

test("a copy goes with the text of its mail", async () => {
  const { uid, email: recipient, browser } = await delegate();
  const ends = Date.now() - COPY_DAYS * DAY;
  await mail("kept-mail", { uid, recipient, createdAt: ends + 60_000 });
  await mail("old-mail", { uid, recipient, createdAt: ends - 1 });
  await keepHouse();
  const { text } = await browser.open("/mails");
  expect(text).toContain("kept-mail");
  expect(text).not.toContain("old-mail");
  expect(await row("SELECT uid, body FROM outbox WHERE id = 'old-mail'")).toEqual({ uid: null, body: "" });
});

test("an index finds somebody's mails", async () => {
  const [plan] = await rows<{ detail: string }>(
    "EXPLAIN QUERY PLAN SELECT id FROM outbox WHERE uid = 'x' ORDER BY created_at DESC, id DESC LIMIT 100",
  );
  expect(plan!.detail).toContain("outbox_copies");
});
