import type { BATCH_STATES } from "~/values/types.ts";

const DAY = 24 * 60 * 60 * 1000;

/** A charge or refund is in a batch this many days after it was made; processors settle every night. */
export const SETTLEMENT_DAYS = 3;

/** A batch may appear after a later one. */
const OVERLAP = DAY;

/** Older batches are not asked for. */
const OLDEST = 365 * DAY;

/** How far back our rows are looked for in the batches. */
const LOOKED_FOR = 31 * DAY;

/** From when on (UTC ms) there may be batches that we do not know, the newest known being settled at `newest`. */
export const unknownSince = (newest: number | null, now: number): number =>
  Math.max((newest ?? 0) - OVERLAP, now - OLDEST);

/** When (UTC ms, the first excluded) a charge or refund was made that must be in a batch by now. */
export const settledPeriod = (now: number): { after: number; until: number } => ({
  after: now - LOOKED_FOR,
  until: now - SETTLEMENT_DAYS * DAY,
});

/** A charge or refund as the processor settled it and as our rows have it, in cents; null: not at all. */
type Compared = { cents: number | null; oursCents: number | null };

/**
 * How the two differ; null if they agree. `theirs`: our rows do not know it. `undone`: our rows know it and count
 * nothing for it, such as a charge that was cancelled. `ours`: it is in no batch.
 */
export type SettlementDifference = "theirs" | "undone" | "ours" | "amount";

export function differenceOf({ cents, oursCents }: Compared): SettlementDifference | null {
  if (cents === oursCents) return null;
  if (cents === null) return "ours";
  if (oursCents === null) return "theirs";
  return oursCents === 0 ? "undone" : "amount";
}

/** What a batch comes to, by its own sums, by its lines and by our rows; in cents. */
type BatchSums = {
  state: (typeof BATCH_STATES)[number];
  chargedCents: number;
  refundedCents: number;
  listed: { chargedCents: number; refundedCents: number };
  /** Whether any of its lines differs from our rows. */
  differs: boolean;
};

/**
 * What to say of a batch. `failed`: nothing of it was paid out. `unlisted`: its lines do not come to its sums, so that
 * some of them are not known. `differs`: the lines that differ say how.
 */
export type BatchVerdict = "agrees" | "differs" | "unlisted" | "failed";

export function verdictOfBatch(batch: BatchSums): BatchVerdict {
  if (batch.state === "failed") return "failed";
  const { chargedCents, refundedCents, listed, differs } = batch;
  if (listed.chargedCents !== chargedCents || listed.refundedCents !== refundedCents) return "unlisted";
  return differs ? "differs" : "agrees";
}
