import { roleOf } from "~/access/abilities.ts";
import { ABILITIES, type Ability } from "~/values/abilities.ts";

/** What a director chooses instead of a role with a name. */
export const OTHER_ABILITIES = "other";

/** The abilities that may be ticked one by one; everything is a director's. */
export const SINGLE_ABILITIES = ABILITIES.filter((ability) => ability !== "everything");

/** How a form shows what somebody may do: a role, or abilities that are ticked. */
export function roleChoice(abilities: readonly Ability[]): { role: string; abilities: Ability[] } {
  const role = roleOf(abilities);
  return role ? { role, abilities: [] } : { role: OTHER_ABILITIES, abilities: [...abilities] };
}
