import { and, eq, sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { prepared } from "#db/prepared.ts";
import { applications } from "#db/schema/applications.ts";
import { editions } from "#db/schema/conference.ts";
import { editionRows, roundRows } from "~/conference/catalogue.server.ts";
import { zoneOfDeadlines } from "~/conference/conferences.server.ts";
import type { Context, Visit } from "~/platform/context.server.ts";
import type { Edition } from "~/values/catalogue.ts";
import { unseenNotifications } from "./notifications.server.ts";

/** What the layout shows around every delegate page, in one round trip. */
export async function readSurroundings(context: Context, visit: Visit) {
  return surroundingsFrom(visit, await context.db.batch(surroundingRows(context, visit)));
}

/** The statements of `readSurroundings`, for a page that reads them in its own round trip. */
export function surroundingRows({ db }: Context, { viewer, settings: { conferenceId }, now }: Visit) {
  const uid = viewer?.uid ?? "";
  return [
    unseenNotifications(db, uid, now),
    roundRows(db, conferenceId),
    editionRows(db, conferenceId),
    submissionRows(db, uid),
  ] as const;
}

/**
 * Somebody's applications of all editions. One that staff opened again already has its submission time and needs no
 * deadline. The editions are few, and each finds its application by key.
 */
const submissionRows = prepared((db: Database, uid: string) =>
  db
    .select({
      conferenceId: applications.conferenceId,
      submittedAt: sql<number | null>`coalesce(${applications.submittedAt}, ${applications.reopenedFrom})`,
    })
    .from(editions)
    // SQLite keeps the order of a cross join: it would read all applications otherwise.
    .crossJoin(applications)
    .where(and(eq(applications.conferenceId, editions.conferenceId), eq(applications.uid, uid))),
);

type Submission = { conferenceId: string; submittedAt: number | null };

/** @param results the results of `surroundingRows`. */
export function surroundingsFrom<Notification, Round>(
  { settings }: Visit,
  [notifications, rounds, [edition], submissions]: readonly [
    Notification[],
    Round[],
    Edition[],
    Submission[],
  ],
) {
  const isThis = ({ conferenceId }: Submission) => conferenceId === settings.conferenceId;
  const application = submissions.find(isThis);
  return {
    notifications,
    rounds,
    zone: zoneOfDeadlines(edition),
    submittedAt: application?.submittedAt ?? null,
    applies: application !== undefined,
    /** Whether they applied to an edition that is not this one. */
    appliedBefore: submissions.some((one) => !isThis(one) && one.submittedAt !== null),
  };
}
