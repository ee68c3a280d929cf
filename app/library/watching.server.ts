import { sql } from "drizzle-orm";
import { type Database, excluded, insertFrom } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { recordings, watching } from "#db/schema/library.ts";

/** How far somebody has watched (seconds of the video), and when that was, on the portal's clock. */
export type Position = { seconds: number; watchedAt: number };

/**
 * Stores how far somebody has watched a published video, within its length. A delayed post from
 * another tab or device does not overwrite what was watched after it.
 *
 * @returns false if nothing was written.
 */
export async function savePosition(
  db: Database,
  uid: string,
  recordingId: string,
  { seconds, watchedAt }: Position,
): Promise<boolean> {
  const { meta } = await insertFrom(
    db,
    watching,
    {
      // Nothing is written for an account that was deleted meanwhile.
      uid: sql`${users.uid}`,
      recordingId: sql`${recordings.id}`,
      seconds: sql`max(0, min(${seconds}, ${recordings.lengthSeconds}))`,
      watchedAt,
    },
    sql`FROM ${users}, ${recordings} WHERE ${users.uid} = ${uid}
      AND ${recordings.id} = ${recordingId} AND ${recordings.publishedAt} > 0`,
  ).onConflictDoUpdate({
    target: [watching.uid, watching.recordingId],
    set: { seconds: excluded(watching.seconds), watchedAt: excluded(watching.watchedAt) },
    setWhere: sql`${excluded(watching.watchedAt)} >= ${watching.watchedAt}`,
  });
  return meta.changes > 0;
}
