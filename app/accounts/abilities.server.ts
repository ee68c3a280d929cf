import { type SQL, sql } from "drizzle-orm";
import { staff } from "#db/schema/staff.ts";
import type { Ability } from "~/values/abilities.ts";

/**
 * Whether somebody with the admin claim has this ability or the ability "everything". This is a condition for a query
 * that joins the person's row of `staff`; somebody without such a row is a director.
 */
export const holdsAbility = (ability: Ability): SQL =>
  sql`(${staff.abilities} IS NULL OR instr(${staff.abilities}, ${`"${ability}"`}) > 0
    OR instr(${staff.abilities}, '"everything"') > 0)`;
