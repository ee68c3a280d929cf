import { totalOf } from "~/money/prices/pricing.ts";
import type { HoldingState, RefundKind } from "~/values/types.ts";

/** A line of a bill, and what has become of it. Amounts are in cents. */
export type BillLine = {
  /** The id of the holding that was bought, even if another one has replaced it. Refunds refer to this id. */
  id: string;
  /** The pass type, or the add-on's id. */
  item: string;
  isPass: boolean;
  /**
   * The person who has the holding, or had it last. After a transfer, this is no longer the delegate of the payment.
   */
  uid: string;
  title: string;
  /** The variant that is held now. */
  variant: string | null;
  cents: number;
  /** The part of the price that has gone back, or is on its way back. */
  returnedCents: number;
  state: HoldingState;
};

/** The holdings of a payment as they are stored. */
type HoldingRow = Omit<BillLine, "isPass"> & { passType: string; fromHolding: string | null };

/**
 * The lines of a bill, made from the holdings of its payment and in the order of these holdings. A holding that
 * replaced another one belongs to the same line.
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

/**
 * The holder of everything on a bill that is still held. It is one person, because a pass is transferred with
 * everything that goes with it.
 */
export const holderOf = (lines: Pick<BillLine, "state" | "uid">[]): string | null =>
  lines.find(({ state }) => state === "held")?.uid ?? null;

/** The price of some lines, less the part of it that has been given back, in cents. */
export const leftOf = (lines: Pick<BillLine, "cents" | "returnedCents">[]): number =>
  totalOf(lines.map(({ cents, returnedCents }) => cents - returnedCents));

/**
 * A refund in cents. If its kind is "money", the refund goes to the card, except for `creditCents`, which become credit
 * again. If its kind is "credit", the whole refund becomes credit.
 */
export type RefundAmounts = { kind: RefundKind; amountCents: number; creditCents: number };

/** The cents of a refund that go to the card, and the cents that become credit. */
export const partsOf = ({ kind, amountCents, creditCents }: RefundAmounts) =>
  kind === "credit"
    ? { cardCents: 0, creditCents: amountCents }
    : { cardCents: amountCents - creditCents, creditCents };

/** A line as people read it: "Black shirt (M)". */
export const lineTitle = ({ title, variant }: { title: string; variant: string | null }): string =>
  variant === null ? title : `${title} (${variant})`;
