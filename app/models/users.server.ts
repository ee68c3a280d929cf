import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { insertFrom } from "#db/client.ts";
import { outbox, profiles, sessions, tokens, users } from "#db/schema.ts";
import type { Context } from "~/context.server.ts";
import { emailKey } from "~/domain/emails.ts";
import { messages } from "~/domain/messages.ts";
import { fingerprint, newId, newSecret } from "~/ids.server.ts";
import { type Allowance, giveBack, take } from "./counters.server.ts";
import { hashPassword, passwordMatches } from "./passwords.server.ts";

const MINUTE = 60 * 1000;
const RESET_LINK_LIFE = 30 * MINUTE;

export type Account = { uid: string; email: string; admin: boolean; hpairPlus: boolean };
export type AccountAnswer = { account: Account } | { refused: string; status: 400 | 401 | 429 };

const limits = (context: Context, what: string, email: string): Allowance[] => [
  { what: `${what}-account`, who: `${emailKey(email)} ${context.network}`, limit: 5, minutes: 15 },
  { what: `${what}-network`, who: context.network, limit: 20, minutes: 10 },
];

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
  const { uid, admin, hpairPlusSubscriptionId } = user;
  return { account: { uid, email: user.email, admin, hpairPlus: hpairPlusSubscriptionId !== null } };
}

/** A new account. An address that has one is refused with the sentence, status and work of a wrong password. */
export async function createAccount(
  context: Context,
  email: string,
  password: string,
): Promise<AccountAnswer> {
  const wait = await take(context.db, [
    { what: "sign-up-account", who: `${emailKey(email)} ${context.network}`, limit: 5, minutes: 15 },
    // A class registers behind one address.
    { what: "sign-up-network", who: context.network, limit: 60, minutes: 10 },
  ]);
  if (wait > 0) return { refused: messages.tooManyAttempts(wait), status: 429 };

  const passwordHash = await hashPassword(context.meter, password);
  const uid = newId();
  const createdAt = Date.now();
  const [created] = await context.db.batch([
    context.db
      .insert(users)
      .values({ uid, email: email.trim(), emailKey: emailKey(email), passwordHash, createdAt })
      .onConflictDoNothing({ target: users.emailKey })
      .returning({ uid: users.uid }),
    insertFrom(
      context.db,
      profiles,
      { uid, createdAt },
      sql`WHERE EXISTS (SELECT 1 FROM ${users} WHERE ${users.uid} = ${uid})`,
    ),
  ]);
  if (created.length === 0) return { refused: messages.invalidCredentials, status: 401 };
  return { account: { uid, email: email.trim(), admin: false, hpairPlus: false } };
}

/**
 * Queues the mail with a link to choose a new password, if there is such an account: the same
 * statements run either way. A new link makes the older ones useless.
 *
 * @returns the minutes to wait when too many were asked for, else 0.
 */
export async function sendResetLink(context: Context, email: string): Promise<number> {
  const wait = await take(context.db, [
    { what: "reset-account", who: emailKey(email), limit: 3, minutes: 60 },
    { what: "reset-network", who: context.network, limit: 20, minutes: 60 },
  ]);
  if (wait > 0) return wait;

  const secret = newSecret();
  const now = Date.now();
  const hash = fingerprint(secret);
  const owner = sql`FROM ${users} WHERE ${users.emailKey} = ${emailKey(email)} AND ${users.disabledAt} IS NULL`;
  const body = [
    "Somebody, hopefully you, asked for a new password on the conference registration portal.",
    `Choose one here within 30 minutes: ${context.origin}/reset-password/${secret}`,
    "If it was not you, ignore this mail: nothing changes.",
  ].join("\n\n");
  await context.db.batch([
    context.db
      .update(tokens)
      .set({ usedAt: now })
      .where(
        and(
          eq(tokens.purpose, "reset-password"),
          isNull(tokens.usedAt),
          sql`${tokens.uid} IN (SELECT ${users.uid} ${owner})`,
        ),
      ),
    insertFrom(
      context.db,
      tokens,
      {
        hash,
        purpose: "reset-password",
        uid: sql`${users.uid}`,
        createdAt: now,
        expiresAt: now + RESET_LINK_LIFE,
      },
      owner,
    ),
    insertFrom(
      context.db,
      outbox,
      {
        id: newId(),
        eventKey: `reset:${hash}`,
        recipient: sql`${users.email}`,
        subject: "Choose a new password",
        body,
        createdAt: now,
      },
      owner,
    ),
  ]);
  return 0;
}

/** The owner of a reset link that still works, else null; looking does not use it up. */
export async function findResetLink(context: Context, secret: string): Promise<{ admin: boolean } | null> {
  const [owner] = await context.db
    .select({ admin: users.admin })
    .from(tokens)
    .innerJoin(users, eq(users.uid, tokens.uid))
    .where(openToken(secret));
  return owner ?? null;
}

/** Sets the password, once per link, and ends every session of the account; false where the link no longer works. */
export async function resetPassword(context: Context, secret: string, password: string): Promise<boolean> {
  const { db, meter } = context;
  const passwordHash = await hashPassword(meter, password);
  const owner = sql`(SELECT uid FROM ${tokens} WHERE hash = ${fingerprint(secret)})`;
  const [used] = await db.batch([
    db.update(tokens).set({ usedAt: Date.now() }).where(openToken(secret)).returning({ uid: tokens.uid }),
    db.update(users).set({ passwordHash }).where(sql`changes() = 1 AND ${users.uid} = ${owner}`),
    db.delete(sessions).where(sql`changes() = 1 AND ${sessions.uid} = ${owner}`),
  ]);
  return used.length === 1;
}

const openToken = (secret: string) =>
  and(
    eq(tokens.hash, fingerprint(secret)),
    eq(tokens.purpose, "reset-password"),
    isNull(tokens.usedAt),
    gt(tokens.expiresAt, Date.now()),
  );
