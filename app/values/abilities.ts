/** The abilities that a member of the staff can have, in the usual order; "everything" includes all others. */
export const ABILITIES = ["read", "decide", "money", "content", "door", "everything"] as const;
export type Ability = (typeof ABILITIES)[number];

/** The abilities of a director: "everything" alone, to which nothing can be added. */
export const EVERYTHING: readonly Ability[] = ["everything"];

/** Whether these abilities include at least one of those that are needed. */
export const can = (abilities: readonly Ability[], ...needed: Ability[]): boolean =>
  abilities.includes("everything") || needed.some((ability) => abilities.includes(ability));

/**
 * The abilities that a person has at `now` (UTC ms). The ability "door" ends at `doorUntil`; if that is null, it does
 * not end.
 */
export const abilitiesAt = (
  { abilities, doorUntil }: { abilities: readonly Ability[]; doorUntil: number | null },
  now: number,
): readonly Ability[] =>
  doorUntil === null || now < doorUntil ? abilities : abilities.filter((ability) => ability !== "door");

/**
 * A set of abilities in the one form in which it is stored: each ability only once, in the usual order, and
 * "everything" always alone.
 */
export const abilitySet = (chosen: readonly Ability[]): Ability[] =>
  chosen.includes("everything") ? [...EVERYTHING] : ABILITIES.filter((ability) => chosen.includes(ability));

/** From the time `from` on the portal's clock, everybody who has one of these abilities must have a second factor. */
export type FactorRule = { abilities: readonly Ability[]; from: number };

const NARROW = ABILITIES.filter((ability) => ability !== "everything");

/**
 * Every set of abilities that a member of the staff can have, as the JSON that is stored. Nobody is on the staff
 * without an ability.
 */
export const ABILITY_SETS: readonly string[] = [
  ...Array.from({ length: 2 ** NARROW.length - 1 }, (_, bits) =>
    NARROW.filter((_ability, place) => (bits + 1) & (1 << place)),
  ),
  EVERYTHING,
].map((set) => JSON.stringify(set));
