import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { connect, newMeter } from "#db/client.ts";
import { MOST_WAITING } from "~/accounts/hash-queue.ts";
import { accountMessages } from "~/accounts/messages.ts";
import { hashPassword, isBusy, noPassword, passwordMatches } from "~/accounts/passwords.server.ts";
import { Browser, type Page, signedIn } from "../support/browser.ts";
import { linkIn, mailsTo } from "../support/mails.ts";
import { delegate, PASSWORD } from "../support/people.ts";
import { Program, SIGN_IN, SIGN_UP } from "../support/programs.ts";
import { rows, run } from "../support/storage.ts";

let visitors = 0;
/** A network that nobody else uses, so that no test uses up the tries of another test. */
const newNetwork = () => `100.64.${++visitors}.1`;
const visitor = () => new Browser(newNetwork());

const enter = (way: "sign-in" | "create") => (browser: Browser, email: string, password: string) =>
  browser.submit("/?index", [
    ["account", way],
    ["email", email],
    ["password", password],
    ["redirectTo", "/scheduling"],
  ]);
const signIn = enter("sign-in");
const create = enter("create");

const metric = (headers: Headers, name: string) =>
  Number(new RegExp(`${name};desc="(\\d+)"`).exec(headers.get("Server-Timing")!)?.[1] ?? 0);
const hashes = ({ response }: Page) => metric(response.headers, "scrypt");
const trips = ({ response }: Page) => metric(response.headers, "db");

/** Asks this many times at once, each time with the address of another account. */
const atOnce = <Answer>(number: number, ask: (email: string) => Promise<Answer>) =>
  Promise.all(Array.from({ length: number }, (_, index) => ask(`somebody-${visitors}-${index}@example.org`)));

/** Tries this many wrong passwords at once, each for another account. `from` returns the browser for each try. */
const flood = (number: number, from: () => Browser) =>
  atOnce(number, (email) => signIn(from(), email, "not this one"));

const putOffIn = (pages: Page[]) => pages.filter(({ status }) => status === 503);
const STRANGERS = MOST_WAITING.strangers;

/** Somebody for whom `hashPassword` makes a hash, without a request. By default, nobody else uses their network. */
const asker = (network = newNetwork()) => ({
  ...{ meter: newMeter(), network, db: connect(env.DB, newMeter()) },
  waitUntil: (work: Promise<unknown>) => void work,
});
/**
 * Lets programs send wrong passwords at once, each from a network of its own. There are more programs than requests
 * that may wait.
 */
const crowd = () =>
  atOnce(3 * STRANGERS, (email) =>
    new Program(null, "", newNetwork()).fetch(SIGN_IN, {
      body: JSON.stringify({ email, password: "not this one", returnSecureToken: true }),
    }),
  );

const known = { isKnown: true };
const stranger = { isKnown: false };

test("wrong sign-ins are hashed one after the other, and while twenty wait the rest is put off", async () => {
  const answers = await flood(80, visitor);
  const hashed = answers.filter(({ status }) => status === 401);
  const putOff = putOffIn(answers);
  expect(hashed.length + putOff.length).toBe(80);
  expect(hashed.map(hashes)).toEqual(hashed.map(() => 1));
  const together = Math.max(...hashed.map(({ response }) => metric(response.headers, "hashing")));
  expect(together).toBeLessThanOrEqual(STRANGERS);
  expect(putOff.length).toBeGreaterThan(0);
  for (const page of putOff) {
    expect(hashes(page)).toBe(0);
    expect(page.response.headers.get("Retry-After")).toBe("2");
    expect(page.text).toContain(accountMessages.busy);
    // The page keeps what was typed, except the password.
    const { fields } = page.form("Log in");
    expect(fields.find(([name]) => name === "email")![1]).toMatch(/^somebody-/);
    expect(fields).toContainEqual(["redirectTo", "/scheduling"]);
    expect(page.html).not.toContain("not this one");
  }
  // After the flood, people can log in as usual.
  const { email } = await delegate();
  expect((await signIn(visitor(), email, PASSWORD)).status).toBe(302);
});

test("twenty people behind one address log in at once, as nobody else waits", async () => {
  const campus = newNetwork();
  const people = await Promise.all(Array.from({ length: STRANGERS }, () => delegate()));
  const answers = await Promise.all(people.map(({ email }) => signIn(new Browser(campus), email, PASSWORD)));
  expect(answers.map(({ status }) => status)).toEqual(people.map(() => 302));
});

test("a network that has many places gives them to strangers of other networks, one for each", async () => {
  const laptop = asker();
  const greedy = Array.from({ length: 2 * STRANGERS }, () =>
    hashPassword(laptop, stranger, "a fine password"),
  );
  const others = Array.from({ length: STRANGERS / 2 }, () =>
    hashPassword(asker(), stranger, "a fine password"),
  );
  expect((await Promise.all(others)).filter(isBusy)).toEqual([]);
  const served = (await Promise.all(greedy)).filter((hash) => !isBusy(hash)).length;
  expect(served).toBeGreaterThanOrEqual(STRANGERS / 2);
  expect(served).toBeLessThan(STRANGERS);
  // Now every network has the same number of waiting requests, so no request gives way to another.
  const even = Array.from({ length: STRANGERS }, () => hashPassword(asker(), stranger, "a fine password"));
  const late = await hashPassword(asker(), stranger, "a fine password");
  expect(isBusy(late)).toBe(true);
  expect((await Promise.all(even)).filter(isBusy)).toEqual([]);
});

test("nobody who is known is put off by strangers, wherever those come from", async () => {
  const people = await Promise.all(Array.from({ length: MOST_WAITING.known }, () => delegate()));
  const browsers = people.map(visitor);
  for (const [index, { email }] of people.entries()) {
    expect((await signIn(browsers[index]!, email, PASSWORD)).status).toBe(302);
  }
  const flooding = crowd();
  const answers = await Promise.all(
    people.map(({ email }, index) => signIn(browsers[index]!, email, PASSWORD)),
  );
  await flooding;
  expect(answers.map(({ status }) => status)).toEqual(people.map(() => 302));
});

test("neither is somebody who types their password again in a session that lives", async () => {
  const { email, browser } = await delegate();
  const flooding = crowd();
  const page = await browser.submit("/change-password", [
    ["oldPassword", PASSWORD],
    ["newPassword", "an umbrella for two"],
  ]);
  await flooding;
  expect(page.location, page.text).toBe("/change-password?changed");
  expect((await signIn(visitor(), email, "an umbrella for two")).status).toBe(302);
});

test("while every place of strangers is taken, those of the known are free", async () => {
  const hash = (who: { isKnown: boolean }) => hashPassword(asker(), who, "a fine password");
  const strangers = Array.from({ length: STRANGERS }, () => hash(stranger));
  const [late, ...those] = await Promise.all([
    hash(stranger),
    ...Array.from({ length: MOST_WAITING.known }, () => hash(known)),
  ]);
  expect(isBusy(late!)).toBe(true);
  expect([...those, ...(await Promise.all(strangers))].filter(isBusy)).toEqual([]);
});

test("the known and strangers take turns, so that neither keeps the other out", async () => {
  const turns: string[] = [];
  const hash = (who: { isKnown: boolean }, name: string) =>
    hashPassword(asker(), who, "a fine password").then(() => turns.push(name));
  await Promise.all([
    ...Array.from({ length: 4 }, () => hash(stranger, "stranger")),
    ...Array.from({ length: 4 }, () => hash(known, "known")),
  ]);
  expect(turns.slice(0, 4).toSorted()).toEqual(["known", "known", "stranger", "stranger"]);
});

test("staff read on which day how many were put off", async () => {
  await run("DELETE FROM counters");
  const putOff = putOffIn(await flood(80, visitor)).length;
  const page = await (await signedIn("director")).open("/admin/checks");
  expect(page.text).toContain("Logging in was put off");
  expect(page.text).toContain(`${putOff} times`);
});

test("a request that is put off uses up no try, and leaves no half-made account", async () => {
  const { email } = await delegate();
  const browser = visitor();
  const flooding = crowd();
  const tries = await Promise.all(Array.from({ length: 5 }, () => signIn(browser, email, "not this one")));
  await flooding;
  const hashed = tries.filter((page) => hashes(page) === 1).length;
  expect(hashed).toBeLessThan(5);
  for (let count = hashed; count < 5; count++) {
    expect((await signIn(browser, email, "not this one")).status, `try ${count}`).toBe(401);
  }
  expect((await signIn(browser, email, "not this one")).status).toBe(429);

  const created = await atOnce(80, (address) => create(visitor(), address, "a fine password"));
  const refused = putOffIn(created);
  expect(refused.length).toBeGreaterThan(0);
  const users = await rows("SELECT uid FROM users WHERE email_key LIKE 'somebody-%'");
  expect(users).toHaveLength(created.length - refused.length);
});

test("home waits for one hash a trip at most, however many sign in", async () => {
  await visitor().open("/");
  let hashed = 0;
  const flood = atOnce(20, async (email) => {
    hashed += hashes(await signIn(visitor(), email, "not this one"));
  });
  const home = await visitor().open("/");
  const waitedFor = hashed;
  await flood;
  expect(home.status).toBe(200);
  expect(hashed).toBeGreaterThan(0);
  expect(waitedFor).toBeLessThanOrEqual(trips(home));
});

test("between two hashes everything else has its turn", async () => {
  const log: string[] = [];
  let isOver = false;
  const others = (async () => {
    while (!isOver) {
      await new Promise((resolve) => setTimeout(resolve, 0));
      log.push("others");
    }
  })();
  for (let round = 0; round < 5; round++) {
    await Promise.all(
      Array.from({ length: 2 }, () =>
        hashPassword(asker(), stranger, "a fine password").then(() => log.push("hash")),
      ),
    );
  }
  isOver = true;
  await others;
  expect(log.filter((turn) => turn === "hash")).toHaveLength(5 * 2);
  expect(log.join(" ")).not.toContain("hash hash");
});

test("a program is put off with a text that does not sign it out", async () => {
  for (const path of [SIGN_IN, SIGN_UP]) {
    const answers = await atOnce(80, (email) =>
      new Program(null, "", newNetwork()).fetch(path, {
        body: JSON.stringify({ email, password: "not this one", returnSecureToken: true }),
      }),
    );
    const putOff = answers.filter(({ status }) => status === 503);
    expect(putOff.length, path).toBeGreaterThan(0);
    for (const response of putOff) {
      expect(response.headers.get("Retry-After")).toBe("2");
      // An answer in JSON would sign the program's user out.
      expect(response.headers.get("Content-Type")).toContain("text/plain");
      expect(await response.text()).toBe(accountMessages.busy);
    }
  }
});

test("a link to choose a password still works for somebody who was put off", async () => {
  const { email } = await delegate();
  await visitor().submit("/?index", [
    ["account", "forgot"],
    ["email", email],
  ]);
  const pathname = linkIn((await mailsTo(email))[0]!);
  const uses = await Promise.all(
    Array.from({ length: 30 }, () => visitor().submit(pathname, [["password", "a fine password"]])),
  );
  expect(uses.filter(({ status }) => status === 302)).toHaveLength(1);
  for (const page of uses.filter(({ status }) => status === 503)) {
    expect(page.text).toContain(accountMessages.busy);
    expect(page.has("Save password")).toBe(true);
    expect(page.html).not.toContain("a fine password");
  }
  expect(uses.filter(({ status }) => status === 503).length).toBeGreaterThan(0);
});

test("a refused request never keeps a place, and places are free again after each hash", async () => {
  for (let round = 0; round < 3; round++) {
    const laptop = asker();
    const made = await Promise.all(
      Array.from({ length: 2 * STRANGERS }, () => hashPassword(laptop, stranger, "a fine password")),
    );
    expect(made.filter((hash) => typeof hash === "string")).toHaveLength(STRANGERS);
    expect(laptop.meter.hashes).toBe(STRANGERS);
  }
});

test("no password fits an account that has none", async () => {
  const asking = asker();
  const stored = noPassword();
  for (const password of ["", stored, "none", stored.split("$")[1]!]) {
    expect(await passwordMatches(asking, stranger, password, stored)).toBe(false);
  }
  // Each of the four tries costs as much as any other wrong password.
  expect(asking.meter.hashes).toBe(4);
});
