import { DAY } from "~/values/durations.ts";
import type { BATCH_STATES } from "~/values/types.ts";

/** A charge or refund is in a batch within this many days; processors settle every night. */
export const SETTLEMENT_DAYS = 3;

/** A batch may appear after a later one. */
const OVERLAP = DAY;

/** Older batches are not asked for. */
const OLDEST = 365 * DAY;

/** How far back our rows are compared with the batches. */
const LOOKED_FOR = 31 * DAY;

/** The time (UTC ms) from which there may be unknown batches, if the newest known one was settled at `newest`. */
export const unknownSince = (newest: number | null, now: number): number =>
  Math.max((newest ?? 0) - OVERLAP, now - OLDEST);

/** The period (UTC ms, without its beginning) whose charges and refunds must be in a batch by now. */
export const settledPeriod = (now: number): { after: number; until: number } => ({
  after: now - LOOKED_FOR,
  until: now - SETTLEMENT_DAYS * DAY,
});

/**
 * A charge or refund as the processor settled it and as our rows have it, in cents; null if one of them does not have
 * it.
 */
type Compared = { cents: number | null; oursCents: number | null };

/**
 * How the two differ; null if they agree. `theirs`: our rows do not know it. `undone`: our rows know it, but count no
 * money for it, such as a cancelled charge. `ours`: it is in no batch.
 */
export type SettlementDifference = "theirs" | "undone" | "ours" | "amount";

export function differenceOf({ cents, oursCents }: Compared): SettlementDifference | null {
  if (cents === oursCents) return null;
  if (cents === null) return "ours";
  if (oursCents === null) return "theirs";
  return oursCents === 0 ? "undone" : "amount";
}

/** The sums of a batch: its own, those of its lines, and those of our rows; in cents. */
type BatchSums = {
  state: (typeof BATCH_STATES)[number];
  chargedCents: number;
  refundedCents: number;
  listed: { chargedCents: number; refundedCents: number };
  /** Whether any of its lines differs from our rows. */
  differs: boolean;
};

/**
 * The verdict on a batch. `failed`: nothing of it was paid out. `unlisted`: its lines do not add up to its sums, so
 * some of them are not known. `differs`: the lines that differ say how.
 */
export type BatchVerdict = "agrees" | "differs" | "unlisted" | "failed";

export function verdictOfBatch(batch: BatchSums): BatchVerdict {
  if (batch.state === "failed") return "failed";
  const { chargedCents, refundedCents, listed, differs } = batch;
  if (listed.chargedCents !== chargedCents || listed.refundedCents !== refundedCents) return "unlisted";
  return differs ? "differs" : "agrees";
}
