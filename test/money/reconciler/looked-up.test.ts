import { beforeEach, describe, expect, test, vi } from "vitest";
import { TAKEN_BACK } from "~/money/payments/unwanted-charges.server.ts";
import { compareJournal, settleOpenPayments } from "~/money/reconciler/reconciler.server.ts";
import { newId } from "~/platform/ids.server.ts";
import type { FoundCharge, JournalEntry } from "~/platform/ports/card-processor.server.ts";
import { MINUTE } from "~/values/durations.ts";
import { INVOICED } from "~/values/types.ts";
import { BOOKED, billed } from "../../support/bills.ts";
import { readyToPay } from "../../support/people.ts";
import { CENTS, GATEWAY, insertPayment, portalWith } from "../../support/reconciling.ts";
import { row, run } from "../../support/storage.ts";

// These tests are about which attempts to pay the cron brings to an end, and about which charges it asks the processor.
// If an attempt is left out, its delegate waits for ever. If an attempt is ended too early, its card may still be
// charged, and then the payment is lost.

beforeEach(() =>
  run("UPDATE payments SET state = 'released' WHERE state IN ('reserved', 'charging', 'unknown')"),
);

type Processor = {
  lookup?: (id: string) => Promise<null>;
  list?: () => Promise<JournalEntry[]>;
  find?: (transactionId: string) => Promise<FoundCharge | null>;
};

const portal = (processor: Processor) => portalWith({ name: GATEWAY, ...processor });

const seesNothing = async (_id: string) => null;

/** Somebody's attempt to pay. Unless the changes say otherwise, it is captured, and its lease has ended. */
const attempt = async (changes: Parameters<typeof insertPayment>[0] = {}) =>
  (await insertPayment({ leaseUntil: Date.now() - MINUTE, ...changes })).id;

const stateOf = async (id: string) =>
  (await row<{ state: string }>("SELECT state FROM payments WHERE id = ?", id)).state;

describe("the cron, with attempts that nobody finished", () => {
  /** The orders about which the processor is asked. */
  async function asked() {
    const lookup = vi.fn(seesNothing);
    await settleOpenPayments(portal({ lookup }));
    return lookup.mock.calls.map(([id]) => id);
  }

  test.each([
    ["a reservation is released", "reserved", {}, "released"],
    ["a reservation that is being paid is not", "reserved", { leaseUntil: Date.now() + MINUTE }, "reserved"],
    ["a reservation that waits for its invoice is not", "reserved", { means: INVOICED }, "reserved"],
    ["the outcome of a charge is unknown", "charging", {}, "unknown"],
    ["a charge that is being made is not", "charging", { leaseUntil: Date.now() + MINUTE }, "charging"],
  ])("%s", async (_, state, changes, becomes) => {
    // Another order was abandoned, which says nothing about this one.
    await attempt({ state: "reserved" });
    const id = await attempt({ state, ...changes });
    await asked();
    expect(await stateOf(id)).toBe(becomes);
    if (becomes === "unknown") expect(await asked()).toEqual([id]);
  });

  test("an order of several people is asked about once, and one whose outcome is known never", async () => {
    await attempt();
    const order = await attempt({ state: "unknown" });
    const other = await readyToPay();
    await run(
      `INSERT INTO payments (id, order_id, conference_id, delegate_uid, pass_type, add_ons, amount_cents, lines, state,
        created_at, booking) VALUES (?, ?, 'aconf_2023', ?, 'goldPlus', '{}', 0, ?, 'unknown', 0, ${BOOKED})`,
      ...[newId(), order, other.uid, billed("goldPlus", 0)],
    );
    expect(await asked()).toEqual([order]);
  });

  test("a hundred attempts of a processor that cannot be asked do not hold up others", async () => {
    const id = await attempt({ state: "unknown", leaseUntil: 1 });
    for (let count = 0; count < 100; count++) await attempt({ state: "unknown", means: "simulator" });
    expect(await asked()).toEqual([id]);
  });
});

describe("the journal of a processor", () => {
  /** The charges about which the processor is asked, if its journal has these entries. */
  async function asked(...entries: JournalEntry[]) {
    const find = vi.fn(seesNothing);
    await compareJournal(portal({ list: async () => entries, find }));
    return find.mock.calls.map(([transactionId]) => transactionId);
  }
  const entry = (id: string, outcome: JournalEntry["outcome"], transactionId = `T-${id}`): JournalEntry => ({
    ...{ transactionId, invoiceNumber: id, outcome },
  });

  test("a second charge for one order is looked up, and the first is not", async () => {
    const id = await attempt();
    expect(await asked(entry(id, "captured"), entry(id, "captured", "second"))).toEqual(["second"]);
  });

  test("a charge that a bank took back is looked up until the bank's part is written down", async () => {
    const [fresh, known] = [await attempt(), await attempt()];
    const refund = newId();
    await run(
      `INSERT INTO refunds (id, conference_id, payment_id, kind, amount_cents, ends_all, reason, state, bank_state,
          requested_by, lease_until, created_at)
        SELECT ?, conference_id, id, 'money', 0, 0, 'The bank', 'pending', 'open', ?, 0, 0 FROM payments WHERE id = ?`,
      ...[refund, GATEWAY, known],
    );
    await run(`UPDATE refunds SET state = 'done', booking = ${BOOKED} WHERE id = ?`, refund);
    expect(await asked(entry(fresh, "returned"), entry(known, "returned"))).toEqual([`T-${fresh}`]);
  });

  test("a charge without rows is looked up, unless it has gone back already", async () => {
    const [lost, back] = ["a lost one", "one gone back"];
    const noted = (action: string, of: string) =>
      run(
        "INSERT INTO audit (id, at, action, object, detail) VALUES (?, 9, ?, ?, '{}')",
        newId(),
        action,
        `transactions/${of}`,
      );
    await noted(TAKEN_BACK, back);
    await noted("payment captured", lost);
    const captured = (transactionId: string) => entry(newId(), "captured", transactionId);
    expect(await asked(captured(lost), captured(back))).toEqual([lost]);
  });

  test("a charge that says nothing about what it bought is still one that somebody cancelled", async () => {
    const id = await attempt();
    const found = {
      ...{ transactionId: `T-${id}`, invoiceNumber: id, outcome: "voided" as const, settled: false },
      ...{ amountCents: CENTS, carried: null, card: null },
    };
    await compareJournal(portal({ list: async () => [entry(id, "voided")], find: async () => found }));
    expect(await stateOf(id)).toBe("voided");
  });
});
