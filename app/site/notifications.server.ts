import { and, desc, eq, gt, isNull, lte, or, sql } from "drizzle-orm";
import { type Database, hasRow, inChunks, insertFrom } from "#db/client.ts";
import { prepared } from "#db/prepared.ts";
import { profiles, users } from "#db/schema/accounts.ts";
import { notificationReaders, notifications, seenNotifications } from "#db/schema/site.ts";
import { audit } from "#db/schema/staff.ts";
import { audited, auditRow } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { fingerprint } from "~/platform/ids.server.ts";
import type { NoticeAudience } from "~/values/types.ts";

/** The most rows that the query reads. In practice, nobody has this many notifications that they have not dismissed. */
const MOST_UNREAD = 200;
/** The most notifications that a page should show. */
const MOST = 20;

/** The notifications among `unseen` that are meant for this person. The field `audience` is left out of the result. */
export const noticesFor = <Notice extends { audience: NoticeAudience }>(
  unseen: Notice[],
  isForThem: (audience: NoticeAudience) => boolean,
): Omit<Notice, "audience">[] =>
  unseen
    .filter(({ audience }) => isForThem(audience))
    .slice(0, MOST)
    .map(({ audience: _, ...notice }) => notice);

/**
 * The notifications that this person has not dismissed, whatever their audience: the most severe first, then the
 * newest. If the uid is empty, there are none.
 */
export const unseenNotifications = prepared((db: Database, uid: string, now: number) =>
  db
    .select({
      id: notifications.id,
      message: notifications.message,
      severity: notifications.severity,
      audience: notifications.audience,
    })
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
        or(
          isNull(notifications.selection),
          hasRow(
            notificationReaders,
            and(eq(notificationReaders.notificationId, notifications.id), eq(notificationReaders.uid, uid)),
          ),
        ),
        sql`${uid} <> ''`,
      ),
    )
    .orderBy(
      sql`CASE ${notifications.severity} WHEN 'CRITICAL' THEN 0 WHEN 'IMPORTANT' THEN 1 ELSE 2 END`,
      desc(notifications.showFrom),
    )
    .limit(MOST_UNREAD),
);

/**
 * Adds a notification to the profile's seenNotifications. Nothing changes if the id is unknown or already there, or if
 * the account has been deleted in the meantime.
 */
export async function dismissNotification(db: Database, uid: string, notificationId: string): Promise<void> {
  const now = Date.now();
  await db.batch([
    insertFrom(
      db,
      profiles,
      { uid, createdAt: now },
      sql`FROM ${users} WHERE ${users.uid} = ${uid}`,
    ).onConflictDoNothing(),
    insertFrom(
      db,
      seenNotifications,
      { uid: sql`${profiles.uid}`, notificationId: sql`${notifications.id}`, seenAt: now },
      sql`FROM ${profiles}, ${notifications} WHERE ${profiles.uid} = ${uid} AND ${notifications.id} = ${notificationId}`,
    ).onConflictDoNothing(),
  ]);
}

export type StoredNotification = typeof notifications.$inferSelect;

/**
 * The text and settings that staff enter. `showFrom` is null for "from now on", and `showUntil` is null for "until it
 * is deleted".
 */
export type NotificationText = Pick<StoredNotification, "message" | "severity" | "audience" | "showUntil"> & {
  showFrom: number | null;
};

const NEWEST = 100;

/** The newest notifications, including past and future ones. */
export const newestNotifications = (db: Database) =>
  db
    .select()
    .from(notifications)
    .where(gt(notifications.showFrom, 0))
    .orderBy(desc(notifications.showFrom))
    .limit(NEWEST);

/** One notification; null if there is none. */
export async function findNotification(db: Database, id: string): Promise<StoredNotification | null> {
  const [found] = await db.select().from(notifications).where(eq(notifications.id, id));
  return found ?? null;
}

/**
 * A text that identifies the present content of a notification. A change is accepted only if the notification still has
 * the version that was shown.
 */
export const notificationVersion = ({
  message,
  severity,
  audience,
  showFrom,
  showUntil,
}: StoredNotification) => fingerprint(JSON.stringify([message, severity, audience, showFrom, showUntil]));

/** The people of a selection, and the selection in words. */
export type ChosenReaders = { uids: readonly string[]; words: string };

/**
 * Publishes a new notification. A second call with the same id publishes nothing.
 *
 * @param id the id that the form contained.
 * @param chosen the only people who see it; null for everybody in its audience.
 */
export async function publishNotification(
  context: Context,
  { viewer, now }: SignedIn,
  id: string,
  { showFrom, ...text }: NotificationText,
  chosen: ChosenReaders | null = null,
): Promise<void> {
  const { db } = context;
  const selection = chosen?.words ?? null;
  await db.batch([
    db
      .insert(notifications)
      .values({ ...text, id, selection, showFrom: showFrom ?? now, createdAt: Date.now() })
      .onConflictDoNothing(),
    ...inChunks(chosen?.uids ?? []).map((chunk) =>
      insertFrom(
        db,
        notificationReaders,
        { notificationId: id, uid: sql`${users.uid}` },
        sql`FROM json_each(${chunk}) AS item JOIN ${users} ON ${users.uid} = item.value
          WHERE NOT ${hasRow(audit, eq(audit.object, `notifications/${id}`))}`,
      ).onConflictDoNothing(),
    ),
    auditRow(
      context,
      {
        ...{ actorUid: viewer.uid, action: "publishNotification", object: `notifications/${id}` },
        detail: {
          ...{ severity: text.severity, audience: chosen ? "selection" : text.audience },
          ...(chosen && { readers: chosen.uids.length }),
        },
      },
      hasRow(notifications, eq(notifications.id, id)),
    ),
  ]);
}

/**
 * Changes a notification, or deletes it if the new text is null. People who have dismissed it do not see it again.
 *
 * @returns false if the notification has neither the version `version` nor the new text; then nothing is changed.
 */
export async function changeNotification(
  context: Context,
  { viewer, now }: SignedIn,
  { id, version }: { id: string; version: string },
  text: NotificationText | null,
): Promise<boolean> {
  const { db } = context;
  const current = await findNotification(db, id);
  if (!current) return text === null;
  // If the form was sent twice, the first one has already stored this text.
  const wanted = text && { ...current, ...text, showFrom: text.showFrom ?? current.showFrom };
  if (wanted && notificationVersion(current) === notificationVersion(wanted)) return true;
  if (notificationVersion(current) !== version) return false;
  const unchanged = and(
    eq(notifications.id, id),
    eq(notifications.message, current.message),
    eq(notifications.severity, current.severity),
    eq(notifications.audience, current.audience),
    eq(notifications.showFrom, current.showFrom),
    sql`${notifications.showUntil} IS ${current.showUntil}`,
  );
  const { entry, isDone } = audited(
    context,
    {
      actorUid: viewer.uid,
      action: text === null ? "deleteNotification" : "changeNotification",
      object: `notifications/${id}`,
    },
    hasRow(notifications, unchanged),
  );
  if (text === null) {
    const [, , , deleted] = await db.batch([
      entry,
      db.delete(seenNotifications).where(and(eq(seenNotifications.notificationId, id), isDone)),
      db.delete(notificationReaders).where(and(eq(notificationReaders.notificationId, id), isDone)),
      db.delete(notifications).where(unchanged).returning({ id: notifications.id }),
    ]);
    return deleted.length === 1;
  }
  const [, changed] = await db.batch([
    entry,
    db
      .update(notifications)
      .set({ ...text, showFrom: text.showFrom ?? now })
      .where(unchanged)
      .returning({ id: notifications.id }),
  ]);
  return changed.length === 1;
}
