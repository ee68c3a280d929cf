import { and, desc, eq, gt, isNull, lte, or, sql } from "drizzle-orm";
import { type Database, insertFrom } from "#db/client.ts";
import { notifications, profiles, seenNotifications } from "#db/schema.ts";

const MOST = 5;

/** What this person has not dismissed yet, the gravest first, then the newest; nobody's is nothing. */
export const unseenNotifications = (db: Database, uid: string, now: number) =>
  db
    .select({ id: notifications.id, message: notifications.message, severity: notifications.severity })
    .from(notifications)
    .leftJoin(
      seenNotifications,
      and(eq(seenNotifications.notificationId, notifications.id), eq(seenNotifications.uid, uid)),
    )
    .where(
      and(
        lte(notifications.showFrom, now),
        or(isNull(notifications.showUntil), gt(notifications.showUntil, now)),
        isNull(seenNotifications.uid),
        sql`${uid} <> ''`,
      ),
    )
    .orderBy(
      sql`CASE ${notifications.severity} WHEN 'CRITICAL' THEN 0 WHEN 'IMPORTANT' THEN 1 ELSE 2 END`,
      desc(notifications.showFrom),
    )
    .limit(MOST);

/** Adds an existing notification to the profile's seenNotifications; again, or an unknown id, changes nothing. */
export async function dismissNotification(db: Database, uid: string, notificationId: string): Promise<void> {
  const now = Date.now();
  await db.batch([
    db.insert(profiles).values({ uid, createdAt: now }).onConflictDoNothing(),
    insertFrom(
      db,
      seenNotifications,
      { uid, notificationId: sql`${notifications.id}`, seenAt: now },
      sql`FROM ${notifications} WHERE ${notifications.id} = ${notificationId}`,
    ).onConflictDoNothing(),
  ]);
}
