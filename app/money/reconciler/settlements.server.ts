import { and, desc, eq, isNull, max, sql } from "drizzle-orm";
import { excluded, inChunks, inOneBatch, insertFrom, listed } from "#db/client.ts";
import { settlementBatches, settlementLines } from "#db/schema/settlements.ts";
import { answered } from "~/money/processor/processors.server.ts";
import type { Context } from "~/platform/context.server.ts";
import type { Batch, BatchLine } from "~/platform/ports/card-processor.server.ts";
import { oursBetween, oursOf } from "./settled-rows.server.ts";
import { settledPeriod, unknownSince } from "./settlements.ts";

/** How many batches are read in one run; the next run reads the rest. */
const BATCHES_AT_ONCE = 24;

/** How many differing lines one run compares again; the newest come first. */
const LINES_AT_ONCE = 500;

/**
 * Whether the processor and our rows differ in a line. The condition on the time is always true; it makes SQLite use
 * the index of the differing lines.
 */
export const lineDiffers = sql`(${settlementLines.oursCents} IS NOT ${settlementLines.cents}
  AND ${settlementLines.seenAt} > 0)`;

/**
 * For each processor, compares its settlements with our rows. It reads the batches that are not known yet. It compares
 * differing lines again, because our row may have been written late. And it looks for charges and refunds that should
 * have been settled but are in no batch.
 */
export async function compareBatches(context: Context): Promise<void> {
  for (const { name } of context.processors) {
    const isWhole = await readBatches(context, name);
    await compareAgain(context, name);
    // Until all batches are read, nobody can say that something is in no batch.
    if (isWhole) await lookForMissing(context, name);
  }
}

/** Reads unknown batches, oldest first, so that a later run can continue after them. Returns false if some are left. */
async function readBatches(context: Context, gateway: string): Promise<boolean> {
  const { db } = context;
  const [last] = await db
    .select({ newest: max(settlementBatches.settledAt) })
    .from(settlementBatches)
    .where(eq(settlementBatches.gateway, gateway));
  const now = Date.now();
  const batches = await answered(context, gateway, "batches", (cards) =>
    cards.batches(unknownSince(last?.newest ?? null, now), now),
  );
  if (!batches) return false;
  const ids = batches.map(({ batchId }) => batchId);
  const rows = await db
    .select({ batchId: settlementBatches.batchId })
    .from(settlementBatches)
    .where(and(eq(settlementBatches.gateway, gateway), sql`${settlementBatches.batchId} IN ${listed(ids)}`));
  const known = new Set(rows.map(({ batchId }) => batchId));
  const unknown = batches.filter(({ batchId }) => !known.has(batchId));
  for (const batch of unknown.slice(0, BATCHES_AT_ONCE)) {
    const lines = await answered(context, gateway, `batches/${batch.batchId}`, (cards) =>
      cards.transactionsOf(batch.batchId),
    );
    if (!lines) return false;
    await keepBatch(context, gateway, batch, lines);
  }
  return unknown.length <= BATCHES_AT_ONCE;
}

async function keepBatch(context: Context, gateway: string, batch: Batch, lines: BatchLine[]): Promise<void> {
  const { db } = context;
  const ours = await oursOf(context, gateway, lines);
  const compared = lines.map((line) => {
    const { cents = null, object = null } = ours.get(line.transactionId) ?? {};
    return { ...line, batchId: batch.batchId, oursCents: cents, object };
  });
  await inOneBatch(db, [
    db
      .insert(settlementBatches)
      .values({ gateway, ...batch })
      .onConflictDoNothing(),
    ...linesWritten(db, gateway, compared),
  ]);
}

type Line = Omit<typeof settlementLines.$inferInsert, "gateway" | "seenAt">;

const insertLines = (db: Context["db"], gateway: string, json: string) =>
  insertFrom(
    db,
    settlementLines,
    {
      gateway,
      transactionId: sql`value ->> 0`,
      batchId: sql`value ->> 1`,
      invoiceNumber: sql`value ->> 2`,
      kind: sql`value ->> 3`,
      cents: sql`value ->> 4`,
      oursCents: sql`value ->> 5`,
      object: sql`value ->> 6`,
      seenAt: Date.now(),
    },
    sql`FROM json_each(${json}) WHERE true`,
  );

const chunksOf = (lines: Line[]) =>
  inChunks(
    lines.map(({ transactionId, batchId, invoiceNumber, kind, cents, oursCents, object }) => [
      ...[transactionId, batchId, invoiceNumber, kind, cents, oursCents, object],
    ]),
  );

/** The statements that write lines. They overwrite earlier lines of the same transactions. */
const linesWritten = (db: Context["db"], gateway: string, lines: Line[]) =>
  chunksOf(lines).map((json) =>
    insertLines(db, gateway, json).onConflictDoUpdate({
      target: [settlementLines.gateway, settlementLines.transactionId],
      set: {
        batchId: excluded(settlementLines.batchId),
        kind: excluded(settlementLines.kind),
        cents: excluded(settlementLines.cents),
        oursCents: excluded(settlementLines.oursCents),
        object: excluded(settlementLines.object),
      },
    }),
  );

/**
 * Compares differing lines again. A line may agree by now, because a row was written again, or because a refund whose
 * answer was lost has been found.
 */
async function compareAgain(context: Context, gateway: string): Promise<void> {
  const { db } = context;
  const differing = await db
    .select()
    .from(settlementLines)
    .where(and(lineDiffers, eq(settlementLines.gateway, gateway)))
    .orderBy(desc(settlementLines.seenAt))
    .limit(LINES_AT_ONCE);
  const ours = await oursOf(context, gateway, differing);
  const changed = differing.flatMap((line) => {
    const { cents = null, object = null } = ours.get(line.transactionId) ?? {};
    return cents === line.oursCents && object === line.object ? [] : { ...line, oursCents: cents, object };
  });
  await inOneBatch<unknown>(db, [
    ...linesWritten(db, gateway, changed),
    // The charge or refund was cancelled after all, so it need not be in any batch.
    db
      .delete(settlementLines)
      .where(
        and(
          eq(settlementLines.gateway, gateway),
          isNull(settlementLines.batchId),
          sql`coalesce(${settlementLines.oursCents}, 0) = 0`,
        ),
      ),
  ]);
}

/**
 * Records charges and refunds that should have been settled but are in no batch. If one of them turns up in a batch
 * after all, the line from the batch replaces the line that is written here.
 */
async function lookForMissing(context: Context, gateway: string): Promise<void> {
  const { db } = context;
  const ours = await oursBetween(context, gateway, settledPeriod(Date.now()));
  const lines = ours.map(({ cents, ...line }) => ({ ...line, batchId: null, cents: null, oursCents: cents }));
  await inOneBatch(
    db,
    chunksOf(lines).map((json) => insertLines(db, gateway, json).onConflictDoNothing()),
  );
}
