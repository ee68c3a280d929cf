import type { Batch, BatchLine } from "~/platform/ports/card-processor.server.ts";
import { DAY } from "~/values/durations.ts";

/** Runs one SQL statement on the ledger. */
export type AskLedger = <Found>(sql: string, ...values: (string | number)[]) => Promise<Found[]>;

/**
 * Makes the batches of all nights that have passed. Each captured charge and each refund that is in no batch yet goes
 * into the batch of its night. A charge belongs to the first night after it can no longer be voided. A refund belongs
 * to the night after it was made. Money of a night that was already settled goes into the next batch. This runs
 * whenever the ledger is queried, because nothing else triggers it.
 */
export async function settleNights(ask: AskLedger, settledAfter: number, now: number): Promise<void> {
  // SQLite does not treat a bound number as an integer, so without the cast the division would keep a fraction.
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

/**
 * The batches that were settled in a period (UTC ms, both ends included). There is one for each night in which money
 * moved.
 */
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

/** The charges and refunds in the batch with this id. */
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
