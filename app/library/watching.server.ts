import { sql } from "drizzle-orm";
import { type Database, excluded, insertFrom } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { recordings, watching } from "#db/schema/library.ts";

/** How far a person has watched a video (seconds of the video), and when they watched it, by the portal's clock. */
export type Position = { seconds: number; watchedAt: number };

/**
 * Stores how far a person has watched a published video, limited to its length. A delayed post from another tab or
 * device does not overwrite a position that was watched later.
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
      // Nothing is written for an account that has been deleted in the meantime.
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
