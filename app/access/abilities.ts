import { ABILITIES, type Ability, abilitySet } from "~/values/abilities.ts";

/** How the staff's pages name and explain each ability. */
export const ABILITY_WORDS: Record<Ability, { label: string; hint: string }> = {
  read: { label: "Read", hint: "Reads and scores the applications assigned to them." },
  decide: {
    label: "Decide",
    hint: "Sees every application and answer, distributes the reading, sets and releases decisions.",
  },
  money: { label: "Money", hint: "Payments, refunds, awards, codes and subscriptions." },
  content: { label: "Content", hint: "Editions, programme, library, notifications and mail." },
  door: {
    label: "Door",
    hint: "Lets people in and hands add-ons over; the files of registrations and of emergency contacts.",
  },
  everything: {
    label: "Everything",
    hint: "Can do everything; nobody else decides on staff, accounts and the current edition.",
  },
};

/**
 * The abilities for which a second factor can be required. "door" is not among them, because everything that the door
 * team does can be undone.
 */
export const FACTOR_ABILITIES = ABILITIES.filter((ability) => ability !== "door");

/** The roles: sets of abilities that have a name. `noun` completes "is made …". */
export const ROLES = {
  reviewer: { label: "Reviewer", noun: "a reviewer", abilities: ["read"] },
  decisions: { label: "Decision maker", noun: "a decision maker", abilities: ["read", "decide"] },
  treasurer: { label: "Treasurer", noun: "a treasurer", abilities: ["read", "money"] },
  content: { label: "Editor", noun: "an editor", abilities: ["content"] },
  door: { label: "Door team", noun: "a member of the door team", abilities: ["door"] },
  director: { label: "Director", noun: "a director", abilities: ["everything"] },
} as const satisfies Record<string, { label: string; noun: string; abilities: readonly Ability[] }>;

export type RoleName = keyof typeof ROLES;

export const ROLE_NAMES = Object.keys(ROLES) as RoleName[];

/** The role that consists of exactly these abilities; null if there is no such role. */
export function roleOf(abilities: readonly Ability[]): RoleName | null {
  const asked = abilitySet(abilities).join(" ");
  return ROLE_NAMES.find((name) => ROLES[name].abilities.join(" ") === asked) ?? null;
}

/** The labels of the abilities as part of a sentence, such as "“Money” or “Door”". */
export const abilitiesInWords = (abilities: readonly Ability[], between: "and" | "or"): string =>
  abilities
    .map((ability) => `“${ABILITY_WORDS[ability].label}”`)
    .join(", ")
    .replace(/, (?=[^,]*$)/, ` ${between} `);

/**
 * How a table describes somebody: by their role or, if no role consists of exactly their abilities, by the abilities.
 */
export function roleLabel(abilities: readonly Ability[]): string {
  const role = roleOf(abilities);
  return role ? ROLES[role].label : abilities.map((ability) => ABILITY_WORDS[ability].label).join(", ");
}

/**
 * How a sentence says what somebody becomes: "a treasurer" or, if no role consists of exactly these abilities, "one of
 * the staff with the abilities …".
 */
export function roleNoun(abilities: readonly Ability[]): string {
  const role = roleOf(abilities);
  if (role) return ROLES[role].noun;
  return `one of the staff with the ${abilities.length === 1 ? "ability" : "abilities"} ${abilitiesInWords(abilities, "and")}`;
}
