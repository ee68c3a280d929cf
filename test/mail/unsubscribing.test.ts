import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { mailMessages } from "~/mail/messages.ts";
import { unsubscribeToken } from "~/mail/unsubscribing.server.ts";
import { MOST_FORGED_LINKS } from "~/mail/unsubscribing.ts";
import { readConfig } from "~/platform/config.server.ts";
import type { MailKind } from "~/values/types.ts";
import { Browser } from "../support/browser.ts";
import { delegate } from "../support/people.ts";
import { changingNothing, row, rows, run } from "../support/storage.ts";
import { answerWith, keepHouse } from "../support/worker.ts";

const RESEND = {
  MAILER: "resend",
  RESEND_API_KEY: "re_key",
  MAIL_FROM: "HPAIR <registration@example.org>",
  MAIL_PER_SECOND: "100",
};

const queue = (id: string, kind: MailKind | null, recipient = "Mei@Example.org") =>
  run(
    `INSERT INTO outbox (id, event_key, kind, recipient, subject, body, created_at, due_at, failures)
      VALUES (?1, ?1, ?2, ?3, 'News', 'Hello.', ?4, 1, 0)`,
    ...[id, kind, recipient, Date.now()],
  );

type Posted = { to: string[]; text: string; html: string; headers?: Record<string, string> };

/** Sends the mails that are due, and returns what the provider was asked to send. */
async function sent(): Promise<Posted[]> {
  const asked: Posted[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (_, init) => {
    asked.push(JSON.parse(String(init!.body)));
    return Response.json({ id: `of-${asked.length}` });
  });
  await run("DELETE FROM counters WHERE key = 'mail'");
  await keepHouse(RESEND);
  return asked;
}

const pathOf = (id: string) => `/unsubscribe/${unsubscribeToken(readConfig(env), id)}`;

/** Posts like a mail program: without a cookie, an origin, or anything else that browsers send. */
const oneClick = (path: string, body = "List-Unsubscribe=One-Click", headers: Record<string, string> = {}) =>
  answerWith(
    {},
    new Request(`http://portal.test${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded", ...headers },
      body,
    }),
  );

const stopped = () => rows("SELECT email_key FROM unsubscribed_addresses");

beforeEach(async () => {
  await run("DELETE FROM outbox");
  await run("DELETE FROM counters");
  await run("DELETE FROM unsubscribed_addresses");
});
afterEach(() => vi.restoreAllMocks());

test("news and reminders alone can be stopped in one click, and say so in their text too", async () => {
  for (const kind of ["news", "reminder", "payment", "decision", "account", "application", null] as const)
    await queue(`mail-${kind}`, kind, `${kind}@example.org`);
  const mails = await sent();
  expect(mails).toHaveLength(7);
  for (const { to, headers, text, html } of mails) {
    const kind = to[0]!.split("@")[0]!;
    const address = `http://scheduled.invalid${pathOf(`mail-${kind}`)}`;
    const isOptional = kind === "news" || kind === "reminder";
    expect([kind, headers]).toEqual([
      kind,
      isOptional
        ? { "List-Unsubscribe": `<${address}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }
        : undefined,
    ]);
    expect([kind, text.includes(`${mailMessages.stop}: ${address}`)]).toEqual([kind, isOptional]);
    expect([kind, html.includes(`href="${address}"`)]).toEqual([kind, isOptional]);
    expect(html).not.toContain("display:inline-block");
  }
});

test("one post of a mail program stops them for the address, in whatever spelling, and nothing else", async () => {
  await queue("first", "news");
  await sent();
  expect((await oneClick(pathOf("first"))).status).toBe(200);
  expect((await oneClick(pathOf("first"))).status).toBe(200);
  expect(await stopped()).toEqual([{ email_key: "mei@example.org" }]);
  await queue("second", "news", "MEI@example.org ");
  await queue("third", "payment");
  await queue("other", "news", "other@example.org");
  expect((await sent()).map(({ to }) => to[0])).toEqual(["Mei@Example.org", "other@example.org"]);
  expect(
    await row("SELECT sent_at, due_at, failures, refusal, report FROM outbox WHERE id = 'second'"),
  ).toEqual({ sent_at: null, due_at: null, failures: 0, refusal: null, report: "unsubscribed" });
});

test("opening the link stops nothing; its button does, and another begins again", async () => {
  await queue("first", "news");
  const browser = new Browser();
  const page = await changingNothing(() => browser.open(pathOf("first")));
  expect(page.text).toContain("M…@Example.org");
  const stop = await page.press("Stop news and reminders");
  expect([stop.status, stop.location]).toEqual([302, pathOf("first")]);
  expect(await stopped()).toHaveLength(1);
  const again = await browser.open(pathOf("first"));
  expect(again.text).toContain("You get no news or reminders");
  await again.press("Send them again");
  expect(await stopped()).toEqual([]);
});

test("only what a mail program posts passes without a cookie, and only there", async () => {
  await queue("first", "news");
  const { uid } = await delegate();
  await changingNothing(async () => {
    expect((await oneClick(pathOf("first"), "intent=stop")).status).toBe(403);
    expect((await oneClick(pathOf("first"), "")).status).toBe(403);
    for (const path of ["/change-email", "/logout", `/unsubscribe/${uid}/x`, "/unsubscribe"])
      expect([path, (await oneClick(path)).status]).toEqual([path, 403]);
  });
  // Only the token counts. It does not matter where the request comes from.
  expect((await oneClick(pathOf("first"), undefined, { Origin: "https://mail.example.org" })).status).toBe(
    200,
  );
});

test("forged links are refused and counted, and nothing is looked up for them", async () => {
  await queue("first", "news");
  const real = pathOf("first");
  const forged = [
    real.slice(0, -1),
    `${real}x`,
    real.replace("first", "other"),
    "/unsubscribe/first",
    `${real}.`,
  ];
  for (const path of forged) {
    expect([path, (await oneClick(path)).status]).toEqual([path, 404]);
    expect((await new Browser().open(path)).status).toBe(404);
  }
  for (let times = forged.length; times < MOST_FORGED_LINKS; times += 1)
    expect((await oneClick("/unsubscribe/first.x")).status).toBe(404);
  const refused = await oneClick("/unsubscribe/first.x");
  expect(refused.status).toBe(429);
  expect(await refused.text()).toContain(mailMessages.stopLinkInvalid);
  expect(await stopped()).toEqual([]);
  expect((await oneClick(real)).status).toBe(200);
});

test("news are stopped and begun in the portal too, by whoever has confirmed the address", async () => {
  const { uid, email, browser } = await delegate();
  const confirmed = (at: number | null) =>
    run("UPDATE users SET email_verified_at = ? WHERE uid = ?", at, uid);
  await confirmed(null);
  expect((await browser.open("/mails")).text).not.toContain("News and reminders");
  await changingNothing(() => browser.post("/mails?index", { intent: "stop" }));
  await confirmed(1);
  const stop = await (await browser.open("/mails")).press("Stop news and reminders");
  expect([stop.status, stop.location]).toEqual([302, "/mails"]);
  await browser.post("/mails?index", { intent: "stop" });
  expect(await stopped()).toEqual([{ email_key: email }]);
  await queue("first", "news", email);
  await queue("second", "payment", email);
  expect(await sent()).toHaveLength(1);
  const page = await browser.open("/mails");
  expect(page.text).toContain(mailMessages.newsStopped);
  await confirmed(null);
  await changingNothing(() => browser.post("/mails?index", { intent: "begin" }));
  await confirmed(1);
  await page.press("Send them again");
  expect(await stopped()).toEqual([]);
});
