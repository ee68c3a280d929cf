import { quote } from "~/money/prices/pricing.ts";
import type { Catalogue, Selection } from "~/values/catalogue.ts";
import type { Grant, Line, Reduction } from "~/values/shapes.ts";
import type { PassType } from "~/values/types.ts";

/** A line as a page shows it. A reduction has a title and an amount, but not the id of its grant. */
export type ShownLine = Omit<Line, "reductions"> & { reductions?: Omit<Reduction, "id">[] };

/**
 * What a pass costs with the current choices, as its page shows it (in cents). Things that can no longer be bought are
 * left out, because the payment would refuse them; `problem` says why.
 */
export type ShownOrder =
  | { allowed: true; lines: ShownLine[]; passCents: number; totalCents: number; problem: string | null }
  | { allowed: false; reason: string };

/** The order for a pass at the prices of `quote`. It shows what grants take off, but nothing else about them. */
export function shownOrder(
  catalogue: Catalogue,
  passType: PassType,
  submittedAt: number,
  selection: Selection,
  grants: Grant[],
): ShownOrder {
  const priceOf = (chosen: Selection) => quote(catalogue, passType, submittedAt, chosen, grants);
  const chosen = priceOf(selection);
  const available = Object.entries(selection).filter(
    (choice) => priceOf(Object.fromEntries([choice])).allowed,
  );
  const priced = chosen.allowed ? chosen : priceOf(Object.fromEntries(available));
  if (!priced.allowed) return priced;
  const { passCents, totalCents, lines } = priced;
  return {
    ...{ allowed: true, passCents, totalCents },
    lines: lines.map(({ reductions, ...line }) => ({
      ...line,
      ...(reductions && { reductions: reductions.map(({ title, cents }) => ({ title, cents })) }),
    })),
    problem: chosen.allowed ? null : chosen.reason,
  };
}
