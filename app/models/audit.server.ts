import { sql } from "drizzle-orm";
import { audit } from "#db/schema.ts";
import type { Context } from "~/context.server.ts";
import { newId } from "~/ids.server.ts";

type Entry = { actorUid: string | null; action: string; object: string; detail?: Record<string, unknown> };

/**
 * The statement that records an act. It stands in the batch right behind the statement that acts, and
 * writes nothing when that one changed nothing.
 */
export const auditEntry = ({ db, requestId }: Context, { actorUid, action, object, detail = {} }: Entry) =>
  db.run(sql`
    INSERT INTO ${audit} (id, at, actor_uid, action, object, detail, request_id)
    SELECT ${newId()}, ${Date.now()}, ${actorUid}, ${action}, ${object}, ${JSON.stringify(detail)}, ${requestId}
    WHERE changes() > 0`);
