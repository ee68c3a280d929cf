import { and, eq } from "drizzle-orm";
import { applications } from "#db/schema.ts";
import type { Context, Visit } from "~/context.server.ts";
import { roundRows } from "./catalogue.server.ts";
import { unseenNotifications } from "./notifications.server.ts";

/** What the layout shows around every delegate page, in one round trip. */
export async function readSurroundings({ db }: Context, { viewer, settings, now }: Visit) {
  const { conferenceId } = settings;
  const uid = viewer?.uid ?? "";
  const [notifications, rounds, [application]] = await db.batch([
    unseenNotifications(db, uid, now),
    roundRows(db, conferenceId),
    db
      .select({ submittedAt: applications.submittedAt })
      .from(applications)
      .where(and(eq(applications.conferenceId, conferenceId), eq(applications.uid, uid))),
  ]);
  return { notifications, rounds, submittedAt: application?.submittedAt ?? null };
}
