import { DAY } from "~/values/durations.ts";
import { centsOf } from "~/values/money.ts";

/** The longest period (days) that one request for settled batches covers. Authorize.Net allows 31. */
const MOST_DAYS = 30;

/**
 * Cuts a period (UTC ms) into shorter ones, oldest first, each short enough for one request for its batches. Empty if
 * the period is empty.
 */
export function batchPeriods(from: number, until: number): { from: number; until: number }[] {
  const periods: { from: number; until: number }[] = [];
  for (let first = from; first < until; first += MOST_DAYS * DAY) {
    periods.push({ from: first, until: Math.min(first + MOST_DAYS * DAY, until) });
  }
  return periods;
}

type BrandSums = { chargeAmount: string; chargeCount: number; refundAmount: string; refundCount: number };

/** The sums of a batch over all brands of card, in cents; null if one of the amounts cannot be read. */
export function batchOf(
  brands: BrandSums[],
): { chargedCents: number; refundedCents: number; number: number } | null {
  let [chargedCents, refundedCents, number] = [0, 0, 0];
  for (const { chargeAmount, chargeCount, refundAmount, refundCount } of brands) {
    const [charged, refunded] = [centsOf(chargeAmount), centsOf(refundAmount)];
    if (charged === null || refunded === null) return null;
    chargedCents += charged;
    refundedCents += refunded;
    number += chargeCount + refundCount;
  }
  return { chargedCents, refundedCents, number };
}
