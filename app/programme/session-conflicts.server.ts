import { and, eq, gt, isNull, lt, ne, notExists, type SQL, sql } from "drizzle-orm";
import { type Database, listed } from "#db/client.ts";
import { speakers } from "#db/schema/library.ts";
import { programmeSessions, rooms, sessionSpeakers, tracks } from "#db/schema/programme.ts";
import { inZone } from "~/values/times.ts";
import { programmeMessages } from "./messages.ts";
import type { ProgrammeSession } from "./programme.server.ts";
import { LONGEST_PROGRAMME_SESSION } from "./programme.ts";

/** A session as it would be after it is saved: its time, its room and its speakers. */
export type Candidate = Pick<
  ProgrammeSession,
  "id" | "conferenceId" | "startsAt" | "endsAt" | "roomId" | "trackId" | "speakers"
>;

const overlaps = ({ id, startsAt, endsAt }: Candidate): SQL =>
  and(
    lt(programmeSessions.startsAt, endsAt),
    gt(programmeSessions.startsAt, startsAt - LONGEST_PROGRAMME_SESSION),
    gt(programmeSessions.endsAt, startsAt),
    ne(programmeSessions.id, id),
    isNull(programmeSessions.cancelledAt),
  )!;

/** Sessions that use the candidate's room at the same time. */
const roomRivals = (db: Database, candidate: Candidate) =>
  db
    .select({
      title: programmeSessions.title,
      startsAt: programmeSessions.startsAt,
      endsAt: programmeSessions.endsAt,
      room: sql<string>`${rooms.title}`.as("room_title"),
    })
    .from(programmeSessions)
    .innerJoin(
      rooms,
      and(eq(rooms.conferenceId, programmeSessions.conferenceId), eq(rooms.id, programmeSessions.roomId)),
    )
    .where(
      and(
        eq(programmeSessions.conferenceId, candidate.conferenceId),
        eq(programmeSessions.roomId, candidate.roomId ?? ""),
        overlaps(candidate),
      ),
    );

/** Sessions that have one of the candidate's speakers at the same time. */
const speakerRivals = (db: Database, candidate: Candidate) =>
  db
    .select({
      title: programmeSessions.title,
      startsAt: programmeSessions.startsAt,
      endsAt: programmeSessions.endsAt,
      speakerId: sessionSpeakers.speakerId,
    })
    .from(sessionSpeakers)
    .innerJoin(programmeSessions, eq(programmeSessions.id, sessionSpeakers.sessionId))
    .where(
      and(
        eq(sessionSpeakers.conferenceId, candidate.conferenceId),
        sql`${sessionSpeakers.speakerId} IN ${listed(candidate.speakers)}`,
        overlaps(candidate),
      ),
    );

/** Whether nothing conflicts with the candidate: the condition of the statement that writes the candidate. */
export const isUnrivalled = (db: Database, candidate: Candidate): SQL =>
  and(notExists(roomRivals(db, candidate)), notExists(speakerRivals(db, candidate)))!;

/** The condition that the room and the track still exist, because either may have been removed a moment ago. */
export const placesExist = ({ conferenceId, roomId, trackId }: Candidate): SQL =>
  sql`(${roomId} IS NULL OR EXISTS (SELECT 1 FROM ${rooms} WHERE ${rooms.conferenceId} = ${conferenceId}
    AND ${rooms.id} = ${roomId}))
    AND (${trackId} IS NULL OR EXISTS (SELECT 1 FROM ${tracks} WHERE ${tracks.conferenceId} = ${conferenceId}
      AND ${tracks.id} = ${trackId}))`;

/** For each field, what conflicts with the candidate; null if nothing does. */
export async function rivalsInWords(
  db: Database,
  candidate: Candidate,
  timeZone: string,
): Promise<Record<string, string> | null> {
  const [inRoom, busy] = await db.batch([
    roomRivals(db, candidate).limit(3),
    speakerRivals(db, candidate).limit(3),
  ]);
  if (inRoom.length + busy.length === 0) return null;
  const ids = busy.map(({ speakerId }) => speakerId);
  const people = await db
    .select({ id: speakers.id, name: speakers.name })
    .from(speakers)
    .where(sql`${speakers.id} IN ${listed(ids)}`);
  const names = new Map(people.map(({ id, name }) => [id, name]));
  const when = ({ startsAt, endsAt }: { startsAt: number; endsAt: number }) =>
    `${inZone(startsAt, timeZone)} to ${inZone(endsAt, timeZone)}`;
  const titleOf = (title: string) => programmeMessages.editing.session(title);
  return {
    ...(inRoom.length > 0 && {
      roomId: inRoom
        .map((rival) => programmeMessages.editing.roomTaken(rival.room, titleOf(rival.title), when(rival)))
        .join(" "),
    }),
    ...(busy.length > 0 && {
      speaker: busy
        .map((rival) =>
          programmeMessages.editing.speakerTaken(
            names.get(rival.speakerId) ?? rival.speakerId,
            titleOf(rival.title),
            when(rival),
          ),
        )
        .join(" "),
    }),
  };
}
