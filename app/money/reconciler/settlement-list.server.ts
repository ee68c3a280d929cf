import { and, asc, count, desc, isNull, lt, lte, or, sql } from "drizzle-orm";
import { settlementBatches, settlementLines } from "#db/schema/settlements.ts";
import { totalOf } from "~/money/prices/pricing.ts";
import type { Context } from "~/platform/context.server.ts";
import type { BatchCursor } from "./batch-page.form.ts";
import { lineDiffers } from "./settlements.server.ts";
import { type BatchVerdict, differenceOf, type SettlementDifference, verdictOfBatch } from "./settlements.ts";

const BATCHES_A_PAGE = 20;

/** At most this many differing lines are shown, newest first. */
const DIFFERENCES_A_PAGE = 100;

type Batch = typeof settlementBatches.$inferSelect;
type Line = typeof settlementLines.$inferSelect;

/** A line where the processor and our rows differ, and how they differ. */
export type DifferingLine = Line & { how: SettlementDifference };

export type ListedBatch = Batch & {
  verdict: BatchVerdict;
  listed: { chargedCents: number; refundedCents: number };
  /**
   * For each kind of thing sold: charges less refunds, in cents. `thing` is null for lines that no row of ours
   * contains.
   */
  parts: { thing: string | null; cents: number }[];
  differing: DifferingLine[];
  /** How many more lines differ. */
  unshown: number;
};

/**
 * One page of the batches of all processors, newest first, with the lines that differ in them. The first page also
 * lists the charges and refunds that are in no batch; `unshown` says how many more of these there are. One round trip.
 */
export async function listBatches(
  { db }: Context,
  cursor: BatchCursor,
): Promise<{
  batches: ListedBatch[];
  missing: { lines: DifferingLine[]; unshown: number };
  next: BatchCursor;
}> {
  const { settledAt, batchId } = cursor ?? { settledAt: Number.MAX_SAFE_INTEGER, batchId: "" };
  const behind = and(
    lte(settlementBatches.settledAt, settledAt),
    or(lt(settlementBatches.settledAt, settledAt), lt(settlementBatches.batchId, batchId)),
  );
  const newest = [desc(settlementBatches.settledAt), desc(settlementBatches.batchId)];
  const shown = db
    .select({ gateway: settlementBatches.gateway, batchId: settlementBatches.batchId })
    .from(settlementBatches)
    .where(behind)
    .orderBy(...newest)
    .limit(BATCHES_A_PAGE);
  const inShown = sql`(${settlementLines.gateway}, ${settlementLines.batchId}) IN ${shown}`;
  const thing = sql<
    string | null
  >`substr(${settlementLines.object}, 1, instr(${settlementLines.object}, '/') - 1)`;
  const inNone = and(lineDiffers, isNull(settlementLines.batchId), cursor ? sql`false` : undefined);
  const [found, sums, lines, missing, [missed]] = await db.batch([
    db
      .select()
      .from(settlementBatches)
      .where(behind)
      .orderBy(...newest)
      .limit(BATCHES_A_PAGE + 1),
    db
      .select({
        gateway: settlementLines.gateway,
        batchId: settlementLines.batchId,
        kind: settlementLines.kind,
        thing: thing.as("thing"),
        cents: sql<number>`sum(${settlementLines.cents})`.as("cents"),
        differs: sql<number>`sum(${lineDiffers})`.as("differs"),
      })
      .from(settlementLines)
      .where(inShown)
      .groupBy(settlementLines.gateway, settlementLines.batchId, settlementLines.kind, thing)
      .orderBy(asc(thing)),
    db
      .select()
      .from(settlementLines)
      .where(and(lineDiffers, inShown))
      .orderBy(desc(settlementLines.seenAt))
      .limit(DIFFERENCES_A_PAGE),
    db
      .select()
      .from(settlementLines)
      .where(inNone)
      .orderBy(desc(settlementLines.seenAt))
      .limit(DIFFERENCES_A_PAGE),
    db.select({ number: count() }).from(settlementLines).where(inNone),
  ]);
  const batches = found.slice(0, BATCHES_A_PAGE).map((batch) => {
    const isOfBatch = (row: { gateway: string; batchId: string | null }) =>
      row.gateway === batch.gateway && row.batchId === batch.batchId;
    const ownSums = sums.filter(isOfBatch);
    const differing = lines.filter(isOfBatch).map(withHow);
    const listed = { chargedCents: sumOf(ownSums, "charge"), refundedCents: sumOf(ownSums, "refund") };
    const things = [...new Set(ownSums.map((row) => row.thing))];
    const differs = totalOf(ownSums.map((row) => row.differs));
    const verdict = verdictOfBatch({ ...batch, listed, differs: differs > 0 });
    const parts = things.map((name) => {
      const rows = ownSums.filter((row) => row.thing === name);
      return { thing: name, cents: sumOf(rows, "charge") - sumOf(rows, "refund") };
    });
    return { ...batch, verdict, listed, parts, differing, unshown: differs - differing.length };
  });
  const last = found.length > BATCHES_A_PAGE ? batches.at(-1)! : null;
  return {
    batches,
    missing: { lines: missing.map(withHow), unshown: missed!.number - missing.length },
    next: last && { settledAt: last.settledAt, batchId: last.batchId },
  };
}

const sumOf = (rows: { kind: Line["kind"]; cents: number }[], kind: Line["kind"]): number =>
  totalOf(rows.flatMap((row) => (row.kind === kind ? row.cents : [])));

const withHow = (line: Line): DifferingLine => ({ ...line, how: differenceOf(line)! });
