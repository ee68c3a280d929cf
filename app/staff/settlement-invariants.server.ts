import { type SQL, sql } from "drizzle-orm";
import { settlementBatches, settlementLines } from "#db/schema/settlements.ts";
import { lineDiffers } from "~/money/reconciler/settlements.server.ts";
import { SETTLEMENT_PATIENCE, SETTLEMENTS_REPORTED } from "./limits.ts";

/** Rules that must hold for the card processors' settlements. Each row names the object that breaks the rule. */
export const SETTLEMENT_RULES: Record<string, (now: number) => SQL> = {
  "what a card processor settled is what our records say": (now) => sql`
    SELECT coalesce(${settlementLines.object}, 'transactions/' || ${settlementLines.transactionId}) AS object
    FROM ${settlementLines} WHERE ${lineDiffers} AND ${settlementLines.seenAt} < ${now - SETTLEMENT_PATIENCE}`,
  "a batch of a card processor was paid out, and its charges and refunds come to its sums": (now) => sql`
    SELECT 'batches/' || ${settlementBatches.batchId} AS object FROM ${settlementBatches}
    LEFT JOIN ${settlementLines} ON ${settlementLines.gateway} = ${settlementBatches.gateway}
      AND ${settlementLines.batchId} = ${settlementBatches.batchId}
    WHERE ${settlementBatches.settledAt} BETWEEN ${now - SETTLEMENTS_REPORTED} AND ${now - SETTLEMENT_PATIENCE}
    GROUP BY ${settlementBatches.gateway}, ${settlementBatches.batchId}
    HAVING ${settlementBatches.state} = 'failed'
      OR total(iif(${settlementLines.kind} = 'charge', ${settlementLines.cents}, 0)) <> ${settlementBatches.chargedCents}
      OR total(iif(${settlementLines.kind} = 'refund', ${settlementLines.cents}, 0)) <> ${settlementBatches.refundedCents}`,
};
