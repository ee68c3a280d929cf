import { asc, type Column, desc, eq, sql } from "drizzle-orm";
import { type Database, listed, subquery } from "#db/client.ts";
import { prepared } from "#db/prepared.ts";
import { conferences, editions } from "#db/schema/conference.ts";
import type { Edition } from "~/values/catalogue.ts";
import { editionRows } from "./catalogue.server.ts";
import { conferenceName, isConferenceId } from "./conference-name.ts";

/** The row of a conference. */
export const conferenceRows = prepared((db: Database, conferenceId: string) =>
  db.select().from(conferences).where(eq(conferences.id, conferenceId)),
);

/** The time zone in which deadlines are written and read; UTC if the conference takes no registrations. */
export const zoneOfDeadlines = (edition: Pick<Edition, "deadlineZone"> | undefined): string =>
  edition?.deadlineZone ?? "UTC";

/** The time zone of a conference's deadlines, in a query over rows that contain the conference's id. */
export const deadlineZoneIn = (conferenceId: Column) =>
  subquery(
    sql<string>`coalesce((SELECT ${editions.deadlineZone} FROM ${editions}
      WHERE ${editions.conferenceId} = ${conferenceId}), ${zoneOfDeadlines(undefined)})`,
  );

/** The time zone of a conference's deadlines. */
export async function readDeadlineZone(db: Database, conferenceId: string): Promise<string> {
  const [edition] = await editionRows(db, conferenceId);
  return zoneOfDeadlines(edition);
}

/** Every conference: the conferences from before the portal, and the conferences that were published with it. */
export const everyConference = prepared((db: Database) =>
  db.select().from(conferences).orderBy(asc(conferences.id)),
);

/** The names of conferences by their ids; ids that do not exist are left out. */
export async function conferenceNames(db: Database, ids: string[]): Promise<Map<string, string>> {
  const found = await db
    .select({ id: conferences.id, year: conferences.year, track: conferences.track })
    .from(conferences)
    .where(sql`${conferences.id} IN ${listed(ids)}`);
  return editionNames(found);
}

/** Every edition, newest first: its id, the values from which its name is made, and the time zone of its deadlines. */
export const editionList = prepared((db: Database) =>
  db
    .select({
      id: conferences.id,
      year: conferences.year,
      track: conferences.track,
      deadlineZone: editions.deadlineZone,
    })
    .from(conferences)
    .innerJoin(editions, eq(editions.conferenceId, conferences.id))
    .orderBy(desc(conferences.year), asc(conferences.id)),
);

/** @param rows from `editionList`, or other rows with the values from which a name is made. */
export const editionNames = (
  rows: { id: string; year: number; track: string | null }[],
): Map<string, string> =>
  new Map(rows.filter(({ id }) => isConferenceId(id)).map((row) => [row.id, conferenceName(row)]));
