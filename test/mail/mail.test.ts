import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { staffMessages } from "~/staff/messages.ts";
import { DAY, MINUTE } from "~/values/durations.ts";
import { Browser, signedIn } from "../support/browser.ts";
import { linkIn, mailsTo } from "../support/mails.ts";
import { delegate } from "../support/people.ts";
import { Resend } from "../support/resend.ts";
import { row, rows, run } from "../support/storage.ts";
import { keepHouse } from "../support/worker.ts";

const RESEND = {
  MAILER: "resend",
  RESEND_API_KEY: "re_key",
  MAIL_FROM: "HPAIR <registration@example.org>",
  MAIL_PER_SECOND: "100",
};

type Values = {
  createdAt?: number;
  dueAt?: number | null;
  sentAt?: number;
  failures?: number;
  body?: string;
};

const queue = (name: string, values: Values = {}, eventKey = `test:${name}`) =>
  run(
    "INSERT INTO outbox (id, event_key, recipient, subject, body, created_at, due_at, sent_at, failures) VALUES (?, ?, ?, 'News', ?, ?, ?, ?, ?)",
    ...[name, eventKey, `${name}@example.org`, values.body ?? "Hello."],
    ...[values.createdAt ?? Date.now(), values.dueAt === undefined ? 1 : values.dueAt],
    ...[values.sentAt ?? null, values.failures ?? 0],
  );

type Asked = { to: string[]; text: string };

/** A provider that answers as the test says, and keeps the requests. */
function provider(answer: (mail: Asked) => Response) {
  const asked: Asked[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (_, init) => {
    asked.push(JSON.parse(String(init!.body)));
    return answer(asked.at(-1)!);
  });
  return asked;
}

const refusal = (status: number, name: string, message: string) =>
  Response.json({ statusCode: status, name, message }, { status });

const later = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const stateOf = (name: string) =>
  row("SELECT failures, due_at, sent_at, refusal FROM outbox WHERE id = ?", name);

beforeEach(async () => {
  await run("DELETE FROM outbox");
  await run("DELETE FROM counters");
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("100 mails at a provider that takes 2 a second all arrive within two runs, none twice and none given up", async () => {
  // The clock jumps to the next moment that something waits for. `production-mail.test.ts` has the real clock and fewer
  // mails.
  vi.useFakeTimers({ toFake: ["Date", "setTimeout"] });
  vi.setTimerTickMode("nextTimerAsync");
  const resend = new Resend(2);
  vi.spyOn(globalThis, "fetch").mockImplementation(async (url, init) => {
    await later(100);
    const { status, body, headers } = await resend.answer(new Request(url, init));
    await later(100);
    return new Response(body, { status, headers });
  });
  for (let mail = 0; mail < 100; mail += 1) await queue(`reader-${mail}`);
  const pace = { ...RESEND, RESEND_API_KEY: resend.apiKey, MAIL_PER_SECOND: "2" };
  const startedAt = Date.now();
  // Two runs overlap, as if the first one took longer than a minute.
  await Promise.all([keepHouse(pace), keepHouse(pace)]);
  const tookMs = Date.now() - startedAt;
  expect(tookMs).toBeGreaterThan(45_000);
  expect(tookMs).toBeLessThan(60_000);
  expect(resend.mails.length).toBeGreaterThan(75);
  expect(resend.mails.length).toBeLessThan(100);
  await later(60_000 - tookMs);
  await keepHouse(pace);
  expect(await rows("SELECT id FROM outbox WHERE sent_at IS NULL OR failures > 0")).toEqual([]);
  expect(resend.mails).toHaveLength(100);
  expect(new Set(resend.mails.map(({ to }) => String(to))).size).toBe(100);
  expect(resend.requests).toHaveLength(100);
});

test("a mail that is refused for good is given up at once, the others go, and directors see why", async () => {
  await queue("first");
  await queue("second");
  const asked = provider(({ to }) =>
    to[0] === "first@example.org"
      ? refusal(422, "validation_error", "Invalid `to` field.")
      : new Response("{}"),
  );
  await keepHouse(RESEND);
  await keepHouse(RESEND);
  expect(asked).toHaveLength(2);
  expect(await stateOf("first")).toEqual({
    failures: 1,
    due_at: null,
    sent_at: null,
    refusal: "422 validation_error: Invalid `to` field.",
  });
  expect(await stateOf("second")).toMatchObject({ failures: 0, due_at: null, refusal: null });
  const { text } = await (await signedIn("director")).open("/admin/checks");
  expect(text).toMatch(/first@example\.org News .* Given up 422 validation_error: Invalid `to` field\./);
  expect(text).not.toContain("second@example.org");
});

test("mails that were given up come first, also those without an answer, and a list that is cut says so", async () => {
  await queue("lost", { createdAt: Date.now() - 20 * DAY, dueAt: null, failures: 9 });
  for (let mail = 0; mail < 51; mail += 1) await queue(`waits-${mail}`, { dueAt: Date.now() + MINUTE });
  await run("UPDATE outbox SET refusal = 'later' WHERE id LIKE 'waits-%'");
  const director = await signedIn("director");
  const { text } = await director.open("/admin/checks");
  expect(text).toMatch(/lost@example\.org News .* Given up It did not answer\./);
  expect(text.indexOf("lost@example.org")).toBeLessThan(text.indexOf("waits-"));
  expect(text).toContain(staffMessages.troubledMails(51, 52));
});

test("a wrong key throws no mail away: they wait, directors see why, and all go once it is mended", async () => {
  await queue("first");
  await queue("second");
  const wrong = provider(() => refusal(403, "invalid_api_key", "API key is invalid"));
  for (let minute = 0; minute < 10; minute += 1) await keepHouse(RESEND);
  expect(wrong).toHaveLength(1);
  for (const name of ["first", "second"])
    expect(await stateOf(name)).toMatchObject({ failures: 0, due_at: expect.any(Number), sent_at: null });
  const director = await signedIn("director");
  expect((await director.open("/admin/checks")).text).toMatch(
    /Waiting until .* 403 invalid_api_key: API key is invalid/,
  );

  const right = provider(() => new Response("{}"));
  await run("UPDATE outbox SET due_at = 1");
  await run("UPDATE counters SET expires_at = 1 WHERE key = 'mail'");
  await keepHouse(RESEND);
  expect(right).toHaveLength(2);
  expect(await rows("SELECT 1 FROM outbox WHERE sent_at IS NULL OR refusal IS NOT NULL")).toEqual([]);
  expect((await director.open("/admin/checks")).text).not.toContain("Mail that could not be sent");
});

test("a run that broke off holds up the next ones for a minute and a half", async () => {
  await queue("first");
  const asked = provider(() => new Response("{}"));
  await run("INSERT INTO counters VALUES ('mail', 1, ?)", Date.now() + 90_000);
  await keepHouse(RESEND);
  expect(asked).toEqual([]);
  await run("UPDATE counters SET expires_at = ?", Date.now() - 1);
  await keepHouse(RESEND);
  expect(asked).toHaveLength(1);
});

test("the link works in the mail and nowhere else, even if the provider repeats it", async () => {
  const { email, browser } = await delegate();
  await browser.post("/verify-email", {});
  const asked = provider(({ text }) => refusal(422, "validation_error", `Not liked: ${text}`));
  await keepHouse(RESEND);
  const [mail] = await mailsTo(email);
  expect(asked[0]!.text).toBe(mail!.body);
  expect((await browser.open(linkIn(mail!))).has("Confirm this address")).toBe(true);
  const secret = linkIn(mail!).split("/").at(-1)!;
  expect(JSON.stringify(await rows("SELECT * FROM outbox"))).not.toContain(secret.slice(0, 20));
});

test("the text of a mail that is through is forgotten 30 days after it was queued", async () => {
  const kept = Date.now() - 30 * DAY + 60_000;
  const over = Date.now() - 30 * DAY - 1;
  await queue("sent-lately", { createdAt: kept, sentAt: 1, dueAt: null });
  await queue("sent", { createdAt: over, sentAt: 1, dueAt: null });
  await queue("given-up", { createdAt: over, dueAt: null, failures: 7 });
  await queue("waiting", { createdAt: over, dueAt: Date.now() + DAY, failures: 1 });
  await queue("put-aside", { createdAt: over, dueAt: null });
  await keepHouse({ MAILER: "none" });
  const left = await rows<{ id: string }>("SELECT id FROM outbox WHERE body <> '' ORDER BY id");
  expect(left.map(({ id }) => id)).toEqual(["put-aside", "sent-lately", "waiting"]);
});

test("a mail has an HTML part with the words and the link of its text, in the frame of the organisation", async () => {
  const origin = "http://localhost";
  await queue("reader", { body: `Dear Mei,\n\nYour receipt: ${origin}/payment/a/receipt` });
  const asked = provider(() => new Response("{}")) as (Asked & { html: string })[];
  await keepHouse(RESEND);
  expect(asked).toHaveLength(1);
  const { text, html } = asked[0]!;
  expect(text).toContain(`Your receipt: ${origin}/payment/a/receipt`);
  expect(html).toContain("Dear Mei,");
  expect(html).toMatch(/<a href="[^"]*\/payment\/a\/receipt"[^>]*>/);
  // The first event of the seed has one of the portal's drawings.
  expect(html).toMatch(/<img src="[^"]*\/drawings\/campus\.png"[^>]* alt=""/);
  const shown = await (await signedIn("director")).get("/dev/mailbox/reader");
  expect(await shown.text()).toContain("Dear Mei,");
  expect(shown.headers.get("Content-Security-Policy")).toMatch(/^sandbox allow-popups; default-src 'none';/);
});

test("a mail whose link was used or has expired meanwhile is put aside; one that tells of a change is not", async () => {
  const asked = provider(() => Response.json({ id: "sent" }));
  const forgot = (email: string) =>
    new Browser("198.51.100.77").post("/?index", { account: "forgot", email, redirectTo: "/" });
  const [expired, used, open, mover] = await Promise.all([delegate(), delegate(), delegate(), delegate()]);
  for (const { email } of [expired, used, open]) expect((await forgot(email)).status).toBe(302);
  await mover.browser.post("/change-email", { newEmail: "moved-on@example.org" });
  await run("UPDATE tokens SET expires_at = ? WHERE uid = ?", Date.now() - 1, expired.uid);
  await run("UPDATE tokens SET used_at = 1 WHERE uid IN (?, ?)", used.uid, mover.uid);
  // Expired links may be deleted before the mail is tried again.
  await keepHouse(RESEND);
  const recipients = asked.map(({ to }) => to[0]);
  expect(recipients).toContain(open.email);
  expect(recipients).toContain(mover.email);
  for (const email of [expired.email, used.email, "moved-on@example.org"]) {
    expect(recipients).not.toContain(email);
    const kept = "SELECT due_at, sent_at, failures FROM outbox WHERE recipient = ?";
    expect(await rows(kept, email)).toEqual([{ due_at: null, sent_at: null, failures: 0 }]);
  }
});
