import { and, desc, eq, sql } from "drizzle-orm";
import { type Database, insertFrom } from "#db/client.ts";
import { audit, users } from "#db/schema.ts";
import type { Context } from "~/context.server.ts";
import { emailKey } from "~/domain/emails.ts";
import { newId } from "~/ids.server.ts";
import { emailsOf } from "./users.server.ts";

type Entry = { actorUid: string | null; action: string; object: string; detail?: Record<string, unknown> };

/**
 * The statement that records an act. It stands in the batch right behind the statement that acts, and
 * writes nothing when that one changed nothing.
 */
export const auditEntry = ({ db, requestId }: Context, { detail = {}, ...entry }: Entry) =>
  insertFrom(
    db,
    audit,
    { id: newId(), at: Date.now(), ...entry, detail, requestId },
    sql`WHERE changes() > 0`,
  );

/** What is looked for: the e-mail address of who acted, the act, the object; each in full. */
export type AuditFilter = { who?: string; what?: string; object?: string };

export type AuditRow = typeof audit.$inferSelect & {
  /** The address of who acted; null for the portal itself. */
  actor: string | null;
};

const PAGE = 50;

/** One page of the record of acts, the newest first, and where the next one begins; at most two round trips. */
export async function listAudit(
  db: Database,
  { who, what, object }: AuditFilter,
  after: { at: number; id: string } | null,
): Promise<{ rows: AuditRow[]; next: { at: number; id: string } | null }> {
  const actor = who
    ? sql`(SELECT ${users.uid} FROM ${users} WHERE ${users.emailKey} = ${emailKey(who)})`
    : undefined;
  // Always a bound: the newest page too is found by the index.
  const end = after ?? { at: Number.MAX_SAFE_INTEGER, id: "" };
  const found = await db
    .select()
    .from(audit)
    .where(
      and(
        actor && sql`${audit.actorUid} = ${actor}`,
        what ? eq(audit.action, what) : undefined,
        object ? eq(audit.object, object) : undefined,
        sql`(${audit.at}, ${audit.id}) < (${end.at}, ${end.id})`,
      ),
    )
    .orderBy(desc(audit.at), desc(audit.id))
    .limit(PAGE + 1);
  const page = found.slice(0, PAGE);
  const emails = await emailsOf(
    db,
    page.map(({ actorUid }) => actorUid),
  );
  const last = page.at(-1);
  return {
    rows: page.map((row) => ({ ...row, actor: row.actorUid && (emails.get(row.actorUid) ?? row.actorUid) })),
    next: found.length > PAGE && last ? { at: last.at, id: last.id } : null,
  };
}
