import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { staff } from "#db/schema/staff.ts";
import { type Ability, abilitiesAt, EVERYTHING } from "~/values/abilities.ts";

/**
 * The abilities that somebody has at `now` (UTC ms), for what the cron does in their name. Neither a session nor a
 * second factor is needed, because both were checked when the person pressed the button. None if the person is not on
 * the staff, or if the account is disabled. One round trip.
 */
export async function abilitiesNow(db: Database, uid: string, now: number): Promise<readonly Ability[]> {
  const [person] = await db
    .select({ admin: users.admin, recorded: staff.abilities, doorUntil: staff.doorUntil })
    .from(users)
    .leftJoin(staff, eq(staff.uid, users.uid))
    .where(and(eq(users.uid, uid), isNull(users.disabledAt)));
  if (!person?.admin) return [];
  return abilitiesAt({ abilities: person.recorded ?? EVERYTHING, doorUntil: person.doorUntil }, now);
}
