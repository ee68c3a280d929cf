import { env } from "cloudflare:workers";
import Papa from "papaparse";
import { beforeEach, describe, expect, test } from "vitest";
import { connect, newMeter } from "#db/client.ts";
import { bankMessages } from "~/money/payments/messages.ts";
import { simulator } from "~/money/processor/simulator.server.ts";
import { TEST_CARDS } from "~/money/processor/test-cards.ts";
import { refundMessages } from "~/money/refunds/messages.ts";
import { inspect } from "~/staff/invariants.server.ts";
import { bankGivesBack, bankTakes, payerByCard, takenRows } from "../../support/bank.ts";
import { BOOKED } from "../../support/bills.ts";
import { signedIn } from "../../support/browser.ts";
import { findings } from "../../support/checker.ts";
import { askers, payer, payFor, paymentsOf } from "../../support/groups.ts";
import { mailsWhere, subjectsTo } from "../../support/mails.ts";
import { PASS_PAYMENT } from "../../support/payments.ts";
import { readyToPay } from "../../support/people.ts";
import { changingNothing, deleting, row, rows, run } from "../../support/storage.ts";
import { differences } from "../../support/tally-history.ts";
import { keepHouse, TENTH } from "../../support/worker.ts";

const OPEN = { state: "done", bank_state: "open", amount_cents: 49_500, ends_all: 0 };
const TAKEN = "Taken back by the bank";
const at = (id: string) => `/admin/payments/${id}`;
const look = () => keepHouse({}, TENTH);
const heldBy = async (uid: string) =>
  (
    await rows<{ item: string }>(
      "SELECT item FROM holdings WHERE uid = ? AND state = 'held' ORDER BY item",
      uid,
    )
  ).map(({ item }) => item);
const PASS = ["goldPlus", "h2023virtual"];
/** How much of a payment is kept according to the books, in cents. */
const inBooks = async (id: string) =>
  (
    await row<{ cents: number | null }>(
      "SELECT sum(cents) AS cents FROM entries WHERE payment_id = ? AND account = 'simulator'",
      id,
    )
  ).cents ?? 0;
const revenue = async () =>
  (
    await row<{ cents: number }>(
      "SELECT coalesce(sum(total), 0) AS cents FROM tallies WHERE name = 'revenue' AND conference_id = 'aconf_2023'",
    )
  ).cents;
const stateOf = async (id: string) =>
  (await row<{ state: string }>("SELECT state FROM payments WHERE id = ?", id)).state;
const refundsOf = (id: string) =>
  rows<{ id: string; state: string; amount_cents: number }>(
    "SELECT id, state, amount_cents FROM refunds WHERE payment_id = ? AND bank_state IS NULL ORDER BY rowid",
    id,
  );
const keptActs = async () => (await env.FILES.list({ prefix: "acts/" })).objects.map(({ key }) => key);
const isRight = async () => {
  expect(await findings()).toEqual([]);
  expect(await differences()).toEqual([]);
};
const give = (items: string[], amount: string) => [
  ...items.map((item): [string, string] => ["items", item]),
  ...Object.entries({ intent: "give", kind: "money", reason: "Asked for", amount }),
];
/**
 * The treasurer's browser, and the fields of the form that records a letter of the bank. `entry` is the id in the
 * hidden field of the page.
 */
async function letterOf(id: string) {
  const treasurer = await signedIn("treasurer");
  const page = await treasurer.open(at(id));
  const entry = /name="entry" value="([a-z0-9]{20})"/.exec(page.html)?.[1] ?? "";
  return { treasurer, form: { intent: "bank-took", entry, "bank-reason": "Letter of 3 May" } };
}

beforeEach(() => run("DELETE FROM counters"));

describe("a charge that its processor says was taken back", () => {
  test("leaves the pass, and nothing of the money: no revenue, nothing in the books, nothing to give back", async () => {
    const person = await payerByCard();
    const before = await revenue();
    await bankTakes(person.transactionId);
    await look();
    expect(await takenRows(person.id)).toEqual([OPEN]);
    expect([await stateOf(person.id), await heldBy(person.uid)]).toEqual(["captured", PASS]);
    expect(await revenue()).toBe(before - 49_500);
    expect(await inBooks(person.id)).toBe(0);
    expect(
      await rows("SELECT 1 FROM entries WHERE payment_id = ? AND kind = 'bank'", person.id),
    ).toHaveLength(2);
    const director = await signedIn("director");
    const answer = await changingNothing(() =>
      director.submit(at(person.id), [
        ...give(["goldPlus"], "100"),
        ["seenCents", "49500"] as [string, string],
      ]),
    );
    expect([answer.status, answer.text]).toEqual([
      400,
      expect.stringContaining(refundMessages.staff.refundAmount("$0")),
    ]);
    await look();
    expect(await takenRows(person.id)).toEqual([OPEN]);
    await isRight();
  });

  test("is told once to everybody with the ability money, and stands on their home and in their lists", async () => {
    const person = await payerByCard();
    await bankTakes(person.transactionId);
    await look();
    await look();
    const mails = await mailsWhere("event_key LIKE 'bank:%' AND body LIKE ?", `%${person.id}%`);
    const money = await rows("SELECT uid FROM money_since");
    expect(mails.map(({ recipient }) => recipient).sort()).toHaveLength(money.length);
    expect(new Set(mails.map(({ recipient }) => recipient)).size).toBe(money.length);
    const treasurer = await signedIn("treasurer");
    const home = await treasurer.open("/admin");
    expect(home.html).toContain('href="/admin/payments?bank=open"');
    const list = await treasurer.open("/admin/payments?bank=open");
    expect(list.html).toContain(at(person.id));
    expect(list.text).toContain(TAKEN);
    expect((await treasurer.open(`/admin/payments/person/${person.uid}`)).text).toContain(TAKEN);
    expect((await treasurer.open(at(person.id))).text).toContain(TAKEN);
    expect((await treasurer.open("/admin/payments/journal?first=2022-01-01&last=2030-01-01")).text).toContain(
      "taken back by the bank",
    );
    const { data } = Papa.parse<Record<string, string>>(
      (await (await treasurer.get("/admin/payments.csv")).text()).trim(),
      { header: true },
    );
    expect(data.find(({ reference }) => reference === person.id)).toMatchObject({
      ...{ refunded: "0.00", takenByBank: "495.00", net: "0.00" },
    });
    const page = await treasurer.open(at(person.id));
    expect((await page.press(bankMessages.staff.decide)).status).toBe(302);
    expect((await treasurer.open("/admin/payments?bank=open")).html).not.toContain(at(person.id));
    expect((await treasurer.open(`/admin/payments?bank=any&search=${person.id}`)).html).toContain(
      at(person.id),
    );
  });

  test("is no refund to who paid: their pages say what happened and whom to write to", async () => {
    const person = await payerByCard();
    await bankTakes(person.transactionId);
    await look();
    for (const path of [`/payment/${person.id}`, "/payment-info", `/payment/${person.id}/receipt`]) {
      const { text } = await person.browser.open(path);
      expect(text, path).toContain("bank took back $495");
      expect(text, path).toMatch(/write to/i);
      expect(text, path).not.toMatch(/refunded|went back to your card/i);
    }
  });

  test("is ours again once the processor says so, and can be given back then", async () => {
    const person = await payerByCard();
    const before = await revenue();
    await bankTakes(person.transactionId);
    await look();
    await bankGivesBack(person.transactionId);
    await look();
    expect(await takenRows(person.id)).toEqual([{ ...OPEN, state: "refused", bank_state: "decided" }]);
    expect([await revenue(), await inBooks(person.id)]).toEqual([before, 49_500]);
    expect((await person.browser.open(`/payment/${person.id}`)).text).not.toContain("taken back");
    // The same charge can be disputed once more.
    await bankTakes(person.transactionId);
    await look();
    expect(await takenRows(person.id)).toEqual([{ ...OPEN, state: "refused", bank_state: "decided" }, OPEN]);
    expect(await inBooks(person.id)).toBe(0);
    await isRight();
  });

  test("and was never known to be ours is a charge that was not made", async () => {
    const person = await readyToPay();
    await person.browser.post("/register", { ...PASS_PAYMENT, cardNumber: TEST_CARDS.chargedThenDropped });
    const { id } = await row<{ id: string }>("SELECT id FROM payments WHERE delegate_uid = ?", person.uid);
    expect(await stateOf(id)).toBe("unknown");
    await env.SIMULATOR.prepare("UPDATE charges SET outcome = 'returned' WHERE invoice_number = ?")
      .bind(id)
      .run();
    await look();
    expect([await stateOf(id), await takenRows(id), await heldBy(person.uid)]).toEqual(["declined", [], []]);
    await isRight();
  });

  test("is found by the checker if our rows do not say so", async () => {
    const person = await payerByCard();
    await bankTakes(person.transactionId);
    const context = {
      db: connect(env.DB, newMeter()),
      processors: [simulator(env.SIMULATOR)],
      files: { has: async () => true },
    } as unknown as Parameters<typeof inspect>[0];
    const about = async () =>
      (await inspect(context)).filter(
        ({ object }) => object.includes(person.id) || object.includes(person.transactionId),
      );
    expect(await about()).toEqual([
      { rule: "what a bank took back is taken back in our rows", object: `payments/${person.id}` },
    ]);
    await look();
    expect(await about()).toEqual([]);
    await bankGivesBack(person.transactionId);
    expect(await about()).toEqual([
      { rule: "what a bank took back is taken back in our rows", object: `payments/${person.id}` },
    ]);
    await look();
  });
});

describe("beside refunds", () => {
  /** Makes the charge older than the last night. */
  const settled = (transactionId: string) =>
    env.SIMULATOR.prepare("UPDATE charges SET created_at = created_at - 90000000 WHERE transaction_id = ?")
      .bind(transactionId)
      .run();

  test("what went back before is not taken twice", async () => {
    const person = await payerByCard();
    await settled(person.transactionId);
    const director = await signedIn("director");
    expect((await director.submit(at(person.id), give([], "100"))).status).toBe(302);
    expect(await refundsOf(person.id)).toMatchObject([{ state: "done", amount_cents: 10_000 }]);
    await bankTakes(person.transactionId);
    await look();
    expect(await takenRows(person.id)).toEqual([{ ...OPEN, amount_cents: 39_500 }]);
    expect(await inBooks(person.id)).toBe(0);
    await isRight();
  });

  test("one that waits is refused, and the whole charge is taken back", async () => {
    const person = await payerByCard();
    const director = await signedIn("director");
    expect((await director.submit(at(person.id), give([], "100"))).status).toBe(302);
    expect(await refundsOf(person.id)).toMatchObject([{ state: "pending" }]);
    await bankTakes(person.transactionId);
    await look();
    expect(await refundsOf(person.id)).toMatchObject([{ state: "refused" }]);
    expect(await takenRows(person.id)).toEqual([OPEN]);
    await isRight();
  });

  test("one whose answer is missing is waited for: if it was made, the bank took the rest", async () => {
    const person = await payerByCard();
    await settled(person.transactionId);
    const director = await signedIn("director");
    expect((await director.submit(at(person.id), give([], "100"))).status).toBe(302);
    const { id } = (await refundsOf(person.id))[0]!;
    await run(
      "UPDATE refunds SET state = 'unknown', transaction_id = NULL, resolved_at = NULL, lease_until = ? WHERE id = ?",
      Date.now() + 1e6,
      id,
    );
    const held = await signedIn("treasurer");
    const { form } = await letterOf(person.id);
    const early = await held.post(at(person.id), form);
    expect([early.status, await early.text()]).toEqual([
      409,
      expect.stringContaining(bankMessages.staff.refundUnderWay),
    ]);
    await bankTakes(person.transactionId);
    await keepHouse();
    expect(await refundsOf(person.id)).toMatchObject([{ state: "done", amount_cents: 10_000 }]);
    expect(await takenRows(person.id)).toEqual([{ ...OPEN, amount_cents: 39_500 }]);
    await isRight();
  });

  test("the pass ends with nothing back, by the staff or by its holder, which decides it", async () => {
    const [one, other] = [await payerByCard(), await payerByCard()];
    for (const { transactionId } of [one, other]) await bankTakes(transactionId);
    await look();
    const director = await signedIn("director");
    const { cents } = await row<{ cents: number }>(
      "SELECT sum(amount_cents) AS cents FROM refunds WHERE payment_id = ?",
      one.id,
    );
    const fields: [string, string][] = [...give(["goldPlus"], "0"), ["seenCents", String(cents)]] as [
      string,
      string,
    ][];
    expect((await director.submit(at(one.id), fields)).status).toBe(302);
    const page = await other.browser.open(`/payment/${other.id}/withdraw`);
    expect((await page.press("Give up the pass", { confirmed: "true" })).status).toBe(302);
    for (const { id, uid } of [one, other]) {
      expect([await stateOf(id), await heldBy(uid)]).toEqual(["refunded", []]);
      expect(await takenRows(id)).toEqual([{ ...OPEN, bank_state: "decided" }]);
      expect(await inBooks(id)).toBe(0);
    }
    expect((await one.browser.open(`/payment/${one.id}`)).text).toContain("bank took back $495");
    await isRight();
  });

  test("what was paid with credit is not the bank's, and can still become credit again", async () => {
    const person = await payerByCard();
    await run("UPDATE payments SET state = 'charging' WHERE id = ?", person.id);
    await env.DB.batch(deleting("entries", "payment_id = ?", person.id));
    await run("UPDATE payments SET credit_cents = 10000 WHERE id = ?", person.id);
    await run("UPDATE orders SET due_cents = due_cents - 10000 WHERE id = ?", person.id);
    await run(`UPDATE payments SET state = 'captured', booking = ${BOOKED} WHERE id = ?`, person.id);
    await bankTakes(person.transactionId);
    await look();
    expect(await takenRows(person.id)).toEqual([{ ...OPEN, amount_cents: 39_500 }]);
    const director = await signedIn("director");
    const fields = [...give(["goldPlus"], "100"), ["seenCents", "39500"]] as [string, string][];
    expect((await director.submit(at(person.id), fields)).status).toBe(302);
    expect(
      await rows(
        "SELECT kind, amount_cents FROM refunds WHERE payment_id = ? AND bank_state IS NULL",
        person.id,
      ),
    ).toEqual([{ kind: "credit", amount_cents: 10_000 }]);
    expect(await differences()).toEqual([]);
  });
});

describe("a letter of the bank", () => {
  test("is one act however often it is sent, and the processor's silence does not undo it", async () => {
    const person = await payerByCard();
    const { treasurer, form } = await letterOf(person.id);
    const empty = await changingNothing(() => treasurer.post(at(person.id), { ...form, "bank-reason": " " }));
    expect([empty.status, await empty.text()]).toEqual([
      400,
      expect.stringContaining(bankMessages.staff.reasonNeeded),
    ]);
    const presses = await Promise.all(Array.from({ length: 5 }, () => treasurer.post(at(person.id), form)));
    expect(presses.map(({ status }) => status)).toEqual([302, 302, 302, 302, 302]);
    await look();
    expect(await takenRows(person.id)).toEqual([OPEN]);
    expect(
      await rows(
        "SELECT 1 FROM audit WHERE object = ? AND action = 'taken back by bank'",
        `payments/${person.id}`,
      ),
    ).toHaveLength(1);
    expect(await mailsWhere("event_key LIKE ?", `bank:${form.entry}:%`)).not.toEqual([]);
    expect(await keptActs()).toContain(`acts/${form.entry}.json`);
    expect((await treasurer.open(at(person.id))).text).toContain("Letter of 3 May");
    await isRight();
  });

  test("that the bank gives it back is recorded once, and a form from before it does nothing", async () => {
    const person = await payerByCard();
    const { treasurer, form } = await letterOf(person.id);
    await treasurer.post(at(person.id), form);
    const page = await treasurer.open(at(person.id));
    const presses = [await page.press(bankMessages.staff.gave), await page.press(bankMessages.staff.gave)];
    expect(presses.map(({ status }) => status)).toEqual([302, 302]);
    expect(await takenRows(person.id)).toEqual([{ ...OPEN, state: "refused", bank_state: "decided" }]);
    expect(await inBooks(person.id)).toBe(49_500);
    expect((await treasurer.post(at(person.id), form)).status).toBe(302);
    expect(await takenRows(person.id)).toHaveLength(1);
    const other = await changingNothing(() =>
      treasurer.post(at(person.id), { ...form, entry: "a".repeat(20) }),
    );
    expect(other.status).toBe(409);
    const again = await letterOf(person.id);
    expect((await treasurer.post(at(person.id), again.form)).status).toBe(302);
    expect(await takenRows(person.id)).toHaveLength(2);
    await isRight();
  });

  test("refuses a refund that waits", async () => {
    const person = await payerByCard();
    const director = await signedIn("director");
    await director.submit(at(person.id), give([], "100"));
    const { treasurer, form } = await letterOf(person.id);
    expect((await treasurer.post(at(person.id), form)).status).toBe(302);
    expect(await refundsOf(person.id)).toMatchObject([{ state: "refused" }]);
    expect(await takenRows(person.id)).toEqual([OPEN]);
    await isRight();
  });

  test("is not for money that came in by hand", async () => {
    const person = await payerByCard();
    const { treasurer, form } = await letterOf(person.id);
    await run("UPDATE orders SET means = 'cash' WHERE id = ?", person.id);
    expect((await treasurer.open(at(person.id))).text).not.toContain(bankMessages.staff.took);
    const answer = await changingNothing(() => treasurer.post(at(person.id), form));
    expect([answer.status, await answer.text()]).toEqual([
      409,
      expect.stringContaining(bankMessages.staff.notPossible),
    ]);
    await run("UPDATE orders SET means = 'simulator' WHERE id = ?", person.id);
  });

  test("comes back after a restore, with what was said of it since", async () => {
    const [open, decided, back] = [await payerByCard(), await payerByCard(), await payerByCard()];
    const director = await signedIn("director");
    // The bank's letter makes the portal refuse this refund. After a restore, the refund must not be sent either.
    await director.submit(at(open.id), give([], "100"));
    for (const { id } of [open, decided, back]) {
      const { treasurer, form } = await letterOf(id);
      expect((await treasurer.post(at(id), form)).status).toBe(302);
    }
    const treasurer = await signedIn("treasurer");
    await (await treasurer.open(at(decided.id))).press(bankMessages.staff.decide);
    await (await treasurer.open(at(back.id))).press(bankMessages.staff.gave);
    const all = [open, decided, back];
    const before = await Promise.all(
      all.map(({ id }) => rows("SELECT * FROM refunds WHERE payment_id = ? ORDER BY id", id)),
    );
    for (const { id } of all) {
      await run(
        "DELETE FROM refund_lines WHERE refund_id IN (SELECT id FROM refunds WHERE payment_id = ?)",
        id,
      );
      await run("DELETE FROM refunds WHERE payment_id = ?", id);
    }
    for (let times = 0; times < 4; times++) await look();
    const after = await Promise.all(
      all.map(({ id }) => rows("SELECT * FROM refunds WHERE payment_id = ? ORDER BY id", id)),
    );
    const parts = (found: typeof before) =>
      found.map((refunds) =>
        refunds.map(({ id, state, bank_state, amount_cents }) => ({ id, state, bank_state, amount_cents })),
      );
    expect(parts(after)).toEqual(parts(before));
    const mails = await mailsWhere("event_key LIKE 'bank:%' AND body LIKE ?", `%${open.id}%`);
    expect(mails).toHaveLength((await rows("SELECT uid FROM money_since")).length);
    await isRight();
  });
});

describe("of one charge for several people", () => {
  test("each pass has its part taken back, and whoever paid reads so", async () => {
    const teacher = await payer();
    const people = await askers(2, teacher.email);
    expect((await payFor(teacher.browser, people)).status).toBe(302);
    const order = await paymentsOf(people);
    const [first, second] = order as [(typeof order)[0], (typeof order)[0]];
    const director = await signedIn("director");
    // A refund of one of the two payments waits, because part of a charge cannot be voided.
    expect((await director.submit(at(second.id), give(["goldPlus"], "445"))).status).toBe(302);
    expect(await stateOf(second.id)).toBe("refund_pending");
    await bankTakes(first.transaction_id!);
    await look();
    for (const { id, delegate_uid } of order) {
      expect(await takenRows(id)).toEqual([OPEN]);
      expect([await stateOf(id), await heldBy(delegate_uid)]).toEqual(["captured", PASS]);
      expect(await inBooks(id)).toBe(0);
    }
    const told = await mailsWhere("event_key LIKE 'bank:%' AND body LIKE ?", `%${first.id}%`);
    expect(told).toHaveLength((await rows("SELECT uid FROM money_since")).length);
    const { text } = await teacher.browser.open(`/payment/${first.id}`);
    expect(text).toContain("bank took back");
    expect(text).toContain(TAKEN);
    expect(text).not.toMatch(/refunded/i);
    const own = await people[0]!.browser.open(
      `/payment/${order.find(({ delegate_uid }) => delegate_uid === people[0]!.uid)!.id}`,
    );
    expect(own.text).toContain("bank of the person who paid took back $495");
    // The staff decide about one of the two payments, and the other stays open.
    const treasurer = await signedIn("treasurer");
    expect((await (await treasurer.open(at(second.id))).press(bankMessages.staff.decide)).status).toBe(302);
    expect(await takenRows(first.id)).toEqual([OPEN]);
    await isRight();
    await bankGivesBack(first.transaction_id!);
    await look();
    for (const { id } of order) expect(await takenRows(id)).toMatchObject([{ state: "refused" }]);
    await isRight();
    expect(await subjectsTo(teacher.email)).not.toContain("A pass that you paid for was given back");
  });
});
