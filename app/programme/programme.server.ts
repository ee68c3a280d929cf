import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { type Database, hasRow } from "#db/client.ts";
import { ofEdition, ofLibrary, prepared } from "#db/prepared.ts";
import { recordings, speakers } from "#db/schema/library.ts";
import { places, programmeSessions, rooms, sessionEntries, tracks } from "#db/schema/programme.ts";

const inFront = alias(places, "in_front");

export type ProgrammeSession = typeof programmeSessions.$inferSelect;

/**
 * The day that was asked for, YYYY-MM-DD in the conference's zone. If none was asked for, it is the day of the first
 * session that is not over at `now` or, if all are over, the first day. Null if the programme is empty.
 */
export const dayToShow = (
  conferenceId: string,
  asked: string | null,
  now: number,
): SQL => sql`coalesce(${asked},
  (SELECT ${programmeSessions.day} FROM ${programmeSessions} WHERE ${programmeSessions.conferenceId} = ${conferenceId}
    AND ${programmeSessions.endsAt} > ${now}
    ORDER BY ${programmeSessions.day}, ${programmeSessions.startsAt} LIMIT 1),
  (SELECT min(${programmeSessions.day}) FROM ${programmeSessions}
    WHERE ${programmeSessions.conferenceId} = ${conferenceId}))`;

/**
 * Sessions that begin on the day to show, including cancelled ones, ordered by start time.
 *
 * @param now the beginning of a minute (UTC ms), so that the result can be cached for that minute.
 */
export const sessionsOfDay = ofEdition(
  (db: Database, conferenceId: string, asked: string | null, now: number) =>
    db
      .select()
      .from(programmeSessions)
      .where(
        and(
          eq(programmeSessions.conferenceId, conferenceId),
          eq(programmeSessions.day, dayToShow(conferenceId, asked, now)),
        ),
      )
      .orderBy(asc(programmeSessions.startsAt), asc(programmeSessions.id)),
);

/** When the first session that was not cancelled begins, and on which day. */
export const firstSessionRows = ofEdition((db: Database, conferenceId: string) =>
  db
    .select({ day: programmeSessions.day, startsAt: programmeSessions.startsAt })
    .from(programmeSessions)
    .where(and(eq(programmeSessions.conferenceId, conferenceId), isNull(programmeSessions.cancelledAt)))
    .orderBy(asc(programmeSessions.day), asc(programmeSessions.startsAt))
    .limit(1),
);

/** The days on which sessions begin, with the number of sessions on each. */
export const programmeDays = ofEdition((db: Database, conferenceId: string) =>
  db
    .select({ day: programmeSessions.day, sessions: sql<number>`count(*)` })
    .from(programmeSessions)
    .where(eq(programmeSessions.conferenceId, conferenceId))
    .groupBy(programmeSessions.day)
    .orderBy(asc(programmeSessions.day)),
);

/**
 * For each session on the day to show, how many people have a place and how many are waiting. A session for which both
 * are 0 has no row.
 */
export const placesOfDay = prepared((db: Database, conferenceId: string, asked: string | null, now: number) =>
  db
    .select({
      sessionId: places.sessionId,
      held: sql<number>`sum(${places.state} = 'held')`,
      waiting: sql<number>`sum(${places.state} = 'waiting')`,
    })
    .from(programmeSessions)
    .innerJoin(places, eq(places.sessionId, programmeSessions.id))
    .where(
      and(
        eq(programmeSessions.conferenceId, conferenceId),
        eq(programmeSessions.day, dayToShow(conferenceId, asked, now)),
      ),
    )
    .groupBy(places.sessionId),
);

export const roomRows = ofEdition((db: Database, conferenceId: string) =>
  db
    .select()
    .from(rooms)
    .where(eq(rooms.conferenceId, conferenceId))
    .orderBy(asc(rooms.position), asc(rooms.id)),
);

export const trackRows = ofEdition((db: Database, conferenceId: string) =>
  db
    .select()
    .from(tracks)
    .where(eq(tracks.conferenceId, conferenceId))
    .orderBy(asc(tracks.position), asc(tracks.id)),
);

/** The query for one session; no row if it does not exist. */
export const sessionRows = (db: Database, conferenceId: string, id: string) =>
  db
    .select()
    .from(programmeSessions)
    .where(and(eq(programmeSessions.id, id), eq(programmeSessions.conferenceId, conferenceId)));

/** One session; null if this conference has no such session. One round trip. */
export async function findSession(
  db: Database,
  conferenceId: string,
  id: string,
): Promise<ProgrammeSession | null> {
  const [found] = await sessionRows(db, conferenceId, id);
  return found ?? null;
}

/** The speakers and recordings of sessions, by id, with the names and titles that the library gives them. */
export type LibraryNames = {
  speakers: Map<string, { id: string; name: string; title: string; organisation: string }>;
  /** If `publishedAt` is null, only staff can see the recording. */
  recordings: Map<string, { id: string; title: string; publishedAt: number | null }>;
};

/**
 * The names of all speakers and the titles of all recordings to which these sessions refer, as the library has them. An
 * id that the library does not have is in neither map. One round trip.
 */
export async function libraryNames(
  db: Database,
  sessions: Pick<ProgrammeSession, "speakers" | "recordingId">[],
): Promise<LibraryNames> {
  return libraryNamesIn(await db.batch(libraryRows(db, namedIn(sessions))));
}

/** The ids of speakers and recordings that these sessions refer to. */
export const namedIn = (sessions: Pick<ProgrammeSession, "speakers" | "recordingId">[]) => ({
  speakerIds: sessions.flatMap((session) => session.speakers),
  recordingIds: sessions.flatMap(({ recordingId }) => recordingId ?? []),
});

/** The statements of `libraryNames`, for a page that runs them in a batch with others. */
export const libraryRows = (db: Database, { speakerIds, recordingIds }: ReturnType<typeof namedIn>) =>
  [
    speakersNamed(db, JSON.stringify([...new Set(speakerIds)])),
    recordingsNamed(db, JSON.stringify([...new Set(recordingIds)])),
  ] as const;

const speakersNamed = ofLibrary((db: Database, ids: string) =>
  db
    .select({
      id: speakers.id,
      name: speakers.name,
      title: speakers.title,
      organisation: speakers.organisation,
    })
    .from(speakers)
    .where(sql`${speakers.id} IN (SELECT value FROM json_each(${ids}))`),
);

const recordingsNamed = ofLibrary((db: Database, ids: string) =>
  db
    .select({ id: recordings.id, title: recordings.title, publishedAt: recordings.publishedAt })
    .from(recordings)
    .where(sql`${recordings.id} IN (SELECT value FROM json_each(${ids}))`),
);

/** @param results the results of `libraryRows`. */
export const libraryNamesIn = <Speaker extends { id: string }, Recording extends { id: string }>([
  people,
  videos,
]: readonly [Speaker[], Recording[]]) => ({
  speakers: new Map(people.map((speaker) => [speaker.id, speaker])),
  recordings: new Map(videos.map((recording) => [recording.id, recording])),
});

/** How many people have a place in a session, how many wait for a place, and whether it has a session entry. */
export const placesOf = (db: Database, sessionId: string) =>
  db
    .select({
      held: sql<number>`coalesce(sum(${places.state} = 'held'), 0)`,
      waiting: sql<number>`coalesce(sum(${places.state} = 'waiting'), 0)`,
      hasEntry: hasRow(sessionEntries, eq(sessionEntries.sessionId, sessionId)).mapWith(Boolean),
    })
    .from(places)
    .where(eq(places.sessionId, sessionId));

/**
 * The statement that gives free places to the people who have waited longest. It counts the free places itself. So it
 * may follow anything that can free a place, such as leaving a session or raising its capacity. It gives no places in a
 * cancelled session.
 *
 * @param sessionIds JSON array of ids, or an SQL expression that returns such an array.
 */
export const promoteWaiting = (db: Database, sessionIds: string | SQL, now: number) =>
  db
    .update(places)
    .set({ state: "held" })
    .where(isNextInLine(sessionIds, now))
    .returning({ sessionId: places.sessionId, uid: places.uid });

/**
 * Whether `promoteWaiting` would give a place to this row of `places`. In a session that is cancelled or over, nobody
 * gets a place, or a mail about a place. The statement that mails the row's owner about the place must come before
 * `promoteWaiting` in the batch.
 *
 * @param sessionIds JSON array of ids, or an SQL expression that returns such an array.
 */
export const isNextInLine = (sessionIds: string | SQL, now: number): SQL =>
  sql`${places.sessionId} IN (SELECT value FROM json_each(${sessionIds})) AND ${places.state} = 'waiting'
    AND EXISTS (SELECT 1 FROM ${programmeSessions}
      WHERE ${programmeSessions.id} = ${places.sessionId} AND ${programmeSessions.cancelledAt} IS NULL
      AND ${programmeSessions.endsAt} > ${now}
      AND (${programmeSessions.capacity} IS NULL OR ${programmeSessions.capacity} > (SELECT count(*)
        FROM ${places} AS ${inFront}
        WHERE ${inFront.sessionId} = ${programmeSessions.id} AND (${inFront.state} = 'held'
          OR (${inFront.chosenAt}, ${inFront.uid}) < (${places.chosenAt}, ${places.uid})))))`;
