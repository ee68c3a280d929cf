import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test } from "vitest";
import { BOOKED } from "../../support/bills.ts";
import { type Browser, signedIn } from "../../support/browser.ts";
import { findings } from "../../support/checker.ts";
import { PASS_PAYMENT } from "../../support/payments.ts";
import { readyToPay } from "../../support/people.ts";
import { giveBack } from "../../support/refunds.ts";
import { chargesOf, deleting, row, rows, run } from "../../support/storage.ts";
import { differences } from "../../support/tally-history.ts";
import { accept, holder, offer, SHIRT, taker } from "../../support/transfers.ts";
import { answerWith, keepHouse, TENTH } from "../../support/worker.ts";

// A database is restored to a moment before an act. No card processor knows enough about the act to restore it. The act
// is done again from the file store.

const heldBy = async (uid: string) =>
  (
    await rows<{ item: string; variant: string | null; state: string }>(
      "SELECT item, variant, state FROM holdings WHERE uid = ? AND state <> 'ended' ORDER BY payment_id, item",
      uid,
    )
  ).map(({ item, variant, state }) => [item, variant, state].filter(Boolean).join(" "));
const keptActs = async () => (await env.FILES.list({ prefix: "acts/" })).objects.map(({ key }) => key);
const leftFor = (id: string) => rows("SELECT 1 FROM audit WHERE object = ?", `acts/${id}`);
const stateOf = async (id: string) =>
  (await row<{ state: string }>("SELECT state FROM payments WHERE id = ?", id)).state;
const refundsOf = (id: string) =>
  rows<{ id: string; state: string; kind: string; amount_cents: number }>(
    "SELECT id, state, kind, amount_cents FROM refunds WHERE payment_id = ? ORDER BY rowid",
    id,
  );

const ALL = ["goldPlus held", "h2023mug held", `${SHIRT} M held`, "h2023virtual held"];

/** Deletes a payment with everything that belongs to it, and every mail about it. */
async function forget(id: string): Promise<void> {
  await run("DELETE FROM transfers WHERE holding_id IN (SELECT id FROM holdings WHERE payment_id = ?)", id);
  await run("DELETE FROM refund_lines WHERE refund_id IN (SELECT id FROM refunds WHERE payment_id = ?)", id);
  for (const table of ["refunds", "holdings"]) await run(`DELETE FROM ${table} WHERE payment_id = ?`, id);
  for (const table of ["takings", "invoices"]) await run(`DELETE FROM ${table} WHERE order_id = ?`, id);
  await run("DELETE FROM payments WHERE id = ?", id);
  await run("DELETE FROM orders WHERE id = ?", id);
  await env.DB.batch(deleting("entries", "payment_id = ?", id));
}

/** Sets a payment back to its purchase: everything is held as it was bought, and nothing else has happened. */
async function backToPurchase(id: string): Promise<void> {
  await run("DELETE FROM refund_lines WHERE refund_id IN (SELECT id FROM refunds WHERE payment_id = ?)", id);
  await run("DELETE FROM refunds WHERE payment_id = ?", id);
  await env.DB.batch(deleting("entries", "payment_id = ? AND kind <> 'payment'", id));
  await run(
    "DELETE FROM transfers WHERE holding_id IN (SELECT id FROM holdings WHERE payment_id = ? AND from_holding IS NOT NULL)",
    id,
  );
  await run(
    `UPDATE transfers SET state = 'open', grounds = NULL, closed_at = NULL, closed_by = NULL
      WHERE holding_id IN (SELECT id FROM holdings WHERE payment_id = ?)`,
    id,
  );
  await run("DELETE FROM holdings WHERE payment_id = ? AND from_holding IS NOT NULL", id);
  await run(`UPDATE payments SET state = 'captured', booking = ${BOOKED} WHERE id = ?`, id);
  await run("UPDATE holdings SET state = 'held', until = NULL WHERE payment_id = ?", id);
}

const exchanged = (browser: Browser, id: string, seen: string, variant: string) =>
  browser.post(`/payment/${id}/exchange`, {
    ...{ intent: "exchange", item: SHIRT, seen },
    [`variant-${SHIRT}`]: variant,
  });

beforeEach(() => run("DELETE FROM counters"));

describe("a transfer", () => {
  async function transferred() {
    const [from, to] = [await holder(), await taker()];
    const offered = await offer(from, to.email);
    expect((await accept(to.browser, offered)).status).toBe(302);
    return { from, to, offered };
  }

  test("from before it: the pass goes over to the new holder again, with all that goes with it", async () => {
    const { from, to, offered } = await transferred();
    const before = await rows("SELECT * FROM holdings WHERE payment_id = ? ORDER BY id", from.id);
    const [closed] = await rows("SELECT * FROM transfers WHERE id = ?", offered);
    await backToPurchase(from.id);
    expect(await heldBy(from.uid)).toEqual(ALL);
    await keepHouse({}, TENTH);
    expect(await heldBy(from.uid)).toEqual([]);
    expect(await heldBy(to.uid)).toEqual(ALL);
    expect(await rows("SELECT * FROM holdings WHERE payment_id = ? ORDER BY id", from.id)).toEqual(before);
    expect(await rows("SELECT * FROM transfers WHERE id = ?", offered)).toEqual([closed]);
    expect(await leftFor(offered)).toEqual([]);
    expect(await differences()).toEqual([]);
    expect(await findings()).toEqual([]);
  });

  test("from before its pass was bought: the charge brings the pass back, and the act its new holder", async () => {
    const { from, to } = await transferred();
    await forget(from.id);
    await keepHouse({}, TENTH);
    await keepHouse({}, TENTH);
    expect(await stateOf(from.id)).toBe("captured");
    expect(await heldBy(from.uid)).toEqual([]);
    expect(await heldBy(to.uid)).toEqual(ALL);
    expect(await chargesOf(from.uid)).toHaveLength(1);
    expect(await findings()).toEqual([]);
  });

  test("what was exchanged before it, and the use of a code, go with it", async () => {
    const from = await holder();
    const [first] = await rows<{ id: string }>(
      "SELECT id FROM holdings WHERE payment_id = ? AND item = 'goldPlus'",
      from.id,
    );
    await run(
      `INSERT INTO grants (id, conference_id, kind, title, code, percent, created_by, created_at)
        VALUES (?, 'aconf_2023', 'code', 'Friends', 'RESTORED', 10, 'x', 0)`,
      from.id,
    );
    await run("INSERT INTO grant_uses (grant_id, holding_id, cents) VALUES (?, ?, 0)", from.id, first!.id);
    expect((await exchanged(from.browser, from.id, "M", "L")).status).toBe(302);
    const to = await taker();
    const offered = await offer(from, to.email);
    expect((await accept(to.browser, offered)).status).toBe(302);
    await run("UPDATE grant_uses SET holding_id = ? WHERE grant_id = ?", first!.id, from.id);
    await backToPurchase(from.id);
    await keepHouse({}, TENTH);
    await keepHouse({}, TENTH);
    expect(await heldBy(to.uid)).toContain(`${SHIRT} L held`);
    expect(await heldBy(from.uid)).toEqual([]);
    const used =
      "SELECT h.uid, h.item FROM grant_uses AS u JOIN holdings AS h ON h.id = u.holding_id WHERE grant_id = ?";
    expect(await rows(used, from.id)).toEqual([{ uid: to.uid, item: "goldPlus" }]);
    await run("DELETE FROM grant_uses WHERE grant_id = ?", from.id);
    await run("DELETE FROM grants WHERE id = ?", from.id);
  });

  test("is left to a person if its pass has ended since, or the new holder has bought one", async () => {
    const { from, offered } = await transferred();
    await backToPurchase(from.id);
    await giveBack(from.id, { items: "goldPlus", amount: "550" });
    await keepHouse({}, TENTH);
    expect(await leftFor(offered)).toHaveLength(1);

    const other = await transferred();
    await backToPurchase(other.from.id);
    const { browser } = other.to;
    expect((await browser.post("/register", { ...PASS_PAYMENT, intent: "pay" })).status).toBe(302);
    await keepHouse({}, TENTH);
    expect(await leftFor(other.offered)).toHaveLength(1);
    expect(await heldBy(other.from.uid)).toEqual(ALL);
    // A second run records nothing more.
    await keepHouse({}, TENTH);
    expect(await leftFor(other.offered)).toHaveLength(1);
  });

  test("waits while its pass is being paid for", async () => {
    const { from, to, offered } = await transferred();
    await backToPurchase(from.id);
    await run("UPDATE holdings SET state = 'pending' WHERE payment_id = ?", from.id);
    await run("UPDATE payments SET state = 'charging' WHERE id = ?", from.id);
    await run("UPDATE orders SET lease_until = ? WHERE id = ?", Date.now() + 1e7, from.id);
    await keepHouse({}, TENTH);
    expect([await heldBy(to.uid), await leftFor(offered)]).toEqual([[], []]);
    await run(`UPDATE payments SET state = 'captured', booking = ${BOOKED} WHERE id = ?`, from.id);
    await keepHouse({}, TENTH);
    expect(await heldBy(to.uid)).toEqual(ALL);
  });
});

test("an exchange is done again, and what could not be kept at the time is kept by the cron", async () => {
  const { uid, id, browser } = await holder();
  const FILES = new Proxy(env.FILES, {
    get: (bucket, name) =>
      name === "put"
        ? () => Promise.reject(new Error("The store is away."))
        : Reflect.get(bucket, name).bind(bucket),
  });
  const send = browser.send;
  browser.send = (request) => answerWith({ FILES }, request);
  expect((await exchanged(browser, id, "M", "L")).status).toBe(302);
  browser.send = send;
  const { id: act } = await row<{ id: string }>(
    "SELECT id FROM holdings WHERE payment_id = ? AND from_holding IS NOT NULL",
    id,
  );
  expect(await keptActs()).not.toContain(`acts/${act}.json`);
  await keepHouse({}, TENTH);
  expect(await keptActs()).toContain(`acts/${act}.json`);
  await backToPurchase(id);
  expect(await heldBy(uid)).toContain(`${SHIRT} M held`);
  await keepHouse({}, TENTH);
  expect(await heldBy(uid)).toContain(`${SHIRT} L held`);
  expect(await differences()).toEqual([]);
});

describe("something given back", () => {
  test("by card: it is looked for at the processor, and not sent again", async () => {
    const { uid, id } = await holder();
    await env.SIMULATOR.prepare(
      "UPDATE charges SET created_at = created_at - 172800000 WHERE invoice_number = ?",
    )
      .bind(id)
      .run();
    await giveBack(id, { items: "goldPlus" });
    const before = [await stateOf(id), await refundsOf(id)];
    expect(before).toMatchObject(["refunded", [{ state: "done", amount_cents: 50_000 }]]);
    const sent = async () => (await env.SIMULATOR.prepare("SELECT * FROM refunds").all()).results.length;
    const once = await sent();
    await backToPurchase(id);
    expect(await heldBy(uid)).toEqual(ALL);
    await keepHouse({}, TENTH);
    expect(await heldBy(uid)).not.toContain("goldPlus held");
    await keepHouse({}, TENTH);
    expect(await heldBy(uid)).toEqual([]);
    expect([await stateOf(id), await refundsOf(id)]).toEqual(before);
    expect(await sent()).toBe(once);
    expect(await differences()).toEqual([]);
    expect(await findings()).toEqual([]);
  });

  test("by card, and not sent before the restore: it goes back afterwards, and is booked as that", async () => {
    const { id } = await holder();
    // Part of a charge goes back once the charge is settled.
    await giveBack(id, { items: SHIRT, amount: "30" });
    expect((await refundsOf(id))[0]!.state).toBe("pending");
    await backToPurchase(id);
    await keepHouse({}, TENTH);
    expect((await refundsOf(id))[0]!.state).toBe("unknown");
    await run("UPDATE refunds SET lease_until = 1 WHERE payment_id = ?", id);
    await keepHouse({}, TENTH);
    expect((await refundsOf(id))[0]!.state).toBe("pending");
    await env.SIMULATOR.prepare(
      "UPDATE charges SET created_at = created_at - 172800000 WHERE invoice_number = ?",
    )
      .bind(id)
      .run();
    await keepHouse({}, TENTH);
    expect((await refundsOf(id))[0]!.state).toBe("done");
    expect(
      await rows("SELECT DISTINCT restored FROM entries WHERE payment_id = ? AND kind = 'refund'", id),
    ).toEqual([{ restored: 0 }]);
    expect(await findings()).toEqual([]);
  });

  test("of a pass that nobody was charged for, and whose act was kept only after it had ended", async () => {
    const { uid, browser } = await readyToPay();
    await run(
      `INSERT INTO grants (id, kind, uid, conference_id, title, percent, created_by, created_at)
        VALUES ('restored-award-00001', 'award', ?, 'aconf_2023', 'Full award', 100, 'x', 0)`,
      uid,
    );
    const bought = await browser.post("/register", {
      ...{ ...PASS_PAYMENT, cardNumber: "", intendedPassCost: "0", total: "0" },
    });
    expect(bought.status).toBe(302);
    const { id } = await row<{ id: string }>("SELECT id FROM payments WHERE delegate_uid = ?", uid);
    await giveBack(id, { items: "goldPlus", amount: "0" });
    const before = [await stateOf(id), await refundsOf(id)];
    expect(before).toMatchObject(["refunded", [{ state: "done", amount_cents: 0 }]]);
    await env.FILES.delete(`acts/${id}.json`);
    await keepHouse({}, TENTH);
    await run("DELETE FROM grant_uses WHERE grant_id = 'restored-award-00001'");
    await forget(id);
    await keepHouse({}, TENTH);
    await keepHouse({}, TENTH);
    expect([await stateOf(id), await refundsOf(id)]).toEqual(before);
    expect(await heldBy(uid)).toEqual([]);
    expect(await findings()).toEqual([]);
  });

  test.each([
    ["as credit", { items: SHIRT, kind: "credit", amount: "30" }, 3_000],
    ["for nothing", { items: SHIRT, amount: "0" }, 0],
  ])("%s: it is done again at once, and once", async (_, fields, cents) => {
    const { uid, id } = await holder();
    await giveBack(id, fields);
    const before = await refundsOf(id);
    expect(before).toMatchObject([{ state: "done", amount_cents: cents }]);
    await backToPurchase(id);
    await keepHouse({}, TENTH);
    await keepHouse({}, TENTH);
    expect(await refundsOf(id)).toEqual(before);
    expect(await heldBy(uid)).toEqual(ALL.filter((one) => !one.startsWith(SHIRT)));
    expect(await differences()).toEqual([]);
    expect(await findings()).toEqual([]);
  });

  test("is left to a person if as much has been given back since in another way", async () => {
    const { id } = await holder();
    await giveBack(id, { items: "goldPlus", kind: "credit", amount: "550" });
    const first = (await refundsOf(id))[0]!.id;
    await backToPurchase(id);
    await giveBack(id, { items: "h2023mug", kind: "credit", amount: "25" });
    await giveBack(id, { items: SHIRT, kind: "credit", amount: "30" });
    await keepHouse({}, TENTH);
    expect(await leftFor(first)).toHaveLength(1);
    expect(await stateOf(id)).toBe("captured");
  });

  test("by hand: neither the debt nor that it has been paid is forgotten", async () => {
    const { uid } = await readyToPay();
    const treasurer = await signedIn("treasurer");
    const desk = await treasurer.open(`/admin/payments/person/${uid}/desk`);
    const said = await desk.press("Continue", {
      ...{ means: "cash", reference: "Cash book 7", receivedOn: "2022-12-16" },
    });
    const id = (await said.press("Record $495")).location!.split("/").at(-1)!;
    await giveBack(id, { items: "goldPlus", amount: "400" });
    const open = await treasurer.open(`/admin/payments/${id}`);
    expect((await open.press("Record that $400 has gone back", { reference: "TX 9" })).status).toBe(302);
    const refund = (await refundsOf(id))[0]!.id;
    expect(await keptActs()).toEqual(
      expect.arrayContaining([`acts/${refund}.json`, `acts/${refund}-gone.json`]),
    );
    const before = await rows("SELECT * FROM refunds WHERE payment_id = ?", id);
    // Only the record that the refund went back is lost.
    await env.DB.batch(deleting("entries", "event = ?", `refund/${refund}`));
    await run(
      "UPDATE refunds SET state = 'pending', transaction_id = NULL, resolved_at = NULL WHERE id = ?",
      refund,
    );
    await run("UPDATE payments SET state = 'refund_pending' WHERE id = ?", id);
    await keepHouse({}, TENTH);
    expect(await rows("SELECT * FROM refunds WHERE payment_id = ?", id)).toEqual([
      {
        ...before[0],
        ...{ resolved_at: expect.any(Number), booking: expect.stringContaining('"restored":true') },
      },
    ]);
    // The payment is lost with everything that belongs to it.
    await forget(id);
    for (let run = 0; run < 3; run += 1) await keepHouse({}, TENTH);
    expect(await stateOf(id)).toBe("refunded");
    expect(await refundsOf(id)).toEqual([{ id: refund, state: "done", kind: "money", amount_cents: 40_000 }]);
    expect(await heldBy(uid)).toEqual([]);
    expect(await differences()).toEqual([]);
  });
});
