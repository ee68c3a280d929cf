import { and, eq, sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { prepared } from "#db/prepared.ts";
import { applications } from "#db/schema/applications.ts";
import { editionRows, roundRows } from "~/conference/catalogue.server.ts";
import { zoneOfDeadlines } from "~/conference/conferences.server.ts";
import type { Context, Visit } from "~/platform/context.server.ts";
import type { Edition } from "~/values/catalogue.ts";
import { unseenNotifications } from "./notifications.server.ts";

/** What the layout shows around every delegate page, in one round trip. */
export async function readSurroundings(context: Context, visit: Visit) {
  return surroundingsFrom(await context.db.batch(surroundingRows(context, visit)));
}

/** The statements of `readSurroundings`, for a page that reads them in its own round trip. */
export function surroundingRows({ db }: Context, { viewer, settings: { conferenceId }, now }: Visit) {
  const uid = viewer?.uid ?? "";
  return [
    unseenNotifications(db, uid, now),
    roundRows(db, conferenceId),
    editionRows(db, conferenceId),
    submissionRows(db, conferenceId, uid),
  ] as const;
}

/** An application that staff opened again already has its submission time and needs no deadline. */
const submissionRows = prepared((db: Database, conferenceId: string, uid: string) =>
  db
    .select({
      submittedAt: sql<number | null>`coalesce(${applications.submittedAt}, ${applications.reopenedFrom})`,
    })
    .from(applications)
    .where(and(eq(applications.conferenceId, conferenceId), eq(applications.uid, uid))),
);

/** @param results the results of `surroundingRows`. */
export const surroundingsFrom = <Notification, Round>([
  notifications,
  rounds,
  [edition],
  [application],
]: readonly [Notification[], Round[], Edition[], { submittedAt: number | null }[]]) => ({
  notifications,
  rounds,
  zone: zoneOfDeadlines(edition),
  submittedAt: application?.submittedAt ?? null,
  applies: application !== undefined,
});
