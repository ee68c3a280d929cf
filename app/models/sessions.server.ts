import { and, eq, gt, inArray, isNull, lt, sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { sessions, staff, users } from "#db/schema.ts";
import type { Context } from "~/context.server.ts";
import { laterEnd, sessionEnd } from "~/domain/sessions.ts";
import type { StaffRole } from "~/domain/types.ts";
import { fingerprint, newSecret } from "~/ids.server.ts";
import { logFault } from "~/log.server.ts";

/** How long ago the password may have been typed for what a stolen session must not do. */
const FRESH = 5 * 60 * 1000;

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

/** Whether the password was typed in this session a short while ago. */
export const isFresh = ({ authenticatedAt }: Viewer) => Date.now() - authenticatedAt <= FRESH;

/** That the viewer's session is still there and fresh: for the statement that acts. */
export const isStillFresh = ({ sessionHash }: Viewer) =>
  sql`EXISTS (SELECT 1 FROM ${sessions} AS mine WHERE mine.id_hash = ${sessionHash}
    AND mine.authenticated_at >= ${Date.now() - FRESH} AND mine.expires_at > ${Date.now()})`;

/** A session to be, with the row that makes it one; `secret` is for its holder alone. Instants are real time, UTC ms. */
export function newSession(user: { uid: string; admin: boolean }, kind: SessionKind) {
  const secret = newSecret();
  const now = Date.now();
  const row = {
    idHash: sessionHash(kind, secret),
    uid: user.uid,
    authenticatedAt: now,
    createdAt: now,
    expiresAt: sessionEnd(user, now, now),
  };
  return { secret, sessionHash: row.idHash, authenticatedAt: now, expiresAt: row.expiresAt, row };
}

/** What the holder of a new session is told of it. */
export type OpenSession = Omit<ReturnType<typeof newSession>, "row">;

/** `passwordHash` is the owner's, whom the browser is known by from here on. */
export type OpenedSession = OpenSession & { passwordHash: string };

/** Opens a session and closes the one that the browser came with. */
export async function openSession(
  db: Database,
  user: { uid: string; admin: boolean },
  kind: SessionKind,
  replacedHash: string | null = null,
): Promise<OpenedSession> {
  const { row, ...session } = newSession(user, kind);
  const [[owner]] = await db.batch([
    db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.uid, user.uid)),
    db.delete(sessions).where(eq(sessions.idHash, replacedHash ?? "")),
    db.insert(sessions).values(row),
  ]);
  return { ...session, passwordHash: owner!.passwordHash };
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
