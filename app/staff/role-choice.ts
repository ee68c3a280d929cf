import { roleOf } from "~/access/abilities.ts";
import { ABILITIES, type Ability } from "~/values/abilities.ts";

/** The value that a form has in place of a named role if the abilities are ticked one by one. */
export const OTHER_ABILITIES = "other";

/** The abilities that may be ticked one by one. Only directors have "everything". */
export const SINGLE_ABILITIES = ABILITIES.filter((ability) => ability !== "everything");

/** The role or the ticked abilities by which a form shows what a person may do. */
export function roleChoice(abilities: readonly Ability[]): { role: string; abilities: Ability[] } {
  const role = roleOf(abilities);
  return role ? { role, abilities: [] } : { role: OTHER_ABILITIES, abilities: [...abilities] };
}
