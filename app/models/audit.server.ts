import { sql } from "drizzle-orm";
import { insertFrom } from "#db/client.ts";
import { audit } from "#db/schema.ts";
import type { Context } from "~/context.server.ts";
import { newId } from "~/ids.server.ts";

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
