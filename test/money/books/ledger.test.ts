import { env } from "cloudflare:workers";
import { afterAll, expect, test } from "vitest";
import { billed } from "../../support/bills.ts";
import { findings } from "../../support/checker.ts";
import { restoreClock, stopClockAt } from "../../support/clock.ts";
import { PASS_PAYMENT } from "../../support/payments.ts";
import { CONFERENCE, type Delegate, readyToPay } from "../../support/people.ts";
import { giveBack } from "../../support/refunds.ts";
import { colleague } from "../../support/staff.ts";
import { deleting, row, rows, run } from "../../support/storage.ts";
import { keepHouse, TENTH } from "../../support/worker.ts";

const treasurer = await colleague("treasurer");

/** The simulator's test card for a charge that is carried out while its answer is lost. */
const LOST_ANSWER = "4000000000000036";

async function paid(card = PASS_PAYMENT.cardNumber): Promise<Delegate & { id: string }> {
  const person = await readyToPay();
  await person.browser.post("/register", { ...PASS_PAYMENT, cardNumber: card });
  const { id } = await row<{ id: string }>("SELECT id FROM payments WHERE delegate_uid = ?", person.uid);
  return { ...person, id };
}

async function fileOf(first: string, last = first): Promise<string> {
  const answer = await treasurer.browser.get(`/admin/payments/journal.csv?first=${first}&last=${last}`);
  expect(answer.status).toBe(200);
  return answer.text();
}

const eventsOf = (id: string) =>
  rows<{ event: string; on: string; restored: number }>(
    `SELECT DISTINCT substr(event, 1, instr(event, '/') - 1) AS event, booked_on AS "on", restored FROM entries
      WHERE payment_id = ? ORDER BY booked_on, event`,
    id,
  );

const atProcessor = (set: string, id: string) =>
  env.SIMULATOR.prepare(`UPDATE charges SET ${set} WHERE invoice_number = ?`).bind(id).run();

/** Lets the cron ask the processor about a charge. */
async function asked(id: string): Promise<void> {
  await run("UPDATE orders SET lease_until = 1 WHERE id = ?", id);
  await keepHouse({}, TENTH);
}

const BALANCED = "the entries of an event come to nothing";
const AGREES = "the ledger says of each account what its payments, refunds and takings say";

/** What the checker finds wrong with the ledger. */
const found = async () =>
  (await findings())
    .filter(({ rule }) => rule === BALANCED || rule === AGREES)
    .map(({ rule, object }) => `${rule} (${object})`);

afterAll(restoreClock);

test("what is booked is never changed, deleted or booked again", async () => {
  const { id } = await paid();
  const before = await rows("SELECT * FROM entries ORDER BY event, account");
  for (const [sql, words] of [
    ["UPDATE entries SET cents = 1", "never changed"],
    ["UPDATE OR REPLACE entries SET account = 'cash'", "never changed"],
    ["DELETE FROM entries", "never deleted"],
    ["UPDATE payments SET amount_cents = 1 WHERE state = 'captured'", "is booked is never changed"],
  ] as const)
    await expect(run(sql), sql).rejects.toThrow(words);
  await run("INSERT OR REPLACE INTO entries SELECT * FROM entries");
  await run("INSERT INTO entries SELECT * FROM entries");
  await run("UPDATE payments SET state = 'refund_pending' WHERE id = ?", id);
  await run(
    `UPDATE payments SET state = 'captured', booking = json_object('at', 0, 'on', '2020-01-01') WHERE id = ?`,
    id,
  );
  expect(await rows("SELECT * FROM entries ORDER BY event, account")).toEqual(before);
});

test("no money moves without the day on which it is booked", async () => {
  const { id, uid } = await paid();
  const day = "json_object('at', 1, 'on', '2022-12-30')";
  const moving = "money moves with the day";
  // Each of these changes is refused without the day on which it is booked, and is accepted with that day.
  const moves: [table: string, state: string, where: string][] = [
    ["refunds", "done", "id = 'ledger-refund-000001'"],
    ["refunds", "refused", "id = 'ledger-refund-000001'"],
    ["takings", "unwanted", "id = 'ledger-taking-000001'"],
    ["takings", "returned", "id = 'ledger-taking-000001'"],
    ["payments", "voided", `id = '${id}'`],
  ];
  const begun = `INSERT INTO refunds (id, conference_id, payment_id, kind, amount_cents, ends_all, reason, state, requested_by,
    lease_until, created_at, bank_state) VALUES ('ledger-refund-000001', '${CONFERENCE}', '${id}', 'money', 500, 0, 'x'`;
  await expect(run(`${begun}, 'done', 'x', 0, 0, 'open')`)).rejects.toThrow("a refund begins open");
  await run(`${begun}, 'pending', 'x', 0, 0, 'open')`);
  await run("INSERT INTO refund_lines VALUES ('ledger-refund-000001', ?, 500, 0)", `${id}-00`);
  await run(
    `INSERT INTO takings (id, conference_id, order_id, means, reference, received_on, amount_cents, limit_cents, state, recorded_by,
      recorded_at, created_at) VALUES ('ledger-taking-000001', ?, ?, 'cash', 'x', '2022-12-30', 700, 50000, 'unconfirmed', 'x', 0, 0)`,
    CONFERENCE,
    id,
  );
  for (const [table, state, where] of moves) {
    await expect(run(`UPDATE ${table} SET state = '${state}' WHERE ${where}`), state).rejects.toThrow(moving);
    await expect(
      run(`UPDATE ${table} SET state = '${state}', booking = NULL WHERE ${where}`),
      state,
    ).rejects.toThrow("NOT NULL");
    await run(`UPDATE ${table} SET state = '${state}', booking = ${day} WHERE ${where}`);
  }
  const another = await readyToPay();
  const order = "ledger-order-0000001";
  await run(
    `INSERT INTO orders (id, conference_id, payer_uid, means, transaction_id, due_cents, lease_until, created_at)
      VALUES ('${order}', '${CONFERENCE}', '${another.uid}', 'simulator', 'ledger', 100, 0, 0)`,
  );
  const inserted = (state: string) =>
    run(
      `INSERT INTO payments (id, order_id, conference_id, delegate_uid, pass_type, add_ons, amount_cents, lines, state, created_at)
        VALUES ('${order}', '${order}', '${CONFERENCE}', '${another.uid}', 'gold', '{}', 100, '${billed("gold", 100)}', '${state}', 0)`,
    );
  await expect(inserted("captured")).rejects.toThrow(moving);
  await inserted("charging");
  await expect(run(`UPDATE payments SET state = 'captured' WHERE id = '${order}'`)).rejects.toThrow(moving);
  await run(`UPDATE payments SET state = 'captured', booking = ${day} WHERE id = '${order}'`);
  expect(await eventsOf(order)).toEqual([{ event: "paid", on: "2022-12-30", restored: 0 }]);
  // All of the money has gone out again, and the entries of every event add up to zero.
  expect(
    await rows(
      "SELECT account FROM entries WHERE payment_id = ? GROUP BY account HAVING sum(cents) <> 0",
      id,
    ),
  ).toEqual([]);
  expect(await rows("SELECT event FROM entries GROUP BY event HAVING sum(cents) <> 0")).toEqual([]);
  await run("DELETE FROM takings WHERE id = 'ledger-taking-000001'");
  expect(uid).not.toBe(another.uid);
});

test("a day that is over is never booked again, whatever becomes of its money", async () => {
  // It is late in the evening in the edition's zone, and already the next day in UTC.
  await stopClockAt("2022-12-28T03:30:00Z");
  const [cancelled, refunded, lost, restored] = [
    await paid(),
    await paid(),
    await paid(LOST_ANSWER),
    await paid(),
  ];
  expect(await eventsOf(cancelled.id)).toEqual([{ event: "paid", on: "2022-12-27", restored: 0 }]);
  expect(await eventsOf(lost.id)).toEqual([]);
  // The database is set back to a moment before the last of these payments.
  for (const [table, key] of [
    ["holdings", "payment_id"],
    ["payments", "id"],
    ["orders", "id"],
  ])
    await run(`DELETE FROM ${table} WHERE ${key} = ?`, restored.id);
  await env.DB.batch(deleting("entries", "payment_id = ?", restored.id));
  const closed = await fileOf("2022-12-01", "2022-12-27");
  expect(closed).toContain("2022-12-27");

  await stopClockAt("2022-12-29T12:00:00Z");
  await atProcessor("outcome = 'voided'", cancelled.id);
  await atProcessor("created_at = created_at - 172800000", refunded.id);
  await giveBack(refunded.id, { items: "goldPlus", amount: "100" });
  await asked(lost.id);
  await run("UPDATE editions SET deadline_zone = 'Pacific/Kiritimati' WHERE conference_id = ?", CONFERENCE);
  await keepHouse({}, TENTH);

  expect(await fileOf("2022-12-01", "2022-12-27")).toBe(closed);
  expect(await eventsOf(cancelled.id)).toEqual([
    { event: "paid", on: "2022-12-27", restored: 0 },
    { event: "void", on: "2022-12-29", restored: 0 },
  ]);
  expect(await eventsOf(refunded.id)).toEqual([
    { event: "paid", on: "2022-12-27", restored: 0 },
    { event: "refund", on: "2022-12-29", restored: 0 },
  ]);
  expect(await eventsOf(lost.id)).toEqual([{ event: "paid", on: "2022-12-29", restored: 0 }]);
  expect(await eventsOf(restored.id)).toEqual([{ event: "paid", on: "2022-12-29", restored: 1 }]);
  const days = await treasurer.browser.open("/admin/payments/journal?first=2022-12-29&last=2022-12-30");
  expect(days.text).toContain("found again after a restore");
  expect(days.text).toContain("cancelled charge");
  expect(days.text).toContain("Days are those of Pacific/Kiritimati");
  expect(await found()).toEqual([]);
});

test("the ledger says what bills and processor say, and the checker sees where it does not", async () => {
  const { results } = await env.SIMULATOR.prepare(
    "SELECT invoice_number AS id, amount_cents AS cents FROM charges WHERE outcome = 'captured'",
  ).all<{ id: string; cents: number }>();
  const charged = new Map(results.map(({ id, cents }) => [id, cents]));
  const orders = await rows<{ id: string; cents: number; due: number }>(
    `SELECT o.id, sum(e.cents) AS cents, o.due_cents AS due FROM orders AS o JOIN entries AS e ON e.order_id = o.id
      AND e.side = 'money' AND e.kind = 'payment' AND e.event LIKE 'paid/%' WHERE o.means = 'simulator'
      AND NOT EXISTS (SELECT 1 FROM entries AS v WHERE v.order_id = o.id AND v.kind = 'void')
      AND o.id NOT LIKE 'ledger-%' GROUP BY o.id`,
  );
  expect(orders.length).toBeGreaterThan(3);
  for (const { id, cents, due } of orders) expect([id, cents, charged.get(id)]).toEqual([id, due, due]);
  const { id } = await paid();
  await env.DB.batch(deleting("entries", "payment_id = ? AND side = 'sold'", id));
  expect(await found()).toEqual([`${BALANCED} (payments/${id})`, `${AGREES} (payments/${id})`]);
});
