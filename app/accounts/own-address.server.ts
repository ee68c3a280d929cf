import { and, desc, eq, gt, isNull, ne, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { type Database, hasRow } from "#db/client.ts";
import { sessions, tokens, users } from "#db/schema/accounts.ts";
import { queueMail } from "~/mail/outbox.server.ts";
import { isUnreachable, mendAddress } from "~/mail/unreachable.server.ts";
import { audited } from "~/platform/audit.server.ts";
import type { Context, SignedIn, Viewer } from "~/platform/context.server.ts";
import { take } from "~/platform/counters.server.ts";
import { MINUTE } from "~/values/durations.ts";
import { addressNone, emailKey, isEmail } from "~/values/email-addresses.ts";
import type { LinkPurpose, Refused } from "~/values/types.ts";
import { endCalendars, isMade, isOpenLink, newLink, voidLinks } from "./links.server.ts";
import { LINK_LIFE } from "./links.ts";
import { accountMails } from "./mails.ts";
import { accountMessages } from "./messages.ts";
import { noPassword } from "./passwords.server.ts";
import { isFresh } from "./sessions.server.ts";
import { verifyCredentials } from "./users.server.ts";

const A_DAY = 24 * 60;
/**
 * How many confirmation mails one address may get in a day at the request of accounts without a confirmed address. All
 * such accounts share this limit.
 */
const MOST_ASKED = 5;

/** A second request for the same change of address within this time counts as a button that was pressed twice. */
const JUST_NOW = 5 * MINUTE;

export type EmailChange =
  | { email: string; resetLink: string }
  /** The password was typed too long ago: ask for it and call again. */
  | { stale: true }
  | Refused<400 | 401 | 429 | 503>;

/**
 * Asks to change the address of the account (specification, section 7: changeEmail). The address stays as it is until
 * the holder of the new mailbox confirms; until then, other accounts may still use the new address. A stolen session is
 * not enough: the password must have been typed within the last 5 minutes, here or at sign-in. All other sessions end,
 * and earlier links that set a password or confirm an address stop working. The old address immediately gets a mail
 * with a link that undoes the change. The returned `resetLink` works once, and only for this account. If the same
 * change was requested a moment ago (`JUST_NOW`), no new mails are sent, and the links in the earlier mails still work.
 */
export async function changeEmail(
  context: Context,
  { viewer }: SignedIn,
  { email, password }: { email: string; password?: string },
): Promise<EmailChange> {
  const { db } = context;
  const { uid } = viewer;
  const address = email.trim();
  if (!isEmail(address)) return { refused: accountMessages.invalidEmail, status: 400 };
  if (emailKey(address) === emailKey(viewer.email))
    return { refused: accountMessages.sameEmail, status: 400 };

  if (password !== undefined) {
    const session = viewer.sessionHash;
    const answer = await verifyCredentials(context, viewer.email, password, { session });
    if ("refused" in answer) return answer;
  } else if (!isFresh(viewer)) {
    return { stale: true };
  }
  const wait = await take(context, [
    { what: "change-email", who: uid, limit: 5, minutes: A_DAY },
    // Anybody can make any number of accounts with an unconfirmed address. All of these accounts together must not
    // flood a stranger's mailbox.
    ...(viewer.emailVerifiedAt === null
      ? [{ what: "change-email-to", who: emailKey(address), limit: MOST_ASKED, minutes: A_DAY }]
      : []),
  ]);
  if (wait > 0) return { refused: accountMessages.tooManyAttempts(wait), status: 429 };

  const isSame = hasRow(users, and(eq(users.uid, uid), eq(users.emailKey, emailKey(viewer.email))));
  const isAsked = hasRow(
    tokens,
    and(
      ...[eq(tokens.uid, uid), eq(tokens.purpose, "verify-email"), eq(tokens.email, address)],
      ...[isNull(tokens.usedAt), gt(tokens.createdAt, Date.now() - JUST_NOW)],
    ),
  );
  const { entry, isDone } = audited(
    context,
    { actorUid: uid, action: "changeEmail", object: `users/${uid}` },
    sql`${isSame} AND NOT ${isAsked}`,
  );
  const ifDone = sql`WHERE ${isDone}`;
  const revert = newLink(context, { purpose: "revert-email", uid, email: viewer.email }, ifDone);
  const own = newLink(context, { purpose: "own-password", uid }, sql`WHERE ${isSame}`);
  const verify = newLink(context, { purpose: "verify-email", uid, email: address }, ifDone);
  const [, , , , ownLinks] = await db.batch([
    entry,
    revert.statement,
    voidLinks(db, sql`SELECT ${uid}`, ["reset-password", "own-password"], isSame),
    voidLinks(db, sql`SELECT ${uid}`, ["verify-email"], isDone),
    own.statement.returning({ uid: tokens.uid }),
    verify.statement,
    queueMail(
      db,
      {
        kind: "account",
        eventKey: `email-changed:${revert.hash}`,
        recipient: viewer.email,
        text: (link) => accountMails.emailChanged(address, link),
        link: revert,
      },
      ifDone,
    ),
    queueMail(
      db,
      {
        kind: "account",
        eventKey: `verify:${verify.hash}`,
        recipient: address,
        text: accountMails.confirmEmail,
        link: verify,
      },
      ifDone,
    ),
    db.delete(sessions).where(and(eq(sessions.uid, uid), ne(sessions.idHash, viewer.sessionHash), isDone)),
  ]);
  // Another tab has changed the address meanwhile: what this page says about the account is no longer true.
  if (ownLinks.length === 0) return { refused: accountMessages.emailChangedMeanwhile, status: 400 };
  return { email: address, resetLink: own.address };
}

const holder = alias(users, "holder");

/**
 * An open link about an address; no row if there is none. `holderUid` is another account that has this address now, or
 * null.
 */
const linkAbout = (db: Database, isIt: SQL | undefined) =>
  db
    .select({
      uid: tokens.uid,
      email: sql<string>`${tokens.email}`,
      createdAt: tokens.createdAt,
      // In a batch, two columns with the same name are returned as one.
      holderUid: sql<string | null>`${holder.uid}`.as("holder_uid"),
    })
    .from(tokens)
    .leftJoin(holder, and(eq(holder.emailKey, sql`lower(${tokens.email})`), ne(holder.uid, tokens.uid)))
    .where(and(isIt, sql`${tokens.email} IS NOT NULL`));

/** Whether no other account has the address. */
const isFree = (email: string, uid: string) =>
  sql`NOT EXISTS (SELECT 1 FROM ${users} WHERE ${users.emailKey} = ${emailKey(email)}
    AND ${users.uid} <> ${uid})`;

const EVERY_LINK: LinkPurpose[] = [
  "reset-password",
  "own-password",
  "revert-email",
  "verify-email",
  "known-device",
];

/**
 * The statements that take an address away from an account that never confirmed it, so that the owner of the mailbox
 * can have it. That account keeps its data, its password and its sessions, and gets no mail until it has another
 * address.
 */
function takeAddress(db: Database, email: string, holderUid: string | null, condition: SQL) {
  const isTaken = and(
    eq(users.uid, holderUid ?? ""),
    eq(users.emailKey, emailKey(email)),
    isNull(users.emailVerifiedAt),
    hasRow(tokens, condition),
  );
  const none = addressNone(holderUid ?? "");
  return [
    voidLinks(db, sql`SELECT ${holderUid}`, EVERY_LINK, hasRow(users, isTaken)),
    db.update(users).set({ email: none, emailKey: none }).where(isTaken),
  ] as const;
}

/** The address that a revert link would restore; null if the link does not work. Looking does not use up the link. */
export async function findRevertLink(context: Context, secret: string): Promise<string | null> {
  const [link] = await context.db
    .select({ email: tokens.email })
    .from(tokens)
    .where(isOpenLink(secret, "revert-email"));
  return link?.email ?? null;
}

/**
 * For the holder of the old mailbox: undoes a change of address, whether the change was only requested or already
 * confirmed. The person who made the change knew the password, so the password stops working. Every session ends, and
 * so do the private addresses of calendars, and every open link except the links that undo earlier changes.
 *
 * @returns the address of a reset link, or null if the link no longer works.
 */
export async function revertEmail(context: Context, secret: string): Promise<string | null> {
  const { db } = context;
  const isIt = isOpenLink(secret, "revert-email")!;
  const [link] = await linkAbout(db, isIt);
  if (!link) return null;
  const { uid, email, createdAt, holderUid } = link;
  const mayTake = and(isIt, isFree(email, uid));
  const { entry, isDone } = audited(
    context,
    { actorUid: uid, action: "revertEmail", object: `users/${uid}` },
    hasRow(tokens, mayTake),
  );
  const reset = newLink(context, { purpose: "reset-password", uid }, sql`WHERE ${isDone}`);
  const owner = sql`SELECT ${uid}`;
  const [, , , used] = await db.batch([
    ...takeAddress(db, email, holderUid, isIt),
    entry,
    db.update(tokens).set({ usedAt: Date.now() }).where(mayTake).returning({ uid: tokens.uid }),
    db
      .update(users)
      .set({
        email,
        emailKey: emailKey(email),
        emailVerifiedAt: Date.now(),
        passwordHash: noPassword(),
      })
      .where(and(eq(users.uid, uid), isDone)),
    db.delete(sessions).where(and(eq(sessions.uid, uid), isDone)),
    endCalendars(db, owner, isDone),
    voidLinks(db, owner, ["reset-password", "own-password", "verify-email", "known-device"], isDone),
    voidLinks(db, owner, ["revert-email"], sql`${tokens.createdAt} > ${createdAt} AND ${isDone}`),
    mendAddress(db, emailKey(email), isDone),
    reset.statement,
  ]);
  return used.length === 1 ? reset.address : null;
}

const isOwnLink = (uid: string, secret: string) =>
  and(isOpenLink(secret, "verify-email"), eq(tokens.uid, uid))!;

const pendingRows = (db: Database, { uid, email }: Viewer) =>
  db
    .select({ email: sql<string>`${tokens.email}` })
    .from(tokens)
    .where(
      and(
        eq(tokens.uid, uid),
        eq(tokens.purpose, "verify-email"),
        sql`${tokens.usedAt} IS NULL AND ${tokens.expiresAt} > ${Date.now()}`,
        sql`lower(${tokens.email}) <> ${emailKey(email)}`,
      ),
    )
    .orderBy(desc(tokens.createdAt))
    .limit(1);

/** The address to which the viewer has asked to change; null if there is none that can still be confirmed. */
export async function pendingEmail({ db }: Context, viewer: Viewer): Promise<string | null> {
  const [pending] = await pendingRows(db, viewer);
  return pending?.email ?? null;
}

/**
 * Queues another mail that confirms the viewer's new address or, if they have not asked for one, their present address.
 * Older links stop working.
 *
 * @returns how many minutes to wait, if too many mails were requested; else 0.
 */
export async function sendVerification(context: Context, viewer: Viewer): Promise<number> {
  const { db } = context;
  const { uid } = viewer;
  const email = (await pendingEmail(context, viewer)) ?? viewer.email;
  const wait = await take(context, [
    { what: "verify-email", who: uid, limit: 3, minutes: 60 },
    // There is a limit for each day, because the mailbox may belong to a stranger.
    { what: "verify-email-day", who: uid, limit: 6, minutes: A_DAY },
  ]);
  if (wait > 0) return wait;
  const link = newLink(
    context,
    { purpose: "verify-email", uid, email },
    sql`FROM ${users} WHERE ${users.uid} = ${uid}
      AND (${users.emailVerifiedAt} IS NULL OR ${users.emailKey} <> ${emailKey(email)}
        OR ${isUnreachable(emailKey(email))})`,
  );
  await db.batch([
    voidLinks(db, sql`SELECT ${uid}`, ["verify-email"]),
    link.statement,
    queueMail(
      db,
      {
        kind: "account",
        eventKey: `verify:${link.hash}`,
        recipient: email,
        text: accountMails.confirmEmail,
        link,
      },
      sql`WHERE ${isMade(link.hash)}`,
    ),
  ]);
  return 0;
}

/** The address that the viewer's link would confirm, and the pending address. Looking does not use up anything. */
export async function findVerifyLink(
  { db }: Context,
  viewer: Viewer,
  secret: string,
): Promise<{ address: string | null; pending: string | null }> {
  const [[link], [pending]] = await db.batch([
    linkAbout(db, isOwnLink(viewer.uid, secret)),
    pendingRows(db, viewer),
  ]);
  return { address: link?.email ?? null, pending: pending?.email ?? null };
}

type Owner = Pick<Viewer, "uid" | "email" | "emailVerifiedAt">;

/**
 * Confirms the viewer's address. If they have asked for a new address, confirms the new one and makes it theirs.
 * Opening the link proves that they hold the mailbox; being signed in proves that they hold the account. If another
 * account has the address but never confirmed it, that account loses the address. If two accounts confirm the same
 * address, the first of them gets it. If the old address was confirmed, its holder can still undo the change, and the
 * time for doing so starts anew.
 *
 * @returns why nothing was done: the link belongs to another account or no longer works, or another account has
 *   confirmed the address.
 */
export async function verifyEmail(
  context: Context,
  viewer: Owner,
  secret: string,
): Promise<{ confirmed: true } | Refused<404 | 409>> {
  const { db } = context;
  const { uid } = viewer;
  const isIt = isOwnLink(uid, secret);
  const [link] = await linkAbout(db, isIt);
  if (!link) return { refused: accountMessages.confirmLinkInvalid, status: 404 };
  const { email, holderUid } = link;
  const key = emailKey(email);
  const now = Date.now();
  const mayTake = and(isIt, isFree(email, uid));
  const { entry, isDone } = audited(
    context,
    {
      ...{ actorUid: uid, action: "confirmEmail", object: `users/${uid}` },
      detail: holderUid ? { takenFrom: holderUid } : {},
    },
    hasRow(tokens, mayTake),
  );
  const [, , , used] = await db.batch([
    ...takeAddress(db, email, holderUid, isIt),
    entry,
    db.update(tokens).set({ usedAt: now }).where(mayTake).returning({ uid: tokens.uid }),
    db
      .update(users)
      .set({ email, emailKey: key, emailVerifiedAt: now })
      .where(and(eq(users.uid, uid), isDone)),
    mendAddress(db, key, isDone),
    ...(key === emailKey(viewer.email) ? [] : endOldAddress(db, viewer, isDone)),
  ]);
  return used.length === 1 ? { confirmed: true } : { refused: accountMessages.emailTaken, status: 409 };
}

/**
 * Like `verifyEmail`, for a program that posts the secret of a link. No session is needed: nobody makes such a post by
 * following a link, so a stranger cannot trick the owner of a mailbox into making one.
 */
export async function verifyEmailBySecret(
  context: Context,
  secret: string,
): Promise<{ email: string } | Refused<404 | 409>> {
  const [link] = await context.db
    .select({
      uid: users.uid,
      email: users.email,
      emailVerifiedAt: users.emailVerifiedAt,
      // In a batch, two columns with the same name are returned as one.
      address: sql<string>`${tokens.email}`.as("address"),
    })
    .from(tokens)
    .innerJoin(users, eq(users.uid, tokens.uid))
    .where(and(isOpenLink(secret, "verify-email"), sql`${users.disabledAt} IS NULL`));
  if (!link) return { refused: accountMessages.confirmLinkInvalid, status: 404 };
  const answer = await verifyEmail(context, link, secret);
  return "confirmed" in answer ? { email: link.address } : answer;
}

/**
 * The statements for the links that were mailed to the account's old address. Links that set a password or make a
 * device known stop working. Links that undo a change get more time if the old address was confirmed; otherwise they
 * stop working too.
 */
function endOldAddress(db: Database, { uid, email, emailVerifiedAt }: Owner, condition: SQL) {
  const owner = sql`SELECT ${uid}`;
  return [
    voidLinks(db, owner, ["reset-password", "known-device"], condition),
    emailVerifiedAt === null
      ? // Nobody has proved that they own this mailbox; the address may have been mistyped.

        voidLinks(db, owner, ["revert-email"], sql`${tokens.email} = ${email} AND ${condition}`)
      : db
          .update(tokens)
          .set({ expiresAt: Date.now() + LINK_LIFE["revert-email"] })
          .where(
            and(
              eq(tokens.uid, uid),
              eq(tokens.purpose, "revert-email"),
              eq(tokens.email, email),
              sql`${tokens.usedAt} IS NULL AND ${condition}`,
            ),
          ),
  ];
}
