import { type SQL, sql } from "drizzle-orm";
import { settlementBatches, settlementLines } from "#db/schema/settlements.ts";
import { lineDiffers } from "~/money/reconciler/settlements.server.ts";

const DAY = 24 * 60 * 60 * 1000;
/** A late row has come by then, and a batch has been read several times. */
const PATIENCE = DAY;
/** Batches settled before this have been reported often enough. */
const REPORTED = 31 * DAY;

/** What must be true of the card processors' settlements. A row names the object that breaks the rule. */
export const SETTLEMENT_RULES: Record<string, (now: number) => SQL> = {
  "what a card processor settled is what our records say": (now) => sql`
    SELECT coalesce(${settlementLines.object}, 'transactions/' || ${settlementLines.transactionId}) AS object
    FROM ${settlementLines} WHERE ${lineDiffers} AND ${settlementLines.seenAt} < ${now - PATIENCE}`,
  "a batch of a card processor was paid out, and its charges and refunds come to its sums": (now) => sql`
    SELECT 'batches/' || ${settlementBatches.batchId} AS object FROM ${settlementBatches}
    LEFT JOIN ${settlementLines} ON ${settlementLines.gateway} = ${settlementBatches.gateway}
      AND ${settlementLines.batchId} = ${settlementBatches.batchId}
    WHERE ${settlementBatches.settledAt} BETWEEN ${now - REPORTED} AND ${now - PATIENCE}
    GROUP BY ${settlementBatches.gateway}, ${settlementBatches.batchId}
    HAVING ${settlementBatches.state} = 'failed'
      OR total(iif(${settlementLines.kind} = 'charge', ${settlementLines.cents}, 0)) <> ${settlementBatches.chargedCents}
      OR total(iif(${settlementLines.kind} = 'refund', ${settlementLines.cents}, 0)) <> ${settlementBatches.refundedCents}`,
};
