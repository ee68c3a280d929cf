import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { demoUid } from "#db/seed/demo.ts";
import { RETURNING } from "#db/seed/demo-former.ts";
import { paymentMessages } from "~/money/payments/messages.ts";
import { passMessages } from "~/money/prices/messages.ts";
import { BILLS, BOOKED } from "../../support/bills.ts";
import { type Browser, signedIn } from "../../support/browser.ts";
import { findings } from "../../support/checker.ts";
import { addFormerEdition } from "../../support/editions.ts";
import { mailsTo } from "../../support/mails.ts";
import { meeting, PASS_PAYMENT } from "../../support/payments.ts";
import { CONFERENCE, type Delegate, readyToPay } from "../../support/people.ts";
import { programAs } from "../../support/programs.ts";
import { chargesOf, row, rows, run } from "../../support/storage.ts";
import { answerWith, keepHouse, TENTH } from "../../support/worker.ts";

// Credit that was kept is spent by the next payment.

const PRICE = 49_500;
const bill = (uid: string) =>
  rows<{ id: string; state: string; amount_cents: number; credit_cents: number; means: string }>(
    `SELECT id, state, amount_cents, credit_cents, means FROM ${BILLS} WHERE delegate_uid = ? ORDER BY rowid`,
    uid,
  );
const lastBill = async (uid: string) => (await bill(uid)).at(-1)!;

const pay = (browser: Browser, due: number, more: Record<string, string> = {}) =>
  browser.post("/register", { ...PASS_PAYMENT, intent: "pay", code: "", total: String(due), ...more });

const give = async (id: string, fields: Record<string, string>) =>
  (await signedIn("director")).post(`/admin/payments/${id}`, {
    ...{ intent: "give", reason: "Asked for", kind: "money", items: "goldPlus", seenCents: "0" },
    ...fields,
  });

/** Somebody who gave up a pass and has this much credit for it, in cents. */
async function withCredit(cents: number): Promise<Delegate> {
  const person = await readyToPay();
  expect((await pay(person.browser, 495)).status).toBe(302);
  const { id } = await lastBill(person.uid);
  expect((await give(id, { kind: "credit", amount: String(cents / 100) })).status).toBe(302);
  await settle(id);
  return person;
}

/** Lets a night pass at the card processor. */
const settle = (id: string) =>
  env.SIMULATOR.prepare("UPDATE charges SET created_at = created_at - 172800000 WHERE invoice_number = ?")
    .bind(id)
    .run();

const journalOf = (uid: string) =>
  rows(
    `SELECT account, sum(cents) AS cents FROM entries JOIN payments ON payments.id = payment_id
    WHERE delegate_uid = ? GROUP BY account HAVING sum(cents) <> 0 ORDER BY account`,
    uid,
  );

/** The text of the mail that is the receipt of a payment. */
const receiptOf = async (id: string) =>
  (await row<{ body: string }>("SELECT body FROM outbox WHERE event_key = ?", `receipt:${id}`)).body;

test("pays a part: page, charge, receipt, journal and the desk say how much", async () => {
  const { uid, browser } = await withCredit(10_000);
  expect((await browser.open("/payment-info")).text).toContain(paymentMessages.credit("$100"));
  const page = await browser.open("/register");
  expect(page.text).toMatch(/Paid with your credit of \$100: -\$100 .*Pay \$395/s);
  expect((await pay(browser, 395)).status).toBe(302);
  expect((await chargesOf(uid)).map(({ amount_cents }) => amount_cents)).toEqual([PRICE, 39_500]);
  const { id, ...paid } = await lastBill(uid);
  expect(paid).toMatchObject({ state: "captured", amount_cents: PRICE, credit_cents: 10_000 });
  expect((await browser.open(`/payment/${id}/receipt`)).text).toMatch(
    /Paid with credit \$100 .*Total paid \$495/s,
  );
  const shown = await browser.open("/payment-info");
  expect(shown.text).not.toContain("We use it for your next payment");
  expect(shown.text).toContain("Paid with credit $100");
  expect(await receiptOf(id)).toContain(
    "We have received $395 for your Harvard Conference ticket, Virtual summit. We used $100 of your credit for the rest.",
  );
  // Of the $495 for the first pass, $395 stayed booked as its income, and $100 became credit. The price of the second
  // pass is added.
  expect(await journalOf(uid)).toEqual([
    { account: "goldPlus", cents: -(PRICE - 10_000) - PRICE },
    { account: "simulator", cents: PRICE + 39_500 },
  ]);
  const director = await signedIn("director");
  expect((await director.open(`/admin/payments/${id}`)).text).toContain("Paid with credit $100");
  const order = await director.open(`/admin/payments/person/${uid}`);
  expect(order.text).toContain("card ending in 1111; $100 of credit");
  const csv = await (await director.get("/admin/payments.csv")).text();
  expect(csv.split("\n").find((line) => line.includes(id))).toMatch(/"495\.00","0\.00","395\.00","100\.00"/);
  expect(await findings()).toEqual([]);
});

test("pays the whole: no card is asked or read, nothing is charged, and what is left stays", async () => {
  const { uid, browser } = await withCredit(PRICE);
  await run("UPDATE prices SET cents = cents - 5000 WHERE ticket_id = 'goldPlus'");
  const page = await browser.open("/register");
  expect(page.text).toMatch(/Paid with your credit of \$495: -\$445 .*Take the pass/s);
  const free = { intent: "pay", code: "", intendedPassCost: "445", total: "0" };
  expect((await browser.post("/register", free)).status).toBe(302);
  expect(await chargesOf(uid)).toHaveLength(1);
  const { id, ...paid } = await lastBill(uid);
  expect(paid).toEqual({ state: "captured", amount_cents: 44_500, credit_cents: 44_500, means: "none" });
  expect(await receiptOf(id)).toContain(
    "We used $445 of your credit for your Harvard Conference ticket, Virtual summit.",
  );
  expect((await browser.open("/payment-info")).text).toContain(paymentMessages.credit("$50"));
  const director = await signedIn("director");
  expect((await director.open(`/admin/payments/${id}`)).text).toContain("None: it was paid with credit");
  // What was paid with credit goes back as credit, even if money is asked for.
  const back = await give(id, { amount: "445" });
  expect(back.status).toBe(302);
  expect((await browser.open("/payment-info")).text).toContain(paymentMessages.credit("$495"));
  expect(await findings()).toEqual([]);
  await run("UPDATE prices SET cents = cents + 5000 WHERE ticket_id = 'goldPlus'");
});

test("goes back as credit: the card gets what it was charged, and the rest is credit again", async () => {
  const { uid, browser } = await withCredit(10_000);
  await pay(browser, 395);
  const { id } = await lastBill(uid);
  await settle(id);
  const director = await signedIn("director");
  const page = await director.open(`/admin/payments/${id}`);
  const asked = { items: "goldPlus", kind: "money", amount: "445", reason: "Ill" };
  const checked = await page.press("Continue", asked);
  expect(checked.text).toContain("$50 was paid with credit and becomes credit again.");
  expect((await checked.press("Give back $445")).status).toBe(302);
  expect(await row("SELECT kind, amount_cents, credit_cents FROM refunds WHERE payment_id = ?", id)).toEqual({
    ...{ kind: "money", amount_cents: 44_500, credit_cents: 5_000 },
  });
  const { results } = await env.SIMULATOR.prepare(
    "SELECT r.amount_cents FROM refunds AS r JOIN charges AS c ON c.transaction_id = r.charge_id WHERE c.invoice_number = ?",
  )
    .bind(id)
    .all();
  expect(results).toEqual([{ amount_cents: 39_500 }]);
  const told = await browser.open("/payment-info");
  expect(told.text).toContain(paymentMessages.credit("$50"));
  expect(told.text).toMatch(/\$395 went back to your card on .*\$50 has been kept as credit/s);
  expect(await findings()).toEqual([]);
});

test("a delegate who gives up the pass is told what the card gets and what becomes credit", async () => {
  const { uid, browser } = await withCredit(10_000);
  await pay(browser, 395);
  const { id } = await lastBill(uid);
  const page = await browser.open(`/payment/${id}/withdraw`);
  expect(page.text).toContain("$395 goes back to your card. $50 more becomes credit for your next payment.");
});

test("a charge that is cancelled whole gives the credit back by itself, once", async () => {
  const { uid, browser } = await withCredit(10_000);
  await pay(browser, 395);
  const { id } = await lastBill(uid);
  expect((await give(id, { amount: "495" })).status).toBe(302);
  expect((await lastBill(uid)).state).toBe("voided");
  expect((await browser.open("/payment-info")).text).toContain(paymentMessages.credit("$100"));
  expect(await findings()).toEqual([]);
});

test("of a charge that somebody cancels at the processor is there no more, and its owner is told once", async () => {
  const { uid, email, browser } = await readyToPay();
  await pay(browser, 495);
  const { id } = await lastBill(uid);
  await give(id, { kind: "credit", amount: "100" });
  expect((await browser.open("/payment-info")).text).toContain(paymentMessages.credit("$100"));
  await env.SIMULATOR.prepare("UPDATE charges SET outcome = 'voided' WHERE invoice_number = ?")
    .bind(id)
    .run();
  await keepHouse({}, TENTH);
  await keepHouse({}, TENTH);
  expect((await lastBill(uid)).state).toBe("voided");
  expect((await mailsTo(email)).filter(({ eventKey }) => eventKey.startsWith("voided"))).toMatchObject([
    { subject: "Your payment was given back" },
  ]);
  expect((await browser.open("/payment-info")).text).not.toContain(paymentMessages.credit("$100"));
  expect((await pay(browser, 395)).status).toBe(409);
  expect((await pay(browser, 495)).status).toBe(302);
  expect(await lastBill(uid)).toMatchObject({ state: "captured", credit_cents: 0 });
  expect(await findings()).toEqual([]);
});

test("a payment that fails spends nothing", async () => {
  const { uid, browser } = await withCredit(10_000);
  expect((await pay(browser, 395, { cardNumber: "4000 0000 0000 0002" })).status).toBe(402);
  expect((await browser.open("/payment-info")).text).toContain(paymentMessages.credit("$100"));
  expect((await pay(browser, 395)).status).toBe(302);
  expect(await lastBill(uid)).toMatchObject({ state: "captured", credit_cents: 10_000 });
});

test("is spent by a row that is lost and comes back from the processor's ledger", async () => {
  const { uid, browser } = await withCredit(10_000);
  await pay(browser, 395);
  const { id } = await lastBill(uid);
  await run("DELETE FROM payments WHERE id = ?", id);
  await run("DELETE FROM orders WHERE id = ?", id);
  expect((await browser.open("/payment-info")).text).toContain(paymentMessages.credit("$100"));
  await keepHouse({}, TENTH);
  expect(await lastBill(uid)).toMatchObject({
    id,
    state: "captured",
    amount_cents: PRICE,
    credit_cents: 10_000,
  });
  expect(await findings()).toEqual([]);
});

test("is that of the person, in whichever edition it came about", async () => {
  await addFormerEdition();
  const uid = demoUid(RETURNING);
  const { id, conference_id } = await row<{ id: string; conference_id: string }>(
    "SELECT id, conference_id FROM payments WHERE delegate_uid = ?",
    uid,
  );
  expect(conference_id).not.toBe(CONFERENCE);
  const browser = await signedIn(RETURNING);
  expect((await browser.open("/payment-info")).text).not.toContain("of credit");
  await run(
    `INSERT INTO refunds (id, conference_id, payment_id, kind, amount_cents, ends_all, reason, state, requested_by,
      lease_until, created_at, resolved_at)
    VALUES ('credit-of-last-year1', ?, ?, 'credit', 10000, 0, 'Ill', 'pending', 'x', 0, 0, 0)`,
    ...[conference_id, id],
  );
  await run(
    `INSERT INTO refund_lines SELECT 'credit-of-last-year1', id, 10000, 0 FROM holdings WHERE payment_id = ? AND cents >= 10000`,
    id,
  );
  await run(`UPDATE refunds SET state = 'done', booking = ${BOOKED} WHERE id = 'credit-of-last-year1'`);
  expect((await browser.open("/payment-info")).text).toContain(paymentMessages.credit("$100"));
});

test("is spent by a program's payment too, which says the price of the pass and learns what was charged", async () => {
  const { uid } = await withCredit(10_000);
  const { intendedPassCost: _, ...card } = PASS_PAYMENT;
  const program = await programAs(uid);
  const wrong = await program.call("triggerPayment", { ...card, intendedPassCost: 395 });
  expect(wrong.body.error.message).toBe(passMessages.priceChanged("$395"));
  const right = await program.call("triggerPayment", { ...card, intendedPassCost: 495 });
  expect(right.body.result.total).toBe(395);
});

describe("is spent once", () => {
  /** The reserving statement without the condition that the credit has not changed since the check. */
  const withoutGuard = (sql: string) =>
    sql.replace(/AND (\(SELECT max\(0, coalesce\(sum\()/, "AND true OR $1");

  /** Somebody with the pass and credit of $25 makes two purchases at the same moment: a mug, and a hat. */
  async function spendTwice(rewrite: (sql: string) => string) {
    const person = await withCredit(2_500);
    const { uid, browser } = person;
    await run(
      "UPDATE refunds SET state = 'pending' WHERE payment_id IN (SELECT id FROM payments WHERE delegate_uid = ?)",
      uid,
    );
    expect((await pay(browser, 495)).status).toBe(302);
    await run(
      "UPDATE refunds SET state = 'done' WHERE payment_id IN (SELECT id FROM payments WHERE delegate_uid = ?)",
      uid,
    );
    const DB = meeting(env.DB, 2, rewrite);
    browser.send = (request) => answerWith({ DB }, request);
    const { firstName, lastName, cardNumber, expirationDate, cardCode } = PASS_PAYMENT;
    const card = { firstName, lastName, cardNumber, expirationDate, cardCode, intent: "pay" };
    const buy = (id: string, total: string) =>
      browser.post("/register/add-ons", { ...card, [`addOns.${id}`]: "true", total });
    const answers = await Promise.all([buy("h2023mug", "0"), buy("h2023hatwhite", "5")]);
    return { uid, statuses: answers.map(({ status }) => status).sort() };
  }

  test("by two payments at the same time", async () => {
    const { uid, statuses } = await spendTwice((sql) => sql);
    expect(statuses).toEqual([302, 409]);
    expect(await findings()).toEqual([]);
    await run("DELETE FROM counters");
    // Without the guard of the statement, both purchases spend the credit, and the checker says so.
    const both = await spendTwice(withoutGuard);
    expect(both.statuses).toEqual([302, 302]);
    expect(await findings()).toContainEqual({
      rule: "nobody spends more credit than they have",
      object: `delegates/${both.uid}`,
    });
    expect(uid).not.toBe(both.uid);
  });
});
