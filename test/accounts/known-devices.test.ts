import { expect, test } from "vitest";
import { accountMessages } from "~/accounts/messages.ts";
import { STRANGERS_BUDGET } from "~/accounts/users.server.ts";
import { fingerprint } from "~/platform/ids.server.ts";
import { Browser, type Page } from "../support/browser.ts";
import { linkIn, mailsTo } from "../support/mails.ts";
import { delegate, PASSWORD } from "../support/people.ts";
import { Program, SIGN_IN } from "../support/programs.ts";
import { changingNothing, rows, run } from "../support/storage.ts";

let networks = 0;
/** An address whose wider network (`10.n.1`) nobody else uses. */
const newNetwork = () => `10.${++networks}.1.1`;
const visitor = () => new Browser(newNetwork());

const post =
  (account: string) =>
  (browser: Browser, email: string, password = "") =>
    browser.submit("/?index", [
      ["account", account],
      ["email", email],
      ["password", password],
      ["redirectTo", "/"],
    ]);
const signIn = post("sign-in");
const forgot = post("forgot");

const hashed = ({ response }: Page) =>
  Number(/scrypt;desc="(\d+)"/.exec(response.headers.get("Server-Timing")!)![1]);

/** A delegate's browser that has been signed in and out again. */
async function ownDevice(email: string, browser = visitor()): Promise<Browser> {
  expect((await signIn(browser, email, PASSWORD)).status).toBe(302);
  browser.cookies.delete("session");
  browser.cookies.delete("role");
  return browser;
}

/** Sets a counter to this number. Real tries would take too long. */
const counted = (what: string, who: string, count: number) =>
  run(
    `INSERT INTO counters (key, count, expires_at) VALUES (?1, ?2, ?3)
      ON CONFLICT (key) DO UPDATE SET count = ?2, expires_at = ?3`,
    `${what}:${fingerprint(who).slice(0, 32)}`,
    count,
    Date.now() + 3_600_000,
  );
const budgetSpent = (email: string) => counted("sign-in-budget", email, STRANGERS_BUDGET);

const OFFER = "Mail me a link";
const CONTINUE = "Continue on this device";

test("from however many networks, forty guesses a day are hashed, and the owner gets in all the while", async () => {
  const { email } = await delegate();
  const owner = await ownDevice(email);
  const spelled = (index: number) => (index % 2 === 0 ? email : ` ${email.toUpperCase()} `);
  let hashes = 0;
  let refused = 0;
  for (let index = 0; index < 120; index++) {
    const guess = await signIn(visitor(), spelled(index), `guess ${index}`);
    hashes += hashed(guess);
    if (guess.status === 429) refused++;
    if (index === 60) expect((await signIn(await ownDevice(email, owner), email, PASSWORD)).status).toBe(302);
  }
  expect(hashes).toBe(STRANGERS_BUDGET);
  expect(refused).toBe(80);

  // The owner types the right password on a new device. They are held up, and are offered a link by mail.
  const device = visitor();
  const held = await signIn(device, email, PASSWORD);
  expect([held.status, hashed(held)]).toEqual([429, 0]);
  expect(held.text).toContain(accountMessages.deviceLinkOffer);
  const sent = await held.press(OFFER);
  expect(sent.status).toBe(200);
  expect(sent.text).toContain(accountMessages.deviceLinkSent);
  expect(sent.text).toContain("Check your mail");
  expect(sent.form("Log in").fields).toContainEqual(["email", email]);
  const [mail] = await mailsTo(email);
  const page = await changingNothing(() => device.open(linkIn(mail!)));
  expect(page.text).toContain(email);
  const known = await page.press(CONTINUE);
  expect([known.status, known.location]).toEqual([302, "/?notice=device"]);
  expect((await known.follow()).text).toContain(accountMessages.deviceKnown);
  // The link opens nothing by itself.
  expect((await device.get("/scheduling")).status).toBe(401);
  expect((await signIn(device, email, PASSWORD)).status).toBe(302);
  // Strangers are still held up.
  expect((await signIn(visitor(), email, PASSWORD)).status).toBe(429);
}, 90_000);

test("tries that are refused by one network's limit cost the account nothing", async () => {
  const { email } = await delegate();
  const attacker = visitor();
  for (let count = 0; count < 5; count++) await signIn(attacker, email, "wrong!");
  for (let count = 0; count < 50; count++) expect((await signIn(attacker, email, "wrong!")).status).toBe(429);
  expect((await signIn(visitor(), email, PASSWORD)).status).toBe(302);
  const [{ count } = { count: 0 }] = await rows<{ count: number }>(
    "SELECT count FROM counters WHERE key = ?",
    `sign-in-budget:${fingerprint(email).slice(0, 32)}`,
  );
  expect(count).toBe(5);
});

test("behind one address an attacker locks nobody out", async () => {
  const [resident, newcomer] = [await delegate(), await delegate()];
  const dormitory = newNetwork();
  const device = await ownDevice(resident.email, new Browser(dormitory));
  for (let count = 0; count < 21; count++) {
    await signIn(new Browser(dormitory), `resident-${count}@example.org`, "wrong!");
  }
  // After this many wrong tries, the right password still works on any device.
  expect((await signIn(new Browser(dormitory), newcomer.email, PASSWORD)).status).toBe(302);
  for (const what of ["sign-in-network", "link-network"]) await counted(what, dormitory, 1_000);
  for (const what of ["sign-in-wider", "link-wider"]) {
    await counted(what, dormitory.split(".").slice(0, 3).join("."), 1_000);
  }
  expect((await signIn(new Browser(dormitory), newcomer.email, PASSWORD)).status).toBe(429);
  expect((await signIn(device, resident.email, PASSWORD)).status).toBe(302);
  // The known device can also still ask for a link to choose a new password.
  expect((await forgot(new Browser(dormitory), resident.email)).status).toBe(429);
  expect((await forgot(device, resident.email)).status).toBe(302);
  expect(await mailsTo(resident.email)).toHaveLength(1);
});

test("however often strangers ask, the mailbox gets three links to log in, which all work", async () => {
  const { email } = await delegate();
  for (let count = 0; count < 10; count++) {
    expect((await post("new-device")(visitor(), email)).status).toBe(200);
  }
  const mails = await mailsTo(email);
  expect(mails).toHaveLength(3);
  const device = visitor();
  expect((await (await device.open(linkIn(mails[0]!))).press(CONTINUE)).status).toBe(302);
  // Using one link uses up all of them. The next link can be asked for at once.
  for (const mail of mails) {
    const spent = await visitor().open(linkIn(mail));
    expect([spent.status, spent.text.includes(accountMessages.deviceLinkInvalid)]).toEqual([404, true]);
    expect(spent.html).toContain('<a href="/" class="button">Log in</a>');
    expect((await visitor().submit(linkIn(mail), [])).status).toBe(404);
  }
  await post("new-device")(visitor(), email);
  expect(await mailsTo(email)).toHaveLength(4);
});

test("asking for a link to log in does not reveal whether there is an account", async () => {
  const { email } = await delegate();
  const browser = visitor();
  await browser.get("/");
  const answers = [];
  for (const address of [email, "nobody-at-all@hpair.example"]) {
    const { status, html, response } = await post("new-device")(browser, address);
    const trips = /db;desc="\d+"/.exec(response.headers.get("Server-Timing")!)![0];
    const id = response.headers.get("X-Request-Id")!;
    // The demo's clock runs on between two answers.
    const shown = html
      .replace(/<own-time>.*?<\/own-time>/, "")
      .replaceAll(address, "")
      .replaceAll(id, "");
    answers.push({ status, trips, shown });
  }
  expect(answers[0]).toEqual(answers[1]);
});

test("a known device has a limit of its own, of twenty a day", async () => {
  const { email } = await delegate();
  const device = await ownDevice(email);
  for (let count = 0; count < 5; count++) expect((await signIn(device, email, "wrong!")).status).toBe(401);
  const held = await signIn(device, email, PASSWORD);
  expect([held.status, hashed(held)]).toEqual([429, 0]);
  expect(held.text).toContain(accountMessages.tooManyAttempts(15));
  // Tries on a known device and tries of strangers are counted apart.
  expect((await signIn(visitor(), email, PASSWORD)).status).toBe(302);
  await run("UPDATE counters SET expires_at = 0 WHERE key LIKE 'sign-in-known:%'");
  await run("UPDATE counters SET count = 19 WHERE key LIKE 'sign-in-known-day:%' AND count = 5");
  expect((await signIn(device, email, "wrong!")).status).toBe(401);
  const spent = await signIn(device, email, PASSWORD);
  expect(spent.status).toBe(429);
  expect(spent.text).toContain(accountMessages.tooManyAttempts(24 * 60));
  expect(spent.has(OFFER)).toBe(true);
});

test("a new password makes every device unknown except the one it was chosen on", async () => {
  const { email } = await delegate();
  const device = await ownDevice(email);
  await forgot(visitor(), email);
  const chosenOn = visitor();
  expect(
    (await chosenOn.submit(linkIn((await mailsTo(email))[0]!), [["password", "mango tree"]])).status,
  ).toBe(302);
  await budgetSpent(email);
  expect((await signIn(device, email, "mango tree")).status).toBe(429);
  expect((await signIn(chosenOn, email, "mango tree")).status).toBe(302);
});

test("a device is known for its own accounts and for no other", async () => {
  const people = [await delegate(), await delegate(), await delegate()];
  const shared = visitor();
  for (const { email } of people.slice(0, 2)) await ownDevice(email, shared);
  for (const { email } of people) await budgetSpent(email);
  const statuses = [];
  for (const { email } of people) statuses.push((await signIn(shared, email, PASSWORD)).status);
  expect(statuses).toEqual([302, 302, 429]);
});

test("the entry that a browser keeps cannot be forged, and is not stored", async () => {
  const { email, uid } = await delegate();
  const device = await ownDevice(email);
  const kept = decodeURIComponent(device.cookies.get("devices")!);
  const [entry = ""] = JSON.parse(atob(kept)) as string[];
  const [id = "", proof = ""] = entry.split(".");
  expect(kept).not.toContain(uid);
  expect(JSON.stringify(await rows("SELECT * FROM users"))).not.toContain(proof);
  await budgetSpent(email);
  const forged = [
    [`${id}x.${proof}`],
    [`${id}.${proof.slice(0, -1)}`],
    [`${id}.`],
    [`.${proof}`],
    [id],
    [uid],
    [],
    { 0: entry },
    [[entry]],
    [{ entry }],
    "x".repeat(3_000),
    null,
  ];
  for (const value of forged) {
    const stranger = visitor();
    stranger.cookies.set("devices", encodeURIComponent(btoa(JSON.stringify(value))));
    expect((await signIn(stranger, email, PASSWORD)).status, JSON.stringify(value).slice(0, 80)).toBe(429);
  }
  for (const value of ["", "%", "x", btoa("{"), btoa("[")]) {
    const stranger = visitor();
    stranger.cookies.set("devices", value);
    expect((await signIn(stranger, email, PASSWORD)).status, value).toBe(429);
  }
  expect((await signIn(device, email, PASSWORD)).status).toBe(302);
});

test("of many accounts on one browser the newest eight are known", async () => {
  const shared = visitor();
  for (let count = 0; count < 10; count++) await ownDevice((await delegate()).email, shared);
  const kept = JSON.parse(atob(decodeURIComponent(shared.cookies.get("devices")!))) as string[];
  expect(kept).toHaveLength(8);
  expect(new Set(kept).size).toBe(8);
}, 60_000);

test("a program always counts as a stranger: it waits, and programs already signed in go on", async () => {
  const { email } = await delegate();
  const program = new Program(null, "", newNetwork());
  const ask = () => program.post(SIGN_IN, { email, password: PASSWORD, returnSecureToken: true });
  const { body } = await ask();
  await budgetSpent(email);
  const held = await ask();
  expect([held.status, held.body.error.message]).toEqual([400, "TOO_MANY_ATTEMPTS_TRY_LATER"]);
  const signedIn = new Program(body.idToken, body.refreshToken);
  expect((await signedIn.call("getDecision")).status).toBe(200);
  expect((await signedIn.refresh()).status).toBe(200);
});

test("what was interrupted is kept while its owner asks for a link", async () => {
  const { email, browser, uid } = await delegate();
  const form = (await browser.open("/application/about")).form("Save and continue");
  await run("DELETE FROM sessions WHERE uid = ?", uid);
  await budgetSpent(email);
  const ended = await browser.submit("/application/about", [...form.fields, ["firstName", "Mei Ling"]]);
  const held = await ended.press("Log in", { email, password: PASSWORD });
  expect(held.status).toBe(429);
  const sent = await held.press(OFFER);
  await (await browser.open(linkIn((await mailsTo(email))[0]!))).press(CONTINUE);
  const back = await sent.press("Log in", { password: PASSWORD });
  expect([back.status, back.location]).toEqual([307, "/application/about"]);
  expect(sent.form("Log in").fields).toContainEqual(["firstName", "Mei Ling"]);
});
