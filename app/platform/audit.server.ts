import { and, desc, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import { hasRow, insertFrom } from "#db/client.ts";
import { audit } from "#db/schema/staff.ts";
import type { AuditAct } from "~/values/audit-acts.ts";
import { HOUR, MINUTE } from "~/values/durations.ts";
import type { Context, Viewer } from "./context.server.ts";
import { fingerprint, newId } from "./ids.server.ts";
import { logFault } from "./log.server.ts";

type Entry = { actorUid: string | null; action: AuditAct; object: string; detail?: Record<string, unknown> };

/**
 * An action that changes or deletes rows, as the audit log records it. In the batch, the statement `entry` comes first;
 * it writes the entry only if `condition` holds. The statements that change or delete rows follow, each under the
 * condition `isDone`, which holds if the entry has been written. So each of them looks for the entry, and never relies
 * on what the previous statement changed (docs/decisions/0092-what-a-statement-rests-on.md).
 */
export function audited({ db, requestId }: Context, { detail = {}, ...entry }: Entry, condition: SQL) {
  const id = newId();
  const row = { id, at: Date.now(), ...entry, detail, requestId };
  return {
    entry: insertFrom(db, audit, row, sql`WHERE ${condition}`),
    isDone: hasRow(audit, eq(audit.id, id)),
  };
}

/**
 * The statement that records that a row was made; it comes after the statement that made the row. `isThere` looks for
 * the row by its id. The same action on the same object, with the same detail, is recorded only once. So if a form is
 * sent twice, the second request records nothing.
 */
export function auditRow({ db, requestId }: Context, { detail = {}, ...entry }: Entry, isThere: SQL) {
  const id = fingerprint(JSON.stringify([entry.action, entry.object, detail])).slice(0, 40);
  const row = { id, at: Date.now(), ...entry, detail, requestId };
  return insertFrom(db, audit, row, sql`WHERE ${isThere}`).onConflictDoNothing();
}

/**
 * Whether a form was sent twice. This is so if the newest entry for one of these actions on the object records exactly
 * this action of this person.
 *
 * @param among the actions that change the same thing; one of them must be the action of the entry.
 */
export async function isRepetition(
  { db }: Pick<Context, "db">,
  { actorUid, action, object, detail = {} }: Entry,
  among: AuditAct[],
): Promise<boolean> {
  const [last] = await db
    .select({ actorUid: audit.actorUid, action: audit.action, detail: audit.detail })
    .from(audit)
    .where(and(eq(audit.object, object), inArray(audit.action, among)))
    .orderBy(desc(audit.at), sql`${audit}.rowid DESC`)
    .limit(1);
  return JSON.stringify(last) === JSON.stringify({ actorUid, action, detail });
}

/**
 * Whether the viewer has done this to this object within the last minute (real time). If so, the viewer has pressed a
 * button twice, and the second press must not be refused because the object exists already.
 */
export async function hasJustDone(
  { db }: Context,
  { viewer, action, object }: { viewer: Viewer; action: AuditAct; object: string },
): Promise<boolean> {
  const [done] = await db
    .select({ id: audit.id })
    .from(audit)
    .where(
      and(
        eq(audit.object, object),
        gt(audit.at, Date.now() - MINUTE),
        eq(audit.action, action),
        eq(audit.actorUid, viewer.uid),
      ),
    )
    .limit(1);
  return done !== undefined;
}

/** The statement that records an action that changes nothing: looking at something, signing in, exporting. */
export const auditFact = ({ db, requestId }: Context, { detail = {}, ...entry }: Entry) =>
  db.insert(audit).values({ id: newId(), at: Date.now(), ...entry, detail, requestId });

/**
 * Like `auditFact`, for actions that may be repeated many times: of identical actions within an hour (real time), only
 * the first is recorded.
 */
export function auditOnceAnHour({ db, requestId }: Context, { detail = {}, ...entry }: Entry) {
  const at = Date.now();
  const { actorUid, action, object } = entry;
  const id = fingerprint(JSON.stringify([actorUid, action, object, Math.floor(at / HOUR)])).slice(0, 40);
  return db
    .insert(audit)
    .values({ id, at, ...entry, detail, requestId })
    .onConflictDoNothing();
}

/**
 * Records, at most once an hour, that somebody was refused. This is written after the answer, so the person who asked
 * does not wait for it.
 */
export function noteRefusal(context: Context, entry: Omit<Entry, "action"> & { action?: AuditAct }): void {
  const { requestId, waitUntil } = context;
  waitUntil(
    auditOnceAnHour(context, { action: "refused", ...entry }).then(
      () => {},
      (error: unknown) => logFault(error, { requestId, method: "noteRefusal", path: entry.object }),
    ),
  );
}
