import { and, eq, ne, sql } from "drizzle-orm";
import { sessions, tokens, users } from "#db/schema.ts";
import type { Context } from "~/context.server.ts";
import { emailKey, isEmail } from "~/domain/emails.ts";
import { mails } from "~/domain/mails.ts";
import { messages } from "~/domain/messages.ts";
import { newSecret } from "~/ids.server.ts";
import type { SignedIn } from "~/session.server.ts";
import { auditEntry } from "./audit.server.ts";
import { take } from "./counters.server.ts";
import { isMade, isOpen, newLink, voidLinks } from "./links.server.ts";
import { queueMail } from "./outbox.server.ts";
import { hashPassword } from "./passwords.server.ts";
import type { Viewer } from "./sessions.server.ts";
import { isFree, verifyCredentials } from "./users.server.ts";

const MINUTE = 60 * 1000;
/** How long ago the password may have been typed. */
const FRESH = 5 * MINUTE;

export type EmailChange =
  | { email: string; resetLink: string }
  /** The password was typed too long ago: ask for it and call again. */
  | { stale: true }
  | { refused: string; status: 400 | 401 | 429 };

/**
 * Changes the address of the account (specification, section 7: changeEmail). Whoever holds a stolen
 * session cannot: the password must have been typed within 5 minutes, here or when signing in. All
 * other sessions and open links end; the old address is told, with a link that takes the change back for
 * 72 hours; the new one is asked to confirm. `resetLink` works once, for 10 minutes, for this account.
 */
export async function changeEmail(
  context: Context,
  { viewer }: SignedIn,
  { email, password }: { email: string; password?: string },
): Promise<EmailChange> {
  const { db } = context;
  const { uid } = viewer;
  const address = email.trim();
  if (!isEmail(address)) return { refused: messages.invalidEmail, status: 400 };
  if (emailKey(address) === emailKey(viewer.email)) return { refused: messages.sameEmail, status: 400 };

  if (password !== undefined) {
    const answer = await verifyCredentials(context, viewer.email, password);
    if ("refused" in answer) return { refused: answer.refused, status: answer.status };
  } else if (Date.now() - viewer.authenticatedAt > FRESH) {
    return { stale: true };
  }
  // Also how many addresses can be tried out for being taken.
  const wait = await take(db, [{ what: "change-email", who: uid, limit: 5, minutes: 24 * 60 }]);
  if (wait > 0) return { refused: messages.tooManyAttempts(wait), status: 429 };

  const revert = newLink(
    context,
    { purpose: "revert-email", uid, email: viewer.email },
    sql`WHERE changes() = 1`,
  );
  const isDone = isMade(revert.hash);
  const ifDone = sql`WHERE ${isDone}`;
  const own = newLink(context, { purpose: "own-password", uid }, ifDone);
  const verify = newLink(context, { purpose: "verify-email", uid, email: address }, ifDone);
  const [changed] = await db.batch([
    db
      .update(users)
      .set({
        email: address,
        emailKey: emailKey(address),
        emailVerifiedAt: null,
        emailChangedAt: Date.now(),
      })
      .where(and(eq(users.uid, uid), eq(users.emailKey, emailKey(viewer.email)), isFree(address, uid)))
      .returning({ uid: users.uid }),
    revert.statement,
    auditEntry(context, { actorUid: uid, action: "changeEmail", object: `users/${uid}` }),
    voidLinks(db, sql`SELECT ${uid}`, ["reset-password", "own-password", "verify-email"], isDone),
    own.statement,
    verify.statement,
    queueMail(
      db,
      {
        eventKey: `email-changed:${revert.hash}`,
        recipient: viewer.email,
        text: (link) => mails.emailChanged(address, link),
        link: revert,
      },
      ifDone,
    ),
    queueMail(
      db,
      {
        eventKey: `verify:${verify.hash}`,
        recipient: address,
        text: mails.confirmEmail,
        link: verify,
      },
      ifDone,
    ),
    db.delete(sessions).where(and(eq(sessions.uid, uid), ne(sessions.idHash, viewer.sessionHash), isDone)),
  ]);
  if (changed.length === 0) return { refused: messages.invalidCredentials, status: 400 };
  return { email: address, resetLink: own.address };
}

/** The address that a revert link would bring back, else null; looking does not use it up. */
export async function findRevertLink(context: Context, secret: string): Promise<string | null> {
  const [link] = await context.db
    .select({ email: tokens.email })
    .from(tokens)
    .where(isOpen(secret, "revert-email"));
  return link?.email ?? null;
}

/**
 * Takes a change of address back, for whoever holds the old mailbox. Who made the change knew the password:
 * it stops working, every session ends, and so does every link made since. An earlier change can still
 * be taken back.
 *
 * @returns the address of a reset link, or null where the link no longer works.
 */
export async function revertEmail(context: Context, secret: string): Promise<string | null> {
  const { db, meter } = context;
  const [link] = await db.select().from(tokens).where(isOpen(secret, "revert-email"));
  if (!link?.email) return null;
  const { uid, email, createdAt } = link;
  const unknownPassword = await hashPassword(meter, newSecret());
  const isDone = sql`EXISTS (SELECT 1 FROM ${users} WHERE uid = ${uid} AND password_hash = ${unknownPassword})`;
  const reset = newLink(context, { purpose: "reset-password", uid }, sql`WHERE ${isDone}`);
  const owner = sql`SELECT ${uid}`;
  const [used] = await db.batch([
    db
      .update(tokens)
      .set({ usedAt: Date.now() })
      .where(and(isOpen(secret, "revert-email"), isFree(email, uid)))
      .returning({ uid: tokens.uid }),
    db
      .update(users)
      .set({
        email,
        emailKey: emailKey(email),
        emailVerifiedAt: Date.now(),
        emailChangedAt: null,
        passwordHash: unknownPassword,
      })
      .where(sql`changes() = 1 AND ${users.uid} = ${uid}`),
    auditEntry(context, { actorUid: uid, action: "revertEmail", object: `users/${uid}` }),
    db.delete(sessions).where(and(eq(sessions.uid, uid), isDone)),
    voidLinks(db, owner, ["reset-password", "own-password", "verify-email"], isDone),
    voidLinks(db, owner, ["revert-email"], sql`${tokens.createdAt} > ${createdAt} AND ${isDone}`),
    reset.statement,
  ]);
  return used.length === 1 ? reset.address : null;
}

/**
 * Queues another mail to confirm the viewer's address; older links stop working.
 *
 * @returns the minutes to wait when too many were asked for, else 0.
 */
export async function sendVerification(context: Context, viewer: Viewer): Promise<number> {
  const { db } = context;
  const { uid, email } = viewer;
  const wait = await take(db, [{ what: "verify-email", who: uid, limit: 3, minutes: 60 }]);
  if (wait > 0) return wait;
  const link = newLink(
    context,
    { purpose: "verify-email", uid, email },
    sql`FROM ${users} WHERE ${users.uid} = ${uid} AND ${users.emailVerifiedAt} IS NULL`,
  );
  await db.batch([
    voidLinks(db, sql`SELECT ${uid}`, ["verify-email"]),
    link.statement,
    queueMail(
      db,
      {
        eventKey: `verify:${link.hash}`,
        recipient: email,
        text: mails.confirmEmail,
        link,
      },
      sql`WHERE ${isMade(link.hash)}`,
    ),
  ]);
  return 0;
}

/** A link that confirms this address of this account, and still works. */
const isOwnLink = ({ uid, email }: Viewer, secret: string) =>
  and(isOpen(secret, "verify-email"), eq(tokens.uid, uid), eq(tokens.email, email));

/** Whether a link would confirm the viewer's address; looking does not use it up. */
export async function isVerifyLink({ db }: Context, viewer: Viewer, secret: string): Promise<boolean> {
  const found = await db.select({ uid: tokens.uid }).from(tokens).where(isOwnLink(viewer, secret));
  return found.length === 1;
}

/**
 * Confirms the viewer's address: whoever opens the link holds its mailbox, and being signed in, the account.
 * False where the link is another account's, about another address, or no longer works.
 */
export async function verifyEmail({ db }: Context, viewer: Viewer, secret: string): Promise<boolean> {
  const { uid, email } = viewer;
  const [used] = await db.batch([
    db
      .update(tokens)
      .set({ usedAt: Date.now() })
      .where(isOwnLink(viewer, secret))
      .returning({ uid: tokens.uid }),
    db
      .update(users)
      .set({ emailVerifiedAt: Date.now() })
      .where(sql`changes() = 1 AND ${users.uid} = ${uid} AND ${users.email} = ${email}`),
  ]);
  return used.length === 1;
}
