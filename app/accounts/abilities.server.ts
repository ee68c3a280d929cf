import { type SQL, sql } from "drizzle-orm";
import { staff } from "#db/schema/staff.ts";
import type { Ability } from "~/values/abilities.ts";

/**
 * Whether somebody with the admin claim has an ability, or everything, as a condition for a query in which their
 * row of the staff is joined; without such a row they are a director.
 */
export const holdsAbility = (ability: Ability): SQL =>
  sql`(${staff.abilities} IS NULL OR instr(${staff.abilities}, ${`"${ability}"`}) > 0
    OR instr(${staff.abilities}, '"everything"') > 0)`;
