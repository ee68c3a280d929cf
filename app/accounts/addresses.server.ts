import { eq, sql } from "drizzle-orm";
import { type Database, listed } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { staff } from "#db/schema/staff.ts";

/** The e-mail addresses of some accounts. */
export const emailRows = (db: Database, uids: readonly (string | null)[]) =>
  db
    .select({ uid: users.uid, email: users.email })
    .from(users)
    .where(sql`${users.uid} IN ${listed(uids)}`);

/**
 * The name by which somebody is shown: the name that a director gave them when adding them to the staff or, if there is
 * none, their address.
 */
export const called = sql<string>`coalesce(${staff.name}, ${users.email})`;

/** The addresses of some accounts, and the names by which the staff's pages show them. */
export const calledRows = (db: Database, uids: readonly (string | null)[]) =>
  db
    .select({ uid: users.uid, email: users.email, called })
    .from(users)
    .leftJoin(staff, eq(staff.uid, users.uid))
    .where(sql`${users.uid} IN ${listed(uids)}`);

/** For each uid, the name by which a member of the staff is shown. One round trip. */
export async function calledOf(
  db: Database,
  uids: readonly (string | null)[],
): Promise<Map<string | null, string>> {
  return new Map((await calledRows(db, uids)).map((person) => [person.uid, person.called]));
}

/** For each uid, the e-mail address of the account. One round trip. */
export async function emailsOf(
  db: Database,
  uids: readonly (string | null)[],
): Promise<Map<string | null, string>> {
  return new Map((await emailRows(db, uids)).map(({ uid, email }) => [uid, email]));
}
