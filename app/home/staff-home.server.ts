import { and, eq } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { applications } from "#db/schema/applications.ts";
import { readingRows } from "~/standing/tallies.server.ts";

/**
 * What home shows somebody on the staff: how far their reading is, and whether they have an application of
 * their own; one round trip.
 */
export async function readStaffHome(db: Database, conferenceId: string, uid: string) {
  const [[reading], [application]] = await db.batch([
    readingRows(db, conferenceId, uid),
    db
      .select({ uid: applications.uid })
      .from(applications)
      .where(and(eq(applications.conferenceId, conferenceId), eq(applications.uid, uid))),
  ]);
  return { reading: reading ?? { assigned: 0, reviewed: 0 }, applies: application !== undefined };
}
