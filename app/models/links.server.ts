import { createHmac } from "node:crypto";
import { and, eq, gt, inArray, isNull, lte, type SQL, sql } from "drizzle-orm";
import { type Database, insertFrom } from "#db/client.ts";
import { tokens } from "#db/schema.ts";
import type { Config } from "~/config.server.ts";
import type { Context } from "~/context.server.ts";
import { LINK_LIFE } from "~/domain/links.ts";
import type { LinkPurpose, MailedLink } from "~/domain/types.ts";
import { fingerprint, newId } from "~/ids.server.ts";

const PAGE: Record<MailedLink["purpose"], string> = {
  "reset-password": "reset-password",
  "own-password": "reset-password",
  "revert-email": "revert-email",
  "verify-email": "verify-email",
  "known-device": "known-device",
  invitation: "invitation",
};

/** Stands in the text of a mail for the secret of its link until the mail leaves. */
export const SECRET_PLACEHOLDER = "{secret}";

/**
 * A link that works once, not counting the row that makes it valid. No table holds its secret: the row has the
 * fingerprint, and a mail in the outbox has `purpose` and `id`, from which the secret is made when the mail
 * leaves.
 */
export type Link = MailedLink & {
  /** The key of the link's row. */
  hash: string;
  /** The working address: for the person who asked and nobody else, never to be stored or logged. */
  address: string;
  /** The same address with a placeholder for the secret. */
  storedAddress: string;
};

/** A link for any purpose; the caller writes its row. */
export function makeLink({ config, origin }: Context, purpose: MailedLink["purpose"]): Link {
  const id = newId();
  const secret = secretOf(config, { purpose, id });
  const storedAddress = `${origin}/${PAGE[purpose]}/${SECRET_PLACEHOLDER}`;
  return {
    purpose,
    id,
    hash: fingerprint(secret),
    address: storedAddress.replace(SECRET_PLACEHOLDER, secret),
    storedAddress,
  };
}

/**
 * An account's link that works once, and the statement that makes it valid.
 *
 * @param source as for `insertFrom`.
 */
export function newLink(
  context: Context,
  about: { purpose: LinkPurpose; uid: string | SQL; email?: string },
  source: SQL,
) {
  const link = makeLink(context, about.purpose);
  const createdAt = Date.now();
  const row = { hash: link.hash, createdAt, expiresAt: createdAt + LINK_LIFE[about.purpose], ...about };
  return { ...link, statement: insertFrom(context.db, tokens, row, source) };
}

/**
 * The secret that a link carries: 43 characters that nobody can compute from its purpose and id without the
 * server's secret. The key is derived for this purpose alone, or other values signed with the secret could pass
 * for a link.
 */
export function secretOf({ sessionSecret }: Config, { purpose, id }: MailedLink): string {
  const key = createHmac("sha256", sessionSecret).update("links").digest();
  return createHmac("sha256", key).update(`${purpose} ${id}`).digest("base64url");
}

/** Whether the link was made: a condition for the statements of its batch that depend on it. */
export const isMade = (hash: string) =>
  sql`EXISTS (SELECT 1 FROM ${tokens} AS made WHERE made.hash = ${hash} AND made.used_at IS NULL)`;

/** Whether this is a link for one of these purposes that still works. */
export const isOpenLink = (secret: string, ...purposes: LinkPurpose[]) =>
  and(
    eq(tokens.hash, fingerprint(secret)),
    inArray(tokens.purpose, purposes),
    isNull(tokens.usedAt),
    gt(tokens.expiresAt, Date.now()),
  );

/** Whether an unused link has expired; housekeeping soon forgets those. */
export async function hasExpired(db: Database, secret: string, purpose: LinkPurpose): Promise<boolean> {
  const [expired] = await db
    .select({ hash: tokens.hash })
    .from(tokens)
    .where(
      and(
        eq(tokens.hash, fingerprint(secret)),
        eq(tokens.purpose, purpose),
        isNull(tokens.usedAt),
        lte(tokens.expiresAt, Date.now()),
      ),
    );
  return expired !== undefined;
}

/** The statement that makes somebody's links for these purposes stop working. */
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
