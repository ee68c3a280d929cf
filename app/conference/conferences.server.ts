import { asc, eq } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { prepared } from "#db/prepared.ts";
import { conferences } from "#db/schema/conference.ts";
import { editionRows } from "./catalogue.server.ts";

const conferenceRows = prepared((db: Database, conferenceId: string) =>
  db.select().from(conferences).where(eq(conferences.id, conferenceId)),
);

/** A conference and, if it takes registrations, what is sold and when, in one round trip. */
export async function readConference(db: Database, conferenceId: string) {
  const [[conference], [edition]] = await db.batch([
    conferenceRows(db, conferenceId),
    editionRows(db, conferenceId),
  ]);
  return { conference: conference ?? null, edition: edition ?? null };
}

const everyConference = prepared((db: Database) =>
  db.select().from(conferences).orderBy(asc(conferences.id)),
);

/** Every conference there has been, and those that have been published since; one round trip. */
export async function readConferences(db: Database) {
  return everyConference(db);
}
