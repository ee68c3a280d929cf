import { type Ability, can } from "~/values/abilities.ts";

type Reader = { abilities: readonly Ability[]; assigned: boolean };

/**
 * Whether somebody on the staff may open an application: they must have the ability to read, and the application must
 * be assigned to them unless they also decide.
 */
export const mayRead = ({ abilities, assigned }: Reader): boolean =>
  can(abilities, "read") && (assigned || can(abilities, "decide"));
