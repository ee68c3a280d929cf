import type { AddOn, Catalogue } from "~/values/catalogue.ts";
import type { PassType } from "~/values/types.ts";

/** The add-ons that belong to a pass, in catalogue order, including disabled ones (specification, section 3). */
export function addOnsFor(catalogue: Catalogue, passType: PassType): AddOn[] {
  return catalogue.addOns.filter((addOn) => addOn.ticketId === passType);
}

/** Whether a pass has an add-on to choose: one that is sold, and not included in the pass. */
export const hasChoices = (catalogue: Catalogue, passType: PassType): boolean =>
  addOnsFor(catalogue, passType).some(({ included, disabled }) => !included && !disabled);
