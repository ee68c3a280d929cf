import { expect, test, vi } from "vitest";
import { findAttempt } from "~/money/reconciler/reconciler.server.ts";
import { newId } from "~/platform/ids.server.ts";
import { billed } from "../../support/bills.ts";
import { readyToPay } from "../../support/people.ts";
import { CENTS, GATEWAY, insertPayment, portalWith } from "../../support/reconciling.ts";
import { run } from "../../support/storage.ts";

// A delegate sees their own attempt to pay, with its own refunds, and with what they hold from it.

const lookup = vi.fn(async (_id: string) => null);
const context = portalWith({ name: GATEWAY, lookup });

const find = (uid: string, id: string) =>
  findAttempt(context, { viewer: { uid } } as Parameters<typeof findAttempt>[1], id);

const payment = async (uid: string, state: "captured" | "unknown" | "declined", addOns: string[] = []) =>
  (await insertPayment({ uid, state, leaseUntil: Date.now(), lines: billed("goldPlus", CENTS, addOns) })).id;

async function refund(paymentId: string, cents: number, state: "pending" | "refused") {
  await run(
    `INSERT INTO refunds (id, conference_id, payment_id, kind, amount_cents, ends_all, reason, state, requested_by,
        lease_until, created_at)
      SELECT ?, conference_id, id, 'money', ?, 0, 'Asked for', ?, 'x', 0, 0 FROM payments WHERE id = ?`,
    ...[newId(), cents, state, paymentId],
  );
}

test("an attempt is found by its id, by its delegate alone", async () => {
  const [person, other] = [await readyToPay(), await readyToPay()];
  const [first, second] = [
    await payment(person.uid, "declined"),
    await payment(person.uid, "captured", ["h2023mug"]),
  ];
  const theirs = await payment(other.uid, "captured");
  expect(await find(other.uid, second)).toBeNull();
  expect(await find(person.uid, newId())).toBeNull();
  expect(await find(person.uid, first)).toMatchObject({ id: first, state: "declined", held: [] });
  await refund(second, 1000, "refused");
  await refund(second, 2000, "pending");
  await refund(theirs, 3000, "pending");
  // The mug went to somebody else, and the pass is still held.
  await run("UPDATE holdings SET uid = ? WHERE payment_id = ? AND item = 'h2023mug'", other.uid, second);
  const found = await find(person.uid, second);
  expect(found).toMatchObject({ id: second, state: "captured", held: [{ item: "goldPlus" }] });
  expect(found!.refunds.map(({ amountCents }) => amountCents)).toEqual([2000]);
  expect(found!.held).toHaveLength(1);
  await run("UPDATE holdings SET state = 'ended' WHERE payment_id = ? AND item = 'goldPlus'", second);
  expect(await find(person.uid, second)).toMatchObject({ held: [] });
});

test("the processor is asked only while the outcome is open", async () => {
  const states = ["declined", "captured", "unknown"] as const;
  for (const state of states) {
    const { uid } = await readyToPay();
    const id = await payment(uid, state);
    expect(await find(uid, id)).toMatchObject({ id, state });
    expect(lookup.mock.calls.filter(([one]) => one === id)).toHaveLength(state === "unknown" ? 1 : 0);
  }
});
