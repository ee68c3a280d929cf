import { expect, test } from "vitest";
import { accountMessages } from "~/accounts/messages.ts";
import { Browser, signedInAs } from "../support/browser.ts";
import { codeOf, giveFactor } from "../support/factors.ts";
import { delegate, PASSWORD, readyToPay } from "../support/people.ts";
import { programAs } from "../support/programs.ts";
import { colleague } from "../support/staff.ts";
import { changingNothing, rows, run } from "../support/storage.ts";

const MINUTE = 60_000;

/** Logs somebody in by the page, in a browser that sends this `User-Agent`. */
async function logIn(email: string, userAgent: string, network: string) {
  const browser = new Browser(network);
  const { send } = browser;
  browser.send = (request) => {
    request.headers.set("User-Agent", userAgent);
    return send(request);
  };
  await browser.submit("/?index", [
    ...[["account", "sign-in"] as [string, string], ["email", email] as [string, string]],
    ["password", PASSWORD],
  ]);
  return browser;
}

const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0";
const ANDROID =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36";

test("somebody sees where they are logged in, and logs one device out, or all others", async () => {
  const { uid, email } = await delegate();
  await run("DELETE FROM sessions WHERE uid = ?", uid);
  const laptop = await logIn(email, FIREFOX, "198.51.100.7");
  const phone = await logIn(email, ANDROID, "2001:db8:1:2::9");
  await programAs(uid);
  const page = await phone.open("/devices");
  for (const text of [
    ...["Chrome on Android This one", "2001:db8:1:2", "Firefox on Windows", "198.51.100.7"],
    "A program",
  ])
    expect(page.text).toContain(text);
  const [{ id_hash: hash }] = (await rows(
    "SELECT id_hash FROM sessions WHERE uid = ? AND device = 'Firefox on Windows'",
    uid,
  )) as [{ id_hash: string }];
  // The page does not show the whole key of another session.
  expect(page.html).not.toContain(hash);
  const ended = await phone.submit("/devices", [
    ["intent", "end"],
    ["id", hash.slice(0, 16)],
  ]);
  expect([ended.status, ended.location]).toEqual([302, "/devices"]);
  expect((await laptop.get("/change-email")).status).toBe(401);
  await (await phone.open("/devices")).press("Log out everywhere else");
  expect(await rows("SELECT device FROM sessions WHERE uid = ?", uid)).toEqual([
    { device: "Chrome on Android" },
  ]);
  expect((await phone.open("/devices")).text).not.toContain("Log out everywhere else");
});

test("nobody ends a session of somebody else, or the one they act in", async () => {
  const [own, other] = [await delegate(), await delegate()];
  const hashOf = async (uid: string) =>
    ((await rows("SELECT id_hash FROM sessions WHERE uid = ?", uid)) as { id_hash: string }[])[0]!.id_hash;
  for (const uid of [own.uid, other.uid]) {
    const id = (await hashOf(uid)).slice(0, 16);
    for (const sent of [id, "", "%"])
      await changingNothing(() =>
        own.browser.submit("/devices", [
          ["intent", "end"],
          ["id", sent],
        ]),
      );
  }
});

/** Makes the sessions of a user look as if their last request was this many minutes ago. */
const pause = (uid: string, minutes = 31) =>
  run(
    "UPDATE sessions SET awake_at = ?, created_at = ? WHERE uid = ?",
    ...[Date.now() - minutes * MINUTE, Date.now() - 60 * MINUTE, uid],
  );

test("after half an hour the pages about money ask for the password, and go on with what was typed", async () => {
  const { uid, email, browser } = await colleague("treasurer");
  const person = await readyToPay();
  await pause(uid, 29);
  expect((await browser.get("/admin/payments")).status).toBe(200);
  const grants = await browser.open("/admin/grants");
  await pause(uid);
  // Pages that are not about money stay open. Visiting them does not end the pause, so pages about money still ask for
  // the password.
  expect((await browser.get("/admin")).status).toBe(200);
  const asked = await browser.open("/admin/payments");
  expect([asked.status, asked.text.includes(accountMessages.afterPause)]).toEqual([401, true]);
  expect(asked.text).not.toContain(person.email);
  const refused = await changingNothing(() =>
    grants.press("Add the budget", { "budget-title": "Kept title", "budget-amount": "a lot" }),
  );
  expect([refused.status, refused.text.includes(accountMessages.afterPauseKept)]).toEqual([401, true]);
  const sent = await refused.press("Log in", { email, password: PASSWORD });
  expect([sent.status, sent.location]).toEqual([307, "/admin/grants"]);
  expect((await sent.follow()).html).toContain("Kept title");
  expect((await browser.get("/admin/payments")).status).toBe(200);
});

test("a wrong password after the pause is said, and what was typed is kept until the right one", async () => {
  const { uid, email, browser } = await colleague("treasurer");
  const grants = await browser.open("/admin/grants");
  await pause(uid);
  const asked = await grants.press("Add the budget", {
    "budget-title": "Kept title",
    "budget-amount": "a lot",
  });
  const wrong = await asked.press("Log in", { email, password: "not my password" });
  expect([wrong.status, wrong.text.includes(accountMessages.invalidCredentials)]).toEqual([401, true]);
  const sent = await wrong.press("Log in", { password: PASSWORD });
  expect([sent.status, sent.location]).toEqual([307, "/admin/grants"]);
  expect((await sent.follow()).html).toContain("Kept title");
});

test("a file about money leads to its page, which asks", async () => {
  const { uid, browser } = await colleague("treasurer");
  await pause(uid);
  for (const page of ["/admin/payments", "/admin/payments/journal"]) {
    const { status, location } = await browser.open(`${page}.csv?q=ada`);
    expect([status, location]).toEqual([302, `${page}?q=ada`]);
    expect((await browser.open(`${page}?q=ada`)).status).toBe(401);
  }
});

test("who sends a file about money after the pause is told to choose it again", async () => {
  const { uid, browser } = await colleague("treasurer");
  await pause(uid);
  const sent = await browser.upload("/admin/payments/bank", {
    ...{ intent: "read", table: "" },
    file: new File(["Date,Amount"], "bank.csv"),
  });
  expect([sent.status, await sent.text()]).toEqual([
    401,
    expect.stringContaining(`${accountMessages.afterPauseKept} ${accountMessages.fileNotKept}`),
  ]);
});

test("a code of the second factor wakes the session", async () => {
  const { uid, browser } = await colleague("treasurer");
  const secret = await giveFactor(uid);
  await pause(uid);
  const asked = await browser.open("/admin/payments");
  expect([asked.status, asked.text.includes("Confirm with a code")]).toEqual([401, true]);
  const done = await asked.press("Continue", { factorCode: codeOf(secret) });
  expect([done.status, done.location]).toEqual([302, "/admin/payments"]);
  expect((await done.follow()).status).toBe(200);
});

test("use keeps the session awake, and a delegate's checkout never asks", async () => {
  const { uid } = await colleague("treasurer");
  const browser = await signedInAs(uid);
  const since = Date.now() - 10 * MINUTE;
  await run("UPDATE sessions SET awake_at = ? WHERE uid = ?", since, uid);
  await browser.get("/admin");
  const [{ awake_at }] = (await rows(
    "SELECT max(awake_at) AS awake_at FROM sessions WHERE uid = ?",
    uid,
  )) as [{ awake_at: number }];
  expect(awake_at).toBeGreaterThan(since);
  const payer = await readyToPay();
  await pause(payer.uid, 600);
  expect((await payer.browser.get("/register")).status).toBe(200);
});
