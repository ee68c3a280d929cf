import type { AddOn, PlacesLeft, Ticket } from "~/values/catalogue.ts";

/** Up to this number, places are few and pages say how many are left. */
const FEW = 10;

/**
 * The places left of everything that has a number of them; never below zero.
 *
 * @param taken how many have it, are paying for it or are being paid back, by its id.
 */
export function placesLeft(
  { tickets, addOns }: { tickets: Pick<Ticket, "id" | "places">[]; addOns: Pick<AddOn, "id" | "places">[] },
  taken: ReadonlyMap<string, number>,
): PlacesLeft {
  const limited = [...tickets, ...addOns].filter(({ places }) => places !== null);
  return Object.fromEntries(
    limited.map(({ id, places }) => [id, Math.max(0, places! - (taken.get(id) ?? 0))]),
  );
}

export const isSoldOut = (left: PlacesLeft, id: string): boolean => left[id] === 0;

/** The places left, if they are few; null if there are many, none, or no limit. */
export function fewLeft(left: PlacesLeft, id: string): number | null {
  const places = left[id];
  return places !== undefined && places > 0 && places <= FEW ? places : null;
}
