import { and, desc, eq, sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { audit } from "#db/schema/staff.ts";
import { emailKey } from "~/values/email-addresses.ts";
import { nameAll } from "./audit-names.server.ts";
import type { Actor, AuditNames } from "./audit-words.ts";

/**
 * A search in the audit log. `who` is the e-mail address of the person who acted, `what` is the kind of act, and
 * `object` is the thing that the act was about. Each must be given in full.
 */
export type AuditFilter = { who?: string; what?: string; object?: string };

export type AuditRow = typeof audit.$inferSelect & {
  actor: Actor;
};

const PAGE = 50;

/**
 * One page of the audit log, newest first. The result also has the place where the next page begins, the acts that can
 * be searched for, and the names of everything on the page. Two round trips.
 */
export async function listAudit(
  db: Database,
  conferenceId: string,
  { who, what, object }: AuditFilter,
  after: { at: number; id: string } | null,
): Promise<{
  rows: AuditRow[];
  next: { at: number; id: string } | null;
  acts: string[];
  names: AuditNames;
}> {
  const actor = who
    ? sql`(SELECT ${users.uid} FROM ${users} WHERE ${users.emailKey} = ${emailKey(who)})`
    : undefined;
  // There is always an upper bound, so that the newest page is also found with the index.
  const end = after ?? { at: Number.MAX_SAFE_INTEGER, id: "" };
  const rows = db
    .select()
    .from(audit)
    .where(
      and(
        actor && sql`${audit.actorUid} = ${actor}`,
        what ? sql`${audit.action} = ${what}` : undefined,
        object ? eq(audit.object, object) : undefined,
        sql`(${audit.at}, ${audit.id}) < (${end.at}, ${end.id})`,
      ),
    )
    .orderBy(desc(audit.at), desc(audit.id))
    .limit(PAGE + 1);
  const [found, acts] = await db.batch([rows, actRows(db)]);
  const page = found.slice(0, PAGE);
  const { names, actorOf } = await nameAll(db, conferenceId, page);
  const last = page.at(-1);
  return {
    rows: page.map((row) => ({ ...row, actor: actorOf(row.actorUid) })),
    next: found.length > PAGE && last ? { at: last.at, id: last.id } : null,
    acts: acts.map(({ action }) => action),
    names,
  };
}

/**
 * Every kind of act that was ever recorded, in alphabetical order. The statement goes through the index from each kind
 * to the next one. So its cost does not depend on the length of the log.
 */
const actRows = (db: Database) =>
  db.select({ action: sql<string>`acts.action` }).from(
    sql`(WITH RECURSIVE found (action) AS (
        SELECT min(${audit.action}) FROM ${audit}
        UNION ALL SELECT (SELECT min(${audit.action}) FROM ${audit} WHERE ${audit.action} > found.action)
        FROM found WHERE found.action IS NOT NULL
      ) SELECT action FROM found WHERE action IS NOT NULL) AS acts`,
  );
