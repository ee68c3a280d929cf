import { and, eq, isNull, ne, type SQL, sql } from "drizzle-orm";
import { hasRow, insertFrom } from "#db/client.ts";
import { sessions, users } from "#db/schema/accounts.ts";
import { queueMail } from "~/mail/outbox.server.ts";
import { audited } from "~/platform/audit.server.ts";
import type { Context, Viewer } from "~/platform/context.server.ts";
import { type Allowance, giveBackAllowances, take } from "~/platform/counters.server.ts";
import { fingerprint } from "~/platform/ids.server.ts";
import type { Refused } from "~/values/types.ts";
import { PROGRAM } from "./device-names.ts";
import { endCalendars, voidLinks } from "./links.server.ts";
import { accountMails } from "./mails.ts";
import { accountMessages } from "./messages.ts";
import { type Busy, hashPassword, isBusy } from "./passwords.server.ts";
import { passwordProblem } from "./passwords.ts";
import { isStillFresh, newSession, type OpenSession } from "./sessions.server.ts";
import { RESET_PURPOSES, verifyCredentials } from "./users.server.ts";

/** Each attempt costs one hash, and somebody who knows their password needs only a few attempts. */
const changeAllowances = (uid: string): Allowance[] => [
  { what: "change-password", who: uid, limit: 5, minutes: 60 },
];

/** The hash of a new password, or the reason why it was not made. */
async function hashOnce(
  context: Context,
  uid: string,
  password: string,
): Promise<{ passwordHash: string } | Refused<429> | Busy> {
  const { db } = context;
  const allowances = changeAllowances(uid);
  const wait = await take(context, allowances);
  if (wait > 0) return { refused: accountMessages.tooManyAttempts(wait), status: 429 };
  const passwordHash = await hashPassword(context, { isKnown: true }, password);
  if (!isBusy(passwordHash)) return { passwordHash };
  await giveBackAllowances(db, allowances);
  return passwordHash;
}

/**
 * The statements that set the password if a condition holds. They also tell the owner, and end the private addresses of
 * calendars and every open link that sets a password or makes a device known. `isDone` is the condition that the
 * password has been set; later statements of the batch use it.
 */
function setting(context: Context, { uid, email }: Viewer, passwordHash: string, condition: SQL) {
  const { db, origin } = context;
  const mayChange = and(eq(users.uid, uid), isNull(users.disabledAt), condition);
  const { entry, isDone } = audited(
    context,
    { actorUid: uid, action: "changePassword", object: `users/${uid}` },
    hasRow(users, mayChange),
  );
  const owner = sql`SELECT ${uid}`;
  const statements = [
    entry,
    db.update(users).set({ passwordHash }).where(mayChange).returning({ uid: users.uid }),
    voidLinks(db, owner, [...RESET_PURPOSES, "known-device"], isDone),
    endCalendars(db, owner, isDone),
    queueMail(
      db,
      {
        // The salt makes the hash unique to this request.
        kind: "account",
        eventKey: `password-changed:${fingerprint(passwordHash).slice(0, 32)}`,
        recipient: email,
        text: accountMails.passwordChanged(`${origin}/?form=forgot`),
      },
      sql`WHERE ${isDone}`,
    ),
  ] as const;
  return { isDone, statements };
}

/**
 * Sets a new password for somebody who typed the current one a short while ago. Every session ends, and the viewer gets
 * a new one. Every open link that sets a password or makes a device known stops working too. The owner is told by mail.
 *
 * @param password a password that `passwordProblem` accepts.
 * @returns the new session for the program that asked, or why nothing was done: 401 if the session of the request had
 *   ended by then.
 */
export async function changePassword(
  context: Context,
  viewer: Viewer,
  password: string,
): Promise<{ session: OpenSession } | Refused<401 | 429> | Busy> {
  const { db } = context;
  const hashed = await hashOnce(context, viewer.uid, password);
  if ("refused" in hashed) return hashed;
  const { row, ...session } = newSession(viewer, "program", { device: PROGRAM, network: context.network });
  const { isDone, statements } = setting(context, viewer, hashed.passwordHash, isStillFresh(viewer));
  const [, changed] = await db.batch([
    ...statements,
    db.delete(sessions).where(and(eq(sessions.uid, viewer.uid), isDone)),
    insertFrom(db, sessions, row, sql`WHERE ${isDone}`),
  ]);
  return changed.length === 1 ? { session } : { refused: accountMessages.notLoggedIn, status: 401 };
}

/** For each field of the form, the problem with the typed password. */
export type OwnPasswordProblems = Partial<Record<"oldPassword" | "newPassword", string>>;

/**
 * Sets a new password for somebody who has a browser's session and also types the current password. Their other
 * sessions end, in browsers and in programs, and their open links end as in `changePassword`. The owner is told by
 * mail.
 *
 * @returns the account for which the browser is known from now on, or the problems.
 */
export async function changeOwnPassword(
  context: Context,
  viewer: Viewer,
  typed: { oldPassword: string; newPassword: string },
): Promise<
  { uid: string; passwordHash: string } | { problems: OwnPasswordProblems; status: 400 | 401 | 429 | 503 }
> {
  const { db } = context;
  const weak = passwordProblem(typed.newPassword, viewer.admin);
  if (weak) return { problems: { newPassword: weak }, status: 400 };
  const evidence = { session: viewer.sessionHash };
  const owner = await verifyCredentials(context, viewer.email, typed.oldPassword, evidence);
  if ("refused" in owner) {
    const isWrong = owner.refused === accountMessages.invalidCredentials;
    const problem = isWrong ? accountMessages.wrongOldPassword : owner.refused;
    return { problems: { oldPassword: problem }, status: owner.status };
  }
  // Somebody whose time on the staff is over sees a delegate's pages, but still cannot log in with a password that is
  // too short for staff.
  const weakForStaff = passwordProblem(typed.newPassword, owner.account.admin);
  if (weakForStaff) return { problems: { newPassword: weakForStaff }, status: 400 };
  const hashed = await hashOnce(context, viewer.uid, typed.newPassword);
  if ("refused" in hashed) return { problems: { newPassword: hashed.refused }, status: hashed.status };
  const { uid, sessionHash } = viewer;
  const { passwordHash } = hashed;
  const { isDone, statements } = setting(context, viewer, passwordHash, isOpen(viewer));
  const [, changed] = await db.batch([
    ...statements,
    db.delete(sessions).where(and(eq(sessions.uid, uid), ne(sessions.idHash, sessionHash), isDone)),
  ]);
  if (changed.length === 0) return { problems: { oldPassword: accountMessages.notLoggedIn }, status: 401 };
  return { uid, passwordHash };
}

/** The condition that the viewer's session is still open: a change of the password elsewhere would have ended it. */
const isOpen = ({ sessionHash }: Viewer) =>
  sql`EXISTS (SELECT 1 FROM ${sessions} WHERE ${sessions.idHash} = ${sessionHash}
    AND ${sessions.expiresAt} > ${Date.now()})`;
