import { and, eq, sql } from "drizzle-orm";
import { type Database, insertFrom, listed } from "#db/client.ts";
import { outbox, profiles, sessions, tokens, users } from "#db/schema.ts";
import type { Context } from "~/context.server.ts";
import { emailKey } from "~/domain/emails.ts";
import { mails } from "~/domain/mails.ts";
import { messages } from "~/domain/messages.ts";
import { widerNetworkOf } from "~/domain/networks.ts";
import { passwordProblem } from "~/domain/passwords.ts";
import { staffMessages } from "~/domain/staff-messages.ts";
import type { LinkPurpose } from "~/domain/types.ts";
import { fingerprint, newId } from "~/ids.server.ts";
import { noteRefusal } from "./audit.server.ts";
import { type Allowance, giveBack, take } from "./counters.server.ts";
import { knownAllowances, knownDevice } from "./devices.server.ts";
import { isMade, isOpen, newLink, voidLinks } from "./links.server.ts";
import { queueMail } from "./outbox.server.ts";
import { type Busy, hashPassword, isBusy, passwordMatches } from "./passwords.server.ts";

const A_DAY = 24 * 60 * 60 * 1000;

/** Who an account is to the outside: the claims of specification, section 3. */
export type Account = {
  uid: string;
  email: string;
  emailVerified: boolean;
  admin: boolean;
  hpairPlus: boolean;
};
export type AccountAnswer = { account: Account } | { refused: string; status: 400 | 401 | 429 } | Busy;

/** By what somebody who signs in can show that they have been here before. */
export type Presented = {
  /** What their browser keeps, of a number of accounts. */
  devices?: readonly string[];
  /** Their session, whose password they are asked for again. */
  session?: string;
};

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

/** Hashes that strangers may cost one account in a day, from however many networks. */
export const STRANGERS_BUDGET = 40;

/** What somebody may try who is not known: of one account, and of all from one network and what it is part of. */
const strangersAllowances = ({ network }: Context, email: string): Allowance[] => [
  { what: "sign-in-account", who: `${emailKey(email)} ${network}`, limit: 5, minutes: 15 },
  { what: "sign-in-budget", who: emailKey(email), limit: STRANGERS_BUDGET, minutes: 24 * 60 },
  { what: "sign-in-network", who: network, limit: 100, minutes: 60 },
  { what: "sign-in-wider", who: widerNetworkOf(network), limit: 300, minutes: 60 },
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
 * when there were too many attempts: by strangers, or, where the account is presented something that it is
 * known by, with that. Specification, section 8: one sentence for unknown and wrong.
 */
export async function verifyCredentials(
  context: Context,
  email: string,
  password: string,
  { devices = [], session }: Presented = {},
): Promise<AccountAnswer> {
  const { db, meter, config } = context;
  const [user] = await db
    .select()
    .from(users)
    .where(eq(users.emailKey, emailKey(email)));
  const known = session ?? (user ? knownDevice(config, user, devices) : null);
  const allowances = known ? knownAllowances(known) : strangersAllowances(context, email);
  const wait = await take(db, allowances);
  if (wait > 0) return { refused: messages.tooManyAttempts(wait), status: 429 };

  const matches = await passwordMatches(meter, password, user?.passwordHash ?? null);
  const isRight = matches === true && user !== undefined && user.disabledAt === null;
  if (isRight || isBusy(matches)) await giveBack(db, allowances);
  if (isBusy(matches)) return matches;
  if (user?.admin && !matches)
    noteRefusal(context, { actorUid: null, action: "wrongPassword", object: `users/${user.uid}` });
  if (!isRight) return { refused: messages.invalidCredentials, status: 401 };
  if (user.admin && passwordProblem(password, true))
    return { refused: staffMessages.staff.longPasswordNeeded, status: 401 };
  return { account: accountOf(user) };
}

/**
 * A new account, and a mail to confirm its address. An address that has one is refused with the sentence,
 * status and work of a wrong password, and its owner is told in private.
 */
export async function createAccount(
  context: Context,
  email: string,
  password: string,
): Promise<AccountAnswer> {
  const { db } = context;
  const { network } = context;
  const allowances: Allowance[] = [
    { what: "sign-up-account", who: `${emailKey(email)} ${network}`, limit: 5, minutes: 15 },
    // A class registers behind one address.
    { what: "sign-up-network", who: network, limit: 60, minutes: 10 },
    { what: "sign-up-wider", who: widerNetworkOf(network), limit: 180, minutes: 10 },
  ];
  const wait = await take(db, allowances);
  if (wait > 0) return { refused: messages.tooManyAttempts(wait), status: 429 };
  const passwordHash = await hashPassword(context.meter, password);
  if (isBusy(passwordHash)) {
    await giveBack(db, allowances);
    return passwordHash;
  }

  const user = {
    uid: newId(),
    email: email.trim(),
    emailKey: emailKey(email),
    passwordHash,
    admin: false,
    createdAt: Date.now(),
  };
  const ifMade = sql`WHERE EXISTS (SELECT 1 FROM ${users} WHERE ${users.uid} = ${user.uid})`;
  const link = newLink(context, { purpose: "verify-email", uid: user.uid, email: user.email }, ifMade);
  const [created] = await db.batch([
    db
      .insert(users)
      .values(user)
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
    tellOwner(context, user),
  ]);
  if (created.length === 0) return { refused: messages.invalidCredentials, status: 401 };
  return {
    account: { uid: user.uid, email: user.email, emailVerified: false, admin: false, hpairPlus: false },
  };
}

/** The statement that writes, once a day, to who has an account already with the address of this new one. */
function tellOwner({ db, origin }: Context, { uid, emailKey: key }: { uid: string; emailKey: string }) {
  const told = `signed-up-again:${fingerprint(key).slice(0, 32)}:`;
  return queueMail(
    db,
    {
      eventKey: `${told}${newId()}`,
      recipient: sql`${users.email}`,
      text: mails.signedUpAgain(`${origin}/`, `${origin}/?form=forgot`),
    },
    sql`FROM ${users} WHERE ${users.emailKey} = ${key} AND ${users.uid} <> ${uid} AND ${users.disabledAt} IS NULL
      AND NOT EXISTS (SELECT 1 FROM ${outbox} AS before WHERE before.event_key BETWEEN ${told} AND ${`${told}~`}
        AND before.created_at > ${Date.now() - A_DAY})`,
  );
}

/** Of links that set a password. */
export const RESET_PURPOSES: LinkPurpose[] = ["reset-password", "own-password"];

/**
 * The account whose password a link may set, else null; looking does not use it up. `ownOnly`: the link
 * is changeEmail's, good only for who is signed in to that account.
 */
export async function findResetLink(
  context: Context,
  secret: string,
): Promise<{ uid: string; email: string; admin: boolean; ownOnly: boolean } | null> {
  const [owner] = await context.db
    .select({ uid: users.uid, email: users.email, admin: users.admin, purpose: tokens.purpose })
    .from(tokens)
    .innerJoin(users, eq(users.uid, tokens.uid))
    .where(isOpen(secret, ...RESET_PURPOSES));
  return owner ? { ...owner, ownOnly: owner.purpose === "own-password" } : null;
}

/**
 * Sets the password, once per link, and ends every session and every other such link of the account. Whoever
 * opened a link that was mailed has shown that the mailbox is theirs.
 *
 * @returns what the browser that did it is known by from now on, or why nothing was done.
 */
export async function resetPassword(
  context: Context,
  secret: string,
  password: string,
): Promise<{ uid: string; passwordHash: string } | { refused: string; status: 404 } | Busy> {
  const { db, meter } = context;
  const passwordHash = await hashPassword(meter, password);
  if (isBusy(passwordHash)) return passwordHash;
  const hash = fingerprint(secret);
  const owner = sql`SELECT uid FROM ${tokens} WHERE hash = ${hash}`;
  const isMailed = sql`EXISTS (SELECT 1 FROM ${tokens} WHERE hash = ${hash} AND purpose = 'reset-password')`;
  // The salt makes the hash this request's own.
  const isDone = sql`EXISTS (SELECT 1 FROM ${users} WHERE uid IN (${owner}) AND password_hash = ${passwordHash})`;
  const [used] = await db.batch([
    db
      .update(tokens)
      .set({ usedAt: Date.now() })
      .where(isOpen(secret, ...RESET_PURPOSES))
      .returning({ uid: tokens.uid }),
    db
      .update(users)
      .set({
        passwordHash,
        emailVerifiedAt: sql`iif(${isMailed}, coalesce(${users.emailVerifiedAt}, ${Date.now()}), ${users.emailVerifiedAt})`,
      })
      .where(sql`changes() = 1 AND ${users.uid} IN (${owner})`),
    db.delete(sessions).where(and(sql`${sessions.uid} IN (${owner})`, isDone)),
    voidLinks(db, owner, [...RESET_PURPOSES, "known-device"], isDone),
  ]);
  const [{ uid } = { uid: null }] = used;
  return uid ? { uid, passwordHash } : { refused: messages.resetLinkInvalid, status: 404 };
}
