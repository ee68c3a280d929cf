import { roleOf } from "~/access/abilities.ts";
import { ABILITIES, type Ability } from "~/values/abilities.ts";

/** What a director chooses instead of a named role. */
export const OTHER_ABILITIES = "other";

/** The abilities that may be ticked one by one. Only directors have "everything". */
export const SINGLE_ABILITIES = ABILITIES.filter((ability) => ability !== "everything");

/** How a form shows what somebody may do: a role, or ticked abilities. */
export function roleChoice(abilities: readonly Ability[]): { role: string; abilities: Ability[] } {
  const role = roleOf(abilities);
  return role ? { role, abilities: [] } : { role: OTHER_ABILITIES, abilities: [...abilities] };
}
