import { dollars } from "~/values/money.ts";

/** A rate as people type it: 770 (hundredths of a percent) → "7.7". */
export const percentage = (rate: number): string => String(rate / 100);

/** A rate as people read it: 770 → "7.7 %". */
export const rateInWords = (rate: number): string => `${percentage(rate)} %`;

/** A typed rate ("7.7", "7,7" or "7.7 %") in hundredths of a percent; null for anything else. */
export function rateOf(typed: string): number | null {
  const figure = /^(\d{1,3})(?:[.,](\d{1,2}))?\s?%?$/.exec(typed);
  return figure && Number(figure[1]) * 100 + Number((figure[2] ?? "").padEnd(2, "0"));
}

/** The tax (cents) in a price that includes it, at a rate in hundredths of a percent. */
export const taxIn = (cents: number, rate: number): number => Math.round((cents * rate) / (100_00 + rate));

/**
 * The lines about tax on a document; no lines if the prices include no tax. If credit pays a part, the prices and their
 * tax stay the same, and the line names the sum from which the tax is calculated.
 *
 * @param priceCents the sum of the prices on the document.
 * @param totalCents the total on the document.
 */
export function taxShown(
  { taxRate, taxNumber }: { taxRate: number; taxNumber: string },
  { priceCents, totalCents }: { priceCents: number; totalCents: number },
): string[] {
  if (taxRate === 0) return [];
  const of = priceCents === totalCents ? "" : ` of ${dollars(priceCents)}`;
  return [
    `Includes ${rateInWords(taxRate)} tax${of}: ${dollars(taxIn(priceCents, taxRate))}`,
    `Tax number: ${taxNumber}`,
  ];
}
