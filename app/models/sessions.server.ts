import { and, eq, gt, inArray, isNull, lt, sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { sessions, staff, users } from "#db/schema.ts";
import type { Context } from "~/context.server.ts";
import { laterEnd, sessionEnd } from "~/domain/sessions.ts";
import type { StaffRole } from "~/domain/types.ts";
import { fingerprint, newSecret } from "~/ids.server.ts";
import { logFault } from "~/log.server.ts";

/** The signed-in user as D1 has them at this moment. */
export type Viewer = {
  uid: string;
  email: string;
  /** null while nobody has shown that they hold its mailbox. */
  emailVerifiedAt: number | null;
  admin: boolean;
  /** null for everyone without the admin claim; who has it and no staff record is a director. */
  role: StaffRole | null;
  hpairPlusSubscriptionId: string | null;
  createdAt: number;
  /** Real time at which the password was last typed in this session. */
  authenticatedAt: number;
  /** Real time at which this session was opened, and at which it ends unless it is used again. */
  openedAt: number;
  expiresAt: number;
  /** Which session this is: the key of its row, which opens nothing. */
  sessionHash: string;
};

export type VisitorRow = Omit<Viewer, "role"> & { staffRole: StaffRole | null };

/** A browser holds its secret in a cookie, a program its own as a refresh token; neither is good for the other. */
export type SessionKind = "browser" | "program";

/** The key of a session's row. Both kinds are named in it, or a cookie could be written that spells the other. */
export const sessionHash = (kind: SessionKind, secret: string) => fingerprint(`${kind} ${secret}`);

/** The owner of a session; one row, or none where the session is unknown, over or its owner disabled. */
export const visitorRows = (db: Database, hash: string | null) =>
  db
    .select({
      uid: users.uid,
      email: users.email,
      emailVerifiedAt: users.emailVerifiedAt,
      admin: users.admin,
      hpairPlusSubscriptionId: users.hpairPlusSubscriptionId,
      createdAt: users.createdAt,
      authenticatedAt: sessions.authenticatedAt,
      // Two columns of one name would be one in a batch.
      openedAt: sql<number>`${sessions.createdAt}`.as("opened_at"),
      expiresAt: sessions.expiresAt,
      sessionHash: sessions.idHash,
      staffRole: staff.role,
    })
    .from(sessions)
    .innerJoin(users, eq(users.uid, sessions.uid))
    .leftJoin(staff, eq(staff.uid, users.uid))
    .where(
      and(eq(sessions.idHash, hash ?? ""), gt(sessions.expiresAt, Date.now()), isNull(users.disabledAt)),
    );

export function viewerFrom([row]: VisitorRow[]): Viewer | null {
  if (!row) return null;
  const { staffRole, ...viewer } = row;
  return { ...viewer, role: viewer.admin ? (staffRole ?? "director") : null };
}

/**
 * The viewer, whose session goes on for being used. It is written down behind the answer, and for one session
 * no more than once an hour.
 */
export function keptAlive(
  { db, requestId, waitUntil }: Pick<Context, "db" | "requestId" | "waitUntil">,
  viewer: Viewer | null,
): Viewer | null {
  const expiresAt = viewer && laterEnd(viewer, Date.now());
  if (!viewer || expiresAt === null) return viewer;
  const { sessionHash: idHash } = viewer;
  const writing = db
    .update(sessions)
    .set({ expiresAt })
    .where(and(eq(sessions.idHash, idHash), lt(sessions.expiresAt, expiresAt)));
  waitUntil(
    writing.then(
      () => {},
      (error: unknown) => logFault(error, { requestId, method: "keptAlive", path: "sessions" }),
    ),
  );
  return { ...viewer, expiresAt };
}

export type OpenedSession = {
  secret: string;
  sessionHash: string;
  /** Real times (UTC ms). */
  authenticatedAt: number;
  expiresAt: number;
  /** The owner's, whom the browser is known by from here on. */
  passwordHash: string;
};

/** Opens a session and closes the one that the browser came with; `secret` is for its holder alone. */
export async function openSession(
  db: Database,
  user: { uid: string; admin: boolean },
  kind: SessionKind,
  replacedHash: string | null = null,
): Promise<OpenedSession> {
  const secret = newSecret();
  const idHash = sessionHash(kind, secret);
  const now = Date.now();
  const expiresAt = sessionEnd(user, now, now);
  const [[owner]] = await db.batch([
    db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.uid, user.uid)),
    db.delete(sessions).where(eq(sessions.idHash, replacedHash ?? "")),
    db.insert(sessions).values({
      idHash,
      uid: user.uid,
      authenticatedAt: now,
      createdAt: now,
      expiresAt,
    }),
  ]);
  return { secret, sessionHash: idHash, authenticatedAt: now, expiresAt, passwordHash: owner!.passwordHash };
}

export async function closeSession(db: Database, hash: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.idHash, hash));
}

/** Ends every session of whoever has this one, of browsers and of programs. */
export async function closeEverySession(db: Database, hash: string): Promise<void> {
  const owner = db
    .select({ uid: sessions.uid })
    .from(sessions)
    .where(and(eq(sessions.idHash, hash), gt(sessions.expiresAt, Date.now())));
  await db.delete(sessions).where(inArray(sessions.uid, owner));
}

/** Who asks, as their cookies say: `session` is the key of the row that has to be theirs. */
export type Asker = { uid: string; session: string };

/** @param visitors the rows of `visitorRows` for the asker's session, read beside what was asked for. */
export const isSessionOf = ({ uid }: Asker, [visitor]: VisitorRow[]): boolean => visitor?.uid === uid;
