import { describe, expect, test, vi } from "vitest";
import { CHARGE_PATIENCE, SECOND_LOOK } from "~/money/payments/leases.ts";
import { settleFound, settleOpenPayments } from "~/money/reconciler/reconciler.server.ts";
import { MINUTE } from "~/values/durations.ts";
import { BOOKED } from "../../support/bills.ts";
import { CENTS, GATEWAY, insertPayment, portalWith, stillAndSilent } from "../../support/reconciling.ts";
import { row, rows, run } from "../../support/storage.ts";

// The answer to a charge is missing, and the processor does not find the charge. The portal may then give up this
// attempt to pay, but no other attempt. It may do so only after two looks, and only if nothing has become known in the
// meantime.

stillAndSilent();

/** A portal whose processor answers every look-up in this way. */
const portal = (lookup: (id: string) => Promise<null>) => portalWith({ name: GATEWAY, lookup });

const seesNothing = async () => null;

/** An attempt to pay whose outcome is not known. Its lease ended this long ago (ms). */
const attempt = async (ago: number) =>
  (await insertPayment({ state: "unknown", leaseUntil: Date.now() - ago })).id;

const known = (id: string) =>
  row<{ state: string; unseen_since: number | null }>(
    `SELECT state, unseen_since FROM payments JOIN orders ON orders.id = order_id WHERE payments.id = ?`,
    id,
  );

/** The answer to the first request arrives, although its lease is over. */
const captured = async (id: string) => {
  await run("UPDATE orders SET transaction_id = ? WHERE id = ?", `T-${id}`, id);
  await run(`UPDATE payments SET state = 'captured', booking = ${BOOKED} WHERE id = ?`, id);
};

describe("an attempt that the processor does not know", () => {
  test("is missed from the first look, and given up at the second, while a younger one is not", async () => {
    const begun = Date.now();
    const [old, young] = [await attempt(CHARGE_PATIENCE + MINUTE), await attempt(MINUTE)];
    await settleOpenPayments(portal(seesNothing));
    expect([await known(old), await known(young)]).toEqual([
      { state: "unknown", unseen_since: begun },
      { state: "unknown", unseen_since: null },
    ]);
    vi.setSystemTime(begun + SECOND_LOOK);
    await settleOpenPayments(portal(seesNothing));
    expect([(await known(old)).state, (await known(young)).state]).toEqual(["released", "unknown"]);
    await run("UPDATE payments SET state = 'released' WHERE id = ?", young);
  });

  test.each([
    ["the first", null],
    ["the second", SECOND_LOOK],
  ])("stays as it is if its outcome becomes known during %s look", async (_, since) => {
    const id = await attempt(CHARGE_PATIENCE + MINUTE);
    if (since !== null) await run("UPDATE orders SET unseen_since = ? WHERE id = ?", Date.now() - since, id);
    const before = (await known(id)).unseen_since;
    await settleOpenPayments(
      portal(async (asked) => {
        if (asked === id) await captured(id);
        return null;
      }),
    );
    expect(await known(id)).toEqual({ state: "captured", unseen_since: before });
  });

  test("is not missed while the processor cannot be asked", async () => {
    const id = await attempt(CHARGE_PATIENCE + MINUTE);
    await settleOpenPayments(portal(() => Promise.reject(new Error("away"))));
    expect(await known(id)).toEqual({ state: "unknown", unseen_since: null });
    await run("UPDATE payments SET state = 'released' WHERE id = ?", id);
  });
});

test("a charge that somebody cancelled is noted once, and not while money is on its way back", async () => {
  const [kept, leaving] = [await attempt(0), await attempt(0)];
  const found = (id: string) =>
    ({
      ...{ gateway: GATEWAY, transactionId: `T-${id}`, invoiceNumber: id, outcome: "voided", carried: null },
      ...{ amountCents: CENTS, settled: false, card: null },
    }) as unknown as Parameters<typeof settleFound>[1];
  const noted = (id: string) =>
    rows("SELECT 1 FROM audit WHERE object = ? AND action = 'payment voided'", `payments/${id}`);
  for (const id of [kept, leaving]) await captured(id);
  await run("UPDATE payments SET state = 'refund_pending' WHERE id = ?", leaving);
  for (const id of [kept, kept, leaving]) await settleFound(portal(seesNothing), found(id));
  expect([(await known(kept)).state, (await known(leaving)).state]).toEqual(["voided", "refund_pending"]);
  expect([(await noted(kept)).length, (await noted(leaving)).length]).toEqual([1, 0]);
});
