import { beforeEach, expect, test } from "vitest";
import { TAKEN_BACK, takeBackNumber } from "~/money/payments/unwanted-charges.server.ts";
import { oursBetween, oursOf } from "~/money/reconciler/settled-rows.server.ts";
import { newId } from "~/platform/ids.server.ts";
import { BOOKED } from "../../support/bills.ts";
import { confirmed } from "../../support/people.ts";
import { CENTS, insertPayment, portalWith } from "../../support/reconciling.ts";
import { run } from "../../support/storage.ts";

// These tests are about which of our rows are compared with what a processor settled. A row that is compared without
// reason shows a difference that nobody can explain. A row that is left out may hide a real difference.

type Line = Parameters<typeof oursOf>[2][number];

const context = portalWith();
/** The ends of the period of this test. No other test has anything in it. */
let [after, until] = [0, 0];
beforeEach(() => {
  after = until + 1_000_000;
  until = after + 1_000_000;
});

/** Somebody's captured payment in the period. Unless the changes say otherwise, it must be in a batch. */
const payment = (changes: Parameters<typeof insertPayment>[0] = {}) =>
  insertPayment({ means: "simulator", leaseUntil: until, ...changes });

type RefundRow = {
  kind: "money" | "credit";
  state: "pending" | "done";
  leaseUntil: number;
  transactionId: string | null;
};

/** A refund in the period. Its payment is older, so the payment is not in the period. */
async function refund(changes: Partial<RefundRow> = {}, of: Parameters<typeof insertPayment>[0] = {}) {
  const paid = await payment({ leaseUntil: 1, ...of });
  const id = newId();
  const { kind, state, leaseUntil, transactionId } = {
    ...{ kind: "money", state: "done", leaseUntil: until, transactionId: `R-${id}` },
    ...changes,
  };
  await run(
    `INSERT INTO refunds (id, conference_id, payment_id, kind, amount_cents, ends_all, reason, state, requested_by,
        lease_until, created_at)
      SELECT ?1, conference_id, id, ?2, 1000, 0, 'Asked for', 'pending', 'x', ?3, 0 FROM payments WHERE id = ?4`,
    ...[id, kind, leaseUntil, paid.id],
  );
  await run("INSERT INTO refund_lines VALUES (?, ?, 1000, 0)", id, `${paid.id}-00`);
  await run("UPDATE refunds SET transaction_id = ? WHERE id = ?", transactionId, id);
  if (state === "done") await run(`UPDATE refunds SET state = 'done', booking = ${BOOKED} WHERE id = ?`, id);
  return { id, transactionId: transactionId ?? `R-${id}`, payment: paid.id };
}

type PeriodRow = { transactionId: string | null; createdAt: number; from: number };

/** A subscription with these paid periods. */
async function subscription({
  state = "active",
  gateway = "simulator",
  transactionId = null as string | null,
  periods = [] as Partial<PeriodRow>[],
} = {}) {
  const { uid } = await confirmed();
  const id = newId();
  await run(
    `INSERT INTO subscriptions (id, uid, title, amount_cents, interval_months, state, gateway, transaction_id, lease_until,
        created_at, resolved_at) VALUES (?, ?, 'HPAIR+', 4900, 12, ?, ?, ?, 0, 0, 0)`,
    ...[id, uid, state, gateway, transactionId],
  );
  for (const [index, period] of periods.entries()) {
    const {
      transactionId: charge,
      createdAt,
      from,
    } = {
      ...{ transactionId: `P-${id}-${index}`, createdAt: until, from: index },
      ...period,
    };
    await run(
      "INSERT INTO subscription_periods VALUES (?, ?, ?, 4900, ?, ?, ?)",
      ...[newId(), id, charge, from, from + 1, createdAt],
    );
  }
  return { id, charges: periods.map((_, index) => `P-${id}-${index}`) };
}

const noted = (action: string, transactionId: string) =>
  run(
    "INSERT INTO audit (id, at, action, object, detail) VALUES (?, 9, ?, ?, ?)",
    ...[newId(), action, `transactions/${transactionId}`, JSON.stringify({ amountCents: CENTS })],
  );

const charge = (transactionId: string): Line => ({ transactionId, invoiceNumber: "", kind: "charge" });
const givenBack = (transactionId: string, invoiceNumber: string): Line => ({
  ...{ transactionId, invoiceNumber, kind: "refund" },
});
const ours = async (...lines: Line[]) => Object.fromEntries(await oursOf(context, "simulator", lines));

test("a charge is compared only with rows of the processor that settled it", async () => {
  const [here, there] = [await payment(), await payment({ means: "authorize-net" })];
  const first = { here: await subscription({ transactionId: "S-here" }), there: "S-there" };
  await subscription({ transactionId: first.there, gateway: "authorize-net" });
  const [renewed, elsewhere] = [
    await subscription({ periods: [{}] }),
    await subscription({ periods: [{}], gateway: "authorize-net" }),
  ];
  const all = [here.transactionId, there.transactionId, "S-here", first.there];
  expect(await ours(...[...all, ...renewed.charges, ...elsewhere.charges].map(charge))).toEqual({
    [here.transactionId]: { cents: CENTS, object: `payments/${here.id}` },
    "S-here": { cents: 4900, object: `subscriptions/${first.here.id}` },
    [renewed.charges[0]!]: { cents: 4900, object: `subscriptions/${renewed.id}` },
  });
  expect(await oursOf(context, "simulator", [])).toEqual(new Map());
});

test("a charge is ours if its money went back, and not if the audit says something else about it", async () => {
  await noted(TAKEN_BACK, "bought-nothing");
  await noted("payment looked at", "looked-at");
  expect(await ours(charge("bought-nothing"), charge("looked-at"))).toEqual({
    "bought-nothing": { cents: CENTS, object: "transactions/bought-nothing" },
  });
});

test("a refund counts only for what it sent back through this processor", async () => {
  const [sent, credit, open, elsewhere] = [
    await refund(),
    await refund({ kind: "credit" }),
    await refund({ state: "pending" }),
    await refund({}, { means: "authorize-net" }),
  ];
  const lines = [sent, credit, open, elsewhere].map(({ id, transactionId }) => givenBack(transactionId, id));
  expect(await ours(...lines)).toEqual({
    [sent.transactionId]: { cents: 1000, object: `payments/${sent.payment}` },
    [credit.transactionId]: { cents: 0, object: `payments/${credit.payment}` },
    [open.transactionId]: { cents: 0, object: `payments/${open.payment}` },
  });
  expect(await ours(givenBack("sent-twice", sent.id))).toEqual({
    "sent-twice": { cents: 0, object: `payments/${sent.payment}` },
  });
});

test("money that went back with a subscription belongs to its last charge, while nobody else's does", async () => {
  const ended = await subscription({ state: "refunded", transactionId: "E-first", periods: [{}, {}] });
  const first = await subscription({ state: "refunded", transactionId: "E-alone" });
  // The period of this subscription is later than the periods of all others.
  await subscription({ periods: [{ transactionId: "E-kept", from: 99 }] });
  await subscription({ state: "ended", transactionId: "E-ended" });
  await subscription({ state: "refunded", transactionId: "E-elsewhere", gateway: "authorize-net" });
  await noted(TAKEN_BACK, "E-nothing");
  await noted("payment looked at", "E-looked-at");
  const back = (charged: string) => givenBack(`back of ${charged}`, takeBackNumber(charged));
  const last = ended.charges[1]!;
  const others = ["E-first", "E-kept", "E-ended", "E-elsewhere", "E-looked-at"];
  expect(await ours(...[last, "E-alone", "E-nothing", ...others].map(back))).toEqual({
    [`back of ${last}`]: { cents: 4900, object: `subscriptions/${ended.id}` },
    "back of E-alone": { cents: 4900, object: `subscriptions/${first.id}` },
    "back of E-nothing": { cents: CENTS, object: "transactions/E-nothing" },
  });
});

/** Everything of the period that must be in a batch. */
const toSettle = async () =>
  (await oursBetween(context, "simulator", { after, until }))
    .map(({ kind, transactionId, cents, object }) => [kind, transactionId, cents, object])
    .sort();

/** A bank took this payment's money back. */
async function bankTook(id: string) {
  const taken = newId();
  await run(
    `INSERT INTO refunds (id, conference_id, payment_id, kind, amount_cents, ends_all, reason, bank_state, state,
        requested_by, lease_until, created_at)
      SELECT ?, conference_id, id, 'money', amount_cents, 0, 'A letter', 'open', 'pending', 'x', 0, 0
      FROM payments WHERE id = ?`,
    ...[taken, id],
  );
  await run("INSERT INTO refund_lines VALUES (?, ?, ?, 0)", ...[taken, `${id}-00`, CENTS]);
  await run(`UPDATE refunds SET state = 'done', booking = ${BOOKED} WHERE id = ?`, taken);
}

test("a payment must be in a batch if its money came in by this processor in the period", async () => {
  const restored = { leaseUntil: 0 };
  const due = [
    await payment(),
    await payment({ leaseUntil: after + 1 }),
    await payment({ ...restored, createdAt: after + 1 }),
    await payment({ ...restored, createdAt: until }),
  ];
  await payment({ leaseUntil: after });
  await payment({ leaseUntil: until + 1 });
  await payment({ ...restored, createdAt: after });
  await payment({ ...restored, createdAt: until + 1 });
  await payment({ leaseUntil: until + 1, createdAt: until });
  await payment({ means: "authorize-net" });
  await payment({ state: "declined", transactionId: null });
  await payment({ state: "charging", transactionId: null });
  await bankTook((await payment()).id);
  expect(await toSettle()).toEqual(
    due.map(({ id, transactionId }) => ["charge", transactionId, CENTS, `payments/${id}`]).sort(),
  );
});

test("a refund must be in a batch if it was sent to this processor in the period", async () => {
  const due = [await refund(), await refund({ leaseUntil: after + 1 })];
  await refund({ leaseUntil: after });
  await refund({ leaseUntil: until + 1 });
  await refund({ kind: "credit" });
  await refund({ state: "pending" });
  await refund({ transactionId: null });
  await refund({}, { means: "authorize-net" });
  // The whole charge was cancelled, so the processor settled neither the charge nor the refund.
  const cancelled = await refund();
  await run(`UPDATE payments SET state = 'voided', booking = ${BOOKED} WHERE id = ?`, cancelled.payment);
  expect(await toSettle()).toEqual(
    due.map(({ transactionId, payment: id }) => ["refund", transactionId, 1000, `payments/${id}`]).sort(),
  );
});

test("a period of a subscription must be in a batch if this processor charged it in the period", async () => {
  const due = await subscription({ periods: [{}, { createdAt: after + 1 }] });
  const late = [{ createdAt: after }, { createdAt: until + 1 }, { transactionId: null }];
  await subscription({ periods: late });
  await subscription({ periods: [{}], gateway: "authorize-net" });
  await subscription({ periods: [{}], state: "refunded" });
  expect(await toSettle()).toEqual(
    due.charges.map((transactionId) => ["charge", transactionId, 4900, `subscriptions/${due.id}`]).sort(),
  );
});
