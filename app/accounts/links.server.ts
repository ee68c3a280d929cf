import { and, eq, gt, inArray, isNull, lte, type SQL, sql } from "drizzle-orm";
import { type Database, hasRow, insertFrom } from "#db/client.ts";
import { tokens } from "#db/schema/accounts.ts";
import { conferences } from "#db/schema/conference.ts";
import { calendarFeeds } from "#db/schema/programme.ts";
import { invitations } from "#db/schema/staff.ts";
import { type Link, SECRET_PLACEHOLDER, secretOf } from "~/mail/link-secret.server.ts";
import type { Context } from "~/platform/context.server.ts";
import { fingerprint, newId } from "~/platform/ids.server.ts";
import type { LinkPurpose, MailedLink } from "~/values/types.ts";
import { LINK_LIFE } from "./links.ts";

const PAGE: Record<MailedLink["purpose"], string> = {
  "reset-password": "reset-password",
  "own-password": "reset-password",
  "revert-email": "revert-email",
  "verify-email": "verify-email",
  "known-device": "known-device",
  invitation: "invitation",
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
 * A single-use link of an account, and the statement that makes the link valid.
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

/** The condition that the link has been made. Later statements of the same batch use it. */
export const isMade = (hash: string) =>
  sql`EXISTS (SELECT 1 FROM ${tokens} WHERE ${tokens.hash} = ${hash} AND ${tokens.usedAt} IS NULL)`;

/** The condition that a link serves one of these purposes and still works. */
export const isOpenLink = (secret: string, ...purposes: LinkPurpose[]) =>
  and(
    eq(tokens.hash, fingerprint(secret)),
    inArray(tokens.purpose, purposes),
    isNull(tokens.usedAt),
    gt(tokens.expiresAt, Date.now()),
  );

/**
 * Whether a mailed link can still be used. The link that undoes a change of address always counts as open: its mail
 * also says that the address was changed, and this stays true.
 */
export async function isStillOpen({ db, config }: Context, link: MailedLink): Promise<boolean> {
  if (link.purpose === "revert-email") return true;
  const secret = secretOf(config, link);
  const isOpen =
    link.purpose === "invitation"
      ? hasRow(
          invitations,
          and(eq(invitations.hash, fingerprint(secret)), gt(invitations.expiresAt, Date.now())),
        )
      : hasRow(tokens, isOpenLink(secret, link.purpose));
  const [found] = await db.select({ isOpen: sql<number>`${isOpen}`.as("is_open") }).from(sql`(SELECT 1)`);
  return found?.isOpen === 1;
}

/** Whether an unused link has expired. Housekeeping soon deletes expired links. */
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

/**
 * The statement that makes the private addresses of somebody's calendar stop working. Such an address asks for no
 * password, so somebody who is to be locked out of the account could otherwise go on reading the agenda. The statement
 * names all editions, because the index begins with the edition.
 */
export const endCalendars = (db: Database, owner: SQL, condition?: SQL) =>
  db
    .delete(calendarFeeds)
    .where(
      and(
        sql`${calendarFeeds.conferenceId} IN (SELECT ${conferences.id} FROM ${conferences})`,
        sql`${calendarFeeds.uid} IN (${owner})`,
        condition,
      ),
    );
