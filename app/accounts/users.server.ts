import { and, eq, sql } from "drizzle-orm";
import { hasRow, insertFrom } from "#db/client.ts";
import { profiles, sessions, tokens, users } from "#db/schema/accounts.ts";
import { outbox } from "#db/schema/mail.ts";
import { queueMail } from "~/mail/outbox.server.ts";
import { mendAddress } from "~/mail/unreachable.server.ts";
import { noteRefusal } from "~/platform/audit.server.ts";
import type { Context } from "~/platform/context.server.ts";
import { type Allowance, giveBackAllowances, take } from "~/platform/counters.server.ts";
import { fingerprint, newId } from "~/platform/ids.server.ts";
import { widerNetworkOf } from "~/platform/networks.ts";
import { DAY } from "~/values/durations.ts";
import { emailKey } from "~/values/email-addresses.ts";
import type { LinkPurpose, Refused } from "~/values/types.ts";
import { knownAllowances, knownDevice } from "./devices.server.ts";
import { endCalendars, isMade, isOpenLink, newLink, voidLinks } from "./links.server.ts";
import { accountMails } from "./mails.ts";
import { accountMessages } from "./messages.ts";
import { type Busy, hashPassword, isBusy, passwordMatches } from "./passwords.server.ts";
import { passwordProblem } from "./passwords.ts";

/**
 * The part of an account that programs and other parts of the portal see, with the claims of specification, section 3.
 */
export type Account = {
  uid: string;
  email: string;
  emailVerified: boolean;
  admin: boolean;
  hpairPlus: boolean;
};
export type AccountAnswer = { account: Account } | Refused<400 | 401 | 429> | Busy;

/** The evidence that the person who signs in has signed in before. */
export type SignInEvidence = {
  /** The entries that their browser keeps, for any number of accounts. */
  devices?: readonly string[];
  /** Their session, if they are already signed in and are asked for the account's password again. */
  session?: string;
};

/** How many hashes strangers together may use up for one account in a day, from however many networks. */
export const STRANGERS_BUDGET = 40;

/**
 * The limits on attempts by people without a known device or a session: on one account from one network, on one account
 * from all networks together, and on all accounts from one network or from the wider network around it.
 */
const strangersAllowances = ({ network }: Context, email: string): Allowance[] => [
  { what: "sign-in-account", who: `${emailKey(email)} ${network}`, limit: 5, minutes: 15 },
  { what: "sign-in-budget", who: emailKey(email), limit: STRANGERS_BUDGET, minutes: 24 * 60 },
  { what: "sign-in-network", who: network, limit: 100, minutes: 60 },
  { what: "sign-in-wider", who: widerNetworkOf(network), limit: 300, minutes: 60 },
];

/**
 * The account in the form in which programs and other parts of the portal get it. It is made from a row of `users` or
 * from a viewer.
 */
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
 * The account with this e-mail address and password. This costs one scrypt whether or not the account exists; after too
 * many attempts, it costs none. Attempts of strangers are counted separately from attempts with a known device or a
 * session. An unknown address and a wrong password get the same sentence (specification, section 8).
 */
export async function verifyCredentials(
  context: Context,
  email: string,
  password: string,
  { devices = [], session }: SignInEvidence = {},
): Promise<AccountAnswer> {
  const { db, config } = context;
  const [user] = await db
    .select()
    .from(users)
    .where(eq(users.emailKey, emailKey(email)));
  const known = session ?? (user ? knownDevice(config, user, devices) : null);
  const allowances = known ? knownAllowances(known) : strangersAllowances(context, email);
  const wait = await take(context, allowances);
  if (wait > 0) return { refused: accountMessages.tooManyAttempts(wait), status: 429 };

  const isKnown = known !== null;
  const matches = await passwordMatches(context, { isKnown }, password, user?.passwordHash ?? null);
  const isRight = matches === true && user !== undefined && user.disabledAt === null;
  if (isRight || isBusy(matches)) await giveBackAllowances(db, allowances);
  if (isBusy(matches)) return matches;
  if (user?.admin && !matches)
    noteRefusal(context, { actorUid: null, action: "wrongPassword", object: `users/${user.uid}` });
  if (!isRight) return { refused: accountMessages.invalidCredentials, status: 401 };
  if (user.admin && passwordProblem(password, true))
    return { refused: accountMessages.longPasswordNeeded, status: 401 };
  return { account: accountOf(user) };
}

/**
 * Makes an account and queues a mail to confirm its address. If the address already has an account, `enterOwn` answers,
 * and `isNew` is absent.
 */
export async function createAccount(
  context: Context,
  email: string,
  password: string,
  evidence: SignInEvidence = {},
): Promise<AccountAnswer & { isNew?: true }> {
  const { db } = context;
  const { network } = context;
  const allowances: Allowance[] = [
    { what: "sign-up-account", who: `${emailKey(email)} ${network}`, limit: 5, minutes: 15 },
    // A whole class may register from one network address.
    { what: "sign-up-network", who: network, limit: 60, minutes: 10 },
    { what: "sign-up-wider", who: widerNetworkOf(network), limit: 180, minutes: 10 },
  ];
  const wait = await take(context, allowances);
  if (wait > 0) return { refused: accountMessages.tooManyAttempts(wait), status: 429 };
  const [taken] = await db
    .select({ uid: users.uid })
    .from(users)
    .where(eq(users.emailKey, emailKey(email)));
  const made = taken ? null : await makeAccount(context, email, password);
  const answer = made ?? (await enterOwn(context, email, password, evidence));
  if ("refused" in answer && answer.status === 503) await giveBackAllowances(db, allowances);
  return answer;
}

/** Makes an account as `createAccount` does; null if somebody has made one with this address meanwhile. */
async function makeAccount(
  context: Context,
  email: string,
  password: string,
): Promise<{ account: Account; isNew: true } | Busy | null> {
  const { db } = context;
  const passwordHash = await hashPassword(context, { isKnown: false }, password);
  if (isBusy(passwordHash)) return passwordHash;
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
        kind: "account",
        eventKey: `verify:${link.hash}`,
        recipient: user.email,
        text: accountMails.confirmEmail,
        link,
      },
      sql`WHERE ${isMade(link.hash)}`,
    ),
  ]);
  if (created.length === 0) return null;
  return {
    account: { uid: user.uid, email: user.email, emailVerified: false, admin: false, hpairPlus: false },
    isNew: true,
  };
}

/**
 * The answer to somebody who wants to make an account with an address that has one. With the account's password they
 * are logged in: they pressed the button twice, or never saw the answer to the first press. Others get the refusal of a
 * wrong password, within the limits of signing in, and the owner of the account gets a mail.
 */
async function enterOwn(
  context: Context,
  email: string,
  password: string,
  evidence: SignInEvidence,
): Promise<AccountAnswer> {
  const answer = await verifyCredentials(context, email, password, evidence);
  if ("refused" in answer && answer.status === 401) await tellOwner(context, emailKey(email));
  return answer;
}

/**
 * Queues a mail to the owner of an account, at most once a day, if somebody tries to register the same address again.
 */
function tellOwner({ db, origin }: Context, key: string) {
  const eventKeys = `signed-up-again:${fingerprint(key).slice(0, 32)}:`;
  return queueMail(
    db,
    {
      kind: "account",
      eventKey: `${eventKeys}${newId()}`,
      recipient: sql`${users.email}`,
      text: accountMails.signedUpAgain(`${origin}/`, `${origin}/?form=forgot`),
    },
    sql`FROM ${users} WHERE ${users.emailKey} = ${key} AND ${users.disabledAt} IS NULL
      AND NOT EXISTS (SELECT 1 FROM ${outbox} WHERE ${outbox.eventKey} BETWEEN ${eventKeys} AND ${`${eventKeys}~`}
        AND ${outbox.createdAt} > ${Date.now() - DAY})`,
  );
}

/** The purposes of the links that set a password. */
export const RESET_PURPOSES: LinkPurpose[] = ["reset-password", "own-password"];

/**
 * The account whose password a link may set; null if the link sets none or no longer works. Looking does not use up the
 * link. `ownOnly`: the link comes from changeEmail, and works only for somebody who is signed in to that account.
 */
export async function findResetLink(
  context: Context,
  secret: string,
): Promise<{ uid: string; email: string; admin: boolean; ownOnly: boolean } | null> {
  const [owner] = await context.db
    .select({ uid: users.uid, email: users.email, admin: users.admin, purpose: tokens.purpose })
    .from(tokens)
    .innerJoin(users, eq(users.uid, tokens.uid))
    .where(isOpenLink(secret, ...RESET_PURPOSES));
  return owner ? { ...owner, ownOnly: owner.purpose === "own-password" } : null;
}

/**
 * Sets the password. Every session of the account ends, and so do the private addresses of its calendars, and every
 * other link that sets its password or makes a device known. Each link works only once. Somebody who opens a mailed link
 * proves that the mailbox is theirs.
 *
 * @param secret the secret of a link that `findResetLink` found open a moment ago.
 * @returns the account for which the browser is known from now on, or why nothing was done.
 */
export async function resetPassword(
  context: Context,
  secret: string,
  password: string,
): Promise<{ uid: string; passwordHash: string } | Refused<404> | Busy> {
  const { db } = context;
  const passwordHash = await hashPassword(context, { isKnown: true }, password);
  if (isBusy(passwordHash)) return passwordHash;
  const hash = fingerprint(secret);
  const isOpen = isOpenLink(secret, ...RESET_PURPOSES);
  const owner = sql`SELECT ${tokens.uid} FROM ${tokens} WHERE ${tokens.hash} = ${hash}`;
  const isMailed = sql`EXISTS (SELECT 1 FROM ${tokens} WHERE ${tokens.hash} = ${hash}
    AND ${tokens.purpose} = 'reset-password')`;
  // The salt makes the hash unique to this request.
  const isDone = sql`EXISTS (SELECT 1 FROM ${users} WHERE ${users.uid} IN (${owner})
    AND ${users.passwordHash} = ${passwordHash})`;
  const [, used] = await db.batch([
    db
      .update(users)
      .set({
        passwordHash,
        emailVerifiedAt: sql`iif(${isMailed}, coalesce(${users.emailVerifiedAt}, ${Date.now()}), ${users.emailVerifiedAt})`,
      })
      .where(and(sql`${users.uid} IN (${owner})`, hasRow(tokens, isOpen))),
    db.update(tokens).set({ usedAt: Date.now() }).where(isOpen).returning({ uid: tokens.uid }),
    db.delete(sessions).where(and(sql`${sessions.uid} IN (${owner})`, isDone)),
    endCalendars(db, owner, isDone),
    voidLinks(db, owner, [...RESET_PURPOSES, "known-device"], isDone),
    mendAddress(
      db,
      sql`(SELECT ${users.emailKey} FROM ${users} WHERE ${users.uid} IN (${owner}))`,
      sql`${isMailed} AND ${isDone}`,
    ),
  ]);
  const [{ uid } = { uid: null }] = used;
  return uid ? { uid, passwordHash } : { refused: accountMessages.resetLinkInvalid, status: 404 };
}
