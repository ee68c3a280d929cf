import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test } from "vitest";
import { takingMessages } from "~/money/invoices/messages.ts";
import { passMessages } from "~/money/prices/messages.ts";
import { newId } from "~/platform/ids.server.ts";
import { BILLS } from "../../support/bills.ts";
import { type Browser, signedIn } from "../../support/browser.ts";
import { PASS_PAYMENT } from "../../support/payments.ts";
import { CONFERENCE, delegate, readyToPay } from "../../support/people.ts";
import { changingNothing, row, rows, run } from "../../support/storage.ts";
import { answerWith, keepHouse, TENTH } from "../../support/worker.ts";

const CASH = { means: "cash", reference: "Cash book 7", receivedOn: "2022-12-16" };
const deskOf = (uid: string) => `/admin/payments/person/${uid}/desk`;

const heldBy = (uid: string) =>
  rows<{ item: string; state: string }>(
    "SELECT item, state FROM holdings WHERE uid = ? AND state <> 'ended' ORDER BY id",
    uid,
  );
const billsOf = (uid: string) =>
  rows<{ id: string; state: string; means: string; amount_cents: number; created_at: number }>(
    `SELECT id, state, means, amount_cents, created_at FROM ${BILLS} WHERE delegate_uid = ?`,
    uid,
  );
const takingsOf = (payment: string) =>
  rows<{ id: string; state: string; recorded_by: string; settled_by: string }>(
    "SELECT id, state, recorded_by, settled_by FROM takings WHERE order_id = ?",
    payment,
  );
const keptActs = async () => (await env.FILES.list({ prefix: "acts/" })).objects.map(({ key }) => key);

/** Gives somebody an award of the whole price of a pass. */
const awardWhole = (uid: string) =>
  run(
    "INSERT INTO grants (id, conference_id, kind, title, uid, percent, created_by, created_at) VALUES (?, ?, 'award', 'Whole', ?, 100, 'x', 0)",
    `free${uid.slice(9, 13)}`.padEnd(20, "a"),
    CONFERENCE,
    uid,
  );

/** Somebody who has brought $495 in cash. */
async function paidInCash() {
  const person = await readyToPay();
  const treasurer = await signedIn("treasurer");
  const said = await (await treasurer.open(deskOf(person.uid))).press("Continue", CASH);
  const done = await said.press("Record $495");
  expect(done.status, done.text).toBe(302);
  return { ...person, treasurer, id: done.location!.split("/").at(-1)! };
}

beforeEach(() => run("DELETE FROM counters"));

describe("at the desk", () => {
  test("cash buys a pass with an add-on, with an invoice of its own, and is said before", async () => {
    const { uid, email, browser } = await readyToPay();
    const treasurer = await signedIn("treasurer");
    expect((await treasurer.open(`/admin/payments/person/${uid}`)).html).toContain(deskOf(uid));
    const desk = await treasurer.open(deskOf(uid));
    const said = await desk.press("Continue", { ...CASH, "addOns.h2023mug": "true" });
    expect(said.text).toContain("$520 was paid in cash for the");
    expect(await billsOf(uid)).toEqual([]);
    expect((await said.press("Change this")).html).toContain("Cash book 7");
    // The sum is more than $500.
    expect(said.text).toContain("a second person must confirm it");
    expect((await said.press("Record $520")).status).toBe(302);
    const [bill] = await billsOf(uid);
    expect(bill).toMatchObject({ state: "reserved", means: "invoice", amount_cents: 52_000 });
    const director = await signedIn("director");
    const page = await director.open(`/admin/payments/invoices/${bill!.id}`);
    expect((await page.press("Confirm $520")).status).toBe(302);
    expect(await billsOf(uid)).toMatchObject([{ state: "captured", means: "cash" }]);
    expect((await heldBy(uid)).map(({ item, state }) => `${item} ${state}`)).toEqual([
      "goldPlus held",
      "h2023virtual held",
      "h2023mug held",
    ]);
    expect((await browser.open(`/payment/${bill!.id}/receipt`)).text).toContain("Paid In cash");
    const mails = await rows<{ event_key: string }>(
      "SELECT event_key FROM outbox WHERE recipient = ?",
      email,
    );
    expect(mails).toEqual([{ event_key: `receipt:${bill!.id}` }]);
  });

  test.each<[string, () => Promise<{ uid: string }>, string]>([
    [
      "has not accepted the terms",
      () => delegate({ submittedAt: "2022-11-11T18:05:00Z", decision: "Accepted" }),
      passMessages.waiverFirst,
    ],
    [
      "was rejected",
      () => delegate({ submittedAt: "2022-11-11T18:05:00Z", decision: "Rejected", waiver: true }),
      "if your application was accepted",
    ],
  ])("nobody buys who %s, and nothing is written", async (_, make, sentence) => {
    const { uid } = await make();
    const treasurer = await signedIn("treasurer");
    expect((await treasurer.open(deskOf(uid))).text).toContain(sentence);
    await changingNothing(async () => {
      const fields = { ...CASH, passType: "goldPlus", intent: "record", entry: newId(), total: "495" };
      const answer = await treasurer.post(deskOf(uid), fields);
      expect(answer.status).toBe(403);
      expect(await answer.text()).toContain(sentence);
    });
  });

  test("what costs nothing is not sold there, and the page says so before anything is recorded", async () => {
    const { uid } = await readyToPay();
    await awardWhole(uid);
    const treasurer = await signedIn("treasurer");
    const desk = await treasurer.open(deskOf(uid));
    const said = await changingNothing(() => desk.press("Continue", CASH));
    expect(said.status).toBe(409);
    expect(said.text).toContain(takingMessages.costsNothing);
    expect(said.text).not.toContain("Record $0");
    expect(said.html).toContain("Cash book 7");
    // With an add-on there is something to pay.
    const dearer = await said.press("Continue", { "addOns.h2023mug": "true" });
    expect([dearer.status, dearer.has("Record $25")]).toEqual([200, true]);
  });

  test("another price than was said is refused, as is somebody who has paid meanwhile", async () => {
    const { uid, browser } = await readyToPay();
    const treasurer = await signedIn("treasurer");
    const said = await (await treasurer.open(deskOf(uid))).press("Continue", CASH);
    await run("UPDATE prices SET cents = cents + 100 WHERE ticket_id = 'goldPlus'");
    const dearer = await said.press("Record $495");
    await run("UPDATE prices SET cents = cents - 100 WHERE ticket_id = 'goldPlus'");
    expect(dearer.status).toBe(409);
    expect(dearer.text).toContain("The total is now $496.");
    expect((await browser.post("/register", { ...PASS_PAYMENT, intent: "pay" })).status).toBe(302);
    const late = await said.press("Record $495");
    expect(late.status).toBe(409);
    expect(late.text).toContain("You have already registered");
    expect(await billsOf(uid)).toHaveLength(1);
  });

  test.each([
    [{ reference: "" }, "This field is required"],
    [{ receivedOn: "2099-01-01" }, takingMessages.inFuture],
    [{ "addOns.h2023shirtblack": "true" }, "Choose an option"],
  ])("%o is refused with a sentence", async (more, sentence) => {
    const { uid } = await readyToPay();
    const treasurer = await signedIn("treasurer");
    const fields = { ...CASH, passType: "goldPlus", intent: "check", ...more };
    const answer = await treasurer.post(deskOf(uid), fields as Record<string, string>);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain(sentence);
  });
});

describe("a database that was restored", () => {
  /** Deletes the rows and mails that a restored database would not have. */
  const forget = async (uid: string, { but = [] as string[] } = {}) => {
    const lost = ["takings", "invoices"].filter((table) => !but.includes(table));
    for (const table of lost) {
      await run(
        `DELETE FROM ${table} WHERE order_id IN (SELECT order_id FROM payments WHERE delegate_uid = ?)`,
        uid,
      );
    }
    if (!but.includes("payments")) {
      await run("DELETE FROM payments WHERE delegate_uid = ?", uid);
      await run("DELETE FROM orders WHERE payer_uid = ?", uid);
    }
    await run("DELETE FROM outbox WHERE recipient = (SELECT email FROM users WHERE uid = ?)", uid);
  };

  test("every act is written beside the database once, before it counts", async () => {
    const { id } = await paidInCash();
    const [taking] = await takingsOf(id);
    expect(await keptActs()).toContain(`acts/${taking!.id}.json`);
    const kept = await (await env.FILES.get(`acts/${taking!.id}.json`))!.json();
    expect(kept).toMatchObject({
      kind: "taken",
      order: { id, means: "cash" },
      bills: [{ id, state: "captured" }],
      taking: { id: taking!.id, state: "taken", means: "cash" },
    });
  });

  test("does not count what cannot be written beside it", async () => {
    const { uid } = await readyToPay();
    const treasurer = await signedIn("treasurer");
    const FILES = new Proxy(env.FILES, {
      get: (bucket, name) =>
        name === "put"
          ? () => Promise.reject(new Error("The store is away."))
          : Reflect.get(bucket, name).bind(bucket),
    });
    const said = await (await treasurer.open(deskOf(uid))).press("Continue", CASH);
    treasurer.send = (request) => answerWith({ FILES }, request);
    const answer = await said.press("Record $495");
    expect(answer.status).toBe(503);
    expect(answer.text).toContain(takingMessages.notKept);
    expect(await billsOf(uid)).toMatchObject([{ state: "reserved" }]);
    const [bill] = await billsOf(uid);
    expect(await takingsOf(bill!.id)).toMatchObject([{ state: "waiting" }]);
    // Once the file store is back, the same person can confirm the money, because it is not above the limit.
    const later = await signedIn("treasurer");
    const page = await later.open(`/admin/payments/invoices/${bill!.id}`);
    expect((await page.press("Confirm $495")).status).toBe(302);
    expect(await billsOf(uid)).toMatchObject([{ state: "captured", means: "cash" }]);
  });

  test.each<[string, string[]]>([
    ["all of it is lost", []],
    ["the money is lost, and the invoice is open again", ["payments", "invoices"]],
  ])("cash comes back: %s", async (_, but) => {
    const { uid, id } = await paidInCash();
    const before = {
      bills: await billsOf(uid),
      takings: await takingsOf(id),
      invoice: await row("SELECT number, buyer_name FROM invoices WHERE order_id = ?", id),
    };
    await forget(uid, { but });
    if (but.length > 0) {
      await run("UPDATE holdings SET state = 'pending', since = NULL WHERE payment_id = ?", id);
      await run("UPDATE payments SET state = 'reserved', resolved_at = NULL WHERE id = ?", id);
      await run("UPDATE orders SET means = 'invoice', lease_until = ? WHERE id = ?", Date.now() + 1e9, id);
    }
    await keepHouse({}, TENTH);
    await keepHouse({}, TENTH);
    expect(await billsOf(uid)).toEqual(before.bills);
    expect(await takingsOf(id)).toEqual(before.takings);
    expect(await row("SELECT number, buyer_name FROM invoices WHERE order_id = ?", id)).toEqual(
      before.invoice,
    );
    expect((await heldBy(uid)).map(({ state }) => state)).toEqual(["held", "held"]);
    const receipts = await rows("SELECT 1 FROM outbox WHERE event_key = ?", `receipt:${id}`);
    expect(receipts).toHaveLength(1);
  });

  test("and in which a card has paid since: the cash is owed, and nobody is charged twice for nothing", async () => {
    const { uid, id, browser } = await paidInCash();
    await forget(uid);
    expect((await browser.post("/register", { ...PASS_PAYMENT, intent: "pay" })).status).toBe(302);
    await keepHouse({}, TENTH);
    expect(await takingsOf(id)).toMatchObject([{ state: "unwanted" }]);
    expect((await billsOf(uid)).map(({ state }) => state).sort()).toEqual(["captured", "released"]);
    const treasurer = await signedIn("treasurer");
    expect((await treasurer.open("/admin/payments/invoices")).html).toContain(
      `/admin/payments/invoices/${id}#`,
    );
  });

  test("gives a lost invoice another number if its own was used again", async () => {
    const { uid, id } = await paidInCash();
    const { number } = await row<{ number: number }>("SELECT number FROM invoices WHERE order_id = ?", id);
    await forget(uid);
    const other = await paidInCash();
    await run("UPDATE invoices SET number = ? WHERE order_id = ?", number, other.id);
    await keepHouse({}, TENTH);
    const again = await row<{ number: number }>("SELECT number FROM invoices WHERE order_id = ?", id);
    expect(again.number).toBeGreaterThan(number);
  });

  /** Somebody whose pass is paid entirely by an award. */
  async function taken(): Promise<{ uid: string; browser: Browser; id: string }> {
    const { uid, browser } = await readyToPay();
    await awardWhole(uid);
    const free = await browser.post("/register", { intent: "pay", intendedPassCost: "0", total: "0" });
    expect(free.status).toBe(302);
    return { uid, browser, id: free.headers.get("location")!.split("/").at(-1)! };
  }

  test("a pass that cost nothing comes back, and one whose act was not written is written by the cron", async () => {
    const { uid, id } = await taken();
    expect(await keptActs()).toContain(`acts/${id}.json`);
    await forget(uid);
    await keepHouse({}, TENTH);
    expect(await billsOf(uid)).toMatchObject([{ id, state: "captured", means: "none", amount_cents: 0 }]);
    expect((await heldBy(uid))[0]).toEqual({ item: "goldPlus", state: "held" });

    await env.FILES.delete(`acts/${id}.json`);
    await keepHouse({}, TENTH);
    expect(await keptActs()).toContain(`acts/${id}.json`);
  });

  test("a pass that cost nothing does not come back beside one that was paid for", async () => {
    const { uid, id, browser } = await taken();
    await forget(uid);
    await run("UPDATE grants SET ended_at = 1 WHERE uid = ?", uid);
    expect((await browser.post("/register", { ...PASS_PAYMENT, intent: "pay" })).status).toBe(302);
    await keepHouse({}, TENTH);
    await keepHouse({}, TENTH);
    expect(await billsOf(uid)).toMatchObject([{ state: "captured", means: "simulator" }]);
    const left = await rows("SELECT 1 FROM audit WHERE object = ?", `acts/${id}`);
    expect(left).toHaveLength(1);
  });
});
