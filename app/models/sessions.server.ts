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
  admin: boolean;
  /** null for everyone without the admin claim; who has it and no staff record is a director. */
  role: StaffRole | null;
  hpairPlusSubscriptionId: string | null;
  /** Real time at which the password was last typed in this session. */
  authenticatedAt: number;
};

export type VisitorRow = Omit<Viewer, "role"> & { staffRole: StaffRole | null };

/** The owner of a session; one row, or none where the session is unknown, over or its owner disabled. */
export const visitorRows = (db: Database, sessionSecret: string | null) =>
  db
    .select({
      uid: users.uid,
      email: users.email,
      admin: users.admin,
      hpairPlusSubscriptionId: users.hpairPlusSubscriptionId,
      authenticatedAt: sessions.authenticatedAt,
      staffRole: staff.role,
    })
    .from(sessions)
    .innerJoin(users, eq(users.uid, sessions.uid))
    .leftJoin(staff, eq(staff.uid, users.uid))
    .where(
      and(
        eq(sessions.idHash, fingerprint(sessionSecret ?? "")),
        gt(sessions.expiresAt, Date.now()),
        isNull(users.disabledAt),
      ),
    );

export function viewerFrom([row]: VisitorRow[]): Viewer | null {
  if (!row) return null;
  const { staffRole, ...viewer } = row;
  return { ...viewer, role: viewer.admin ? (staffRole ?? "director") : null };
}

/** Opens a session and closes the one the browser came with; returns the new cookie's secret. */
export async function openSession(
  db: Database,
  user: { uid: string; admin: boolean },
  replaced: string | null,
): Promise<string> {
  const secret = newSecret();
  const now = Date.now();
  await db.batch([
    db.delete(sessions).where(eq(sessions.idHash, fingerprint(replaced ?? ""))),
    db.insert(sessions).values({
      idHash: fingerprint(secret),
      uid: user.uid,
      authenticatedAt: now,
      createdAt: now,
      expiresAt: now + (user.admin ? ADMIN_SESSION : DELEGATE_SESSION),
    }),
  ]);
  return secret;
}

export async function closeSession(db: Database, secret: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.idHash, fingerprint(secret)));
}
