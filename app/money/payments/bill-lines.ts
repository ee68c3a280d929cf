import { totalOf } from "~/money/prices/pricing.ts";
import type { HoldingState, RefundKind } from "~/values/types.ts";

/** A line of a bill, and what has become of it; amounts in cents. */
export type BillLine = {
  /** The holding as which it was bought: refunds name it. */
  id: string;
  /** The pass type, or the add-on's id. */
  item: string;
  isPass: boolean;
  /** Who has it, or had it last: not the payer, if the pass was transferred. */
  uid: string;
  title: string;
  /** As it is held now. */
  variant: string | null;
  cents: number;
  /** What has gone back of it, or is on its way. */
  returnedCents: number;
  state: HoldingState;
};

/** The holdings of a payment as they are stored. */
type HoldingRow = Omit<BillLine, "isPass"> & { passType: string; fromHolding: string | null };

/**
 * The lines of a bill out of the holdings of its payment, in their order. What took the place of another holding is
 * what is left of its line.
 */
export function billLines(rows: HoldingRow[]): BillLine[] {
  const followed = new Set(rows.map(({ fromHolding }) => fromHolding));
  return rows
    .filter(({ fromHolding }) => fromHolding === null)
    .map(({ id, item, passType, title, cents, returnedCents }) => {
      const last = rows.find((row) => row.item === item && !followed.has(row.id));
      const { uid, variant, state } = last!;
      return { id, item, isPass: item === passType, uid, title, variant, cents, returnedCents, state };
    });
}

/** Who holds what is held of a bill: one person, as a pass is transferred with all that goes with it. */
export const holderOf = (lines: Pick<BillLine, "state" | "uid">[]): string | null =>
  lines.find(({ state }) => state === "held")?.uid ?? null;

/** What is left of some lines, in cents. */
export const leftOf = (lines: Pick<BillLine, "cents" | "returnedCents">[]): number =>
  totalOf(lines.map(({ cents, returnedCents }) => cents - returnedCents));

/** What goes back: money to the card, of which `creditCents` becomes credit again, or all of it as credit; in cents. */
export type Back = { kind: RefundKind; amountCents: number; creditCents: number };

/** What of it goes to the card and what becomes credit, in cents. */
export const partsOf = ({ kind, amountCents, creditCents }: Back) =>
  kind === "credit"
    ? { cardCents: 0, creditCents: amountCents }
    : { cardCents: amountCents - creditCents, creditCents };

/** A line as people read it: "Black shirt (M)". */
export const lineTitle = ({ title, variant }: { title: string; variant: string | null }): string =>
  variant === null ? title : `${title} (${variant})`;
