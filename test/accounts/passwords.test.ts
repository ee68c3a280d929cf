import { expect, test } from "vitest";
import { newMeter } from "#db/client.ts";
import { accountMessages } from "~/accounts/messages.ts";
import { hashPassword, MOST_AT_ONCE, noPassword, passwordMatches } from "~/accounts/passwords.server.ts";
import { Browser, type Page } from "../support/browser.ts";
import { linkIn, mailsTo } from "../support/mails.ts";
import { delegate, PASSWORD } from "../support/people.ts";
import { Program, SIGN_IN, SIGN_UP } from "../support/programs.ts";
import { rows } from "../support/storage.ts";

let visitors = 0;
/** A visitor from a network nobody else comes from, so that no test uses up another's tries. */
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

/** That many at once, each with its own account and network. */
const atOnce = <Answer>(number: number, ask: (email: string) => Promise<Answer>) =>
  Promise.all(Array.from({ length: number }, (_, index) => ask(`somebody-${visitors}-${index}@example.org`)));

test.each([
  20, 40,
])("of %i wrong sign-ins at once two are hashed at a time, the rest put off", async (number) => {
  const answers = await atOnce(number, (email) => signIn(visitor(), email, "not this one"));
  const hashed = answers.filter(({ status }) => status === 401);
  const putOff = answers.filter(({ status }) => status === 503);
  expect(hashed.length + putOff.length).toBe(number);
  expect(hashed.map(hashes)).toEqual(hashed.map(() => 1));
  expect(Math.max(...hashed.map(({ response }) => metric(response.headers, "hashing")))).toBe(MOST_AT_ONCE);
  expect(putOff.length).toBeGreaterThan(number / 2);
  for (const page of putOff) {
    expect(hashes(page)).toBe(0);
    expect(page.response.headers.get("Retry-After")).toBe("2");
    expect(page.text).toContain(accountMessages.busy);
    // What was typed is kept, but for the password.
    const { fields } = page.form("Log in");
    expect(fields.find(([name]) => name === "email")![1]).toMatch(/^somebody-/);
    expect(fields).toContainEqual(["redirectTo", "/scheduling"]);
    expect(page.html).not.toContain("not this one");
  }
  // Everything goes on afterwards.
  const { email } = await delegate();
  expect((await signIn(visitor(), email, PASSWORD)).status).toBe(302);
});

test("a request that is put off uses up no try, and leaves no half-made account", async () => {
  const { email } = await delegate();
  const browser = visitor();
  const tries = await Promise.all(Array.from({ length: 12 }, () => signIn(browser, email, "not this one")));
  const hashed = tries.filter((page) => hashes(page) === 1).length;
  expect(hashed).toBeLessThan(5);
  for (let count = hashed; count < 5; count++) {
    expect((await signIn(browser, email, "not this one")).status, `try ${count}`).toBe(401);
  }
  expect((await signIn(browser, email, "not this one")).status).toBe(429);

  const created = await atOnce(12, (address) => create(visitor(), address, "a fine password"));
  const refused = created.filter(({ status }) => status === 503);
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
  const meter = newMeter();
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
      Array.from({ length: MOST_AT_ONCE }, () =>
        hashPassword(meter, "a fine password").then(() => log.push("hash")),
      ),
    );
  }
  isOver = true;
  await others;
  expect(log.filter((turn) => turn === "hash")).toHaveLength(5 * MOST_AT_ONCE);
  expect(log.join(" ")).not.toContain("hash hash");
});

test("a program is put off with a text that does not sign it out", async () => {
  for (const path of [SIGN_IN, SIGN_UP]) {
    const answers = await atOnce(12, (email) =>
      new Program(null, "", newNetwork()).fetch(path, {
        body: JSON.stringify({ email, password: "not this one", returnSecureToken: true }),
      }),
    );
    const putOff = answers.filter(({ status }) => status === 503);
    expect(putOff.length, path).toBeGreaterThan(0);
    for (const response of putOff) {
      expect(response.headers.get("Retry-After")).toBe("2");
      // Anything in JSON would sign the program's user out.
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
    Array.from({ length: 10 }, () => visitor().submit(pathname, [["password", "a fine password"]])),
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
  const meter = newMeter();
  for (let round = 0; round < 3; round++) {
    const made = await Promise.all(Array.from({ length: 40 }, () => hashPassword(meter, "a fine password")));
    expect(made.filter((hash) => typeof hash === "string")).toHaveLength(MOST_AT_ONCE);
    expect(meter.hashes).toBe(MOST_AT_ONCE * (round + 1));
  }
});

test("no password fits an account that has none", async () => {
  const meter = newMeter();
  const stored = noPassword();
  for (const password of ["", stored, "none", stored.split("$")[1]!]) {
    expect(await passwordMatches(meter, password, stored)).toBe(false);
  }
  // It costs as much as any other wrong password.
  expect(meter.hashes).toBe(4);
});
