import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { demoUid } from "#db/seed/demo.ts";
import { accountMessages } from "~/accounts/messages.ts";
import { sessionHash } from "~/accounts/sessions.server.ts";
import { newSecret } from "~/platform/ids.server.ts";
import { HOUR, MINUTE } from "~/values/durations.ts";
import { addressNone } from "~/values/email-addresses.ts";
import { messages } from "~/values/messages.ts";
import { plainText } from "~/values/plain-text.ts";
import { Browser, ORIGIN, type Page, signedIn, signedInAs } from "../support/browser.ts";
import { calendarOf, opensCalendar } from "../support/calendars.ts";
import { restoreClock, stopClockAt } from "../support/clock.ts";
import { mailsTo } from "../support/mails.ts";
import { overtake } from "../support/overtake.ts";
import { type Delegate, delegate, PASSWORD } from "../support/people.ts";
import { changingNothing, row, rows, run } from "../support/storage.ts";
import { answerWith, PRODUCTION } from "../support/worker.ts";

const TAKEN = "Invalid email/password combination. Please double-check your credentials and try again.";
const LOG_IN = "You must be logged in to access this content!";

afterEach(restoreClock);

let made = 0;
/** An address that nobody has. */
const newAddress = () => `address-${++made}@example.org`;

/** A visitor from a network that nobody else uses, so that no test uses up the tries of another test. */
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

/** The link that an address got by mail. There must be exactly one mail with a link of this kind. */
async function mailedLink(email: string, to: "revert-email" | "verify-email"): Promise<string> {
  const mails = (await mailsTo(email)).filter(({ body }) => body.includes(`/${to}/`));
  expect(mails).toHaveLength(1);
  return linkIn(mails[0]!.body, to);
}

const CONFIRM = "Confirm this address";
/** Opens the newest link to this address, and presses the button of its page. */
async function confirmed(browser: Browser, address: string): Promise<Page> {
  const link = linkIn((await mailsTo(address)).at(-1)!.body, "verify-email");
  return (await browser.open(link)).press(CONFIRM);
}

/** Asks for another address, and confirms it. */
async function move(browser: Browser, address: string): Promise<Page> {
  const asked = await change(browser, address);
  expect((await confirmed(browser, address)).location).toBe("/verify-email");
  return asked;
}

/** The new addresses that somebody has asked for and can still confirm. */
const pendingOf = async (uid: string) =>
  (
    await rows<{ email: string }>(
      "SELECT email FROM tokens WHERE uid = ? AND purpose = 'verify-email' AND used_at IS NULL",
      uid,
    )
  ).map(({ email }) => email);

/** A delegate who has confirmed their address. */
async function confirmedDelegate(): Promise<Delegate> {
  const person = await delegate();
  await run("UPDATE users SET email_verified_at = 1 WHERE uid = ?", person.uid);
  return person;
}

/** Makes all sessions of somebody look as if the password was typed this long ago. */
const typedPassword = (uid: string, ago: number) =>
  run("UPDATE sessions SET authenticated_at = ? WHERE uid = ?", Date.now() - ago, uid);

/** Stops the clocks, so that a test can set them exactly to a moment before or after a deadline. */
const stopClock = () => stopClockAt("2022-12-17T15:00:00Z");
const later = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);

function claimsOf(browser: Browser) {
  const [payload = ""] = decodeURIComponent(browser.cookies.get("role") ?? "").split(".");
  return JSON.parse(atob(payload));
}

/* ------------------------------------------------------------------ changing it */

test("the page asks the new mailbox, changes nothing yet, and offers to reset the password", async () => {
  const { browser, uid, email } = await confirmedDelegate();
  const address = newAddress();
  const page = await browser.open("/change-email");
  expect(page.html).toMatch(/<input[^>]* placeholder="[^"@]+@[^"]+"/);
  expect(page.text).toContain(email);
  const done = await page.press("Change email", { newEmail: ` ${address} ` });
  expect(done.status).toBe(200);
  expect(done.text).toContain(`Your new e-mail will be ${address}`);
  expect(done.text).toContain(`Until then you log in with ${email}`);
  expect(done.text).toContain("choose a new password immediately");
  const header = /<header class="site-header">[\s\S]*?<\/header>/.exec(done.html)![0];
  expect(header).toContain(email);
  expect(header).not.toContain(address);
  expect(await row("SELECT * FROM users WHERE uid = ?", uid)).toMatchObject({
    email,
    email_key: email,
    email_verified_at: 1,
  });
  expect(await pendingOf(uid)).toEqual([address]);
  expect(await rows("SELECT * FROM audit WHERE actor_uid = ? AND action = 'changeEmail'", uid)).toHaveLength(
    1,
  );
  expect((await signIn(email, PASSWORD)).status).toBe(302);
  expect((await signIn(address, PASSWORD)).status).toBe(401);
  expect((await browser.open("/change-email")).text).toContain(`${address} is waiting to be confirmed`);

  // The link is only on this page and in no table. Opening the link once more does no harm.
  const secret = resetLinkOn(done).split("/").at(-1)!;
  expect(JSON.stringify(await rows("SELECT * FROM tokens"))).not.toContain(secret);
  expect(JSON.stringify(await rows("SELECT * FROM outbox"))).not.toContain(secret);
  expect((await browser.open(resetLinkOn(done))).has("Save password")).toBe(true);
});

test("once the new mailbox confirms, the account has the address everywhere", async () => {
  const { browser, uid, email } = await confirmedDelegate();
  const address = newAddress();
  await change(browser, ` ${address.toUpperCase()} `);
  const link = await mailedLink(address.toUpperCase(), "verify-email");
  const page = await changingNothing(() => browser.open(link));
  expect(page.text).toContain(`Your account now has the address ${email}`);
  const done = await (await page.press(CONFIRM)).follow();
  expect(done.text).toContain(accountMessages.emailConfirmed(address.toUpperCase()));
  const header = /<header class="site-header">[\s\S]*?<\/header>/.exec(done.html)![0];
  expect(header).toContain(address.toUpperCase());
  expect(header).not.toContain(email);
  expect(claimsOf(browser)).toMatchObject({ uid, email: address.toUpperCase() });
  expect(await row("SELECT * FROM users WHERE uid = ?", uid)).toMatchObject({
    email: address.toUpperCase(),
    email_key: address,
    email_verified_at: expect.any(Number),
  });
  expect(await rows("SELECT * FROM audit WHERE actor_uid = ? AND action = 'confirmEmail'", uid)).toHaveLength(
    1,
  );
  expect((await signIn(email, PASSWORD)).status).toBe(401);
  expect((await signIn(address, PASSWORD)).status).toBe(302);
  const same = await changingNothing(() => change(browser, address));
  expect(same.status).toBe(400);
  expect(same.text).toContain(accountMessages.sameEmail);
});

test("a change that is asked for twice mails once to each address, and the links of the first press work", async () => {
  const { browser, uid, email } = await confirmedDelegate();
  const address = newAddress();
  const answers = await Promise.all([change(browser, address), change(browser, address)]);
  const last = await change(browser, address);
  for (const page of [...answers, last]) expect(page.status).toBe(200);
  expect(await mailsTo(email)).toHaveLength(1);
  expect(await mailsTo(address)).toHaveLength(1);
  expect((await visitor().open(await mailedLink(email, "revert-email"))).status).toBe(200);
  // The link on the newest page sets a password.
  expect((await browser.open(resetLinkOn(last))).has("Save password")).toBe(true);
  expect((await confirmed(browser, address)).location).toBe("/verify-email");
  expect(await emailOf(uid)).toBe(address);
});

test("on a phone on which nobody is signed in, the link asks for the log-in, with the old address", async () => {
  const { browser, uid, email } = await confirmedDelegate();
  const address = newAddress();
  await change(browser, address);
  const phone = visitor();
  const link = await mailedLink(address, "verify-email");
  const gate = await changingNothing(() => phone.open(link));
  expect([gate.status, gate.has(CONFIRM)]).toEqual([401, false]);
  expect((await changingNothing(() => phone.submit(link, []))).status).toBe(401);
  const back = await gate.press("Log in", { email, password: PASSWORD });
  expect((await (await back.follow()).press(CONFIRM)).location).toBe("/verify-email");
  expect(await emailOf(uid)).toBe(address);
});

test("an empty field leads to the same page again, without an error", async () => {
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
  "a@exam\u0000ple.org",
  `${"a".repeat(250)}@example.org`,
])("the address %j is refused and kept in its field", async (address) => {
  const { browser } = await delegate();
  const refused = await changingNothing(() => change(browser, address));
  expect(refused.status).toBe(400);
  expect(refused.text).toContain(accountMessages.invalidEmail);
  const [, kept] = refused.form("Change email").fields.find(([name]) => name === "newEmail")!;
  expect(kept).toBe(plainText(address));
});

test("signed out, and from another account's page, nothing is changed", async () => {
  const address = newAddress();
  const { browser } = await delegate();
  // The first page sets a cookie that tells the portal who visits the next pages.
  await browser.get("/change-email");
  const page = await browser.open("/change-email");
  const other = await delegate();
  browser.cookies.set("session", other.browser.cookies.get("session")!);
  const foreign = await changingNothing(() => page.press("Change email", { newEmail: address }));
  expect(foreign.status).toBe(409);
  expect(foreign.text).toContain(accountMessages.otherAccount);
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
  expect((await back.follow()).text).toContain(`Your new e-mail will be ${address}`);
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
  expect(await pendingOf(uid)).toEqual([address]);
});

test("a second less than five minutes is fresh enough", async () => {
  await stopClock();
  const { browser, uid } = await delegate();
  await typedPassword(uid, 5 * MINUTE - 1_000);
  const address = newAddress();
  expect((await change(browser, address)).status).toBe(200);
  expect(await pendingOf(uid)).toEqual([address]);
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
  expect(held.text).toContain(accountMessages.tooManyAttempts(15));
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

test("nobody learns whether an address is in use, and it stays its owner's", async () => {
  const { browser, uid, email } = await confirmedDelegate();
  for (const taken of ["goldplus@hpair.example", newAddress()]) {
    const asked = await change(browser, taken);
    expect([asked.status, asked.text.includes(`Your new e-mail will be ${taken}`)]).toEqual([200, true]);
  }
  await change(browser, "goldplus@hpair.example");
  const refused = await confirmed(browser, "goldplus@hpair.example");
  expect([refused.status, refused.text.includes(accountMessages.emailTaken)]).toEqual([409, true]);
  expect(await emailOf(uid)).toBe(email);
  expect(await emailOf(demoUid("goldplus"))).toBe("goldplus@hpair.example");
  expect((await signIn("goldplus@hpair.example", PASSWORD)).status).toBe(302);
});

/**
 * Each request first reads who its visitor is. Then it waits until all the others have read this too. Otherwise the
 * first request could end before the last one begins.
 */
async function atOnce(asked: [Browser, () => Promise<Page>][]): Promise<Page[]> {
  let arrived = 0;
  let openDoor = () => {};
  const door = new Promise<void>((resolve) => {
    openDoor = resolve;
  });
  const DB = {
    prepare: (query: string) => env.DB.prepare(query),
    async batch(statements: D1PreparedStatement[]) {
      const results = await env.DB.batch(statements);
      if (++arrived === asked.length) openDoor();
      await door;
      return results;
    },
  };
  const answers = await Promise.all(
    asked.map(([browser, ask]) => {
      browser.send = (request) => answerWith({ DB }, request);
      return ask();
    }),
  );
  for (const [browser] of asked) browser.send = (request) => answerWith({}, request);
  return answers;
}

test("of several accounts that confirm one address at once, one has it, and the others keep theirs", async () => {
  const people = [await confirmedDelegate(), await confirmedDelegate(), await confirmedDelegate()];
  const address = newAddress();
  const links: string[] = [];
  for (const { browser } of people) {
    expect((await change(browser, address)).status).toBe(200);
    links.push(linkIn((await mailsTo(address)).at(-1)!.body, "verify-email"));
  }
  const answers = await atOnce(
    people.map(({ browser }, index) => [browser, () => browser.submit(links[index]!, [])]),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([302, 409, 409]);
  expect(await rows("SELECT uid FROM users WHERE email_key = ?", address)).toHaveLength(1);
  for (const [index, { uid, email }] of people.entries()) {
    const { status, text } = answers[index]!;
    expect(await emailOf(uid)).toBe(status === 302 ? address : email);
    if (status !== 302) expect(text).toContain(accountMessages.emailTaken);
  }
});

test("an address whose account confirms it at the last moment is not taken from it", async () => {
  const [person, holder] = [await confirmedDelegate(), await delegate()];
  const own = await verifyLink(holder);
  expect((await change(person.browser, holder.email)).status).toBe(200);
  const link = linkIn((await mailsTo(holder.email)).at(-1)!.body, "verify-email");
  const overtaken = overtake(person.browser, 'update "tokens"', () => holder.browser.submit(own, []));
  const refused = await person.browser.submit(link, []);
  expect([overtaken(), refused.status, refused.text.includes(accountMessages.emailTaken)]).toEqual([
    true,
    409,
    true,
  ]);
  expect([await emailOf(holder.uid), await emailOf(person.uid)]).toEqual([holder.email, person.email]);
});

test("of two changes of one account at once, one can be confirmed", async () => {
  const { browser, uid } = await delegate();
  const addresses = [newAddress(), newAddress()];
  const answers = await atOnce(addresses.map((address) => [browser, () => change(browser, address)]));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const [pending, ...others] = await pendingOf(uid);
  expect(addresses).toContain(pending);
  expect(others).toEqual([]);
});

/** Makes an account of a stranger, with an address that is not the stranger's own. */
async function squatter(address: string): Promise<{ browser: Browser; uid: string }> {
  const browser = visitor();
  const made = await create(browser, address, "a stranger's");
  expect(made.status).toBe(302);
  const { uid } = await row<{ uid: string }>("SELECT uid FROM users WHERE email_key = ?", address);
  await browser.submit("/application/about", [["firstName", "Stranger"]]);
  return { browser, uid };
}

const create = (browser: Browser, email: string, password = "mango tree") =>
  browser.submit("/?index", [
    ["account", "create"],
    ["email", email],
    ["password", password],
  ]);

test("a hundred addresses that strangers change to are free for their owners", async () => {
  const owners = await Promise.all([delegate(), delegate()]);
  const addresses = [...Array.from({ length: 98 }, newAddress), ...owners.map(({ email }) => email)];
  const strangers: Browser[] = [];
  for (const [index, address] of addresses.entries()) {
    if (index % 5 === 0) strangers.push((await confirmedDelegate()).browser);
    expect((await change(strangers.at(-1)!, address)).status).toBe(200);
  }
  const held = "SELECT uid FROM users WHERE email_key IN (SELECT value FROM json_each(?))";
  expect(await rows(held, JSON.stringify(addresses))).toHaveLength(owners.length);
  // Owners sign up, change to their address, log in and reset their password as if the other account did not exist.
  for (const address of addresses.slice(0, 3)) {
    const owner = visitor();
    expect((await create(owner, address)).status).toBe(302);
    expect((await confirmed(owner, address)).location).toBe("/verify-email");
  }
  const mover = await confirmedDelegate();
  await move(mover.browser, addresses[10]!);
  expect(await emailOf(mover.uid)).toBe(addresses[10]);
  for (const { email, uid } of owners) {
    expect((await signIn(email, PASSWORD)).status).toBe(302);
    await forgot(email);
    const link = linkIn((await mailsTo(email)).at(-1)!.body, "reset-password");
    expect((await save(visitor(), link)).status).toBe(302);
    expect(await emailOf(uid)).toBe(email);
  }
}, 120_000);

test("a person who signs up with an address that a stranger's account has gets it by way of the mailbox", async () => {
  const address = newAddress();
  const stranger = await squatter(address);
  const owner = visitor();
  const refused = await create(owner, address);
  expect([refused.status, refused.text.includes(TAKEN)]).toEqual([401, true]);
  const told = (await mailsTo(address)).at(-1)!;
  expect(told.subject).toBe("You already have an account");
  expect(told.body).toContain(`${ORIGIN}/?form=forgot`);
  await forgot(address);
  const link = linkIn((await mailsTo(address)).at(-1)!.body, "reset-password");
  expect((await save(owner, link)).status).toBe(302);
  // The account belongs to the owner alone, and its address is confirmed.
  expect(await isSignedIn(stranger.browser)).toBe(false);
  expect((await signIn(address, "a stranger's")).status).toBe(401);
  expect((await signIn(address, NEW_PASSWORD)).status).toBe(302);
  expect(await isConfirmed(stranger.uid)).toBe(true);
});

test("an owner who confirms takes the address from an account that never did, and sees nothing of it", async () => {
  const address = newAddress();
  const stranger = await squatter(address);
  const answers = await rows("SELECT * FROM answers WHERE uid = ?", stranger.uid);
  expect(answers).toHaveLength(1);
  await forgot(address);
  const resetOfStranger = linkIn((await mailsTo(address)).at(-1)!.body, "reset-password");

  const owner = await confirmedDelegate();
  await move(owner.browser, address);
  expect(await emailOf(owner.uid)).toBe(address);
  expect(await rows("SELECT * FROM answers WHERE uid = ?", owner.uid)).toEqual([]);
  expect((await signIn(address, "a stranger's")).status).toBe(401);
  await refusedLink(resetOfStranger, visitor(), accountMessages.resetLinkInvalid);

  // The stranger's account keeps its application and its session, and can go on. It gets no mail.
  expect(await rows("SELECT * FROM answers WHERE uid = ?", stranger.uid)).toEqual(answers);
  const told = await stranger.browser.open("/verify-email");
  expect(told.text).toContain(accountMessages.addressTakenAway);
  expect(told.text).not.toContain(address);
  expect(await emailOf(stranger.uid)).toBe(`${stranger.uid}@no-address.invalid`);
  const other = newAddress();
  await run("UPDATE counters SET expires_at = 0");
  await change(stranger.browser, other);
  expect(await rows("SELECT id FROM outbox WHERE recipient LIKE '%.invalid' AND due_at IS NOT NULL")).toEqual(
    [],
  );
  expect((await confirmed(stranger.browser, other)).location).toBe("/verify-email");
  expect((await signIn(other, "a stranger's")).status).toBe(302);
});

test.each([
  "/",
  "/application",
  "/decision",
])("%s asks an account without an address for one, and promises no mail", async (path) => {
  const { uid, browser } = await delegate({ submittedAt: "2022-11-11T18:05:00Z" });
  await run("UPDATE users SET email = ?1, email_key = ?1 WHERE uid = ?2", addressNone(uid), uid);
  const page = await browser.open(path);
  expect(page.text).toContain(accountMessages.addressTakenAway);
  expect(page.html).toContain('<a href="/change-email">Enter another e-mail</a>');
  expect(page.text).not.toContain("We will write to");
  expect(page.html).not.toContain(addressNone(uid));
  expect(page.text).not.toContain(accountMessages.pleaseConfirmEmail);
});

test("an account that has confirmed its address never loses it", async () => {
  const holder = await confirmedDelegate();
  const { browser, uid, email } = await confirmedDelegate();
  await change(browser, holder.email);
  const link = linkIn((await mailsTo(holder.email)).at(-1)!.body, "verify-email");
  const refused = await changingNothing(() => browser.submit(link, []));
  expect([refused.status, refused.text.includes(accountMessages.emailTaken)]).toEqual([409, true]);
  expect([await emailOf(holder.uid), await emailOf(uid)]).toEqual([holder.email, email]);
});

test("a mailbox gets at most five mails a day for accounts that have confirmed no address", async () => {
  const address = newAddress();
  for (let count = 0; count < 5; count++)
    expect((await change((await delegate()).browser, address)).status).toBe(200);
  expect((await change((await delegate()).browser, address)).status).toBe(429);
  expect(await mailsTo(address)).toHaveLength(5);
  // The limit does not hold up an account with a confirmed address.
  expect((await change((await confirmedDelegate()).browser, address)).status).toBe(200);
});

test("the owner of an account is told of attempts to sign up with its address, once a day", async () => {
  await stopClock();
  const { email } = await delegate();
  const attempt = () => create(visitor(), email);
  for (let count = 0; count < 4; count++) expect((await attempt()).status).toBe(401);
  expect(await mailsTo(email)).toHaveLength(1);
  later(24 * HOUR - 1);
  await attempt();
  expect(await mailsTo(email)).toHaveLength(1);
  later(1);
  await attempt();
  expect(await mailsTo(email)).toHaveLength(2);
  // Nobody is told about a disabled account, or about one that does not exist.
  const disabled = await delegate();
  await run("UPDATE users SET disabled_at = 1 WHERE uid = ?", disabled.uid);
  await create(visitor(), disabled.email);
  expect(await mailsTo(disabled.email)).toEqual([]);
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

test("the link resets the password once, in the session that made the change [218]", async () => {
  const { browser, uid, email } = await delegate();
  const address = newAddress();
  const link = resetLinkOn(await change(browser, address));
  const page = await browser.open(link);
  expect((await page.press("Save password", { password: "12345" })).status).toBe(400);
  const changed = await page.press("Save password", { password: NEW_PASSWORD });
  expect([changed.status, changed.location]).toEqual([302, "/?notice=changed"]);
  expect(await sessionsOf(uid)).toEqual([]);
  expect((await signIn(email, PASSWORD)).status).toBe(401);
  expect((await signIn(email, NEW_PASSWORD)).status).toBe(302);
  // The new address can still be confirmed.
  expect((await confirmed(await signedInAs(uid), address)).location).toBe("/verify-email");
  await refusedLink(link, await signedInAs(uid), accountMessages.resetLinkInvalid);
});

test("the link works for ten minutes", async () => {
  await stopClock();
  const { browser, uid } = await delegate();
  const link = resetLinkOn(await change(browser, newAddress()));
  later(10 * MINUTE - 1);
  expect((await browser.open(link)).has("Save password")).toBe(true);
  later(1);
  await refusedLink(link, browser, accountMessages.resetLinkInvalid);
  expect(await sessionsOf(uid)).toHaveLength(1);
  later(-1);
  expect((await save(browser, link)).status).toBe(302);
});

test("the link works for no other account, and signed out it asks to log in first", async () => {
  const { browser, uid, email } = await delegate();
  const link = resetLinkOn(await change(browser, newAddress()));
  await refusedLink(link, (await delegate()).browser, accountMessages.resetLinkInvalid);
  await refusedLink(link, await signedIn("director"), accountMessages.resetLinkInvalid);

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
  const signedInAgain = await gate.press("Log in", { email, password: PASSWORD });
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
  await refusedLink(mailed, visitor(), accountMessages.resetLinkInvalid);
  const second = resetLinkOn(await change(browser, newAddress()));
  await refusedLink(first, browser, accountMessages.resetLinkInvalid);
  expect((await browser.open(second)).has("Save password")).toBe(true);
});

/* ------------------------------------------------------------------ taking a change back */

/** An account whose address and password a thief has changed, with the session of the thief. */
async function stolen() {
  const owner = await confirmedDelegate();
  const address = newAddress();
  const link = resetLinkOn(await move(owner.browser, address));
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
  const calendar = await calendarOf(thief);
  expect(await opensCalendar(calendar)).toBe(true);
  const taken = await page.press(REVERT);
  expect(taken.status).toBe(302);
  expect(taken.location).toMatch(/^\/reset-password\/[\w-]{20,}$/);
  expect(await row("SELECT * FROM users WHERE uid = ?", uid)).toMatchObject({
    email,
    email_key: email,
    email_verified_at: expect.any(Number),
  });
  expect(await rows("SELECT * FROM audit WHERE actor_uid = ? AND action = 'revertEmail'", uid)).toHaveLength(
    1,
  );

  expect(await sessionsOf(uid)).toEqual([]);
  expect(await isSignedIn(thief)).toBe(false);
  expect(await opensCalendar(calendar)).toBe(false);
  for (const password of [PASSWORD, NEW_PASSWORD]) {
    for (const name of [email, address]) expect((await signIn(name, password)).status).toBe(401);
  }
  expect((await (await signedInAs(uid)).open(verify)).location).toBe("/verify-email");

  const chosen = await (await taken.follow()).press("Save password", { password: "my very own" });
  expect(chosen.location).toBe("/?notice=changed");
  expect((await signIn(email, "my very own")).status).toBe(302);

  const again = await changingNothing(() => page.press(REVERT));
  expect(again.status).toBe(404);
  expect(again.text).toContain(accountMessages.revertLinkInvalid);
  expect(again.text).toContain("This link does not work");
});

test("taking back ends the links that whoever made the change still holds", async () => {
  const { browser, uid, email } = await delegate();
  const own = resetLinkOn(await change(browser, newAddress()));
  await (await visitor().open(await mailedLink(email, "revert-email"))).press(REVERT);
  await refusedLink(own, await signedInAs(uid), accountMessages.resetLinkInvalid);
});

test("a change that is not confirmed yet can be taken back too, and then not be confirmed", async () => {
  const { browser, uid, email } = await confirmedDelegate();
  const address = newAddress();
  await change(browser, address);
  const confirm = await mailedLink(address, "verify-email");
  expect((await visitor().submit(await mailedLink(email, "revert-email"), [])).status).toBe(302);
  expect(await emailOf(uid)).toBe(email);
  expect(await isSignedIn(browser)).toBe(false);
  expect((await signIn(email, PASSWORD)).status).toBe(401);
  const late = await changingNothing(async () => (await signedInAs(uid)).submit(confirm, []), {
    but: ["sessions"],
  });
  expect(late.location).toBe("/verify-email");
  expect(await emailOf(uid)).toBe(email);
});

test("nobody who signs up with the old address stops its owner from taking the account back", async () => {
  const { uid, email } = await stolen();
  const thief = await squatter(email);
  const link = await mailedLink(email, "revert-email");
  expect((await visitor().submit(link, [])).status).toBe(302);
  expect(await emailOf(uid)).toBe(email);
  expect(await emailOf(thief.uid)).toBe(`${thief.uid}@no-address.invalid`);
});

test("an old address that nobody ever confirmed takes back no more once the new one is confirmed", async () => {
  const { browser, uid, email } = await delegate();
  const address = newAddress();
  await change(browser, address);
  const link = await mailedLink(email, "revert-email");
  expect((await visitor().open(link)).has(REVERT)).toBe(true);
  expect((await confirmed(browser, address)).location).toBe("/verify-email");
  expect((await changingNothing(() => visitor().submit(link, []))).status).toBe(404);
  expect(await emailOf(uid)).toBe(address);
});

test("taking back is possible for 72 hours after the change was confirmed", async () => {
  await stopClock();
  const { browser, email } = await confirmedDelegate();
  const address = newAddress();
  await change(browser, address);
  later(HOUR - 1);
  expect((await confirmed(browser, address)).location).toBe("/verify-email");
  const link = await mailedLink(email, "revert-email");
  later(72 * HOUR);
  await changingNothing(async () => {
    for (const page of [await visitor().open(link), await visitor().submit(link, [])]) {
      expect(page.status).toBe(404);
      expect(page.text).toContain(accountMessages.revertLinkInvalid);
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

/** An account whose address was changed from A to B and then to C, with the links that take each change back. */
async function chain(): Promise<Delegate & { toA: string; toB: string; b: string; c: string }> {
  await stopClock();
  const owner = await confirmedDelegate();
  const [b, c] = [newAddress(), newAddress()];
  await move(owner.browser, b);
  later(MINUTE);
  await move(owner.browser, c);
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

  expect((await confirmed(browser, address)).location).toBe("/verify-email");
  await forgot(address);
  expect((await mailsTo(address)).at(-1)!.body).toContain(`${ORIGIN}/reset-password/`);
});

/* ------------------------------------------------------------------ confirming it */

const SEND = "Send a new link";
const isConfirmed = async (uid: string) =>
  (await row("SELECT email_verified_at FROM users WHERE uid = ?", uid))["email_verified_at"] !== null;

/** Asks for a link, and takes it from the newest mail. */
async function verifyLink({ browser, email }: Delegate): Promise<string> {
  const sent = await (await browser.open("/verify-email")).press(SEND);
  expect([sent.status, sent.location]).toEqual([302, "/verify-email?sent"]);
  expect((await sent.follow()).text).toContain(accountMessages.confirmationSent);
  return linkIn((await mailsTo(email)).at(-1)!.body, "verify-email");
}

test("a new account gets a link, which confirms its address once its owner presses", async () => {
  const browser = visitor();
  const email = newAddress();
  await (await browser.open("/?form=create")).press("Create account", { email, password: "mango tree" });
  const { uid } = await row<{ uid: string }>("SELECT uid FROM users WHERE email = ?", email);
  expect((await browser.open("/")).text).toContain(accountMessages.pleaseConfirmEmail);

  const link = await mailedLink(email, "verify-email");
  const page = await changingNothing(() => browser.open(link));
  expect(page.text).toContain(email);
  const confirmed = await page.press(CONFIRM);
  expect(confirmed.location).toBe("/verify-email");
  expect((await confirmed.follow()).text).toContain(accountMessages.emailConfirmed(email));
  expect((await browser.open("/")).text).not.toContain(accountMessages.pleaseConfirmEmail);
  expect(await isConfirmed(uid)).toBe(true);

  // Confirming once more, by the link or by the button, leads to the same page and sends no mail.
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
      expect(page.text).toContain(accountMessages.confirmLinkInvalid);
      expect(page.has(SEND)).toBe(true);
    }
  });
}

test("a link confirms for its owner alone, and signed out asks to log in first", async () => {
  const person = await delegate();
  const link = await verifyLink(person);
  const other = await delegate();
  await refusedToConfirm(link, other.browser);
  // The link does not work for somebody else either, even if their account now has the address.
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
  expect(held.text).toContain(accountMessages.tooManyAttempts(60));
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
