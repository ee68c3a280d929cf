import { asc, eq } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { prepared } from "#db/prepared.ts";
import { conferences } from "#db/schema/conference.ts";
import type { Edition } from "~/values/catalogue.ts";
import { editionRows } from "./catalogue.server.ts";

/** The row of a conference. */
export const conferenceRows = prepared((db: Database, conferenceId: string) =>
  db.select().from(conferences).where(eq(conferences.id, conferenceId)),
);

/** The zone in which deadlines are written and read; UTC where no registrations are taken. */
export const zoneOfDeadlines = (edition: Edition | undefined): string => edition?.deadlineZone ?? "UTC";

/** The zone of a conference's deadlines. */
export async function readDeadlineZone(db: Database, conferenceId: string): Promise<string> {
  const [edition] = await editionRows(db, conferenceId);
  return zoneOfDeadlines(edition);
}

const everyConference = prepared((db: Database) =>
  db.select().from(conferences).orderBy(asc(conferences.id)),
);

/** Every conference there has been, and those that have been published since; one round trip. */
export async function readConferences(db: Database) {
  return everyConference(db);
}
