import { and, asc, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { type Database, hasRow, insertFrom, listed } from "#db/client.ts";
import { recordings, speakers } from "#db/schema/library.ts";
import { places, programmeSessions, sessionEntries, sessionSpeakers } from "#db/schema/programme.ts";
import { addOnRows, programmeEventRows, ticketRows } from "~/conference/catalogue.server.ts";
import { audited } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { idOf } from "~/platform/ids.server.ts";
import { messages } from "~/values/messages.ts";
import { instantAt, wallTime } from "~/values/times.ts";
import type { Refused } from "~/values/types.ts";
import { tellPromoted } from "./agenda.server.ts";
import type { Level } from "./levels.ts";
import { programmeMessages } from "./messages.ts";
import {
  findSession,
  libraryNames,
  type ProgrammeSession,
  placesOf,
  placesOfDay,
  programmeDays,
  promoteWaiting,
  roomRows,
  sessionRows,
  sessionsOfDay,
  trackRows,
} from "./programme.server.ts";
import { dayOf, labelsOf, namedBy, spanProblem, wallTimes } from "./programme.ts";
import type { Draft } from "./schedule-cells.ts";
import { isUnrivalled, placesExist, rivalsInWords } from "./session-conflicts.server.ts";
import { giveAwayInWords, type SessionFields } from "./session-fields.ts";

/** The most recordings that a form offers; others are entered by their id. */
const OFFERED = 300;

/**
 * The gate levels that a session of a conference may have; a session without a level is open to everybody who is signed
 * in.
 */
export const levelsOf = (
  passes: { id: string; title: string }[],
  addOns: { id: string; title: string }[],
): Level[] => [
  { value: "registered", label: "Registered" },
  ...[...passes, ...addOns].map(({ id, title }) => ({ value: id, label: title })),
];

/**
 * A day of the programme with all names, and a list of the other days. If `chosenDay` is null, the day is the current
 * or the next one. Two round trips.
 */
export async function readDay(db: Database, conferenceId: string, chosenDay: string | null, now: number) {
  const [sessions, days, taken, roomList, trackList, passes, addOns, [event]] = await db.batch([
    sessionsOfDay(db, conferenceId, chosenDay, now),
    programmeDays(db, conferenceId),
    placesOfDay(db, conferenceId, chosenDay, now),
    roomRows(db, conferenceId),
    trackRows(db, conferenceId),
    ticketRows(db, conferenceId),
    addOnRows(db, conferenceId),
    programmeEventRows(db, conferenceId),
  ]);
  const names = await libraryNames(db, sessions);
  const timeZone = zoneOf(event);
  const titleIn = (list: { id: string; title: string }[], id: string | null) =>
    list.find((one) => one.id === id)?.title ?? null;
  const levels = new Map(levelsOf(passes, addOns).map(({ value, label }) => [value, label]));
  return {
    day: sessions[0]?.day ?? chosenDay,
    days,
    timeZone,
    sessions: sessions.map((session) => {
      const { start, end } = wallTimes(session, timeZone);
      const places = taken.find(({ sessionId }) => sessionId === session.id);
      return {
        ...session,
        time: `${start}–${end}`,
        room: titleIn(roomList, session.roomId),
        track: titleIn(trackList, session.trackId),
        speakerNames: session.speakers.map((id) => names.speakers.get(id)?.name ?? id),
        level: session.accessLevel
          ? (levels.get(session.accessLevel) ?? session.accessLevel)
          : "Everybody signed in",
        held: places?.held ?? 0,
        waiting: places?.waiting ?? 0,
      };
    }),
  };
}

/** Everything needed to edit a session: rows of the conference, and rows of the library. */
export async function readEditing(db: Database, conferenceId: string, id: string | null) {
  const recordingNames = () => db.select({ id: recordings.id, name: recordings.title }).from(recordings);
  const [[[session], [taken], roomList, trackList, passes, addOns, [event]], [people, newest]] =
    await Promise.all([
      db.batch([
        sessionRows(db, conferenceId, id ?? ""),
        placesOf(db, id ?? ""),
        roomRows(db, conferenceId),
        trackRows(db, conferenceId),
        ticketRows(db, conferenceId),
        addOnRows(db, conferenceId),
        programmeEventRows(db, conferenceId),
      ]),
      db.batch([
        speakerRows(db),
        recordingNames().orderBy(desc(recordings.createdAt), desc(recordings.id)).limit(OFFERED),
      ]),
    ]);
  const recordingId = session?.recordingId ?? null;
  const isOffered = recordingId === null || newest.some((recording) => recording.id === recordingId);
  const chosen = isOffered ? [] : await recordingNames().where(eq(recordings.id, recordingId));
  return {
    session: session ?? null,
    held: taken?.held ?? 0,
    waiting: taken?.waiting ?? 0,
    whyKept: taken ? whyKept(taken) : null,
    rooms: roomList,
    tracks: trackList,
    levels: levelsOf(passes, addOns),
    timeZone: zoneOf(event),
    speakerLabels: labelsOf(people),
    recordings: [...new Map([...newest, ...chosen].map((one) => [one.id, one])).values()],
  };
}

export const zoneOf = (event: { timeZone: string } | undefined): string => event?.timeZone ?? "UTC";

/** Everybody who may be entered as a speaker. */
export const speakerRows = (db: Database) =>
  db
    .select({ id: speakers.id, name: speakers.name })
    .from(speakers)
    .orderBy(asc(speakers.position), asc(speakers.id));

/** The values of a form, shaped like a row. */
type EditedSession = Draft & { recordingId: string | null };

type Problems = Record<string, string>;

type Saving = { id: string | null; version: number; entry: string; fields: SessionFields };

export type SaveSessionAnswer =
  | { id: string; promoted: number }
  | Refused<404 | 409>
  | { problems: Problems; status: 400 | 409 }
  /** Somebody else has changed the session since the form was loaded. */
  | { changed: true };

/**
 * Adds a session if `id` is null. Otherwise changes the session, provided that it still has the version that was shown.
 * The statement that writes the session refuses a room or a speaker already taken at that time, so two directors who
 * save at the same moment cannot cause a clash. If there are free places afterwards, people on the waiting list get
 * them in the same batch.
 *
 * @param entry comes from the form. A form that is sent twice with the same values adds one session.
 */
export async function saveSession(
  context: Context,
  { viewer, now, settings: { conferenceId } }: SignedIn,
  { id, version, entry: form, fields }: Saving,
): Promise<SaveSessionAnswer> {
  const { db } = context;
  const sessionId = id ?? idOf(`session ${conferenceId} ${form} ${JSON.stringify(fields)}`);
  const [[present], [event], passes, addOns, roomList, trackList] = await db.batch([
    sessionRows(db, conferenceId, sessionId),
    programmeEventRows(db, conferenceId),
    ticketRows(db, conferenceId),
    addOnRows(db, conferenceId),
    roomRows(db, conferenceId),
    trackRows(db, conferenceId),
  ]);
  if (id === null && present) return { id: sessionId, promoted: 0 };
  if (id !== null && !present) return { refused: messages.notFound, status: 404 };
  const timeZone = zoneOf(event);
  const levels = levelsOf(passes, addOns).map(({ value }) => value);
  const read = await readFields(db, fields, { timeZone, levels, present: present ?? null });
  // The form may have been sent twice: then the first one has stored these values, under a new version.
  if (present && "draft" in read && isSame(read.draft, present)) return { id: present.id, promoted: 0 };
  if (present && present.version !== version) return { changed: true };
  const problems = {
    ...("problems" in read && read.problems),
    ...(!isOneOf(fields.roomId, roomList) && { roomId: messages.notAnOption }),
    ...(!isOneOf(fields.trackId, trackList) && { trackId: messages.notAnOption }),
  };
  if ("problems" in read || Object.keys(problems).length > 0) return { problems, status: 400 };
  const { draft } = read;

  const candidate = { ...draft, id: sessionId, conferenceId };
  const isFree = present && present.cancelledAt !== null ? sql`1` : isUnrivalled(db, candidate);
  const isNew = sql`NOT ${hasRow(programmeSessions, eq(programmeSessions.id, sessionId))}`;
  const mayStand = and(isFree, placesExist(candidate), present ? undefined : isNew)!;
  const isUnmoved = and(isVersion(conferenceId, sessionId, version), mayStand);
  const { entry } = audited(
    context,
    {
      ...{ actorUid: viewer.uid, action: present ? "changeSession" : "addSession" },
      ...{ object: `programme/${sessionId}`, detail: { version: present ? version + 1 : 1 } },
    },
    present ? hasRow(programmeSessions, isUnmoved) : mayStand,
  );
  const ids = JSON.stringify([sessionId]);
  const [, written, , , , promoted] = await db.batch([
    entry,
    present
      ? db
          .update(programmeSessions)
          .set({ ...draft, version: version + 1, changedAt: now })
          .where(isUnmoved)
          .returning({ id: programmeSessions.id })
      : insertFrom(
          db,
          programmeSessions,
          { ...draft, id: sessionId, conferenceId, cancelledAt: null, version: 1, changedAt: now },
          sql`WHERE ${mayStand}`,
        ).returning({ id: programmeSessions.id }),
    ...speakersFollow(db, conferenceId, sessionId),
    tellPromoted(context, ids, now),
    promoteWaiting(db, ids, now),
  ]);
  if (written.length === 1) return { id: sessionId, promoted: promoted.length };
  const left = await findSession(db, conferenceId, sessionId);
  if (!present && left) return { id: sessionId, promoted: 0 };
  if (present && left && isSame(draft, left)) return { id: sessionId, promoted: 0 };
  if (present && left?.version !== version) return { changed: true };
  const reasons = await rivalsInWords(db, candidate, timeZone);
  return { problems: reasons ?? { roomId: programmeMessages.editing.placeGone }, status: 409 };
}

/**
 * Cancels a session, or withdraws its cancellation. A cancellation is not withdrawn if another session now has the room
 * or a speaker of this session at the same time.
 */
export async function setCancelled(
  context: Context,
  { viewer, now, settings: { conferenceId } }: SignedIn,
  { id, version, isCancelled }: { id: string; version: number; isCancelled: boolean },
): Promise<{ done: true } | Refused<404 | 409>> {
  const { db } = context;
  const [[session], [event]] = await db.batch([
    sessionRows(db, conferenceId, id),
    programmeEventRows(db, conferenceId),
  ]);
  if (!session) return { refused: messages.notFound, status: 404 };
  if (isAsked(session, isCancelled)) return { done: true };
  if (session.version !== version) return { refused: programmeMessages.editing.movedMeanwhile, status: 409 };
  const maySet = and(
    isVersion(conferenceId, id, version),
    isCancelled ? undefined : isUnrivalled(db, session),
    isCancelled ? isNull(programmeSessions.cancelledAt) : sql`${programmeSessions.cancelledAt} IS NOT NULL`,
  );
  const { entry } = audited(
    context,
    {
      ...{ actorUid: viewer.uid, action: isCancelled ? "cancelSession" : "restoreSession" },
      ...{ object: `programme/${id}`, detail: { version: version + 1 } },
    },
    hasRow(programmeSessions, maySet),
  );
  const [, written] = await db.batch([
    entry,
    db
      .update(programmeSessions)
      .set({ cancelledAt: isCancelled ? now : null, version: version + 1, changedAt: now })
      .where(maySet)
      .returning({ id: programmeSessions.id }),
    tellPromoted(context, JSON.stringify([id]), now),
    promoteWaiting(db, JSON.stringify([id]), now),
  ]);
  if (written.length === 1) return { done: true };
  const left = await findSession(db, conferenceId, id);
  if (left && isAsked(left, isCancelled)) return { done: true };
  const reasons = isCancelled ? null : await rivalsInWords(db, session, zoneOf(event));
  return {
    refused: reasons ? Object.values(reasons).join(" ") : programmeMessages.editing.movedMeanwhile,
    status: 409,
  };
}

/** Whether a session is cancelled, or not, as it was asked for: the button may have been pressed twice. */
const isAsked = ({ cancelledAt }: Pick<ProgrammeSession, "cancelledAt">, isCancelled: boolean) =>
  (cancelledAt !== null) === isCancelled;

/** Deletes a session that nobody has chosen. It must not have a session entry either. */
export async function deleteSession(
  context: Context,
  { viewer, settings: { conferenceId } }: SignedIn,
  { id, version }: { id: string; version: number },
): Promise<{ done: true } | Refused<404 | 409>> {
  const { db } = context;
  const mayGo = and(
    isVersion(conferenceId, id, version),
    sql`NOT EXISTS (SELECT 1 FROM ${places} WHERE ${places.sessionId} = ${id})`,
    sql`NOT EXISTS (SELECT 1 FROM ${sessionEntries} WHERE ${sessionEntries.sessionId} = ${id})`,
  );
  const { entry, isDone } = audited(
    context,
    {
      ...{ actorUid: viewer.uid, action: "deleteSession", object: `programme/${id}` },
      detail: { version },
    },
    hasRow(programmeSessions, mayGo),
  );
  const [[session], , , gone, [taken]] = await db.batch([
    sessionRows(db, conferenceId, id),
    entry,
    db.delete(sessionSpeakers).where(and(eq(sessionSpeakers.sessionId, id), isDone)),
    db.delete(programmeSessions).where(mayGo).returning({ id: programmeSessions.id }),
    placesOf(db, id),
  ]);
  if (gone.length === 1) return { done: true };
  if (!session) return { refused: messages.notFound, status: 404 };
  return { refused: (taken && whyKept(taken)) ?? programmeMessages.editing.movedMeanwhile, status: 409 };
}

/** Why a session cannot be deleted; null if it can be. */
function whyKept({ held, waiting, hasEntry }: { held: number; waiting: number; hasEntry: boolean }) {
  const chosen = held + waiting;
  if (chosen > 0) return programmeMessages.editing.chosen(chosen);
  return hasEntry ? programmeMessages.editing.recorded : null;
}

const isVersion = (conferenceId: string, id: string, version: number): SQL =>
  and(
    eq(programmeSessions.conferenceId, conferenceId),
    eq(programmeSessions.id, id),
    eq(programmeSessions.version, version),
  )!;

/**
 * The statements that make the rows of session_speakers agree with the session's row, no matter which statement wrote
 * that row.
 */
function speakersFollow(db: Database, conferenceId: string, sessionId: string) {
  const itsSpeakers = sql`FROM ${programmeSessions} JOIN json_each(${programmeSessions.speakers}) AS speaker
    WHERE ${programmeSessions.id} = ${sessionId}`;
  return [
    db.delete(sessionSpeakers).where(
      sql`${sessionSpeakers.sessionId} = ${sessionId}
          AND ${sessionSpeakers.speakerId} NOT IN (SELECT speaker.value ${itsSpeakers})`,
    ),
    insertFrom(
      db,
      sessionSpeakers,
      { conferenceId, sessionId, speakerId: sql`speaker.value` },
      itsSpeakers,
    ).onConflictDoNothing(),
  ] as const;
}

/** The values of a form, with its names looked up in the library. */
async function readFields(
  db: Database,
  { speakers: names, recording, startsAt: from, endsAt: until, ...fields }: SessionFields,
  { timeZone, levels, present }: { timeZone: string; levels: string[]; present: ProgrammeSession | null },
): Promise<{ draft: EditedSession } | { problems: Problems }> {
  const [, inParentheses] = /\(([^()]+)\)$/.exec(recording) ?? [];
  const [people, [video]] = await db.batch([
    speakerRows(db),
    db
      .select({ id: recordings.id })
      .from(recordings)
      .where(sql`${recordings.id} IN ${listed([recording, inParentheses ?? null])}`),
  ]);
  const problems: Problems = {};
  // When the clocks go back, a local time occurs twice. So a time that nobody edited keeps its stored instant.
  const instantOf = (wall: string, was: number | undefined) =>
    was !== undefined && wallTime(was, timeZone) === wall ? was : instantAt(wall, timeZone);
  const startsAt = instantOf(from, present?.startsAt);
  const endsAt = instantOf(until, present?.endsAt);
  if (startsAt === null) problems["startsAt"] = messages.notATime;
  if (endsAt === null) problems["endsAt"] = messages.notATime;
  const wrong = startsAt !== null && endsAt !== null && spanProblem({ startsAt, endsAt });
  if (wrong)
    problems["endsAt"] =
      wrong === "too long" ? programmeMessages.editing.tooLong : messages.endsBeforeItBegins;
  const unfit =
    startsAt !== null &&
    endsAt !== null &&
    !wrong &&
    giveAwayInWords({ startsAt, endsAt, capacity: fields.capacity, giveAwayMinutes: fields.giveAwayMinutes });
  if (unfit) problems["giveAwayMinutes"] = unfit;
  if (fields.accessLevel !== null && !levels.includes(fields.accessLevel))
    problems["accessLevel"] = messages.notAnOption;
  if (recording !== "" && !video) problems["recording"] = programmeMessages.editing.unknownRecording;
  const speakerIds = names.flatMap((name) => {
    const found = namedBy(name, people);
    if (found === null) problems["speaker"] ??= programmeMessages.editing.unknownSpeaker(name);
    else if (found === "several") problems["speaker"] ??= programmeMessages.editing.severalSpeakers(name);
    else return found;
    return [];
  });
  if (startsAt === null || endsAt === null || Object.keys(problems).length > 0) return { problems };
  return {
    draft: {
      ...fields,
      startsAt,
      endsAt,
      day: dayOf(startsAt, timeZone),
      speakers: [...new Set(speakerIds)],
      recordingId: video?.id ?? null,
    },
  };
}

const isOneOf = (id: string | null, list: { id: string }[]) =>
  id === null || list.some((one) => one.id === id);

const isSame = (draft: EditedSession, present: ProgrammeSession) =>
  (Object.keys(draft) as (keyof EditedSession)[]).every(
    (key) => JSON.stringify(draft[key]) === JSON.stringify(present[key]),
  );
