import type { Batch, BatchLine } from "~/platform/ports/card-processor.server.ts";
import { DAY } from "~/values/durations.ts";

/** Asks the ledger with any of its tables. */
export type AskLedger = <Found>(sql: string, ...values: (string | number)[]) => Promise<Found[]>;

/**
 * Puts money that moved and is in no batch yet into the batch of its night, for every night that has passed: a charge
 * once it can no longer be voided, a refund at once. This happens when the ledger is asked, because nothing wakes it.
 * Money that is entered for a night that was already settled goes into the next batch.
 */
export async function settleNights(ask: AskLedger, settledAfter: number, now: number): Promise<void> {
  // SQLite does not treat a bound number as an integer: without the cast, the quotient would keep a fraction.
  const nightOf = (time: string) => `CAST(${time} AS INTEGER) / ${DAY} * ${DAY} + ${DAY}`;
  await ask(
    `INSERT INTO settled
      SELECT transaction_id, max(night, (SELECT coalesce(max(night), 0) FROM settled) + ${DAY}) AS theirs
      FROM (SELECT transaction_id, ${nightOf("created_at + ?1")} AS night FROM charges WHERE outcome = 'captured'
        UNION ALL SELECT transaction_id, ${nightOf("created_at")} FROM refunds)
      WHERE transaction_id NOT IN (SELECT transaction_id FROM settled) AND theirs <= ?2`,
    settledAfter,
    now,
  );
}

/** The batches that were settled in a period (UTC ms, both included), one for each night in which money moved. */
export async function batchesBetween(ask: AskLedger, from: number, until: number): Promise<Batch[]> {
  const nights = await ask<Omit<Batch, "batchId" | "state">>(
    `SELECT night AS settledAt, count(*) AS number, coalesce(sum(charges.amount_cents), 0) AS chargedCents,
        coalesce(sum(refunds.amount_cents), 0) AS refundedCents
      FROM settled LEFT JOIN charges USING (transaction_id) LEFT JOIN refunds USING (transaction_id)
      WHERE night BETWEEN ? AND ? GROUP BY night ORDER BY night`,
    from,
    until,
  );
  return nights.map((sums) => ({ batchId: nameOf(sums.settledAt), state: "settled", ...sums }));
}

/** What was settled in a night, by the name of its batch. */
export const linesOfNight = (ask: AskLedger, batchId: string): Promise<BatchLine[]> =>
  ask<BatchLine>(
    `SELECT transaction_id AS transactionId, invoice_number AS invoiceNumber, 'charge' AS kind, amount_cents AS cents
      FROM settled JOIN charges USING (transaction_id) WHERE night = ?1
      UNION ALL SELECT transaction_id, invoice_number, 'refund', amount_cents
      FROM settled JOIN refunds USING (transaction_id) WHERE night = ?1`,
    Date.parse(batchId.slice(NAME.length)) || 0,
  );

const NAME = "SIM-";
const nameOf = (night: number) => `${NAME}${new Date(night).toISOString().slice(0, 10)}`;
