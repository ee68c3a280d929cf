import { separated } from "./words.ts";

/** The largest amount (cents) that can be entered in one field: a higher one is assumed to be a typing error. */
export const MOST_ENTERED = 100_000_00;

/** An amount as people read it: "$495", "$12.50", "$1,250". `cents` is an integer. */
export function dollars(cents: number): string {
  const amount = (Math.abs(cents) / 100).toFixed(cents % 100 === 0 ? 0 : 2);
  return `${cents < 0 ? "-" : ""}$${separated(amount)}`;
}

/** An amount as the number of dollars that programs send and receive: 49500 → 495, 1250 → 12.5. */
export function dollarAmount(cents: number): number {
  return cents / 100;
}

/**
 * Turns an amount in dollars that a client sent (495, 12.5, "495" or "495.00") into integer cents. Returns null for
 * anything else: negative or infinite numbers, more than two decimals, exponents, spaces, other types.
 */
export function centsOf(dollars: unknown): number | null {
  if (typeof dollars !== "number" && typeof dollars !== "string") return null;
  // The number is read as text, because in floating point 19.99 * 100 is not 1999.
  const figure = /^(\d+)(?:\.(\d{1,2}))?$/.exec(String(dollars));
  if (figure === null) return null;
  const cents = Number(figure[1]) * 100 + Number((figure[2] ?? "").padEnd(2, "0"));
  return Number.isSafeInteger(cents) ? cents : null;
}

/**
 * Turns an amount that a person typed ("$1,250", "1250.50") into cents; null if it is none. A comma may only stand
 * before three digits, because "550,50" is 550.50 to many people.
 */
export const typedCents = (typed: string): number | null =>
  centsOf(
    typed
      .trim()
      .replace(/^\$\s*/, "")
      .replace(/,(?=\d{3}\b)/g, ""),
  );
