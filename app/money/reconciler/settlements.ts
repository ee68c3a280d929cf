import { DAY } from "~/values/durations.ts";
import type { BATCH_STATES } from "~/values/types.ts";

/**
 * Processors settle every night, but a charge or refund counts as missing only if it is still in no batch after this
 * many days.
 */
export const SETTLEMENT_DAYS = 3;

/** A batch may appear after a later one, so the last day is read again. */
const OVERLAP = DAY;

/** Batches that are older than this (ms) are not read. */
const OLDEST = 365 * DAY;

/** How far back (ms) our rows are compared with the batches. */
const LOOKED_FOR = 31 * DAY;

/**
 * The time (UTC ms) from which batches are read. Batches that were settled after this time may not be known yet.
 * `newest` is when the newest known batch was settled.
 */
export const unknownSince = (newest: number | null, now: number): number =>
  Math.max((newest ?? 0) - OVERLAP, now - OLDEST);

/** The period (UTC ms, excluding its beginning) whose charges and refunds must be in a batch by now. */
export const settledPeriod = (now: number): { after: number; until: number } => ({
  after: now - LOOKED_FOR,
  until: now - SETTLEMENT_DAYS * DAY,
});

/**
 * The amount of a charge or refund in cents, as the processor settled it and as our rows have it. An amount is null if
 * that side does not have the charge or refund.
 */
type Compared = { cents: number | null; oursCents: number | null };

/**
 * How the two sides differ; null if they agree. `theirs`: the charge or refund is not in our rows. `undone`: it is in
 * our rows, but they count no money for it (for example, because the charge was cancelled). `ours`: it is in no batch.
 * `amount`: the amounts differ.
 */
export type SettlementDifference = "theirs" | "undone" | "ours" | "amount";

export function differenceOf({ cents, oursCents }: Compared): SettlementDifference | null {
  if (cents === oursCents) return null;
  if (cents === null) return "ours";
  if (oursCents === null) return "theirs";
  return oursCents === 0 ? "undone" : "amount";
}

/** The sums of a batch in cents: as the processor states them, and as its lines add up (`listed`). */
type BatchSums = {
  state: (typeof BATCH_STATES)[number];
  chargedCents: number;
  refundedCents: number;
  listed: { chargedCents: number; refundedCents: number };
  /** Whether any line of the batch differs from our rows. */
  differs: boolean;
};

/**
 * The verdict on a batch. `failed`: nothing in it was paid out. `unlisted`: its lines do not add up to its sums, so
 * some lines are not known. `differs`: some lines differ from our rows.
 */
export type BatchVerdict = "agrees" | "differs" | "unlisted" | "failed";

export function verdictOfBatch(batch: BatchSums): BatchVerdict {
  if (batch.state === "failed") return "failed";
  const { chargedCents, refundedCents, listed, differs } = batch;
  if (listed.chargedCents !== chargedCents || listed.refundedCents !== refundedCents) return "unlisted";
  return differs ? "differs" : "agrees";
}
