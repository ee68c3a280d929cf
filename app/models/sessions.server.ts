import { and, eq, gt, isNull } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { sessions, staff, users } from "#db/schema.ts";
import type { StaffRole } from "~/domain/types.ts";
import { fingerprint, newSecret } from "~/ids.server.ts";

const HOUR = 60 * 60 * 1000;
const DELEGATE_SESSION = 14 * 24 * HOUR;
const ADMIN_SESSION = 12 * HOUR;

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

/** Opens a session and closes the one that the browser came with; `secret` is for its holder alone. */
export async function openSession(
  db: Database,
  user: { uid: string; admin: boolean },
  kind: SessionKind,
  replacedHash: string | null = null,
): Promise<{ secret: string; sessionHash: string; authenticatedAt: number; passwordHash: string }> {
  const secret = newSecret();
  const idHash = sessionHash(kind, secret);
  const now = Date.now();
  const [[owner]] = await db.batch([
    db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.uid, user.uid)),
    db.delete(sessions).where(eq(sessions.idHash, replacedHash ?? "")),
    db.insert(sessions).values({
      idHash,
      uid: user.uid,
      authenticatedAt: now,
      createdAt: now,
      expiresAt: now + (user.admin ? ADMIN_SESSION : DELEGATE_SESSION),
    }),
  ]);
  return { secret, sessionHash: idHash, authenticatedAt: now, passwordHash: owner!.passwordHash };
}

export async function closeSession(db: Database, hash: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.idHash, hash));
}
