import { afterEach, expect, test, vi } from "vitest";
import { demoUid } from "#db/seed/demo.ts";
import { accountMessages } from "~/accounts/messages.ts";
import { sessionHash } from "~/accounts/sessions.server.ts";
import { fingerprint } from "~/platform/ids.server.ts";
import { BILLS } from "../support/bills.ts";
import { Browser, ORIGIN, type Page, signedIn, signedInAs } from "../support/browser.ts";
import { calendarOf, opensCalendar } from "../support/calendars.ts";
import { linkIn, mailsTo } from "../support/mails.ts";
import { CONFERENCE, delegate, PASSWORD, readyToPay } from "../support/people.ts";
import { changingNothing, everything, row, rows, run } from "../support/storage.ts";
import { answerWith, PRODUCTION } from "../support/worker.ts";

const WRONG = "Invalid email/password combination. Please double-check your credentials and try again.";
const WEAK = "Password should be at least 6 characters.";
const REQUIRED = "This field is required";
const LOG_IN = "You must be logged in to access this content!";

let networks = 0;
/** A visitor from a network that nobody else uses, so that no test uses up the tries of another test. */
const visitor = () => new Browser(`203.0.113.${++networks}`);

const account =
  (way: "sign-in" | "create" | "forgot") =>
  (browser: Browser, email: string, password = "") =>
    browser.submit("/?index", [
      ["account", way],
      ["email", email],
      ["password", password],
      ["redirectTo", "/"],
    ]);
const signIn = account("sign-in");
const create = account("create");
const forgot = account("forgot");

const hashes = (page: Page) => /scrypt;desc="(\d+)"/.exec(page.response.headers.get("Server-Timing")!)![1];
const isSignedIn = async (browser: Browser) => (await browser.get("/scheduling")).status === 200;
const userOf = (uid: string) => row("SELECT * FROM users WHERE uid = ?", uid);

/** The role cookie's claims. */
function claimsOf(browser: Browser) {
  const [payload = ""] = decodeURIComponent(browser.cookies.get("role") ?? "").split(".");
  return payload ? JSON.parse(atob(payload)) : null;
}

/** Asks for a link and takes it from the outbox. */
async function resetLink(email: string): Promise<string> {
  expect((await forgot(visitor(), email)).status).toBe(302);
  const [mail] = (await mailsTo(email)).reverse();
  return new URL(linkIn(mail!), ORIGIN).href;
}

afterEach(() => {
  vi.useRealTimers();
});

/* ------------------------------------------------------------------ in and out */

test("signing in opens the portal, and after signing out a kept cookie does not", async () => {
  const browser = visitor();
  const home = await browser.open("/");
  expect(home.text).not.toContain("Logout");
  const wrong = await home.press("Log in", { email: "new@hpair.example", password: "not-this" });
  expect(wrong.status).toBe(401);
  expect(wrong.text).toContain(WRONG);
  expect(wrong.form("Log in").fields).toContainEqual(["email", "new@hpair.example"]);
  expect(wrong.form("Log in").fields).toContainEqual(["password", ""]);

  const right = await wrong.press("Log in", { email: " New@HPAIR.example ", password: PASSWORD });
  expect([right.status, right.location]).toEqual([302, "/"]);
  const inside = await right.follow();
  expect(inside.text).toContain("new@hpair.example");

  const kept = new Map(browser.cookies);
  // A link or an image must not sign anybody out.
  await browser.get("/logout");
  expect(await isSignedIn(browser)).toBe(true);
  const out = await inside.press("Logout");
  expect([out.status, out.location]).toEqual([302, "/"]);
  expect(browser.cookies.has("session")).toBe(false);
  expect(browser.cookies.has("role")).toBe(false);

  const thief = visitor();
  for (const [name, value] of kept) thief.cookies.set(name, value);
  expect((await thief.open("/scheduling")).text).toContain(LOG_IN);
});

test("a new account is signed in at once, has no rights, and does not reveal its password", async () => {
  const browser = visitor();
  const created = await (await browser.open("/?form=create")).press("Create account", {
    email: " Tomoko.Abe@Example.org ",
    password: " päss wörd ",
  });
  expect([created.status, created.location]).toEqual([302, "/application?begin"]);
  expect((await browser.get("/application?begin")).headers.get("Location")).toBe("/application/about");
  expect((await browser.open("/")).text).toContain("Write your application");
  const user = await row<{ uid: string; password_hash: string }>(
    "SELECT * FROM users WHERE email_key = 'tomoko.abe@example.org'",
  );
  expect(user).toMatchObject({ email: "Tomoko.Abe@Example.org", admin: 0, disabled_at: null });
  expect(user.password_hash).toMatch(/^scrypt\$16384\$8\$5\$[\w-]{22}\$[\w-]{43}$/);
  expect(await rows("SELECT uid FROM profiles WHERE uid = ?", user.uid)).toHaveLength(1);
  expect(JSON.stringify(await everything())).not.toContain("päss wörd");

  const stranger = visitor();
  expect((await signIn(stranger, "tomoko.abe@example.org", "päss wörd")).status).toBe(401);
  expect((await signIn(stranger, "tomoko.abe@example.org", " päss wörd ")).status).toBe(302);
});

test.each([
  ["create", "a@example.org", "12345", WEAK],
  ["create", "a@example.org", "", WEAK],
  ["create", "a@example.org", "👩🏽‍🎓", WEAK],
  ["create", "a@example.org", "123456", accountMessages.commonPassword],
  ["create", "a@example.org", "Password", accountMessages.commonPassword],
  ["create", "a@example.org", "      ", accountMessages.commonPassword],
  ["create", "", "mango tree", REQUIRED],
  ["create", "not an address", "mango tree", accountMessages.invalidEmail],
  ["create", "a@example.org, b@example.org", "123456", accountMessages.invalidEmail],
  ["create", "a@example.org\r\nBcc: b@example.org", "123456", accountMessages.invalidEmail],
  ["forgot", "", "", REQUIRED],
  ["forgot", "a@localhost", "", accountMessages.invalidEmail],
  ["sign-in", "", "123456", REQUIRED],
  ["sign-in", "a@example.org", "", REQUIRED],
] as const)("%s with %o and %o is refused: %s", async (way, email, password, sentence) => {
  const refused = await changingNothing(() => account(way)(visitor(), email, password));
  expect(refused.status).toBe(400);
  expect(refused.text).toContain(sentence);
  expect(hashes(refused)).toBe("0");
  expect(refused.html).not.toContain(`value="${password || "-"}"`);
});

test.each([
  "mango1",
  "👩‍🎓👩‍🎓",
  "xy".repeat(5_000),
  "nul\u0000inside",
])("the password %j will do", async (password) => {
  const [browser, again] = [visitor(), visitor()];
  const email = `will-do-${networks}@example.org`;
  expect((await create(browser, email, password)).status).toBe(302);
  expect((await signIn(again, email, `${password}x`)).status).toBe(401);
  expect((await signIn(again, email, password)).status).toBe(302);
});

test("a posted form without a kind, or of an unknown kind, is refused", async () => {
  for (const kind of ["", "admin", "__proto__"]) {
    const refused = await changingNothing(() =>
      visitor().submit("/?index", [
        ["account", kind],
        ["email", "new@hpair.example"],
        ["password", PASSWORD],
      ]),
    );
    expect(refused.status).toBe(400);
  }
});

/* ------------------------------------------------------------------ who has an account */

/** An answer without the parts that differ between any two answers. */
async function told(
  browser: Browser,
  ask: (browser: Browser, email: string) => Promise<Page>,
  email: string,
) {
  const page = await ask(browser, email);
  const { "x-request-id": requestId = "", ...headers } = Object.fromEntries(page.response.headers);
  const timing = headers["server-timing"]?.replace(/dur=\d+/, "");
  // The demo's clock runs on between two answers.
  const still = page.html.replace(/<own-time>.*?<\/own-time>/, "");
  const html = still.replaceAll(requestId, "").replaceAll(email, "");
  return { status: page.status, headers: { ...headers, "server-timing": timing }, html };
}

test.each([
  ["signing in", (browser: Browser, email: string) => signIn(browser, email, "not the password")],
  ["asking for a new password", (browser: Browser, email: string) => forgot(browser, email)],
])("%s does not reveal whether there is an account", async (_, ask) => {
  const browser = visitor();
  await browser.get("/");
  const known = await told(browser, ask, "goldplus@hpair.example");
  const unknown = await told(browser, ask, "nobody00@hpair.example");
  await run("UPDATE users SET disabled_at = 1 WHERE uid = ?", demoUid("subscriber"));
  const disabled = await told(browser, ask, "subscriber@hpair.example");
  await run("UPDATE users SET disabled_at = NULL WHERE uid = ?", demoUid("subscriber"));
  // All three answers have the same status, headers, sentence, queries and hashes.
  expect(unknown).toEqual(known);
  expect(disabled).toEqual(known);
  if (known.status === 401) expect(known.headers["server-timing"]).toContain('scrypt;desc="1"');
});

test("an address in use is refused with the words, status and work of a wrong password", async () => {
  const taken = await changingNothing(() => create(visitor(), " NEW@hpair.example", "mango tree"), {
    but: ["counters", "outbox"],
  });
  const wrong = await signIn(visitor(), "new@hpair.example", "mango tree");
  for (const page of [taken, wrong]) {
    expect(page.status).toBe(401);
    expect(page.text).toContain(WRONG);
    expect(hashes(page)).toBe("1");
    expect(page.response.headers.getSetCookie().join()).not.toMatch(/session|role/);
  }
});

test("twenty simultaneous sign-ups with one address make one account", async () => {
  const email = "race@example.org";
  const words = (place: number) => (place === 0 ? "mango tree" : `plum tree ${place}`);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, place) => create(visitor(), email, words(place))),
  );
  expect(answers.filter(({ status }) => status === 302)).toHaveLength(1);
  // The portal answers 503 when it is too busy to make another hash.
  expect(answers.every(({ status }) => [302, 401, 503].includes(status))).toBe(true);
  expect(await rows("SELECT uid FROM users WHERE email_key = ?", email)).toHaveLength(1);
});

test("“Create account” pressed twice makes one account, logs in both times and warns nobody", async () => {
  const [browser, other] = [visitor(), visitor()];
  const email = "twice@example.org";
  const both = await Promise.all([
    create(browser, email, "mango tree"),
    create(browser, email, "mango tree"),
  ]);
  const later = await create(other, email, "mango tree");
  expect([...both, later].map(({ status, location }) => [status, location])).toEqual(
    Array(3).fill([302, "/"]),
  );
  expect(await isSignedIn(other)).toBe(true);
  expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual(["Confirm your e-mail address"]);
});

test("guessing a password by creating the account is limited as signing in is", async () => {
  const { email } = await delegate();
  const browser = visitor();
  for (let count = 0; count < 3; count++) await create(browser, email, `mango tree ${count}`);
  for (let count = 0; count < 2; count++) await signIn(browser, email, `mango tree ${count}`);
  const held = await create(browser, email, PASSWORD);
  expect([held.status, hashes(held)]).toEqual([429, "0"]);
});

/* ------------------------------------------------------------------ counters */

test("the sixth wrong try is not even hashed, whatever the request says about its origin", async () => {
  const { email } = await delegate();
  const browser = visitor();
  for (let count = 0; count < 5; count++) {
    const wrong = await signIn(browser, email, `wrong ${count}`);
    expect([wrong.status, hashes(wrong)]).toEqual([401, "1"]);
  }
  const spoofed = {
    "X-Forwarded-For": "198.51.100.7",
    "X-Real-IP": "198.51.100.7",
    "True-Client-IP": "198.51.100.7",
    Forwarded: "for=198.51.100.7",
  };
  const tries: [string, Record<string, string>][] = [
    [email, {}],
    [email.toUpperCase(), {}],
    [` ${email}`, spoofed],
  ];
  for (const [spelling, headers] of tries) {
    // Even with the right password the visitor has to wait.
    const fields = { account: "sign-in", email: spelling, password: PASSWORD };
    const held = await browser.post("/?index", fields, { headers });
    expect(held.status).toBe(429);
    expect(held.headers.get("Server-Timing")).toContain('scrypt;desc="0"');
    expect(await held.text()).toContain(accountMessages.tooManyAttempts(15));
  }
  // The owner is not held up on another network. On this network, other accounts are not held up, and the wait ends.
  expect((await signIn(visitor(), email, PASSWORD)).status).toBe(302);
  expect((await signIn(browser, (await delegate()).email, PASSWORD)).status).toBe(302);
  await run("UPDATE counters SET expires_at = ?", Date.now() - 1);
  expect((await signIn(browser, email, PASSWORD)).status).toBe(302);
});

test("of many simultaneous wrong tries no more than five are hashed", async () => {
  const { email } = await delegate();
  const browser = visitor();
  let hashed = 0;
  for (let round = 0; round < 4; round++) {
    const tries = await Promise.all(Array.from({ length: 10 }, () => signIn(browser, email, "wrong!")));
    hashed += tries.filter((page) => hashes(page) === "1").length;
  }
  expect(hashed).toBe(5);
});

test("a successful sign-in does not use up tries", async () => {
  const { email } = await delegate();
  const browser = visitor();
  for (let count = 0; count < 4; count++) await signIn(browser, email, "wrong!");
  for (let count = 0; count < 25; count++) {
    expect((await signIn(browser, email, PASSWORD)).status, `sign-in ${count}`).toBe(302);
  }
  const neighbour = new Browser(browser.network);
  expect((await signIn(neighbour, email, "wrong!")).status).toBe(401);
  expect((await signIn(neighbour, email, "wrong!")).status).toBe(429);
});

/** Sets a counter to this number of tries. Real tries would take too long. */
const counted = (what: string, who: string, count: number) =>
  run("UPDATE counters SET count = ? WHERE key = ?", count, `${what}:${fingerprint(who).slice(0, 32)}`);

test.each([
  ["2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:3::1", "2001:db8:1:2", "network", 100],
  ["2001:db8:8:1::1", "2001:db8:8:ffff::1", "2001:db8:9:1::1", "2001:db8:8", "wider", 300],
  ["198.18.1.1", "198.18.1.1", "198.18.1.2", "198.18.1.1", "network", 100],
  ["198.18.3.1", "198.18.3.2", "198.18.4.1", "198.18.3", "wider", 300],
])("a limited number of accounts may be tried from %s and %s together, and others from %s", async (one, other, third, who, what, limit) => {
  let tried = 0;
  const from = (address: string) =>
    signIn(new Browser(address), `tried-${++tried}@${what}.example`, "wrong!");
  expect((await from(one)).status).toBe(401);
  await counted(`sign-in-${what}`, who, limit - 1);
  expect((await from(other)).status).toBe(401);
  const held = await from(other);
  expect([held.status, hashes(held)]).toEqual([429, "0"]);
  expect(held.text).toContain(accountMessages.tooManyAttempts(60));
  expect((await from(third)).status).toBe(401);
});

test("signing up and asking for links are counted too", async () => {
  const browser = visitor();
  for (let count = 0; count < 5; count++) await create(browser, "new@hpair.example", "mango tree");
  const held = await create(browser, "new@hpair.example", "mango tree");
  expect([held.status, hashes(held)]).toEqual([429, "0"]);
  const asker = visitor();
  expect((await forgot(asker, "somebody@example.org")).status).toBe(302);
  await counted("link-network", asker.network!, 100);
  const refused = await forgot(asker, "somebody@example.org");
  expect(refused.status).toBe(429);
  expect(refused.text).toContain(accountMessages.tooManyAttempts(60));
});

test("however often a stranger asks, a mailbox gets three links, and its owner is never without one", async () => {
  const { email } = await delegate();
  // It does not matter who asks, because the mails always fill the mailbox of this person.
  for (let count = 0; count < 12; count++) {
    expect(
      (await changingNothing(() => forgot(visitor(), email), { but: ["counters", "tokens", "outbox"] }))
        .status,
    ).toBe(302);
  }
  const sent = await mailsTo(email);
  expect(sent).toHaveLength(3);
  for (const mail of sent) expect((await visitor().open(linkIn(mail))).has("Save password")).toBe(true);

  // Once the owner has used one link, the other links stop working. Another link can be requested at once.
  const saved = await visitor().submit(linkIn(sent[1]!), [["password", "mango tree"]]);
  expect(saved.status).toBe(302);
  for (const mail of sent) expect((await visitor().open(linkIn(mail))).status).toBe(404);
  await forgot(visitor(), email);
  const newest = (await mailsTo(email))[3]!;
  expect((await visitor().submit(linkIn(newest), [["password", "plum tree"]])).status).toBe(302);
  expect((await signIn(visitor(), email, "plum tree")).status).toBe(302);
});

test("once the links have expired the next one is mailed", async () => {
  const { uid, email } = await delegate();
  for (let count = 0; count < 4; count++) await forgot(visitor(), email);
  await run("UPDATE tokens SET expires_at = ? WHERE uid = ?", Date.now() - 1, uid);
  await forgot(visitor(), email);
  expect(await mailsTo(email)).toHaveLength(4);
});

/* ------------------------------------------------------------------ sessions */

test("signing in always opens a session of a new secret, and ends the one the browser came with", async () => {
  const { browser, uid, email } = await delegate();
  const planted = browser.cookies.get("session");
  await signIn(browser, email, PASSWORD);
  expect(browser.cookies.get("session")).not.toBe(planted);
  expect(await rows("SELECT uid FROM sessions WHERE uid = ?", uid)).toHaveLength(1);
  const thief = new Browser();
  thief.cookies.set("session", planted!);
  expect(await isSignedIn(thief)).toBe(false);

  const forced = visitor();
  forced.cookies.set("session", encodeURIComponent(btoa('"chosen by somebody else"')));
  await signIn(forced, email, PASSWORD);
  expect(
    await rows("SELECT * FROM sessions WHERE id_hash = ?", sessionHash("browser", "chosen by somebody else")),
  ).toEqual([]);
  expect(await isSignedIn(forced)).toBe(true);
});

test("a session's secret is stored as its fingerprint only; an admin's lasts 4 hours unused, others' 14 days", async () => {
  for (const [account, hours] of [
    ["director", 4],
    ["new", 14 * 24],
  ] as const) {
    const browser = visitor();
    await signIn(browser, `${account}@hpair.example`, PASSWORD);
    const secret = JSON.parse(atob(decodeURIComponent(browser.cookies.get("session")!)));
    const session = await row<{ created_at: number; expires_at: number }>(
      "SELECT * FROM sessions WHERE id_hash = ?",
      sessionHash("browser", secret),
    );
    expect(session.expires_at - session.created_at).toBe(hours * 3_600_000);
    expect(JSON.stringify(await everything())).not.toContain(secret);
    await run(
      "UPDATE sessions SET expires_at = ? WHERE id_hash = ?",
      Date.now() - 1,
      sessionHash("browser", secret),
    );
    expect(await isSignedIn(browser)).toBe(false);
  }
});

test.each([
  "",
  "x",
  btoa('""'),
  btoa("null"),
  btoa("{}"),
  btoa('["a"]'),
  "%",
  "a".repeat(3_000),
])("the session cookie %j belongs to nobody and does no harm", async (value) => {
  const browser = new Browser();
  browser.cookies.set("session", value);
  browser.cookies.set("role", value);
  browser.cookies.set("form", value);
  expect((await browser.get("/scheduling")).status).toBe(401);
  expect((await browser.get("/")).status).toBe(200);
});

test("the role cookie follows what the database says [129]", async () => {
  const { browser, uid, email } = await delegate();
  await signIn(browser, email, PASSWORD);
  const claims = { uid, email, admin: false, abilities: [], hpairPlusSubscriptionId: null };
  expect(claimsOf(browser)).toMatchObject(claims);
  await browser.get("/");
  await run("UPDATE users SET admin = 1, hpair_plus_subscription_id = 'SIM-SUB-9' WHERE uid = ?", uid);
  const answer = await browser.get("/scheduling");
  expect(claimsOf(browser)).toMatchObject({
    ...claims,
    admin: true,
    abilities: ["everything"],
    hpairPlusSubscriptionId: "SIM-SUB-9",
  });
  expect(answer.headers.getSetCookie()).toHaveLength(1);
  expect((await browser.get("/scheduling")).headers.getSetCookie()).toEqual([]);
});

test("an admin claim that was taken back works for no further request", async () => {
  const { browser, uid } = await delegate();
  const { id } = await row<{ id: string }>("SELECT id FROM documents WHERE uid = ?", demoUid("signed"));
  const looks = async () => [
    (await browser.get(`/documents/${id}`)).status,
    (await browser.get("/admin")).status,
    (await browser.open("/")).text.includes("Admin"),
  ];
  expect(await looks()).toEqual([404, 403, false]);
  await run("UPDATE users SET admin = 1 WHERE uid = ?", uid);
  expect(await looks()).toEqual([200, 200, true]);
  const asAdmin = browser.cookies.get("role")!;
  await run("UPDATE users SET admin = 0 WHERE uid = ?", uid);
  browser.cookies.set("role", asAdmin);
  expect((await browser.get(`/documents/${id}`)).status).toBe(404);
  browser.cookies.set("role", asAdmin);
  expect(await looks()).toEqual([404, 403, false]);
});

test("a disabled account is out at once and cannot come back in", async () => {
  const { browser, uid, email } = await delegate();
  expect(await isSignedIn(browser)).toBe(true);
  const link = await resetLink(email);
  await run("UPDATE users SET disabled_at = ? WHERE uid = ?", Date.now(), uid);
  expect(await isSignedIn(browser)).toBe(false);
  const refused = await changingNothing(() => browser.submit("/application/about", [["firstName", "Mei"]]), {
    but: ["counters"],
  });
  expect(refused.status).toBe(401);
  expect((await signIn(visitor(), email, PASSWORD)).text).toContain(WRONG);
  const { pathname } = new URL(link);
  await visitor().submit(pathname, [["password", "another password"]]);
  expect((await signIn(visitor(), email, "another password")).status).toBe(401);
});

/* ------------------------------------------------------------------ a new password */

test("a link chooses a new password once, and ends every session of the account and of nobody else", async () => {
  const { browser, uid, email } = await delegate();
  const [elsewhere, somebodyElse] = [await signedInAs(uid), await signedIn("new")];
  const asked = await (await visitor().open("/?form=forgot")).press("Send link", {
    email: ` ${email.toUpperCase()}`,
  });
  const sent = await asked.follow();
  expect(sent.text).toContain(accountMessages.resetMailSent);
  expect([sent.text.includes("Check your mail"), sent.has("Log in")]).toEqual([true, false]);
  const mail = (await mailsTo(email))[0]!;
  const link = new URL(/https?:\/\/\S+/.exec(mail.body)![0]);
  expect(link.origin).toBe(ORIGIN);

  const page = await visitor().open(link.pathname);
  const [calendar, others] = [await calendarOf(elsewhere), await calendarOf(somebodyElse)];
  expect((await page.press("Save password", { password: "12345" })).text).toContain(WEAK);
  expect(await opensCalendar(calendar)).toBe(true);
  const changed = await page.press("Save password", { password: "mango tree" });
  expect([changed.status, changed.location]).toEqual([302, "/?notice=changed"]);
  const home = await changed.follow();
  expect(home.text).toContain(accountMessages.passwordChanged);
  // The link alone signs nobody in.
  expect(home.has("Log in")).toBe(true);

  for (const ended of [browser, elsewhere]) expect(await isSignedIn(ended)).toBe(false);
  expect(await isSignedIn(somebodyElse)).toBe(true);
  expect([await opensCalendar(calendar), await opensCalendar(others)]).toEqual([false, true]);
  expect((await signIn(visitor(), email, PASSWORD)).status).toBe(401);
  expect((await signIn(visitor(), email, "mango tree")).status).toBe(302);

  const again = await changingNothing(() => page.press("Save password", { password: "plum tree" }));
  expect(again.status).toBe(404);
  expect(again.text).toContain(accountMessages.resetLinkInvalid);
  const used = await visitor().open(link.pathname);
  expect(used.text).toContain(accountMessages.resetLinkInvalid);
  // The page leads to the portal, and to the form that asks for another link.
  for (const way of ["/", "/?form=forgot"]) expect(used.html).toContain(`href="${way}"`);
  expect(used.html).toContain("site-header");
});

test("of twenty simultaneous uses of a link one takes effect", async () => {
  const { uid, email } = await delegate();
  const { pathname } = new URL(await resetLink(email));
  const passwords = Array.from({ length: 20 }, (_, index) => `password ${index}`);
  const uses = await Promise.all(
    passwords.map((password) => visitor().submit(pathname, [["password", password]])),
  );
  const statuses = uses.map(({ status }) => status);
  // The portal answers 503 when it is too busy to make another hash.
  expect(statuses.filter((status) => status !== 404 && status !== 503)).toEqual([302]);
  expect((await signIn(visitor(), email, passwords[statuses.indexOf(302)]!)).status).toBe(302);
  expect(await rows("SELECT used_at FROM tokens WHERE uid = ?", uid)).toHaveLength(1);
});

test("a link stops working after 6 hours and with a new password, and works for nobody else", async () => {
  const { uid, email } = await delegate();
  const first = new URL(await resetLink(email)).pathname;
  const { created_at, expires_at } = await row<{ created_at: number; expires_at: number }>(
    "SELECT * FROM tokens WHERE uid = ?",
    uid,
  );
  expect(expires_at - created_at).toBe(6 * 60 * 60_000);
  await run("UPDATE tokens SET expires_at = ? WHERE uid = ?", Date.now() - 1, uid);
  const refused = (path: string) =>
    changingNothing(async () => {
      expect((await visitor().open(path)).text).toContain(accountMessages.resetLinkInvalid);
      const posted = await visitor().submit(path, [["password", "another password"]]);
      expect(posted.status).toBe(404);
      expect(hashes(posted)).toBe("0");
    });
  await refused(first);
  await run("UPDATE tokens SET expires_at = ? WHERE uid = ?", expires_at, uid);
  expect((await visitor().open(first)).has("Save password")).toBe(true);

  const second = new URL(await resetLink(email)).pathname;
  // If somebody requests another link, the owner can still use this one.
  expect((await visitor().open(first)).has("Save password")).toBe(true);
  await refused(`${second}x`);
  await refused(`/reset-password/${fingerprint(second)}`);
  expect((await visitor().open(second)).has("Save password")).toBe(true);
  // A request for another account does not end this link.
  await resetLink((await delegate()).email);
  expect((await visitor().open(second)).has("Save password")).toBe(true);
});

test("holders of the admin claim need twelve characters", async () => {
  const { uid, email } = await delegate();
  await run("UPDATE users SET admin = 1 WHERE uid = ?", uid);
  const page = await visitor().open(new URL(await resetLink(email)).pathname);
  const refused = await changingNothing(() => page.press("Save password", { password: "12345678901" }));
  expect(refused.status).toBe(400);
  expect(refused.text).toContain(accountMessages.weakAdminPassword);
  expect((await page.press("Save password", { password: "plum orchard" })).status).toBe(302);
});

test("a link leads to the portal's own origin, whatever the request's headers say", async () => {
  const { email } = await delegate();
  const fields = new URLSearchParams({ account: "forgot", email });
  const headers = {
    "Sec-Fetch-Site": "same-origin",
    "X-Forwarded-Host": "evil.example",
    "X-Forwarded-Proto": "gopher",
    "X-Original-Host": "evil.example",
    Forwarded: "host=evil.example",
    Host: "evil.example",
    "CF-Connecting-IP": "203.0.113.250",
  };
  const ask = (origin: string) => new Request(`${origin}/?index`, { method: "POST", body: fields, headers });
  expect((await answerWith(PRODUCTION, ask(PRODUCTION.ORIGIN))).status).toBe(302);
  expect((await answerWith({}, ask(ORIGIN))).status).toBe(302);
  // The Worker refuses every request to another host name.
  expect((await answerWith(PRODUCTION, ask("https://evil.example"))).status).toBe(421);
  const origins = (await mailsTo(email)).map(({ body }) => new URL(/https?:\/\/\S+/.exec(body)![0]).origin);
  expect(origins).toEqual([PRODUCTION.ORIGIN, ORIGIN]);
});

/* ------------------------------------------------------------------ what a form cannot reach */

const PROTECTED = {
  admin: "true",
  role: "director",
  abilities: "everything",
  uid: demoUid("director"),
  delegateUid: demoUid("director"),
  hpairPlus: "true",
  hpairPlusSubscriptionId: "SIM-SUB-1",
  emailVerifiedAt: "1",
  disabledAt: "1",
  submittedAt: "1",
  decision: "Accepted",
  waiverDate: "1",
  acceptedAt: "1",
  conferenceId: "hconf_2023",
  amountCents: "1",
  state: "captured",
  transactionId: "SIM-1",
  seenNotifications: "all",
  "__proto__.admin": "true",
  "constructor.prototype.admin": "true",
};

test.each([
  ["/?index", { account: "sign-in", email: "", password: PASSWORD }],
  ["/application/about", { firstName: "Mei", version: "0" }],
  ["/application/about/autosave", { firstName: "Mei", version: "0" }],
  ["/application/check", { revision: "" }],
  ["/application/documents?question=resume", { intent: "remove" }],
  ["/waiver", { version: "1", confirmed: "true", date: "x", codeOfConduct: "1", refundPolicy: "1" }],
  ["/register", { cardNumber: "4111111111111111", expirationDate: "12/30", cardCode: "123" }],
  ["/notifications/none/dismiss", {}],
  ["/logout", {}],
])("fields that nobody asked for change nothing: %s", async (path, fields) => {
  const { browser, uid, email } = await delegate();
  const before = await userOf(uid);
  const others = await rows("SELECT * FROM users WHERE uid <> ?", uid);
  const filled = "email" in fields ? { ...fields, email } : fields;
  expect((await browser.post(path, { ...PROTECTED, ...filled })).status).toBeLessThan(500);
  expect(await userOf(uid)).toEqual(before);
  expect(await rows("SELECT * FROM users WHERE uid <> ?", uid)).toEqual(others);
  expect(await rows("SELECT * FROM staff WHERE uid = ?", uid)).toEqual([]);
  expect(await rows("SELECT submitted_at FROM applications WHERE uid = ? AND submitted_at > 0", uid)).toEqual(
    [],
  );
  for (const table of ["decisions", "acceptances"]) {
    expect(await rows(`SELECT * FROM ${table} WHERE uid = ?`, uid)).toEqual([]);
  }
  expect(await rows(`SELECT * FROM ${BILLS} WHERE delegate_uid = ?`, uid)).toEqual([]);
  for (const table of ["applications", "acceptances"]) {
    expect(await rows(`SELECT * FROM ${table} WHERE uid = ?`, demoUid("director"))).toEqual([]);
  }
});

test("fields that nobody asked for have no part in an account, a payment or an acceptance", async () => {
  const stranger = visitor();
  await stranger.post("/?index", {
    ...PROTECTED,
    account: "create",
    email: "modest@example.org",
    password: "mango tree",
  });
  const user = await row("SELECT * FROM users WHERE email_key = 'modest@example.org'");
  expect(user).toMatchObject({ admin: 0, hpair_plus_subscription_id: null, email_verified_at: null });
  expect(user["uid"]).not.toBe(demoUid("director"));

  const { browser, uid } = await readyToPay();
  await run("DELETE FROM acceptances WHERE uid = ?", uid);
  const terms = { version: "1", confirmed: "true", date: "today", codeOfConduct: "1", refundPolicy: "1" };
  await browser.post("/waiver", { ...PROTECTED, ...terms });
  const { accepted_at } = await row<{ accepted_at: number }>("SELECT * FROM acceptances WHERE uid = ?", uid);
  expect(accepted_at).toBeGreaterThan(Date.parse("2022-12-17T15:00:00Z") - 1);
  await browser.post("/register", {
    ...PROTECTED,
    passType: "gold",
    cardNumber: "4111111111111111",
    expirationDate: "12/30",
    cardCode: "123",
  });
  // The page decides which pass is bought, whatever the form says.
  expect(await rows(`SELECT * FROM ${BILLS} WHERE delegate_uid = ?`, uid)).toMatchObject([
    { conference_id: CONFERENCE, pass_type: "goldPlus", amount_cents: 49_500 },
  ]);
});

const ELSEWHERE = [
  "https://evil.example/",
  "//evil.example",
  "/\\evil.example",
  "/%2f%2fevil.example",
  "/\t/evil.example",
  "/..//evil.example",
  "javascript:alert(1)",
  "/x\r\nSet-Cookie: a=b",
  "",
];

test("wherever a form asks to be redirected, it stays on the portal", async () => {
  const { browser, email } = await delegate({ submittedAt: "2022-11-11T18:05:00Z", decision: "Accepted" });
  const terms = { version: "1", date: "today", codeOfConduct: "1", refundPolicy: "1" };
  const ways: [string, (target: string) => Promise<Response>][] = [
    [
      "/",
      (target) =>
        browser.post("/?index", { account: "sign-in", email, password: PASSWORD, redirectTo: target }),
    ],
    ["/", (target) => browser.post("/notifications/none/dismiss", { from: target })],
    [
      "/waiver/confirm?version=1&date=today&next=%2F",
      (target) => browser.post("/waiver", { ...terms, next: target }),
    ],
    ["/", (target) => browser.post("/waiver", { ...terms, confirmed: "true", next: target })],
  ];
  for (const [fallback, post] of ways) {
    for (const target of ELSEWHERE) {
      const answer = await post(target);
      expect([answer.status, answer.headers.get("Location")], target).toEqual([302, fallback]);
    }
    const location = (await post("/application/about?check#phone")).headers.get("Location")!;
    expect(decodeURIComponent(location)).toContain("/application/about?check#phone");
  }
});
