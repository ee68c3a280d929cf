import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { demoUid } from "#db/seed/demo.ts";
import { accountMessages } from "~/accounts/messages.ts";
import { readConfig } from "~/platform/config.server.ts";
import { DAY, HOUR } from "~/values/durations.ts";
import { type Browser, signedIn, signedInAs } from "../support/browser.ts";
import { calendarOf, opensCalendar } from "../support/calendars.ts";
import { delegate } from "../support/people.ts";
import { programAs } from "../support/programs.ts";
import { colleague } from "../support/staff.ts";
import { changingNothing, row, rows, run } from "../support/storage.ts";

const VERSIONS = ["/payment-info/version", "/scheduling/version", "/scheduling/version?day=2023-02-18"];

afterEach(() => {
  vi.useRealTimers();
});

const at = (instant: number) => vi.useFakeTimers({ toFake: ["Date"], now: instant });
const endOf = async (uid: string) =>
  (await row<{ expires_at: number }>("SELECT expires_at FROM sessions WHERE uid = ?", uid)).expires_at;
const opens = async (browser: Browser) => (await browser.get("/application")).status === 200;
const versionsOf = (browser: Browser) =>
  Promise.all(VERSIONS.map(async (path) => (await browser.get(path)).status));

/* ------------------------------------------------------------------ how long a session lasts */

test("a session is extended by use, and a use is recorded once an hour", async () => {
  const { uid, browser } = await delegate();
  const opened = Date.now();
  await changingNothing(async () => {
    at(opened + HOUR - 1_000);
    expect(await opens(browser)).toBe(true);
  });
  at(opened + 2 * HOUR);
  for (let n = 0; n < 3; n += 1) expect(await opens(browser)).toBe(true);
  expect(await endOf(uid)).toBe(opened + 14 * DAY + 2 * HOUR);
  at(opened + 14 * DAY + HOUR);
  expect(await opens(browser)).toBe(true);
  at(opened + 61 * DAY);
  expect(await opens(browser)).toBe(false);
});

test.each([
  ["a delegate", async () => delegate(), 10 * DAY, 90 * DAY],
  ["staff", async () => colleague(), 3 * HOUR, 12 * HOUR],
])("%s who never pauses has to sign in again when the whole time is over", async (_, somebody, pause, whole) => {
  const { browser } = await somebody();
  const opened = Date.now();
  for (let now = opened + pause; now < opened + whole; now += pause) {
    at(now);
    expect((await browser.get("/change-email")).status).toBe(200);
  }
  at(opened + whole + 1_000);
  expect((await browser.get("/change-email")).status).toBe(401);
});

test("staff who paused for four hours sign in again, and lose nothing they typed", async () => {
  const { browser } = await colleague();
  expect((await browser.get("/admin")).status).toBe(200);
  at(Date.now() + 4 * HOUR + 1_000);
  const answer = await browser.submit("/admin/delegates/somebody", [["comment", "Half a page of thoughts"]]);
  expect(answer.status).toBe(401);
  expect(answer.html).toContain("Half a page of thoughts");
});

test("a program's session is extended by use, too", async () => {
  const { uid } = await delegate();
  await run("DELETE FROM sessions WHERE uid = ?", uid);
  const program = await programAs(uid);
  const opened = Date.now();
  at(opened + 10 * DAY);
  expect((await program.refresh()).status).toBe(200);
  at(opened + 20 * DAY);
  expect((await program.refresh()).status).toBe(200);
  expect(await endOf(uid)).toBeGreaterThan(opened + 33 * DAY);
  at(opened + 91 * DAY);
  expect((await program.refresh()).status).toBe(400);
});

/* ------------------------------------------------------------------ the role cookie */

/** The director's browser, once its role cookie has been handed out. */
async function director() {
  const browser = await signedIn("director");
  await browser.get("/decision");
  return browser;
}

/** The header of a page while accounts cannot be read. Then the header shows what the role cookie says. */
async function headerOf(browser: Browser) {
  await run("ALTER TABLE users RENAME TO users_away");
  try {
    return (await browser.open("/decision")).html.split("</header>")[0]!;
  } finally {
    await run("ALTER TABLE users_away RENAME TO users");
  }
}

test("the role cookie is worth nothing after the expiry time inside it, however long it is kept", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const browser = await director();
  const now = Date.now();
  expect(await headerOf(browser)).toContain('href="/admin"');
  at(now + 4 * HOUR + 1_000);
  expect(await headerOf(browser)).not.toContain('href="/admin"');
});

test("a role cookie without an expiry time, as earlier versions sent it, does not count", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { createCookie } = await import("@remix-run/cloudflare");
  const old = createCookie("role", { secrets: [readConfig(env).sessionSecret] });
  const claims = { uid: demoUid("director"), email: "director@hpair.example", admin: true, hpairPlus: false };
  const browser = await signedIn("new");
  browser.cookies.set("role", (await old.serialize(claims)).split(";")[0]!.slice("role=".length));
  expect(await headerOf(browser)).not.toContain('href="/admin"');
});

test.each([
  ["is logged out", (uid: string) => run("DELETE FROM sessions WHERE uid = ?", uid)],
  ["is disabled", (uid: string) => run("UPDATE users SET disabled_at = 1 WHERE uid = ?", uid)],
  [
    "has a session that is over",
    (uid: string) => run("UPDATE sessions SET expires_at = 1 WHERE uid = ?", uid),
  ],
])("somebody who %s learns of no change any more with the old cookies", async (_, end) => {
  const { uid, browser } = await delegate();
  await browser.get("/scheduling");
  expect(await versionsOf(browser)).toEqual([200, 200, 200]);
  await end(uid);
  expect(await versionsOf(browser)).toEqual([401, 401, 401]);
});

test("another person's role cookie beside one's own session reveals nothing of either", async () => {
  const [one, other] = [await delegate(), await delegate()];
  for (const { browser } of [one, other]) await browser.get("/scheduling");
  one.browser.cookies.set("role", other.browser.cookies.get("role")!);
  expect(await versionsOf(one.browser)).toEqual([401, 401, 401]);
});

test("a version is one round trip", async () => {
  const { browser } = await delegate();
  await browser.get("/scheduling");
  for (const path of VERSIONS) {
    const { headers } = await browser.get(path);
    expect(headers.get("Server-Timing"), path).toContain('db;desc="1"');
  }
});

/* ------------------------------------------------------------------ logging out */

test("logging out ends this session; logging out everywhere ends all, a program's too", async () => {
  const { uid, browser } = await delegate();
  const [phone, laptop, program] = [await signedInAs(uid), await signedInAs(uid), await programAs(uid)];
  const calls = async () => (await program.call("getDecision")).status;
  await (await browser.open("/")).press("Logout");
  expect([await opens(browser), await opens(phone), await opens(laptop), await calls()]).toEqual([
    false,
    true,
    true,
    200,
  ]);
  const calendar = await calendarOf(phone);
  expect(await opensCalendar(calendar)).toBe(true);
  const out = await (await phone.open("/change-email")).press("Log out everywhere");
  expect(await opensCalendar(calendar)).toBe(false);
  expect([out.status, out.location]).toEqual([302, "/"]);
  expect(await rows("SELECT 1 FROM sessions WHERE uid = ?", uid)).toEqual([]);
  expect([await opens(phone), await opens(laptop), await calls()]).toEqual([false, false, 401]);
  expect((await phone.open("/application")).text).toContain(accountMessages.notLoggedIn);
});

test("logging out everywhere with an expired session ends nobody's sessions", async () => {
  const { uid, browser } = await delegate();
  await run("UPDATE sessions SET expires_at = 1 WHERE uid = ?", uid);
  await signedInAs(uid);
  await browser.post("/logout", { everywhere: "yes" });
  expect(await rows("SELECT 1 FROM sessions WHERE uid = ? AND expires_at > 1", uid)).toHaveLength(1);
});

test.each<[string, RequestInit & { headers?: Record<string, string> }]>([
  ["without a body", {}],
  ["with a body of nothing", { body: "", headers: { "Content-Type": "text/plain" } }],
  ["with JSON", { body: "{}", headers: { "Content-Type": "application/json" } }],
  ["with a form that cannot be read", { body: "--x", headers: { "Content-Type": "multipart/form-data" } }],
  [
    "with more than a form may hold",
    { body: "a".repeat(2_000_000), headers: { "Content-Type": "text/plain" } },
  ],
])("logging out %s ends the session", async (_, sent) => {
  const { uid, browser } = await delegate();
  expect(await rows("SELECT 1 FROM sessions WHERE uid = ?", uid)).toHaveLength(1);
  const answer = await browser.fetch("/logout", { method: "POST", ...sent });
  expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/"]);
  expect(await rows("SELECT 1 FROM sessions WHERE uid = ?", uid)).toEqual([]);
  expect((await browser.open("/application")).text).toContain(accountMessages.notLoggedIn);
});
