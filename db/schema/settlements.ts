import { sql } from "drizzle-orm";
import { check, foreignKey, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { BATCH_LINE_KINDS, BATCH_STATES } from "../../app/values/types.ts";
import { instant, oneOf } from "./columns.ts";

/**
 * A batch is what a card processor settled in one night, as the processor reports it. It contains the charges of all
 * editions and of subscriptions, so these tables are directory tables (`columns.ts`).
 */
export const settlementBatches = sqliteTable(
  "settlement_batches",
  {
    gateway: text("gateway").notNull(),
    /** The processor's own id of the batch. */
    batchId: text("batch_id").notNull(),
    settledAt: instant("settled_at").notNull(),
    state: text("state", { enum: BATCH_STATES }).notNull(),
    chargedCents: integer("charged_cents").notNull(),
    refundedCents: integer("refunded_cents").notNull(),
    number: integer("number").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.gateway, table.batchId] }),
    index("settlement_batches_settled_at").on(table.settledAt, table.batchId),
    check("settlement_batches_state", oneOf(table.state, BATCH_STATES)),
  ],
);

/**
 * A settlement line is about one charge or refund: it compares the processor's settlement with our rows
 * (docs/decisions/0048-batches.md). `batchId` is null if the charge or refund should be in a batch by now but is in
 * none.
 */
export const settlementLines = sqliteTable(
  "settlement_lines",
  {
    gateway: text("gateway").notNull(),
    transactionId: text("transaction_id").notNull(),
    /** The batch of the line; null if the line is in no batch. */
    batchId: text("batch_id"),
    invoiceNumber: text("invoice_number").notNull(),
    kind: text("kind", { enum: BATCH_LINE_KINDS }).notNull(),
    /** The cents that the processor settled; null if the line is in no batch. */
    cents: integer("cents"),
    /** The amount in our rows; null if our rows do not have it. */
    oursCents: integer("ours_cents"),
    /** The object to which the line belongs, named as in `audit`; null if our rows do not have it. */
    object: text("object"),
    /** The real time at which the line was first compared. */
    seenAt: instant("seen_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.gateway, table.transactionId] }),
    index("settlement_lines_batch").on(table.gateway, table.batchId),
    index("settlement_lines_differing").on(table.seenAt).where(sql`${table.oursCents} IS NOT ${table.cents}`),
    foreignKey({
      columns: [table.gateway, table.batchId],
      foreignColumns: [settlementBatches.gateway, settlementBatches.batchId],
    }),
    check("settlement_lines_kind", oneOf(table.kind, BATCH_LINE_KINDS)),
    check("settlement_lines_batch", sql`(${table.batchId} IS NULL) = (${table.cents} IS NULL)`),
  ],
);
