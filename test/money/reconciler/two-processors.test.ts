import { expect, test, vi } from "vitest";
import { listBatches } from "~/money/reconciler/settlement-list.server.ts";
import { compareBatches } from "~/money/reconciler/settlements.server.ts";
import type { Batch, BatchLine } from "~/platform/ports/card-processor.server.ts";
import { DAY, HOUR } from "~/values/durations.ts";
import { BOOKED } from "../../support/bills.ts";
import { CENTS, GATEWAY, insertPayment, portalWith, stillAndSilent } from "../../support/reconciling.ts";
import { rows, run } from "../../support/storage.ts";

// Two processors settle at once. What one of them says, or does not say, is never held against the other. They may give
// the same id to two batches, or to two charges.

const [HERE, THERE] = [GATEWAY, "simulator"];

stillAndSilent();

/** A processor with these batches, oldest first. */
const settling = (name: string, nights: Record<string, BatchLine[]> = {}) => ({
  name,
  batches: async (): Promise<Batch[]> =>
    Object.entries(nights).map(([batchId, lines]) => ({
      ...{ batchId, settledAt: Date.now(), state: "settled", refundedCents: 0 },
      chargedCents: lines.reduce((sum, { cents }) => sum + cents, 0),
      number: lines.length,
    })),
  transactionsOf: async (batchId: string) => nights[batchId]!,
});

const away = () => Promise.reject(new Error("away"));

const compare = (...processors: ReturnType<typeof settling>[]) => compareBatches(portalWith(...processors));

const settled = (transactionId: string, cents = CENTS): BatchLine => ({
  ...{ transactionId, invoiceNumber: "", kind: "charge", cents },
});

const linesOf = (transactionId: string) =>
  rows<{ gateway: string; batch_id: string | null; ours_cents: number | null; seen_at: number }>(
    "SELECT gateway, batch_id, ours_cents, seen_at FROM settlement_lines WHERE transaction_id = ? ORDER BY gateway",
    transactionId,
  );

/** Somebody's captured payment, from five days ago. */
const payment = async (means: string, transactionId: string) =>
  (await insertPayment({ means, transactionId, leaseUntil: Date.now() - 5 * DAY })).id;

test.each([
  ["its batches", "batches" as const],
  ["what is in a batch", "transactionsOf" as const],
])("if one does not say %s, the other is still read", async (_, question) => {
  const [here, there] = [`here-${question}`, `there-${question}`];
  const missing = `missing-${question}`;
  await payment(HERE, missing);
  const silent = { ...settling(HERE, { [here]: [settled(here)] }), [question]: away };
  await compare(silent, settling(THERE, { [there]: [settled(there)] }));
  expect([await linesOf(here), await linesOf(there)]).toMatchObject([
    [],
    [{ gateway: THERE, batch_id: there }],
  ]);
  // As long as not all batches are read, nothing counts as missing.
  expect(await linesOf(missing)).toEqual([]);
  await compare(settling(HERE, { [here]: [settled(here)] }));
  expect([await linesOf(here), await linesOf(missing)]).toMatchObject([
    [{ gateway: HERE, batch_id: here }],
    [{ gateway: HERE, batch_id: null }],
  ]);
});

test("a batch is read although the other has one of the same id", async () => {
  await compare(settling(HERE, { same: [settled("of here")] }));
  await compare(settling(THERE, { same: [settled("of there")] }));
  expect([await linesOf("of here"), await linesOf("of there")]).toMatchObject([
    [{ gateway: HERE, batch_id: "same" }],
    [{ gateway: THERE, batch_id: "same" }],
  ]);
});

test("a charge that nobody knows is not compared with the other's charge of the same id", async () => {
  await payment(HERE, "twin");
  await compare(settling(THERE, { twins: [settled("twin")] }), settling(HERE, { ours: [] }));
  await compare(settling(HERE, { ours: [], later: [settled("twin")] }));
  expect(await linesOf("twin")).toMatchObject([
    { gateway: HERE, batch_id: "later", ours_cents: CENTS },
    { gateway: THERE, batch_id: "twins", ours_cents: null },
  ]);
});

test("a difference is compared again although many newer lines agree", async () => {
  await compare(settling(HERE, { crowded: [settled("late row")] }));
  expect(await linesOf("late row")).toMatchObject([{ ours_cents: null }]);
  await run(
    `INSERT INTO settlement_lines
      SELECT ?, 'agrees-' || value, 'crowded', '', 'charge', 100, 100, 'payments/x', ?
      FROM json_each('[${Array.from({ length: 600 }, (_, index) => index).join()}]')`,
    ...[HERE, Date.now() + HOUR],
  );
  await payment(HERE, "late row");
  await compare(settling(HERE));
  expect(await linesOf("late row")).toMatchObject([{ ours_cents: CENTS }]);
});

test("what is missing stays named with the time at which it was first missed, until it is cancelled", async () => {
  const id = await payment(HERE, "missed");
  const begun = Date.now();
  await compare(settling(HERE));
  await run(
    `INSERT INTO settlement_lines (gateway, transaction_id, invoice_number, kind, ours_cents, seen_at)
      VALUES (?, 'cancelled there', '', 'charge', 0, 1)`,
    THERE,
  );
  vi.setSystemTime(begun + 2 * DAY);
  await compare(settling(HERE));
  expect(await linesOf("missed")).toEqual([
    { gateway: HERE, batch_id: null, ours_cents: CENTS, seen_at: begun },
  ]);
  // The other processor was not asked, so nothing is known about its charges.
  expect(await linesOf("cancelled there")).toHaveLength(1);
  await run(`UPDATE payments SET state = 'voided', booking = ${BOOKED} WHERE id = ?`, id);
  await compare(settling(HERE), settling(THERE));
  expect([await linesOf("missed"), await linesOf("cancelled there")]).toEqual([[], []]);
});

test("a batch differs however many newer lines of other batches differ", async () => {
  const old = settled("differs in an old batch");
  await compare(settling(HERE, { old: [old] }));
  expect(await linesOf("differs in an old batch")).toMatchObject([{ ours_cents: null }]);
  const verdict = async () =>
    (await listBatches(portalWith(settling(HERE)), null)).batches.find(({ batchId }) => batchId === "old");
  expect(await verdict()).toMatchObject({ verdict: "differs", differing: [{}] });
  await compare(settling(HERE, { newer: [settled("of a newer batch")] }));
  await run(
    `INSERT INTO settlement_lines
      SELECT ?, 'differs-' || value, 'newer', '', 'charge', 100, NULL, NULL, ?
      FROM json_each('[${Array.from({ length: 100 }, (_, index) => index).join()}]')`,
    ...[HERE, Date.now() + HOUR],
  );
  expect(await verdict()).toMatchObject({ verdict: "differs", differing: [], unshown: 1 });
});
