import { sql } from "drizzle-orm";
import { insertFrom } from "#db/client.ts";
import { audit } from "#db/schema/staff.ts";
import type { AuditAct } from "~/values/audit-acts.ts";
import type { Context } from "./context.server.ts";
import { fingerprint, newId } from "./ids.server.ts";
import { logFault } from "./log.server.ts";

type Entry = { actorUid: string | null; action: AuditAct; object: string; detail?: Record<string, unknown> };

const HOUR = 60 * 60 * 1000;

/**
 * The statement that records an act. It stands in the batch right behind the statement that acts, and writes
 * nothing if that statement changed nothing.
 */
export const auditEntry = ({ db, requestId }: Context, { detail = {}, ...entry }: Entry) =>
  insertFrom(
    db,
    audit,
    { id: newId(), at: Date.now(), ...entry, detail, requestId },
    sql`WHERE changes() > 0`,
  );

/** The statement that records an act that changes nothing itself: a look, a sign-in, an export. */
export const auditFact = ({ db, requestId }: Context, { detail = {}, ...entry }: Entry) =>
  db.insert(audit).values({ id: newId(), at: Date.now(), ...entry, detail, requestId });

/**
 * The same for acts that may repeat many times: of identical ones within an hour (real time) only the first is
 * kept.
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
 * Records after the answer, at most once an hour, that somebody was refused; the person who asked does not wait
 * for it.
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
