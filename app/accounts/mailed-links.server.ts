import { and, eq, sql } from "drizzle-orm";
import { hasRow } from "#db/client.ts";
import { tokens, users } from "#db/schema/accounts.ts";
import { queueMail } from "~/mail/outbox.server.ts";
import type { Context } from "~/platform/context.server.ts";
import { take } from "~/platform/counters.server.ts";
import { widerNetworkOf } from "~/platform/networks.ts";
import { emailKey } from "~/values/email-addresses.ts";
import { knownDevice } from "./devices.server.ts";
import { isMade, isOpenLink, newLink, voidLinks } from "./links.server.ts";
import { MOST_OPEN_LINKS } from "./links.ts";
import { accountMails } from "./mails.ts";

// The links that anybody can request by typing an address, and that are mailed to that address. However many of these
// links others request, the holder of the mailbox always has one that works.

const TEXTS = { "reset-password": accountMails.resetPassword, "known-device": accountMails.knownDevice };

/**
 * If there is an account with this address, queues the mail with a link to choose a new password or to make a new
 * device known. If there is none, the same statements run but queue nothing. While an account has as many open links as
 * it may have, no more are mailed: the open ones still work, so nothing is lost. The network's limit does not apply to
 * a known device of the account.
 *
 * @returns how many minutes to wait, if this network asked for too many links; else 0.
 */
export async function mailLink(
  context: Context,
  purpose: keyof typeof TEXTS,
  email: string,
  devices: readonly string[] = [],
): Promise<number> {
  const { db, config, network } = context;
  const [user] = await db
    .select({ uid: users.uid, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.emailKey, emailKey(email)));
  if (!user || !knownDevice(config, user, devices)) {
    const wait = await take(context, [
      { what: "link-network", who: network, limit: 100, minutes: 60 },
      { what: "link-wider", who: widerNetworkOf(network), limit: 300, minutes: 60 },
    ]);
    if (wait > 0) return wait;
  }
  const open = sql`SELECT count(*) FROM ${tokens} WHERE ${tokens.uid} = ${users.uid}
    AND ${tokens.purpose} = ${purpose} AND ${tokens.usedAt} IS NULL AND ${tokens.expiresAt} > ${Date.now()}`;
  const owner = sql`FROM ${users} WHERE ${users.emailKey} = ${emailKey(email)} AND ${users.disabledAt} IS NULL`;
  const link = newLink(
    context,
    { purpose, uid: sql`${users.uid}` },
    sql`${owner} AND (${open}) < ${MOST_OPEN_LINKS}`,
  );
  await db.batch([
    link.statement,
    queueMail(
      db,
      {
        kind: "account",
        eventKey: `${purpose}:${link.hash}`,
        recipient: sql`${users.email}`,
        text: TEXTS[purpose],
        link,
      },
      sql`${owner} AND ${isMade(link.hash)}`,
    ),
  ]);
  return 0;
}

const linkOwner = ({ db }: Context, secret: string) =>
  db
    .select({ uid: users.uid, email: users.email, passwordHash: users.passwordHash })
    .from(tokens)
    .innerJoin(users, eq(users.uid, tokens.uid))
    .where(and(isOpenLink(secret, "known-device"), sql`${users.disabledAt} IS NULL`));

/**
 * The e-mail address of the account to which a device link belongs; null if the link does not work. Looking does not
 * use up the link.
 */
export async function findDeviceLink(context: Context, secret: string): Promise<string | null> {
  const [owner] = await linkOwner(context, secret);
  return owner?.email ?? null;
}

/**
 * Uses up the link, and all other links that make a device known for the same account.
 *
 * @returns the account for which the device is known from now on; null if the link does not work.
 */
export async function spendDeviceLink(
  context: Context,
  secret: string,
): Promise<{ uid: string; passwordHash: string } | null> {
  const [owner] = await linkOwner(context, secret);
  if (!owner) return null;
  const isOpen = hasRow(tokens, isOpenLink(secret, "known-device"));
  const used = await voidLinks(context.db, sql`SELECT ${owner.uid}`, ["known-device"], isOpen).returning({
    uid: tokens.uid,
  });
  return used.length > 0 ? owner : null;
}
