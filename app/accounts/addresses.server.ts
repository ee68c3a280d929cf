import { sql } from "drizzle-orm";
import { type Database, listed } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";

/** The e-mail addresses of some accounts. */
export const emailRows = (db: Database, uids: readonly (string | null)[]) =>
  db
    .select({ uid: users.uid, email: users.email })
    .from(users)
    .where(sql`${users.uid} IN ${listed(uids)}`);

/** The e-mail addresses of some accounts by uid. One round trip. */
export async function emailsOf(
  db: Database,
  uids: readonly (string | null)[],
): Promise<Map<string | null, string>> {
  return new Map((await emailRows(db, uids)).map(({ uid, email }) => [uid, email]));
}
