import type { Ticket } from "~/values/catalogue.ts";

/**
 * Whether a pass is sold at `now` (UTC ms): it is on sale, and `now` is within its time of sale, including both ends.
 */
export function isSoldAt(
  { onSale, saleFrom, saleUntil }: Pick<Ticket, "onSale" | "saleFrom" | "saleUntil">,
  now: number,
): boolean {
  return onSale && (saleFrom === null || saleFrom <= now) && (saleUntil === null || now <= saleUntil);
}
