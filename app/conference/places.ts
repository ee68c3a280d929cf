import type { AddOn, PlacesLeft, Ticket } from "~/values/catalogue.ts";

/** Pages say how many places are left only if there are no more than this. */
const FEW = 10;

/**
 * The number of places left, for every pass and add-on whose number is limited; never below zero.
 *
 * @param taken for each id, how many people have a place, are paying for one or are being refunded.
 * @param kept the pass of each place that is kept for somebody, so one pass may be in the list several times.
 */
export function placesLeft(
  { tickets, addOns }: { tickets: Pick<Ticket, "id" | "places">[]; addOns: Pick<AddOn, "id" | "places">[] },
  taken: ReadonlyMap<string, number>,
  kept: readonly string[] = [],
): PlacesLeft {
  const numberKept = (id: string) => kept.filter((one) => one === id).length;
  const limited = [...tickets, ...addOns].filter(({ places }) => places !== null);
  return Object.fromEntries(
    limited.map(({ id, places }) => [id, Math.max(0, places! - (taken.get(id) ?? 0) - numberKept(id))]),
  );
}

export const isSoldOut = (left: PlacesLeft, id: string): boolean => left[id] === 0;

/** The number of places left, if they are few; null if there are many, none, or no limit. */
export function fewLeft(left: PlacesLeft, id: string): number | null {
  const places = left[id];
  return places !== undefined && places > 0 && places <= FEW ? places : null;
}
