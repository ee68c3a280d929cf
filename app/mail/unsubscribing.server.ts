import { createHmac } from "node:crypto";
import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import { type Database, hasRow, insertFrom, subquery } from "#db/client.ts";
import { prepared } from "#db/prepared.ts";
import { users } from "#db/schema/accounts.ts";
import { outbox, unsubscribedAddresses } from "#db/schema/mail.ts";
import type { Config } from "~/platform/config.server.ts";
import type { Context, Viewer } from "~/platform/context.server.ts";
import { take } from "~/platform/counters.server.ts";
import { isSameSecret } from "~/platform/ids.server.ts";
import { emailKey } from "~/values/email-addresses.ts";
import type { Refused } from "~/values/types.ts";
import { mailMessages } from "./messages.ts";
import { recipientKey } from "./unreachable.server.ts";
import { MOST_FORGED_LINKS } from "./unsubscribing.ts";

/**
 * A mail contains this token. With the token, the reader of the mail stops news and reminders. `id` is the id of the
 * mail.
 */
export const unsubscribeToken = (config: Config, id: string): string => `${id}.${signatureOf(config, id)}`;

/**
 * The signature of a token. The key is derived for this purpose only, so that no other signed value can pass for a
 * token.
 */
function signatureOf({ sessionSecret }: Config, id: string): string {
  const key = createHmac("sha256", sessionSecret).update("unsubscribe").digest();
  return createHmac("sha256", key).update(id).digest("base64url");
}

/** The id of the mail that contained a token; null if the portal did not make the token. */
function mailOf(config: Config, token: string): string | null {
  const [id = ""] = token.split(".");
  return isSameSecret(token, unsubscribeToken(config, id)) ? id : null;
}

/** A condition on `outbox`: whether the reader of the mail has stopped news and reminders. */
export const isUnsubscribed = hasRow(unsubscribedAddresses, eq(unsubscribedAddresses.emailKey, recipientKey));

/**
 * Finds the mail that contained a token: the address to which the mail went, and whether this address gets no news or
 * reminders. Null if there is no such mail. Nothing is looked up for a forged token.
 */
export async function findReader(
  context: Context,
  token: string,
): Promise<{ email: string; isStopped: boolean } | null> {
  const id = mailOf(context.config, token);
  if (id === null) return null;
  const [mail] = await context.db
    .select({ email: outbox.recipient, isStopped: subquery(sql<number>`${isUnsubscribed}`).as("is_stopped") })
    .from(outbox)
    .where(eq(outbox.id, id));
  return mail ? { email: mail.email, isStopped: Boolean(mail.isStopped) } : null;
}

/**
 * Stops news and reminders to an address, or starts them again. The mail that contained the token went to this address.
 * A forged token is counted for its network, and nothing is looked up for it.
 */
export async function stopOrBegin(
  context: Context,
  token: string,
  act: "stop" | "begin",
): Promise<{ done: true } | Refused<404 | 429>> {
  const { db } = context;
  const id = mailOf(context.config, token);
  if (id === null) {
    const wait = await take(context, [
      { what: "forged-unsubscribe", who: context.network, limit: MOST_FORGED_LINKS, minutes: 60 },
    ]);
    return { refused: mailMessages.stopLinkInvalid, status: wait > 0 ? 429 : 404 };
  }
  if (act === "stop") {
    await insertFrom(
      db,
      unsubscribedAddresses,
      { emailKey: recipientKey, at: Date.now() },
      sql`FROM ${outbox} WHERE ${outbox.id} = ${id}`,
    ).onConflictDoNothing();
  } else await forgetStopped(db, sql`(SELECT ${recipientKey} FROM ${outbox} WHERE ${outbox.id} = ${id})`);
  return { done: true };
}

/** A row if the address with this key gets no news and no reminders. */
export const stoppedRows = prepared((db: Database, key: string) =>
  db
    .select({ at: unsubscribedAddresses.at })
    .from(unsubscribedAddresses)
    .where(eq(unsubscribedAddresses.emailKey, key)),
);

/**
 * Stops news and reminders to the viewer's own address, or starts them again. Nothing is changed if the account has
 * another address by now, or has not confirmed the address. In both cases the mailbox may belong to another person.
 */
export async function stopOrBeginOwn(
  { db }: Pick<Context, "db">,
  { uid, email }: Viewer,
  act: "stop" | "begin",
): Promise<void> {
  const key = emailKey(email);
  const isOwn = hasRow(
    users,
    and(eq(users.uid, uid), eq(users.emailKey, key), isNotNull(users.emailVerifiedAt)),
  );
  if (act === "begin") await forgetStopped(db, sql`${key}`, isOwn);
  else {
    const row = { emailKey: key, at: Date.now() };
    await insertFrom(db, unsubscribedAddresses, row, sql`WHERE ${isOwn}`).onConflictDoNothing();
  }
}

/** The statement after which news and reminders are sent to an address again. */
const forgetStopped = (db: Database, key: SQL, condition?: SQL) =>
  db.delete(unsubscribedAddresses).where(and(eq(unsubscribedAddresses.emailKey, key), condition));
