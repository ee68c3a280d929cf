import { and, eq, sql } from "drizzle-orm";
import { type Database, insertFrom, listed } from "#db/client.ts";
import { profiles, sessions, tokens, users } from "#db/schema.ts";
import type { Context } from "~/context.server.ts";
import { emailKey } from "~/domain/emails.ts";
import { mails } from "~/domain/mails.ts";
import { messages } from "~/domain/messages.ts";
import { passwordProblem } from "~/domain/passwords.ts";
import { staffMessages } from "~/domain/staff-messages.ts";
import type { LinkPurpose } from "~/domain/types.ts";
import { fingerprint, newId } from "~/ids.server.ts";
import { type Allowance, giveBack, take } from "./counters.server.ts";
import { isMade, isOpen, newLink, voidLinks } from "./links.server.ts";
import { queueMail } from "./outbox.server.ts";
import { hashPassword, passwordMatches } from "./passwords.server.ts";

/** Who an account is to the outside: the claims of specification, section 3. */
export type Account = {
  uid: string;
  email: string;
  emailVerified: boolean;
  admin: boolean;
  hpairPlus: boolean;
};
export type AccountAnswer = { account: Account } | { refused: string; status: 400 | 401 | 429 };

/** The addresses of some accounts. */
export const emailRows = (db: Database, uids: readonly (string | null)[]) =>
  db
    .select({ uid: users.uid, email: users.email })
    .from(users)
    .where(sql`${users.uid} IN ${listed(uids)}`);

/** The addresses of some accounts by uid. One round trip. */
export async function emailsOf(
  db: Database,
  uids: readonly (string | null)[],
): Promise<Map<string | null, string>> {
  return new Map((await emailRows(db, uids)).map(({ uid, email }) => [uid, email]));
}

/**
 * Whether an address may become somebody's: no other account has it, and none can still take it back.
 * Compare `emailKey`.
 */
export const isFree = (email: string, uid: string) =>
  sql`NOT EXISTS (SELECT 1 FROM ${users} AS other WHERE other.email_key = ${emailKey(email)} AND other.uid <> ${uid})
    AND NOT EXISTS (SELECT 1 FROM ${tokens} AS kept WHERE kept.purpose = 'revert-email'
      AND kept.expires_at > ${Date.now()} AND kept.used_at IS NULL
      AND lower(kept.email) = ${emailKey(email)} AND kept.uid <> ${uid})`;

const limits = (context: Context, what: string, email: string): Allowance[] => [
  { what: `${what}-account`, who: `${emailKey(email)} ${context.network}`, limit: 5, minutes: 15 },
  { what: `${what}-network`, who: context.network, limit: 20, minutes: 10 },
];

/** Of a row of users, or of the viewer. */
export function accountOf(user: {
  uid: string;
  email: string;
  emailVerifiedAt: number | null;
  admin: boolean;
  hpairPlusSubscriptionId: string | null;
}): Account {
  return {
    uid: user.uid,
    email: user.email,
    emailVerified: user.emailVerifiedAt !== null,
    admin: user.admin,
    hpairPlus: user.hpairPlusSubscriptionId !== null,
  };
}

/**
 * The account of an e-mail and password, at the cost of one scrypt whether it exists or not, and none
 * when there were too many attempts. Specification, section 8: one sentence for unknown and wrong.
 */
export async function verifyCredentials(
  context: Context,
  email: string,
  password: string,
): Promise<AccountAnswer> {
  const allowances = limits(context, "sign-in", email);
  const wait = await take(context.db, allowances);
  if (wait > 0) return { refused: messages.tooManyAttempts(wait), status: 429 };

  const [user] = await context.db
    .select()
    .from(users)
    .where(eq(users.emailKey, emailKey(email)));
  const matches = await passwordMatches(context.meter, password, user?.passwordHash ?? null);
  if (!user || !matches || user.disabledAt) return { refused: messages.invalidCredentials, status: 401 };

  await giveBack(context.db, allowances);
  if (user.admin && passwordProblem(password, true))
    return { refused: staffMessages.staff.longPasswordNeeded, status: 401 };
  return { account: accountOf(user) };
}

/**
 * A new account, and a mail to confirm its address. An address that has one, or may be taken back by one,
 * is refused with the sentence, status and work of a wrong password.
 */
export async function createAccount(
  context: Context,
  email: string,
  password: string,
): Promise<AccountAnswer> {
  const { db } = context;
  const wait = await take(db, [
    { what: "sign-up-account", who: `${emailKey(email)} ${context.network}`, limit: 5, minutes: 15 },
    // A class registers behind one address.
    { what: "sign-up-network", who: context.network, limit: 60, minutes: 10 },
  ]);
  if (wait > 0) return { refused: messages.tooManyAttempts(wait), status: 429 };

  const user = {
    uid: newId(),
    email: email.trim(),
    emailKey: emailKey(email),
    passwordHash: await hashPassword(context.meter, password),
    admin: false,
    createdAt: Date.now(),
  };
  const ifMade = sql`WHERE EXISTS (SELECT 1 FROM ${users} WHERE ${users.uid} = ${user.uid})`;
  const link = newLink(context, { purpose: "verify-email", uid: user.uid, email: user.email }, ifMade);
  const [created] = await db.batch([
    insertFrom(db, users, user, sql`WHERE ${isFree(email, user.uid)}`)
      .onConflictDoNothing({ target: users.emailKey })
      .returning({ uid: users.uid }),
    insertFrom(db, profiles, { uid: user.uid, createdAt: user.createdAt }, ifMade),
    link.statement,
    queueMail(
      db,
      {
        eventKey: `verify:${link.hash}`,
        recipient: user.email,
        text: mails.confirmEmail,
        link,
      },
      sql`WHERE ${isMade(link.hash)}`,
    ),
  ]);
  if (created.length === 0) return { refused: messages.invalidCredentials, status: 401 };
  return {
    account: { uid: user.uid, email: user.email, emailVerified: false, admin: false, hpairPlus: false },
  };
}

/**
 * Queues the mail with a link to choose a new password, if there is such an account: the same
 * statements run either way. A new link makes the older ones useless. An address that an account was
 * changed to gets none before it is confirmed: it may be somebody else's, mistyped.
 *
 * @returns the minutes to wait when too many were asked for, else 0.
 */
export async function sendResetLink(context: Context, email: string): Promise<number> {
  const { db } = context;
  const wait = await take(db, [
    { what: "reset-account", who: emailKey(email), limit: 3, minutes: 60 },
    { what: "reset-network", who: context.network, limit: 20, minutes: 60 },
  ]);
  if (wait > 0) return wait;

  const owner = sql`FROM ${users} WHERE ${users.emailKey} = ${emailKey(email)} AND ${users.disabledAt} IS NULL
    AND (${users.emailChangedAt} IS NULL OR ${users.emailVerifiedAt} IS NOT NULL)`;
  const link = newLink(context, { purpose: "reset-password", uid: sql`${users.uid}` }, owner);
  await db.batch([
    voidLinks(db, sql`SELECT ${users.uid} ${owner}`, ["reset-password"]),
    link.statement,
    queueMail(
      db,
      {
        eventKey: `reset:${link.hash}`,
        recipient: sql`${users.email}`,
        text: mails.resetPassword,
        link,
      },
      owner,
    ),
  ]);
  return 0;
}

const RESET_PURPOSES: LinkPurpose[] = ["reset-password", "own-password"];

/**
 * The account whose password a link may set, else null; looking does not use it up. `ownOnly`: the link
 * is changeEmail's, good only for who is signed in to that account.
 */
export async function findResetLink(
  context: Context,
  secret: string,
): Promise<{ uid: string; admin: boolean; ownOnly: boolean } | null> {
  const [owner] = await context.db
    .select({ uid: users.uid, admin: users.admin, purpose: tokens.purpose })
    .from(tokens)
    .innerJoin(users, eq(users.uid, tokens.uid))
    .where(isOpen(secret, ...RESET_PURPOSES));
  return owner ? { ...owner, ownOnly: owner.purpose === "own-password" } : null;
}

/**
 * Sets the password, once per link, and ends every session and every other such link of the account;
 * false where the link no longer works.
 */
export async function resetPassword(context: Context, secret: string, password: string): Promise<boolean> {
  const { db, meter } = context;
  const passwordHash = await hashPassword(meter, password);
  const owner = sql`SELECT uid FROM ${tokens} WHERE hash = ${fingerprint(secret)}`;
  // The salt makes the hash this request's own.
  const isDone = sql`EXISTS (SELECT 1 FROM ${users} WHERE uid IN (${owner}) AND password_hash = ${passwordHash})`;
  const [used] = await db.batch([
    db
      .update(tokens)
      .set({ usedAt: Date.now() })
      .where(isOpen(secret, ...RESET_PURPOSES))
      .returning({ uid: tokens.uid }),
    db.update(users).set({ passwordHash }).where(sql`changes() = 1 AND ${users.uid} IN (${owner})`),
    db.delete(sessions).where(and(sql`${sessions.uid} IN (${owner})`, isDone)),
    voidLinks(db, owner, RESET_PURPOSES, isDone),
  ]);
  return used.length === 1;
}
