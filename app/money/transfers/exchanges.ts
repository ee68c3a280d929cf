import type { AddOn } from "~/values/catalogue.ts";
import type { HoldingState } from "~/values/types.ts";

/** An add-on that is held and can be exchanged for another variant of it, such as another size. */
export type Exchangeable = { item: string; title: string; variant: string | null; variants: string[] };

/**
 * The holdings that can be exchanged, each with the variants that the add-on lists now. If an add-on is no longer on
 * offer, delegates cannot exchange it, but staff still can.
 */
export function exchangeables(
  things: { item: string; title: string; variant: string | null; state: HoldingState }[],
  addOns: Pick<AddOn, "id" | "disabled" | "variants">[],
  { isStaff }: { isStaff: boolean },
): Exchangeable[] {
  return things.flatMap(({ item, title, variant, state }) => {
    const addOn = addOns.find(({ id }) => id === item);
    const variants = addOn?.variants ?? [];
    const isOpen = state === "held" && addOn !== undefined && (isStaff || !addOn.disabled);
    return isOpen && variants.some((one) => one !== variant) ? [{ item, title, variant, variants }] : [];
  });
}
