import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SECOND } from "~/values/durations.ts";
import { type Browser, signedIn, signedInAs } from "../support/browser.ts";
import { PASS_PAYMENT } from "../support/payments.ts";
import { CONFERENCE, delegate, readyToPay } from "../support/people.ts";
import { type Program, programAs } from "../support/programs.ts";
import { withStaleReplica } from "../support/replica.ts";
import { chargesOf, row, run } from "../support/storage.ts";
import { answerWith } from "../support/worker.ts";

/**
 * Three copies may be older than D1: what the isolate keeps in memory, what the cookies contain, and a replica. Each
 * journey fills the first two. Then D1 changes, either through another browser or directly, as if by another isolate.
 */
type Through = <Visitor extends Browser | Program>(visitor: Visitor) => Visitor;

const ABOUT = "/application/about";
const ACCEPTED = "You are accepted";
const PROGRAM_PAYMENT = {
  ...PASS_PAYMENT,
  passTitle: "Harvard Conference ticket",
  intendedPassCost: 495,
  items: [],
};

const JOURNEYS: [string, (through: Through) => Promise<void>][] = [
  [
    "a draft is on the next page, and in another browser",
    async (through) => {
      const { uid, browser } = await delegate();
      const visitors = [through(browser), through(await signedInAs(uid))];
      for (const visitor of visitors) await visitor.get(ABOUT);
      await browser.post(ABOUT, { version: "0", firstName: "Anouk" });
      for (const visitor of visitors) expect((await visitor.open(ABOUT)).html).toContain("Anouk");
    },
  ],
  [
    "accepted terms open the way to pay",
    async (through) => {
      const { browser } = await delegate({ submittedAt: "2022-11-11T18:05:00Z", decision: "Accepted" });
      through(browser);
      expect((await browser.open("/register")).has("Pay $495")).toBe(false);
      const ticked = { codeOfConduct: "1", refundPolicy: "1" };
      await browser.post("/waiver", { version: "1", confirmed: "1", date: "today", ...ticked });
      expect((await browser.open("/register")).has("Pay $495")).toBe(true);
    },
  ],
  [
    "what was paid is known everywhere and not paid again",
    async (through) => {
      const { uid, browser } = await readyToPay();
      const other = through(await signedInAs(uid));
      for (const visitor of [through(browser), other]) await visitor.get("/register");
      expect((await browser.post("/register", PASS_PAYMENT)).status).toBe(302);
      expect((await other.post("/register", PASS_PAYMENT)).status).toBe(409);
      expect(await chargesOf(uid)).toHaveLength(1);
      for (const visitor of [browser, other])
        expect((await visitor.open("/register")).has("Pay $495")).toBe(false);
    },
  ],
  [
    "a place that was taken changes what an open page waits for, though the day is remembered for a second",
    async (through) => {
      const { browser } = await delegate();
      // The isolate keeps the sessions of a day in memory for one second. The clock jumps ahead, so what an earlier
      // journey left in memory has expired. Then the clock stands still, so that this journey finds the day in memory.
      vi.setSystemTime(Date.now() + 2 * SECOND);
      const session = await row<{ id: string; day: string }>(
        "SELECT id, day FROM programme_sessions WHERE capacity = 3",
      );
      const versionOf = async (visitor: Browser) =>
        (await visitor.get(`/scheduling/version?conference=${CONFERENCE}&day=${session.day}`)).text();
      await through(browser).get("/scheduling");
      const before = await versionOf(browser);
      expect((await browser.post("/scheduling", { choose: session.id })).status).toBe(302);
      expect(await versionOf(browser)).not.toBe(before);
    },
  ],
  [
    "a decision that was taken back is not shown, and buys nothing",
    async (through) => {
      const { uid, browser } = await readyToPay();
      expect((await through(browser).open("/decision")).text).toContain(ACCEPTED);
      await run("UPDATE decisions SET decision = 'Rejected' WHERE uid = ?", uid);
      const refused = await browser.post("/register", PASS_PAYMENT);
      expect(refused.status).toBe(403);
      expect(await chargesOf(uid)).toEqual([]);
      expect((await browser.open("/decision")).text).not.toContain(ACCEPTED);
    },
  ],
  [
    "a price that rose is the price",
    async (through) => {
      const { uid, browser } = await readyToPay();
      const form = await through(browser).open("/register");
      const cents = (price: number) =>
        run("UPDATE prices SET cents = ? WHERE ticket_id = 'goldPlus' AND round_id = 'early'", price);
      await cents(50_500);
      try {
        expect((await form.press("Pay $495", PASS_PAYMENT)).status).toBe(409);
        expect(await chargesOf(uid)).toEqual([]);
        expect((await browser.open("/register")).has("Pay $505")).toBe(true);
      } finally {
        await cents(49_500);
      }
    },
  ],
  [
    "somebody disabled sees nothing and pays nothing",
    async (through) => {
      const { uid, browser } = await readyToPay();
      await through(browser).get("/register");
      await run("UPDATE users SET disabled_at = 1 WHERE uid = ?", uid);
      expect((await browser.post("/register", PASS_PAYMENT)).status).toBe(401);
      expect(await chargesOf(uid)).toEqual([]);
      expect((await browser.open("/decision")).status).toBe(401);
    },
  ],
  [
    "nor does a program of theirs",
    async (through) => {
      const { uid } = await readyToPay();
      const program = through(await programAs(uid));
      expect((await program.call("getDecision")).status).toBe(200);
      await run("UPDATE users SET disabled_at = 1 WHERE uid = ?", uid);
      expect((await program.call("triggerPayment", PROGRAM_PAYMENT)).status).toBe(401);
      expect(await chargesOf(uid)).toEqual([]);
      expect((await program.call("getDecision")).status).toBe(401);
    },
  ],
  [
    "a session that was logged out is over for whoever kept its cookies",
    async (through) => {
      const { browser } = await readyToPay();
      await through(browser).get("/decision");
      const kept = new Map(browser.cookies);
      await browser.post("/logout", {});
      for (const [name, value] of kept) browser.cookies.set(name, value);
      const page = await browser.open("/decision");
      expect(page.status).toBe(401);
      expect(page.text).not.toContain(ACCEPTED);
    },
  ],
  [
    "a director who is none any more may neither look nor act",
    async (through) => {
      const director = through(await signedIn("director"));
      expect((await director.get("/admin/release")).status).toBe(200);
      await run("UPDATE users SET admin = 0 WHERE email = 'director@hpair.example'");
      try {
        expect((await director.post("/admin/release/early", { intent: "release" })).status).toBe(403);
        expect((await director.get("/admin/release")).status).toBe(403);
      } finally {
        await run("UPDATE users SET admin = 1 WHERE email = 'director@hpair.example'");
      }
    },
  ],
  [
    "HPAIR+ is closed to whoever holds it no more",
    async (through) => {
      const subscriber = through(await signedIn("subscriber"));
      expect((await subscriber.get("/plus")).status).toBe(200);
      const { held } = await row<{ held: string }>(
        "SELECT hpair_plus_subscription_id AS held FROM users WHERE email = 'subscriber@hpair.example'",
      );
      const hold = (id: string | null) =>
        run("UPDATE users SET hpair_plus_subscription_id = ? WHERE email = 'subscriber@hpair.example'", id);
      await hold(null);
      try {
        expect((await subscriber.get("/plus")).status).toBe(403);
      } finally {
        await hold(held);
      }
    },
  ],
];

const by = (DB: unknown): Through => {
  return (visitor) => {
    visitor.send = (request) => answerWith({ DB }, request);
    return visitor;
  };
};

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => vi.useRealTimers());

test.each(JOURNEYS)("%s", async (_, journey) => {
  await journey(by(withStaleReplica(env.DB)));
});

test.each(
  JOURNEYS,
)("if the portal read from a replica that is behind, this would fail: %s", async (_, journey) => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const stale = withStaleReplica(env.DB).withSession("first-unconstrained");
  await expect(journey(by(stale))).rejects.toThrow();
  vi.restoreAllMocks();
});
