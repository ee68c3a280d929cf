import { env } from "cloudflare:workers";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { DAY, HOUR } from "~/values/durations.ts";
import { BILLS, BOOKED, paymentStatements } from "../../support/bills.ts";
import { signedIn } from "../../support/browser.ts";
import { PASS_PAYMENT } from "../../support/payments.ts";
import { confirmed, readyToPay } from "../../support/people.ts";
import { AUTHORIZE_NET, processor } from "../../support/processor.ts";
import { deleting, row, rows, run, runAll } from "../../support/storage.ts";
import { keepHouse } from "../../support/worker.ts";

const CARD = {
  ...{ intent: "subscribe", price: "49", firstName: "Mei", lastName: "Chen" },
  ...{ cardNumber: "4111 1111 1111 1111", expirationDate: "12/30", cardCode: "123" },
};

beforeAll(async () => {
  // In these tests, some things are missing on purpose. Each missing thing is logged as a fault.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.useFakeTimers({ toFake: ["Date"], now: Math.floor(Date.now() / DAY) * DAY + 12 * HOUR });
  await readAll();
});
beforeEach(() => vi.setSystemTime(Math.ceil(Date.now() / DAY) * DAY + 12 * HOUR));
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const hourly = (changes = {}) => keepHouse(changes, HOUR);

/** Reads all batches. One run reads only some of them, and the next runs read the rest. */
async function readAll() {
  for (let before = -1; ; ) {
    const { number } = await row<{ number: number }>("SELECT count(*) AS number FROM settlement_batches");
    if (number === before) return;
    before = number;
    await hourly();
  }
}

const wait = (time: number) => vi.setSystemTime(Date.now() + time);

/** The second night after now. In this night everything that is charged now is settled. */
const night = () => Math.ceil((Date.now() + DAY) / DAY) * DAY;
const untilRead = async () => {
  vi.setSystemTime(night() + HOUR);
  await hourly();
};

async function paid(chosen: Record<string, string> = {}) {
  const person = await readyToPay();
  const answer = await person.browser.post("/register", { ...PASS_PAYMENT, ...chosen });
  expect(answer.status).toBe(302);
  const found = await row<{ id: string; transaction_id: string }>(
    `SELECT id, transaction_id FROM ${BILLS} WHERE delegate_uid = ?`,
    person.uid,
  );
  return { ...person, id: found.id, transactionId: found.transaction_id };
}

const open = async (address = "/admin/payments/batches") => (await signedIn("director")).open(address);

async function give(id: string, items: string[], more: Record<string, string> = {}) {
  const director = await signedIn("director");
  const answer = await director.post(`/admin/payments/${id}`, [
    ...items.map((item): [string, string] => ["items", item]),
    ...Object.entries({ intent: "give", kind: "money", reason: "Asked for", ...more }),
  ]);
  expect(answer.status).toBe(302);
}

const batchOf = (at: number) => `SIM-${new Date(at).toISOString().slice(0, 10)}`;
const ledger = (sql: string, ...values: unknown[]) =>
  env.SIMULATOR.prepare(sql)
    .bind(...values)
    .run();
const line = (transactionId: string) =>
  rows<{ batch_id: string | null; cents: number | null; ours_cents: number | null; object: string | null }>(
    "SELECT batch_id, cents, ours_cents, object FROM settlement_lines WHERE transaction_id = ?",
    transactionId,
  );

/** The objects about which the checker finds a difference. */
async function findings(): Promise<string[]> {
  await run("DELETE FROM inspections");
  await hourly();
  const { findings } = await row<{ findings: string }>("SELECT findings FROM inspections");
  return (JSON.parse(findings) as { rule: string; object: string }[])
    .filter(({ rule }) => rule.includes("settled") || rule.includes("batch"))
    .map(({ object }) => object);
}

test("all that the demo's processor settled agrees", async () => {
  expect(await rows("SELECT 1 FROM settlement_batches")).not.toEqual([]);
  expect(await rows("SELECT * FROM settlement_lines WHERE ours_cents IS NOT cents")).toEqual([]);
  const page = await open();
  expect(page.text).toContain("Agrees");
  expect(page.text).not.toMatch(/Differs|Not all known|In no batch/);
});

test("a night's charges, refunds and subscriptions come to the sums of its batch", async () => {
  const settled = night();
  const [kept, cancelled, shirt] = [
    await paid(),
    await paid(),
    await paid({ "addOns.h2023shirtblack": "M", total: "525" }),
  ];
  const subscriber = await confirmed();
  expect((await subscriber.browser.post("/plus/subscribe", CARD)).status).toBe(302);
  // All of the money goes back before the night. So the charge is cancelled and is in no batch.
  await give(cancelled.id, ["goldPlus"], { amount: "495" });
  await hourly();
  expect(await row("SELECT state FROM payments WHERE id = ?", cancelled.id)).toEqual({ state: "voided" });
  await give(shirt.id, ["h2023shirtblack"]);
  // If only a part goes back, it goes back after the charge is settled.
  wait(25 * HOUR);
  await hourly();
  expect(await rows("SELECT state FROM refunds WHERE payment_id = ?", shirt.id)).toEqual([{ state: "done" }]);
  vi.setSystemTime(settled + HOUR);
  await hourly();
  const [back] = await rows<{ transaction_id: string }>(
    "SELECT transaction_id FROM refunds WHERE payment_id = ?",
    shirt.id,
  );
  const { id } = await row<{ id: string }>("SELECT id FROM subscriptions WHERE uid = ?", subscriber.uid);
  expect(await line(kept.transactionId)).toEqual([
    { batch_id: batchOf(settled), cents: 49_500, ours_cents: 49_500, object: `payments/${kept.id}` },
  ]);
  expect(await line(back!.transaction_id)).toMatchObject([
    { ours_cents: 3000, object: `payments/${shirt.id}` },
  ]);
  expect(await line(cancelled.transactionId)).toEqual([]);
  expect((await open()).text).toContain(
    `${batchOf(settled)}, simulator $1,069 $30 Agrees Passes and add-ons: $990 Subscriptions: $49`,
  );
  // The second period is charged when it begins, and belongs to the same subscription.
  vi.setSystemTime(settled + 366 * DAY);
  await hourly();
  vi.setSystemTime(Date.now() + 3 * DAY);
  await hourly();
  expect(
    await rows("SELECT cents, ours_cents FROM settlement_lines WHERE object = ?", `subscriptions/${id}`),
  ).toEqual([
    { cents: 4900, ours_cents: 4900 },
    { cents: 4900, ours_cents: 4900 },
  ]);
});

test("another amount is shown with its payment, and found by the checker after a day", async () => {
  const { id, transactionId } = await paid();
  await ledger("UPDATE charges SET amount_cents = 49499 WHERE transaction_id = ?", transactionId);
  await untilRead();
  const page = await open();
  expect(page.text).toContain(`$494.99 charged, and $495 in the portal: ${id}`);
  expect(page.html).toContain(`href="/admin/payments/${id}"`);
  wait(23 * HOUR);
  expect(await findings()).not.toContain(`payments/${id}`);
  wait(HOUR + 1);
  expect(await findings()).toContain(`payments/${id}`);
  await run("UPDATE payments SET state = 'charging' WHERE id = ?", id);
  await env.DB.batch(deleting("entries", "payment_id = ?", id));
  await run("UPDATE payments SET amount_cents = 49499, lines = '[]' WHERE id = ?", id);
  await run("UPDATE holdings SET cents = 49499 WHERE payment_id = ?", id);
  await run(`UPDATE payments SET state = 'captured', booking = ${BOOKED} WHERE id = ?`, id);
  await run("UPDATE orders SET due_cents = 49499 WHERE id = ?", id);
  expect(await findings()).not.toContain(`payments/${id}`);
});

test("what was cancelled here and settled there is said to be so", async () => {
  const { id, transactionId } = await paid();
  await run(`UPDATE payments SET state = 'voided', booking = ${BOOKED} WHERE id = ?`, id);
  await untilRead();
  expect((await open()).text).toContain(`$495 charged, and in the portal it is not paid: ${id}`);
  expect(await line(transactionId)).toMatchObject([{ cents: 49_500, ours_cents: 0 }]);
});

test("a charge that nobody here knows differs until its row is there", async () => {
  await ledger(
    "INSERT INTO charges VALUES ('SIM-foreign', 'someoneelsesinvoice1', 'captured', 12300, 'Visa', '1111', 'null', ?)",
    Date.now(),
  );
  await untilRead();
  const said = "$123 charged, and the portal has no record of it: transaction SIM-foreign";
  expect((await open()).text).toContain(said);
  const { uid } = await readyToPay();
  await runAll(
    paymentStatements({
      ...{ id: "someoneelsesinvoice1", uid, passType: "gold", amountCents: 12_300, state: "captured" },
      transactionId: "SIM-foreign",
    }),
  );
  await hourly();
  expect((await open()).text).not.toContain(said);
  expect(await line("SIM-foreign")).toMatchObject([{ object: "payments/someoneelsesinvoice1" }]);
});

test("a charge that was given back at once, and its refund, belong together", async () => {
  const { id, uid, transactionId } = await paid();
  await run("UPDATE orders SET transaction_id = 'another' WHERE id = ?", id);
  await ledger(
    "UPDATE charges SET created_at = created_at - ? WHERE transaction_id = ?",
    25 * HOUR,
    transactionId,
  );
  await hourly();
  const charge = { cents: 49_500, ours_cents: 49_500, object: `transactions/${transactionId}` };
  await untilRead();
  expect(
    await rows(
      "SELECT kind, cents, ours_cents, object FROM settlement_lines WHERE object = ? ORDER BY kind",
      charge.object,
    ),
  ).toEqual([
    { kind: "charge", ...charge },
    { kind: "refund", ...charge },
  ]);
  await run(`UPDATE payments SET state = 'voided', booking = ${BOOKED} WHERE delegate_uid = ?`, uid);
});

test("a refund that was sent twice is ours once", async () => {
  const { id } = await paid();
  await give(id, ["goldPlus"], { amount: "445" });
  wait(25 * HOUR);
  await hourly();
  const [refund] = await rows<{ id: string; transaction_id: string }>(
    "SELECT id, transaction_id FROM refunds WHERE payment_id = ?",
    id,
  );
  await ledger(
    "UPDATE refunds SET invoice_number = 'sent before' WHERE transaction_id = ?",
    refund!.transaction_id,
  );
  await ledger(
    "INSERT INTO refunds SELECT 'SIM-twice', ?, charge_id, amount_cents, created_at FROM refunds WHERE transaction_id = ?",
    refund!.id,
    refund!.transaction_id,
  );
  await untilRead();
  expect(await line("SIM-twice")).toMatchObject([{ cents: 44_500, ours_cents: 0, object: `payments/${id}` }]);
  expect((await open()).text).toContain(`$445 given back, and in the portal it is not given back: ${id}`);
});

test("what is in no batch three days later is named, until it is in one or was cancelled", async () => {
  const { id, transactionId } = await paid();
  const made = Date.now();
  await ledger("UPDATE charges SET outcome = 'held' WHERE transaction_id = ?", transactionId);
  vi.setSystemTime(made + 3 * DAY);
  await hourly();
  expect(await line(transactionId)).toEqual([]);
  vi.setSystemTime(made + 3 * DAY + HOUR);
  await hourly();
  const said = `$495 charged in the portal, and in no batch: ${id}`;
  expect((await open()).text).toContain(said);
  expect((await open("/admin/payments/batches?after=9999999999999-SIM")).text).not.toContain(said);

  // The processor settles the charge late.
  await ledger("UPDATE charges SET outcome = 'captured' WHERE transaction_id = ?", transactionId);
  wait(2 * DAY);
  await hourly();
  expect((await open()).text).not.toContain(said);
  expect(await line(transactionId)).toMatchObject([{ cents: 49_500, ours_cents: 49_500 }]);
});

test("what is in no batch because it was cancelled is forgotten", async () => {
  const { id, transactionId } = await paid();
  await ledger("UPDATE charges SET outcome = 'held' WHERE transaction_id = ?", transactionId);
  wait(4 * DAY);
  await hourly();
  expect(await line(transactionId)).toMatchObject([{ batch_id: null, ours_cents: 49_500 }]);
  await run(`UPDATE payments SET state = 'voided', booking = ${BOOKED} WHERE id = ?`, id);
  await hourly();
  expect(await line(transactionId)).toEqual([]);
});

test("a refund and a period in no batch are named too", async () => {
  const { id } = await paid();
  await give(id, ["goldPlus"], { amount: "445" });
  wait(25 * HOUR);
  await hourly();
  await ledger("DELETE FROM refunds");
  const subscriber = await confirmed();
  expect((await subscriber.browser.post("/plus/subscribe", CARD)).status).toBe(302);
  const [found] = await rows<{ id: string }>("SELECT id FROM subscriptions WHERE uid = ?", subscriber.uid);
  await ledger("UPDATE charges SET outcome = 'held' WHERE invoice_number = ?", found!.id);
  wait(4 * DAY);
  await hourly();
  const { html, text } = await open();
  expect(text).toContain("$445 given back in the portal, and in no batch");
  expect(text).toContain(`$49 charged in the portal, and in no batch: ${found!.id}`);
  expect(html).toContain(`href="/admin/subscriptions/${found!.id}"`);
});

test("nothing is said to be in no batch while the processor cannot be asked", async () => {
  const { transactionId } = await paid();
  await ledger("UPDATE charges SET outcome = 'held' WHERE transaction_id = ?", transactionId);
  wait(4 * DAY);
  await hourly({
    SIMULATOR: {
      ...env.SIMULATOR,
      prepare: env.SIMULATOR.prepare.bind(env.SIMULATOR),
      batch: () => Promise.reject(new Error("away")),
    },
  });
  expect(await line(transactionId)).toEqual([]);
  await hourly();
  expect(await line(transactionId)).toHaveLength(1);
});

test("at Authorize.Net, a failed batch and one whose lines are not all known are named", async () => {
  const at = new Date(Date.now() - 2 * DAY).toISOString();
  const brand = { accountType: "Visa", chargeAmount: 10, chargeCount: 1, refundAmount: 0, refundCount: 0 };
  const asked = processor({
    getSettledBatchListRequest: () => ({
      batchList: [
        { batchId: "71", settlementTimeUTC: at, settlementState: "settlementError", statistics: [brand] },
        { batchId: "72", settlementTimeUTC: at, settlementState: "settledSuccessfully", statistics: [brand] },
      ],
    }),
    getTransactionListRequest: () => ({ transactions: [] }),
    getUnsettledTransactionListRequest: () => ({ transactions: [] }),
  });
  await hourly(AUTHORIZE_NET);
  asked.mockRestore();
  const { text } = await open();
  expect(text).toContain("71, authorize-net $10 $0 Not paid out The processor could not settle this batch");
  expect(text).toContain(
    "72, authorize-net $10 $0 Not all known The processor lists $0 charged and $0 given back",
  );
  const found = await findings();
  expect(found).toContain("batches/71");
  expect(found).toContain("batches/72");
});

test("a long list goes on behind its last batch", async () => {
  await run(`INSERT INTO settlement_batches SELECT 'simulator', printf('SIM-2001-01-%02d', value), value % 7, 'settled', 0, 0, 0
    FROM json_each('[${Array.from({ length: 25 }, (_, index) => index + 1).join()}]')`);
  const seen: string[] = [];
  let address: string | undefined = "/admin/payments/batches";
  while (address) {
    const { html }: { html: string } = await open(address);
    seen.push(...[...html.matchAll(/<small>(SIM-[\d-]+|7[12])\b/g)].map(([, name]) => name!));
    address = /href="(\/admin\/payments\/batches\?after=[^"]*)"/.exec(html)?.[1];
  }
  const all = await rows<{ id: string }>(
    "SELECT batch_id AS id FROM settlement_batches ORDER BY settled_at DESC, batch_id DESC",
  );
  expect(seen).toEqual(all.map(({ id }) => id));
  expect((await open("/admin/payments/batches?after=x")).text).toBe((await open()).text);
});

test("of more charges in no batch than are shown, the page says how many there are", async () => {
  await run(`INSERT INTO settlement_lines SELECT 'simulator', 'unsettled' || value, NULL, 'i' || value, 'charge', NULL, 100, NULL, 1
    FROM json_each('[${Array.from({ length: 103 }, (_, index) => index + 1).join()}]')`);
  const { number } = await row<{ number: number }>(
    "SELECT count(*) AS number FROM settlement_lines WHERE batch_id IS NULL AND ours_cents IS NOT cents",
  );
  expect((await open()).text).toContain(
    `${number - 100} more charges and refunds differ and are not shown here.`,
  );
  await run("DELETE FROM settlement_lines WHERE transaction_id LIKE 'unsettled%'");
  expect((await open()).text).not.toContain("are not shown here");
});
