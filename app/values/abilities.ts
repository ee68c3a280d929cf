/** What somebody on the staff may do, in the usual order; "everything" includes all others. */
export const ABILITIES = ["read", "decide", "money", "content", "door", "everything"] as const;
export type Ability = (typeof ABILITIES)[number];

/** The abilities of a director, alone: nothing can be added to them. */
export const EVERYTHING: readonly Ability[] = ["everything"];

/** Whether somebody with these abilities may do something that needs one of them, or any one of several. */
export const can = (abilities: readonly Ability[], ...needed: Ability[]): boolean =>
  abilities.includes("everything") || needed.some((ability) => abilities.includes(ability));

/** The one spelling of a set of abilities: each once, in their order, and "everything" alone. */
export const abilitySet = (chosen: readonly Ability[]): Ability[] =>
  chosen.includes("everything") ? [...EVERYTHING] : ABILITIES.filter((ability) => chosen.includes(ability));

/** Who must have a second factor: whoever holds one of these abilities, from a time on the portal's clock. */
export type FactorRule = { abilities: readonly Ability[]; from: number };

const NARROW = ABILITIES.filter((ability) => ability !== "everything");

/**
 * Every set that somebody may have, as it is stored: JSON in its one spelling. Nobody is on the staff without an
 * ability.
 */
export const ABILITY_SETS: readonly string[] = [
  ...Array.from({ length: 2 ** NARROW.length - 1 }, (_, bits) =>
    NARROW.filter((_ability, place) => (bits + 1) & (1 << place)),
  ),
  EVERYTHING,
].map((set) => JSON.stringify(set));
