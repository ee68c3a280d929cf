import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { connect, newMeter } from "#db/client.ts";
import { FirstTrip } from "#db/first-trip.ts";
import { settings } from "#db/schema/site.ts";
import { type Browser, type Page, signedIn } from "../support/browser.ts";
import { PASS_PAYMENT } from "../support/payments.ts";
import { delegate, readyToPay } from "../support/people.ts";
import { programAs } from "../support/programs.ts";
import { chargesOf, row, rows, run } from "../support/storage.ts";
import { answerWith } from "../support/worker.ts";

const PROGRAM_PAYMENT = {
  ...PASS_PAYMENT,
  passTitle: "Harvard Conference ticket",
  intendedPassCost: 495,
  items: [],
};

const tripsOf = ({ response }: Page) =>
  Number(/db;desc="(\d+)"/.exec(response.headers.get("Server-Timing")!)![1]);

/**
 * The browser of somebody after a first visit. Its cookies are set and the isolate has the settings, so the next page
 * takes one trip.
 */
async function known(person: { browser: Browser }) {
  await person.browser.get("/decision");
  return person.browser;
}

/* ------------------------------------------------------------------ the visitor, and whom the cookies name */

test("a page whose visitor is who the cookies say asks once", async () => {
  const browser = await known(await readyToPay());
  for (const path of ["/", "/decision", "/register", "/waiver", "/payment-info"])
    expect([path, tripsOf(await browser.open(path))]).toEqual([path, 1]);
});

test("with the role cookie of one account and the session of another, a page is of the session", async () => {
  const [own, other] = [await readyToPay(), await delegate()];
  const [browser, foreign] = [await known(own), await known(other)];
  await run("UPDATE users SET email = 'foreign@example.org' WHERE uid = ?", other.uid);
  await foreign.get("/decision");
  const mine = browser.cookies.get("role")!;
  browser.cookies.set("role", foreign.cookies.get("role")!);
  const page = await browser.open("/decision");
  expect(page.text).toContain(own.email);
  expect(page.text).not.toContain("foreign@example.org");
  expect(page.text).toContain("You are accepted");
  // The same answer corrects the cookie.
  expect(browser.cookies.get("role")).toBe(mine);
  expect(tripsOf(await browser.open("/decision"))).toBe(1);
});

test("after a session has ended elsewhere, nothing of its owner is shown", async () => {
  const person = await readyToPay();
  const browser = await known(person);
  await run("DELETE FROM sessions WHERE uid = ?", person.uid);
  const page = await browser.open("/decision");
  expect(page.status).toBe(401);
  expect(page.text).not.toContain("You are accepted");
  expect(page.text).not.toContain(person.email);
});

test("an account that has become staff is not noted as refused; one that was staff is", async () => {
  const person = await delegate();
  const browser = await known(person);
  const refusals = () =>
    rows("SELECT object FROM audit WHERE actor_uid = ? AND action = 'refused'", person.uid);
  await run("UPDATE users SET admin = 1 WHERE uid = ?", person.uid);
  expect((await browser.open("/admin")).status).toBe(200);
  expect(await refusals()).toEqual([]);
  await run("UPDATE users SET admin = 0 WHERE uid = ?", person.uid);
  const page = await browser.open("/admin");
  expect(page.status).toBe(403);
  expect(page.text).not.toContain("Payments");
  expect(await refusals()).toHaveLength(1);
});

test("changed settings show on the next page", async () => {
  const browser = await known(await delegate());
  const supported = async (address: string) => (await browser.open("/help")).html.includes(address);
  const { value } = await row<{ value: string }>("SELECT value FROM settings WHERE key = 'supportEmail'");
  expect(await supported(value)).toBe(true);
  await run("UPDATE settings SET value = 'new@example.org' WHERE key = 'supportEmail'");
  expect(await supported("new@example.org")).toBe(true);
  await run("UPDATE settings SET value = ? WHERE key = 'supportEmail'", value);
  expect(await supported(value)).toBe(true);
});

test("what a page shows after its visitor's own act is what the act left", async () => {
  const browser = await known(await delegate());
  await browser.post("/application/about", { version: "0", firstName: "Anouk" });
  const page = await browser.open("/application/about");
  expect(page.html).toContain("Anouk");
  expect(tripsOf(page)).toBe(1);
});

/* ------------------------------------------------------------------ a trip that fails */

test("where the one trip fails, the page asks part by part and comes all the same", async () => {
  const { browser } = await readyToPay();
  await browser.get("/decision");
  const log = vi.spyOn(console, "error");
  let failures = 0;
  const DB = {
    prepare: (sql: string) => env.DB.prepare(sql),
    batch: (statements: D1PreparedStatement[]) => {
      if (failures > 0 || statements.length < 10) return env.DB.batch(statements);
      failures += 1;
      return Promise.reject(new Error("D1_ERROR: Network connection lost."));
    },
  };
  browser.send = (request) => answerWith({ DB }, request);
  const page = await browser.open("/decision");
  expect([page.status, failures]).toEqual([200, 1]);
  expect(page.text).toContain("You are accepted");
  expect(tripsOf(page)).toBe(4);
  expect(log).not.toHaveBeenCalled();
});

/* ------------------------------------------------------------------ the trip itself */

const turn = () => new Promise((resolve) => setTimeout(resolve, 20));

/**
 * Makes one trip with this check. Returns the names of its events in their order, whether the check allowed the page,
 * the number of trips, and how many rows were written.
 */
async function traced(check: () => Promise<boolean>) {
  const events: string[] = [];
  const trip = new FirstTrip();
  const meter = newMeter();
  const page = connect(env.DB, meter, trip);
  const checking = connect(env.DB, meter, trip, { forCheck: true });
  trip.assume(async () => {
    await checking.select().from(settings);
    events.push("check read");
    return check();
  });
  const reads = [page.select().from(settings), page.batch([page.select().from(settings)])];
  for (const read of reads) read.then(() => events.push("page read"));
  page
    .insert(settings)
    .values({ key: "written", value: "x" })
    .onConflictDoNothing()
    .then(() => events.push("written"));
  void trip.passed.then(() => events.push("passed"));
  const allows = trip.allows();
  await turn();
  const written = await rows("SELECT 1 FROM settings WHERE key = 'written'");
  await run("DELETE FROM settings WHERE key = 'written'");
  return { events, allows: await allows, trips: meter.trips, written: written.length };
}

test("what a page reads comes after the check, in the same trip, and what it writes after that", async () => {
  const { events, allows, trips, written } = await traced(async () => true);
  expect(events).toEqual(["check read", "passed", "page read", "page read", "written"]);
  expect([allows, trips, written]).toEqual([true, 2, 1]);
});

test.each([
  ["says no", async () => false],
  ["fails", () => Promise.reject(new Error("no"))],
])("if the check %s, nothing arrives and nothing is written", async (_, check) => {
  const { events, allows, trips, written } = await traced(check);
  expect(events).toEqual(["check read"]);
  expect([allows, trips, written]).toEqual([false, 1, 0]);
});

test("a check that fails before it asks gives the page up", async () => {
  const trip = new FirstTrip();
  trip.assume(() => Promise.reject(new Error("no")));
  expect(await trip.allows()).toBe(false);
});

test("a page that asks nothing may be sent, and what it asks later goes alone", async () => {
  const trip = new FirstTrip();
  expect(await trip.allows()).toBe(true);
  const meter = newMeter();
  expect((await connect(env.DB, meter, trip).select().from(settings)).length).toBeGreaterThan(0);
  expect(meter.trips).toBe(1);
});

test("staff see the page of their role, whatever the cookie of another role says", async () => {
  const [director, reviewer] = [await signedIn("director"), await signedIn("reviewer")];
  await director.get("/decision");
  await reviewer.get("/decision");
  reviewer.cookies.set("role", director.cookies.get("role")!);
  expect((await reviewer.open("/admin/release")).status).toBe(403);
});

/* ------------------------------------------------------------------ what is posted and called */

/** The round trips of an answer, and the statements of each. */
async function tripsFor(
  visitor: { send: (request: Request) => Promise<Response> },
  work: () => Promise<unknown>,
) {
  const trips: number[] = [];
  const DB = {
    prepare: (sql: string) => env.DB.prepare(sql),
    batch(statements: D1PreparedStatement[]) {
      trips.push(statements.length);
      return env.DB.batch(statements);
    },
  };
  visitor.send = (request) => answerWith({ DB }, request);
  await work();
  return trips;
}

test("paying takes three round trips beside the processor: the checks, the reservation and the outcome", async () => {
  const { browser, uid } = await readyToPay();
  await known({ browser });
  const trips = await tripsFor(browser, () => browser.post("/register", PASS_PAYMENT));
  expect(trips).toHaveLength(3);
  expect(await rows("SELECT state FROM payments WHERE delegate_uid = ?", uid)).toEqual([
    { state: "captured" },
  ]);
});

test("a program that is known pays in three round trips and reads in one", async () => {
  const { uid } = await readyToPay();
  const program = await programAs(uid);
  await program.call("getDecision");
  expect(await tripsFor(program, () => program.call("getDecision"))).toHaveLength(1);
  expect(await tripsFor(program, () => program.call("getPassType", { userUid: uid }))).toHaveLength(1);
  const paying = () => program.call("triggerPayment", PROGRAM_PAYMENT);
  expect(await tripsFor(program, paying)).toHaveLength(3);
  expect(await rows("SELECT state FROM payments WHERE delegate_uid = ?", uid)).toEqual([
    { state: "captured" },
  ]);
});

test("a draft is saved in two round trips: what it is checked against, and the save", async () => {
  const browser = await known(await delegate());
  const save = () => browser.post("/application/about", { version: "0", firstName: "Anouk" });
  expect(await tripsFor(browser, save)).toHaveLength(2);
});

test("what is posted on the word of a cookie that is out of date is done once, as the person who asks", async () => {
  const [own, other] = [await delegate(), await delegate()];
  const [browser, foreign] = [await known(own), await known(other)];
  browser.cookies.set("role", foreign.cookies.get("role")!);
  expect((await browser.post("/application/about", { version: "0", firstName: "Anouk" })).status).toBe(302);
  const saved = await rows("SELECT uid, version FROM answers WHERE uid IN (?, ?)", own.uid, other.uid);
  expect(saved).toEqual([{ uid: own.uid, version: 1 }]);
});

test("nothing is charged on the word of a cookie that is out of date", async () => {
  const person = await readyToPay();
  await known(person);
  await run("UPDATE users SET disabled_at = 1 WHERE uid = ?", person.uid);
  const refused = await person.browser.post("/register", PASS_PAYMENT);
  expect(refused.status).toBe(401);
  expect(await chargesOf(person.uid)).toEqual([]);
  expect(await rows("SELECT id FROM payments WHERE delegate_uid = ?", person.uid)).toEqual([]);
});
