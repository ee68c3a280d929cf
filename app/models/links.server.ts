import { and, eq, gt, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { type Database, insertFrom } from "#db/client.ts";
import { tokens } from "#db/schema.ts";
import type { LinkPurpose } from "~/domain/types.ts";
import { fingerprint, newSecret } from "~/ids.server.ts";

const MINUTE = 60 * 1000;
const HOUR = 60 * MINUTE;

const LIFE: Record<LinkPurpose, number> = {
  "reset-password": 30 * MINUTE,
  "own-password": 10 * MINUTE,
  "revert-email": 72 * HOUR,
  "verify-email": 72 * HOUR,
};

/**
 * A link that works once: its secret, and the statement that makes it good. Only the secret's fingerprint
 * is stored.
 *
 * @param source as for `insertFrom`.
 */
export function newLink(
  db: Database,
  link: { purpose: LinkPurpose; uid: string | SQL; email?: string },
  source: SQL,
) {
  const secret = newSecret();
  const hash = fingerprint(secret);
  const createdAt = Date.now();
  const expiresAt = createdAt + LIFE[link.purpose];
  const row = { hash, createdAt, expiresAt, ...link };
  return { secret, hash, statement: insertFrom(db, tokens, row, source) };
}

/** Whether the link was made: for the statements of a batch that belong to it. */
export const isMade = (hash: string) =>
  sql`EXISTS (SELECT 1 FROM ${tokens} AS made WHERE made.hash = ${hash} AND made.used_at IS NULL)`;

/** A link of one of these purposes that still works. */
export const isOpen = (secret: string, ...purposes: LinkPurpose[]) =>
  and(
    eq(tokens.hash, fingerprint(secret)),
    inArray(tokens.purpose, purposes),
    isNull(tokens.usedAt),
    gt(tokens.expiresAt, Date.now()),
  );

/** The statement that makes somebody's links of these purposes useless. */
export const voidLinks = (db: Database, owner: SQL, purposes: LinkPurpose[], condition?: SQL) =>
  db
    .update(tokens)
    .set({ usedAt: Date.now() })
    .where(
      and(
        sql`${tokens.uid} IN (${owner})`,
        inArray(tokens.purpose, purposes),
        isNull(tokens.usedAt),
        condition,
      ),
    );
