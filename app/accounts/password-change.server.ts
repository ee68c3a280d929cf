import { and, eq, isNull, sql } from "drizzle-orm";
import { insertFrom } from "#db/client.ts";
import { sessions, users } from "#db/schema/accounts.ts";
import { auditEntry } from "~/platform/audit.server.ts";
import type { Context, Viewer } from "~/platform/context.server.ts";
import { type Allowance, giveBackAllowances, take } from "~/platform/counters.server.ts";
import type { Refused } from "~/values/types.ts";
import { voidLinks } from "./links.server.ts";
import { accountMessages } from "./messages.ts";
import { type Busy, hashPassword, isBusy } from "./passwords.server.ts";
import { isStillFresh, newSession, type OpenSession } from "./sessions.server.ts";
import { RESET_PURPOSES } from "./users.server.ts";

/** Each attempt costs a hash; somebody who knows their password needs few. */
const changeAllowances = (uid: string): Allowance[] => [
  { what: "change-password", who: uid, limit: 5, minutes: 60 },
];

/**
 * Sets another password for somebody who typed the present one a short while ago. Every session ends, including
 * the viewer's, which a new one replaces; so does every open link to set a password or to make a device known.
 *
 * @param password a password that `passwordProblem` accepts.
 * @returns the new session for the program that asked, or why nothing was done: 401 if the session it came with
 *   has ended by then.
 */
export async function changePassword(
  context: Context,
  viewer: Viewer,
  password: string,
): Promise<{ session: OpenSession } | Refused<401 | 429> | Busy> {
  const { db, meter } = context;
  const { uid } = viewer;
  const allowances = changeAllowances(uid);
  const wait = await take(db, allowances);
  if (wait > 0) return { refused: accountMessages.tooManyAttempts(wait), status: 429 };
  const passwordHash = await hashPassword(meter, password);
  if (isBusy(passwordHash)) {
    await giveBackAllowances(db, allowances);
    return passwordHash;
  }
  const { row, ...session } = newSession(viewer, "program");
  // The salt makes the hash unique to this request.
  const isDone = sql`EXISTS (SELECT 1 FROM ${users} WHERE ${users.uid} = ${uid}
    AND ${users.passwordHash} = ${passwordHash})`;
  const [changed] = await db.batch([
    db
      .update(users)
      .set({ passwordHash })
      .where(and(eq(users.uid, uid), isNull(users.disabledAt), isStillFresh(viewer)))
      .returning({ uid: users.uid }),
    auditEntry(context, { actorUid: uid, action: "changePassword", object: `users/${uid}` }),
    db.delete(sessions).where(and(eq(sessions.uid, uid), isDone)),
    voidLinks(db, sql`SELECT ${uid}`, [...RESET_PURPOSES, "known-device"], isDone),
    insertFrom(db, sessions, row, sql`WHERE ${isDone}`),
  ]);
  return changed.length === 1 ? { session } : { refused: accountMessages.notLoggedIn, status: 401 };
}
