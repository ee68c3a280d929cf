import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { messages } from "~/domain/messages.ts";
import { newSecret } from "~/ids.server.ts";
import { sessionHash } from "~/models/sessions.server.ts";
import { Browser, ORIGIN, type Page, signedIn, signedInAs } from "../support/browser.ts";
import { restoreClock, stopClockAt } from "../support/clock.ts";
import { mailsTo } from "../support/mails.ts";
import { type Delegate, delegate, PASSWORD } from "../support/people.ts";
import { changingNothing, row, rows, run } from "../support/storage.ts";
import { answerWith, PRODUCTION } from "../support/worker.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const TAKEN = "Invalid email/password combination. Please double-check your credentials and try again.";
const LOG_IN = "You must be logged in to access this content!";

afterEach(restoreClock);

let made = 0;
/** An address that nobody has. */
const newAddress = () => `address-${++made}@example.org`;

/** A visitor from a network nobody else comes from, so that no test uses up another's tries. */
const visitor = () => new Browser(`198.18.0.${++made}`);

const change = (browser: Browser, newEmail: string, password?: string) =>
  browser.submit("/change-email", [
    ["newEmail", newEmail],
    ...(password === undefined ? [] : [["password", password] as [string, string]]),
  ]);

const signIn = (email: string, password: string) =>
  visitor().submit("/?index", [
    ["account", "sign-in"],
    ["email", email],
    ["password", password],
  ]);

const forgot = (email: string) =>
  visitor().submit("/?index", [
    ["account", "forgot"],
    ["email", email],
  ]);

const emailOf = async (uid: string) =>
  (await row<{ email: string }>("SELECT email FROM users WHERE uid = ?", uid)).email;
const sessionsOf = (uid: string) => rows("SELECT id_hash FROM sessions WHERE uid = ?", uid);
const isSignedIn = async (browser: Browser) => (await browser.get("/scheduling")).status === 200;

/** The path of the link in a mail or on a page. */
const linkIn = (text: string, to: string) => {
  const [link] = new RegExp(`${ORIGIN}/${to}/[\\w-]+`).exec(text) ?? [];
  if (!link) throw new Error(`No link to ${to}: ${text}`);
  return new URL(link).pathname;
};
const resetLinkOn = (page: Page) => linkIn(page.html, "reset-password");

/** The link in the only mail of its kind that an address got. */
async function mailedLink(email: string, to: "revert-email" | "verify-email"): Promise<string> {
  const mails = (await mailsTo(email)).filter(({ body }) => body.includes(`/${to}/`));
  expect(mails).toHaveLength(1);
  return linkIn(mails[0]!.body, to);
}

/** How long ago the password was typed in every session there is of somebody. */
const typedPassword = (uid: string, ago: number) =>
  run("UPDATE sessions SET authenticated_at = ? WHERE uid = ?", Date.now() - ago, uid);

/** Stops the clocks, so that a test can stand on either side of an end. */
const stopClock = () => stopClockAt("2022-12-17T15:00:00Z");
const later = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);

function claimsOf(browser: Browser) {
  const [payload = ""] = decodeURIComponent(browser.cookies.get("role") ?? "").split(".");
  return JSON.parse(atob(payload));
}

/* ------------------------------------------------------------------ changing it */

test("the page changes the address, shows it everywhere, and offers to reset the password", async () => {
  const { browser, uid, email } = await delegate();
  const address = newAddress();
  const page = await browser.open("/change-email");
  expect(page.html).toMatch(/<input[^>]* placeholder="[^"@]+@[^"]+"/);
  expect(page.text).toContain(email);
  const done = await page.press("Change email", { newEmail: ` ${address} ` });
  expect(done.status).toBe(200);
  expect(done.text).toContain(`Your e-mail is now ${address}`);
  expect(done.text).toContain("choose a new password immediately");
  expect(done.text).toContain("We have sent a mail to the new address");
  const header = /<header class="site-header">[\s\S]*?<\/header>/.exec(done.html)![0];
  expect(header).toContain(address);
  expect(header).not.toContain(email);
  expect(claimsOf(browser)).toMatchObject({ uid, email: address });
  expect(await row("SELECT * FROM users WHERE uid = ?", uid)).toMatchObject({
    email: address,
    email_key: address,
    email_verified_at: null,
  });
  expect(await rows("SELECT * FROM audit WHERE actor_uid = ? AND action = 'changeEmail'", uid)).toHaveLength(
    1,
  );
  expect((await signIn(email, PASSWORD)).status).toBe(401);
  expect((await signIn(address.toUpperCase(), PASSWORD)).status).toBe(302);

  // The link is nowhere but on this page, and loading that again does no harm.
  const secret = resetLinkOn(done).split("/").at(-1)!;
  expect(JSON.stringify(await rows("SELECT * FROM tokens"))).not.toContain(secret);
  expect(JSON.stringify(await rows("SELECT * FROM outbox"))).not.toContain(secret);
  const again = await changingNothing(() => browser.submit(done.path, done.posted!));
  expect(again.status).toBe(400);
  expect(again.text).toContain(messages.sameEmail);
  expect((await browser.open(resetLinkOn(done))).has("Save password")).toBe(true);
});

test("nothing typed is the same page again, without a word of blame", async () => {
  const { browser } = await delegate();
  for (const nothing of ["", "  "]) {
    const answer = await changingNothing(() => change(browser, nothing));
    expect([answer.status, answer.location]).toEqual([302, "/change-email"]);
    expect((await answer.follow()).text).not.toContain("There is a problem");
  }
});

test.each([
  "nobody",
  "a@localhost",
  "a@example.org, b@example.org",
  "a@example.org;b@example.org",
  "a@example.org b@example.org",
  "Mei <a@example.org>",
  "a@example.org\r\nBcc: b@example.org",
  "a@example.org\nb@example.org",
  "a\r@example.org",
  "a\u0000@example.org",
  "a@example.org\u0000",
  "a@exam\u0000ple.org",
  `${"a".repeat(250)}@example.org`,
])("the address %j is refused and kept in its field", async (address) => {
  const { browser } = await delegate();
  const refused = await changingNothing(() => change(browser, address));
  expect(refused.status).toBe(400);
  expect(refused.text).toContain(messages.invalidEmail);
  const [, kept] = refused.form("Change email").fields.find(([name]) => name === "newEmail")!;
  // Markup cannot hold a NUL or a bare carriage return.
  const shown = (text: string) => text.replace(/[\r\0]/g, "");
  expect(shown(kept)).toBe(shown(address));
});

test("signed out, and from another account's page, nothing is changed", async () => {
  const address = newAddress();
  const { browser } = await delegate();
  // The first page hands out the cookie that says whose the next ones are.
  await browser.get("/change-email");
  const page = await browser.open("/change-email");
  const other = await delegate();
  browser.cookies.set("session", other.browser.cookies.get("session")!);
  const foreign = await changingNothing(() => page.press("Change email", { newEmail: address }));
  expect(foreign.status).toBe(409);
  expect(foreign.text).toContain(messages.otherAccount);
  const signedOut = await changingNothing(() => change(new Browser(), address));
  expect(signedOut.status).toBe(401);
});

test("what was typed when the session had ended is sent on after logging in", async () => {
  const { browser, uid, email } = await delegate();
  const address = newAddress();
  const page = await browser.open("/change-email");
  await run("DELETE FROM sessions WHERE uid = ?", uid);
  const ended = await page.press("Change email", { newEmail: address });
  expect(ended.status).toBe(401);
  const back = await ended.press("Log in", { email, password: PASSWORD });
  expect([back.status, back.location]).toEqual([307, "/change-email"]);
  expect((await back.follow()).text).toContain(`Your e-mail is now ${address}`);
});

/* ------------------------------------------------------------------ a stolen session */

test("a session whose password was typed over five minutes ago changes nothing without it", async () => {
  await stopClock();
  const { browser, uid, email } = await delegate();
  await typedPassword(uid, 5 * MINUTE + 1_000);
  const address = newAddress();
  const asked = await changingNothing(() => change(browser, address));
  expect(asked.status).toBe(401);
  expect(asked.text).toContain("type it again");
  expect(asked.form("Change email").fields).toContainEqual(["newEmail", address]);

  const missing = await changingNothing(() => asked.press("Change email", { password: "" }));
  expect(missing.status).toBe(400);
  expect(missing.text).toContain(messages.required);

  const wrong = await changingNothing(() => asked.press("Change email", { password: "not the password" }), {
    but: ["counters"],
  });
  expect(wrong.status).toBe(401);
  expect(wrong.text).toContain(TAKEN);
  expect(wrong.html).not.toContain("not the password");
  expect(wrong.form("Change email").fields).toContainEqual(["newEmail", address]);
  expect(await emailOf(uid)).toBe(email);

  const right = await wrong.press("Change email", { password: PASSWORD });
  expect(right.status).toBe(200);
  expect(right.html).not.toContain(PASSWORD);
  expect(await emailOf(uid)).toBe(address);
});

test("a second less than five minutes is fresh enough", async () => {
  await stopClock();
  const { browser, uid } = await delegate();
  await typedPassword(uid, 5 * MINUTE - 1_000);
  const address = newAddress();
  expect((await change(browser, address)).status).toBe(200);
  expect(await emailOf(uid)).toBe(address);
});

test("a wrong password is not overlooked because the right one was typed just now", async () => {
  const { browser } = await delegate();
  const wrong = await changingNothing(() => change(browser, newAddress(), "not the password"), {
    but: ["counters"],
  });
  expect(wrong.status).toBe(401);
});

test("passwords can be tried five times", async () => {
  const { browser, uid } = await delegate();
  for (let count = 0; count < 5; count++) {
    expect((await change(browser, newAddress(), `wrong ${count}`)).status).toBe(401);
  }
  const held = await changingNothing(() => change(browser, newAddress(), PASSWORD), { but: ["counters"] });
  expect(held.status).toBe(429);
  expect(held.text).toContain(messages.tooManyAttempts(15));
  expect(await sessionsOf(uid)).toHaveLength(1);
});

test("an address can be changed five times a day", async () => {
  await stopClock();
  const { browser, uid } = await delegate();
  for (let count = 0; count < 5; count++) {
    expect((await change(browser, newAddress())).status).toBe(200);
    later(1);
  }
  const held = await changingNothing(() => change(browser, newAddress()), { but: ["counters"] });
  expect(held.status).toBe(429);
  expect(held.text).toContain("Please wait 24 hours and try again.");
  later(24 * HOUR - 10);
  expect((await change(await signedInAs(uid), newAddress())).status).toBe(429);
  later(10);
  expect((await change(await signedInAs(uid), newAddress())).status).toBe(200);
});

test("all other sessions end, of browsers and programs, and this one goes on", async () => {
  const { browser, uid } = await delegate();
  const elsewhere = await signedInAs(uid);
  const program = sessionHash("program", newSecret());
  await run(
    "INSERT INTO sessions (id_hash, uid, authenticated_at, created_at, expires_at) VALUES (?, ?, ?, ?, ?)",
    ...[program, uid, Date.now(), Date.now(), Date.now() + HOUR],
  );
  const somebodyElse = await signedIn("new");
  expect(await sessionsOf(uid)).toHaveLength(3);
  await change(browser, newAddress());
  expect(await sessionsOf(uid)).toHaveLength(1);
  expect(await isSignedIn(browser)).toBe(true);
  expect(await isSignedIn(elsewhere)).toBe(false);
  expect(await isSignedIn(somebodyElse)).toBe(true);
});

/* ------------------------------------------------------------------ whose address it is */

test("an address that somebody has is refused with the sentence of the catalogue", async () => {
  const { browser } = await delegate();
  for (const taken of ["goldplus@hpair.example", " GoldPlus@HPAIR.example "]) {
    const refused = await changingNothing(() => change(browser, taken), { but: ["counters"] });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain(TAKEN);
  }
});

/** All have found out who asks before any of them goes on: else the first could be through by then. */
async function changedAtOnce(changes: [Browser, string][]): Promise<Page[]> {
  let arrived = 0;
  let openDoor = () => {};
  const door = new Promise<void>((resolve) => {
    openDoor = resolve;
  });
  const DB = {
    prepare: (query: string) => env.DB.prepare(query),
    async batch(statements: D1PreparedStatement[]) {
      const results = await env.DB.batch(statements);
      if (++arrived === changes.length) openDoor();
      await door;
      return results;
    },
  };
  const ask = ([browser, address]: [Browser, string]) => {
    browser.send = (request) => answerWith({ DB }, request);
    return change(browser, address);
  };
  return Promise.all(changes.map(ask));
}

test("of several accounts that change to one address at once, one has it", async () => {
  const people = [await delegate(), await delegate(), await delegate(), await delegate()];
  const address = newAddress();
  const answers = await changedAtOnce(people.map(({ browser }) => [browser, address]));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
  expect(await rows("SELECT uid FROM users WHERE email_key = ?", address)).toHaveLength(1);
  expect(await mailsTo(address)).toHaveLength(1);
  for (const [index, { email }] of people.entries()) {
    expect(await mailsTo(email)).toHaveLength(answers[index]!.status === 200 ? 1 : 0);
  }
});

test("of two changes of one account at once, one is made", async () => {
  const { browser, uid, email } = await delegate();
  const addresses = [newAddress(), newAddress()];
  const answers = await changedAtOnce(addresses.map((address) => [browser, address]));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  expect(addresses[answers.findIndex(({ status }) => status === 200)]).toBe(await emailOf(uid));
  expect(await mailsTo(email)).toHaveLength(1);
});

test("an address that can still be taken back becomes nobody else's", async () => {
  await stopClock();
  const { browser, email, uid } = await delegate();
  const thief = await delegate();
  await change(browser, newAddress());
  const create = () =>
    visitor().submit("/?index", [
      ["account", "create"],
      ["email", email.toUpperCase()],
      ["password", "123456"],
    ]);
  later(72 * HOUR - 1);
  const signedUp = await changingNothing(create, { but: ["counters"] });
  expect(signedUp.status).toBe(401);
  expect(signedUp.text).toContain(TAKEN);
  const owner = await signedInAs(thief.uid);
  const refused = await changingNothing(() => change(owner, email), { but: ["counters"] });
  expect([refused.status, refused.text.includes(TAKEN)]).toEqual([400, true]);
  // Its own account may go back to it at any time.
  expect((await change(await signedInAs(uid), email)).status).toBe(200);
  await change(await signedInAs(uid), newAddress());
  later(72 * HOUR);
  expect((await create()).status).toBe(302);
});

/* ------------------------------------------------------------------ the link to reset the password */

const NEW_PASSWORD = "a new password";
const save = (browser: Browser, path: string) => browser.submit(path, [["password", NEW_PASSWORD]]);

async function refusedLink(path: string, browser: Browser, sentence: string) {
  await changingNothing(async () => {
    for (const page of [await browser.open(path), await save(browser, path)]) {
      expect(page.status).toBe(404);
      expect(page.text).toContain(sentence);
      expect(page.text).toContain("This link does not work");
    }
  });
}

test("the link resets the password once, in the session that made the change", async () => {
  const { browser, uid } = await delegate();
  const address = newAddress();
  const link = resetLinkOn(await change(browser, address));
  const page = await browser.open(link);
  expect((await page.press("Save password", { password: "12345" })).status).toBe(400);
  const changed = await page.press("Save password", { password: NEW_PASSWORD });
  expect([changed.status, changed.location]).toEqual([302, "/?notice=changed"]);
  expect(await sessionsOf(uid)).toEqual([]);
  expect((await signIn(address, PASSWORD)).status).toBe(401);
  expect((await signIn(address, NEW_PASSWORD)).status).toBe(302);
  await refusedLink(link, await signedInAs(uid), messages.resetLinkInvalid);
});

test("the link works for ten minutes", async () => {
  await stopClock();
  const { browser, uid } = await delegate();
  const link = resetLinkOn(await change(browser, newAddress()));
  later(10 * MINUTE - 1);
  expect((await browser.open(link)).has("Save password")).toBe(true);
  later(1);
  await refusedLink(link, browser, messages.resetLinkInvalid);
  expect(await sessionsOf(uid)).toHaveLength(1);
  later(-1);
  expect((await save(browser, link)).status).toBe(302);
});

test("the link is another account's for nobody, and signed out it asks to log in first", async () => {
  const { browser, uid } = await delegate();
  const address = newAddress();
  const link = resetLinkOn(await change(browser, address));
  await refusedLink(link, (await delegate()).browser, messages.resetLinkInvalid);
  await refusedLink(link, await signedIn("director"), messages.resetLinkInvalid);

  const stranger = visitor();
  const gate = await changingNothing(async () => {
    const page = await stranger.open(link);
    for (const refused of [page, await save(stranger, link)]) {
      expect(refused.status).toBe(401);
      expect(refused.text).toContain(LOG_IN);
      expect(refused.html).not.toContain(NEW_PASSWORD);
    }
    return page;
  });
  const signedInAgain = await gate.press("Log in", { email: address, password: PASSWORD });
  expect([signedInAgain.status, signedInAgain.location]).toEqual([302, link]);
  const saved = await (await signedInAgain.follow()).press("Save password", { password: NEW_PASSWORD });
  expect(saved.status).toBe(302);
  expect(await sessionsOf(uid)).toEqual([]);
});

test("a change ends the link of the change before it, and the links that were mailed", async () => {
  const { browser, email } = await delegate();
  await forgot(email);
  const mailed = linkIn((await mailsTo(email))[0]!.body, "reset-password");
  expect((await visitor().open(mailed)).has("Save password")).toBe(true);
  const first = resetLinkOn(await change(browser, newAddress()));
  await refusedLink(mailed, visitor(), messages.resetLinkInvalid);
  const second = resetLinkOn(await change(browser, newAddress()));
  await refusedLink(first, browser, messages.resetLinkInvalid);
  expect((await browser.open(second)).has("Save password")).toBe(true);
});

/* ------------------------------------------------------------------ taking a change back */

/** An account whose address and password somebody else has changed, in a session and with a link of theirs. */
async function stolen() {
  const owner = await delegate();
  const address = newAddress();
  const link = resetLinkOn(await change(owner.browser, address));
  await save(owner.browser, link);
  const thief = await signedInAs(owner.uid);
  return { ...owner, address, thief };
}

const REVERT = "Take the account back";

test("the old address gets one mail, which takes everything back", async () => {
  const { uid, email, address, thief } = await stolen();
  const [mail, ...others] = await mailsTo(email);
  expect(others).toEqual([]);
  expect(mail!.body).toContain(address);
  const link = await mailedLink(email, "revert-email");

  // Programs that look through mail open every link.
  const page = await changingNothing(async () => {
    await visitor().get(link);
    return visitor().open(link);
  });
  expect(page.status).toBe(200);
  expect(page.text).toContain(email);
  const verify = await mailedLink(address, "verify-email");
  const taken = await page.press(REVERT);
  expect(taken.status).toBe(302);
  expect(taken.location).toMatch(/^\/reset-password\/[\w-]{20,}$/);
  expect(await row("SELECT * FROM users WHERE uid = ?", uid)).toMatchObject({
    email,
    email_key: email,
    email_verified_at: expect.any(Number),
    email_changed_at: null,
  });
  expect(await rows("SELECT * FROM audit WHERE actor_uid = ? AND action = 'revertEmail'", uid)).toHaveLength(
    1,
  );

  expect(await sessionsOf(uid)).toEqual([]);
  expect(await isSignedIn(thief)).toBe(false);
  for (const password of [PASSWORD, NEW_PASSWORD]) {
    for (const name of [email, address]) expect((await signIn(name, password)).status).toBe(401);
  }
  expect((await (await signedInAs(uid)).open(verify)).location).toBe("/verify-email");

  const chosen = await (await taken.follow()).press("Save password", { password: "my very own" });
  expect(chosen.location).toBe("/?notice=changed");
  expect((await signIn(email, "my very own")).status).toBe(302);

  const again = await changingNothing(() => page.press(REVERT));
  expect(again.status).toBe(404);
  expect(again.text).toContain(messages.revertLinkInvalid);
  expect(again.text).toContain("This link does not work");
});

test("taking back ends the links that whoever made the change still holds", async () => {
  const { browser, uid, email } = await delegate();
  const own = resetLinkOn(await change(browser, newAddress()));
  await (await visitor().open(await mailedLink(email, "revert-email"))).press(REVERT);
  await refusedLink(own, await signedInAs(uid), messages.resetLinkInvalid);
});

test("taking back is possible for 72 hours", async () => {
  await stopClock();
  const { email } = await stolen();
  const link = await mailedLink(email, "revert-email");
  later(72 * HOUR);
  await changingNothing(async () => {
    for (const page of [await visitor().open(link), await visitor().submit(link, [])]) {
      expect(page.status).toBe(404);
      expect(page.text).toContain(messages.revertLinkInvalid);
    }
  });
  later(-1);
  expect((await visitor().open(link)).has(REVERT)).toBe(true);
  expect((await visitor().submit(link, [])).status).toBe(302);
});

test("of ten simultaneous uses of the link one takes effect", async () => {
  const { uid, email } = await stolen();
  const link = await mailedLink(email, "revert-email");
  const uses = await Promise.all(Array.from({ length: 10 }, () => visitor().submit(link, [])));
  expect(uses.filter(({ status }) => status === 302)).toHaveLength(1);
  expect(uses.filter(({ status }) => status === 404)).toHaveLength(9);
  const open = "SELECT hash FROM tokens WHERE uid = ? AND purpose = 'reset-password' AND used_at IS NULL";
  expect(await rows(open, uid)).toHaveLength(1);
});

/** Changed from A to B to C, with the links to take either back. */
async function chain(): Promise<Delegate & { toA: string; toB: string; b: string; c: string }> {
  await stopClock();
  const owner = await delegate();
  const [b, c] = [newAddress(), newAddress()];
  await change(owner.browser, b);
  later(MINUTE);
  await change(owner.browser, c);
  later(MINUTE);
  const toA = await mailedLink(owner.email, "revert-email");
  return { ...owner, b, c, toA, toB: await mailedLink(b, "revert-email") };
}

test("after two changes the first address takes the account back, and the second cannot any more", async () => {
  const { uid, email, toA, toB } = await chain();
  expect((await visitor().submit(toA, [])).status).toBe(302);
  expect(await emailOf(uid)).toBe(email);
  const late = await changingNothing(() => visitor().submit(toB, []));
  expect(late.status).toBe(404);
});

test("the second address taking the account back does not stop the first", async () => {
  const { uid, email, b, toA, toB } = await chain();
  const toThief = await visitor().submit(toB, []);
  expect(await emailOf(uid)).toBe(b);
  await save(visitor(), toThief.location!);
  const thief = await signedInAs(uid);
  expect((await visitor().submit(toA, [])).status).toBe(302);
  expect(await emailOf(uid)).toBe(email);
  expect(await isSignedIn(thief)).toBe(false);
  expect((await signIn(b, NEW_PASSWORD)).status).toBe(401);
});

/* ------------------------------------------------------------------ mail to choose a new password */

test("a changed address gets no link to choose a password before it is confirmed", async () => {
  const { browser } = await delegate();
  const address = newAddress();
  await change(browser, address);
  const unconfirmed = await changingNothing(() => forgot(address), { but: ["counters"] });
  expect([unconfirmed.status, unconfirmed.location]).toEqual([302, "/?notice=sent"]);

  const confirmed = await (await browser.open(await mailedLink(address, "verify-email"))).press(
    "Confirm this address",
  );
  expect([confirmed.status, confirmed.location]).toEqual([302, "/verify-email"]);
  await forgot(address);
  expect((await mailsTo(address)).at(-1)!.body).toContain(`${ORIGIN}/reset-password/`);
});

/* ------------------------------------------------------------------ confirming it */

const SEND = "Send a new link";
const CONFIRM = "Confirm this address";
const isConfirmed = async (uid: string) =>
  (await row("SELECT email_verified_at FROM users WHERE uid = ?", uid))["email_verified_at"] !== null;

/** Asks for a link, and takes it from the newest mail. */
async function verifyLink({ browser, email }: Delegate): Promise<string> {
  const sent = await (await browser.open("/verify-email")).press(SEND);
  expect([sent.status, sent.location]).toEqual([302, "/verify-email?sent"]);
  expect((await sent.follow()).text).toContain(messages.confirmationSent);
  return linkIn((await mailsTo(email)).at(-1)!.body, "verify-email");
}

test("a new account gets a link, which confirms its address once its owner presses", async () => {
  const browser = visitor();
  const email = newAddress();
  await (await browser.open("/?form=create")).press("Create account", { email, password: "123456" });
  const { uid } = await row<{ uid: string }>("SELECT uid FROM users WHERE email = ?", email);
  expect((await browser.open("/")).text).toContain(messages.pleaseConfirmEmail);

  const link = await mailedLink(email, "verify-email");
  const page = await changingNothing(() => browser.open(link));
  expect(page.text).toContain(email);
  const confirmed = await page.press(CONFIRM);
  expect(confirmed.location).toBe("/verify-email");
  expect((await confirmed.follow()).text).toContain(messages.emailConfirmed(email));
  expect((await browser.open("/")).text).not.toContain(messages.pleaseConfirmEmail);
  expect(await isConfirmed(uid)).toBe(true);

  // Again, by link or button: kindly, and without another mail.
  await changingNothing(async () => {
    for (const again of [await browser.open(link), await page.press(CONFIRM)]) {
      expect([again.status, again.location]).toEqual([302, "/verify-email"]);
    }
    expect((await browser.post("/verify-email", {})).headers.get("Location")).toBe("/verify-email");
  });
  await run("UPDATE users SET email_verified_at = NULL WHERE uid = ?", uid);
  expect((await page.press(CONFIRM)).status).toBe(404);
  expect(await isConfirmed(uid)).toBe(false);
});

async function refusedToConfirm(link: string, browser: Browser) {
  await changingNothing(async () => {
    for (const page of [await browser.open(link), await browser.submit(link, [])]) {
      expect(page.status).toBe(404);
      expect(page.text).toContain(messages.confirmLinkInvalid);
      expect(page.has(SEND)).toBe(true);
    }
  });
}

test("a link confirms for its owner alone, and signed out asks to log in first", async () => {
  const person = await delegate();
  const link = await verifyLink(person);
  const other = await delegate();
  await refusedToConfirm(link, other.browser);
  // Not even where the address is theirs by now.
  await run("UPDATE tokens SET email = ? WHERE uid = ?", other.email, person.uid);
  await refusedToConfirm(link, other.browser);
  await run("UPDATE tokens SET email = ? WHERE uid = ?", person.email, person.uid);
  const stranger = visitor();
  const gate = await changingNothing(async () => {
    expect((await stranger.submit(link, [])).status).toBe(401);
    return stranger.open(link);
  });
  expect([gate.status, gate.text.includes(LOG_IN)]).toEqual([401, true]);
  const back = await gate.press("Log in", { email: person.email, password: PASSWORD });
  expect((await (await back.follow()).press(CONFIRM)).status).toBe(302);
  expect(await isConfirmed(person.uid)).toBe(true);
});

test("a link confirms the address it was sent to and no other", async () => {
  const person = await delegate();
  const link = await verifyLink(person);
  await change(person.browser, newAddress());
  await refusedToConfirm(link, person.browser);
  await run("UPDATE tokens SET used_at = NULL WHERE uid = ? AND email = ?", person.uid, person.email);
  await refusedToConfirm(link, person.browser);
});

test("a link confirms for 72 hours, and until the next one is sent", async () => {
  await stopClock();
  const person = await delegate();
  const first = await verifyLink(person);
  const second = await verifyLink(person);
  await refusedToConfirm(first, person.browser);
  later(72 * HOUR);
  const browser = await signedInAs(person.uid);
  await refusedToConfirm(second, browser);
  later(-1);
  expect((await (await browser.open(second)).press(CONFIRM)).status).toBe(302);
});

test("a link can be asked for three times an hour", async () => {
  const person = await delegate();
  for (let count = 0; count < 3; count++) await verifyLink(person);
  const page = await person.browser.open("/verify-email");
  const held = await changingNothing(() => page.press(SEND), { but: ["counters"] });
  expect(held.status).toBe(429);
  expect(held.text).toContain(messages.tooManyAttempts(60));
  expect(await mailsTo(person.email)).toHaveLength(3);
});

/* ------------------------------------------------------------------ where links lead */

test("every mail leads to the portal's own origin, whatever the request's headers say", async () => {
  const { browser, email } = await delegate();
  const address = newAddress();
  const answer = await answerWith(
    PRODUCTION,
    new Request(`${PRODUCTION.ORIGIN}/change-email`, {
      method: "POST",
      body: new URLSearchParams({ newEmail: address }),
      headers: {
        Cookie: `__Host-session=${browser.cookies.get("session")}`,
        "Sec-Fetch-Site": "same-origin",
        "X-Forwarded-Host": "evil.example",
        "X-Forwarded-Proto": "gopher",
        Forwarded: "host=evil.example",
        Host: "evil.example",
      },
    }),
  );
  expect(answer.status).toBe(200);
  const page = await answer.text();
  expect(page).toContain(`href="${PRODUCTION.ORIGIN}/reset-password/`);
  expect(page).not.toContain("evil.example");
  const mails = [...(await mailsTo(email)), ...(await mailsTo(address))];
  expect(mails).toHaveLength(2);
  for (const { body } of mails) {
    const links = body.match(/\w+:\/\/\S+/g)!.map((link) => new URL(link).origin);
    expect(links).toEqual([PRODUCTION.ORIGIN]);
  }
});
