import { and, asc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { ofEdition, prepared } from "#db/prepared.ts";
import { calendarFeeds, places, programmeSessions, sessionEntries } from "#db/schema/programme.ts";
import { tallies } from "#db/schema/tallies.ts";
import { type Asker, isSessionOf, visitorRows } from "~/accounts/sessions.server.ts";
import { addOnRows, programmeEventRows, ticketRows } from "~/conference/catalogue.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { fingerprint } from "~/platform/ids.server.ts";
import { portalClock, settingRows, settingsFrom } from "~/platform/settings.server.ts";
import { surroundingRows, surroundingsFrom } from "~/site/surroundings.server.ts";
import { heldPasses } from "~/standing/holdings.server.ts";
import type { TallyName } from "~/standing/tallies.server.ts";
import { OUTDATED } from "~/ui/live-version.ts";
import { MINUTE } from "~/values/durations.ts";
import { type AgendaSession, chosenBy, isLastEntry, missedBy } from "./agenda.server.ts";
import {
  dayToShow,
  type LibraryNames,
  libraryNames,
  libraryNamesIn,
  libraryRows,
  namedIn,
  type ProgrammeSession,
  programmeDays,
  roomRows,
  sessionsOfDay,
  trackRows,
} from "./programme.server.ts";
import { sessionState } from "./programme.ts";

/**
 * The part of the programme that a page shows: either a day (null means the current or next day), or the viewer's
 * agenda.
 */
export type Part = { day: string | null } | "agenda";

/** For a session with limited places, how many people have a place and how many wait for one. */
type PlaceCounts = { sessionId: string; held: number; waiting: number; order: number };

/** A day on which there are no sessions, for a query whose rows are not needed. */
const NO_DAY = "";

/** How many days or agendas an isolate keeps in memory. */
const MOST_REMEMBERED = 200;

/** The ids of speakers and recordings that a day's sessions referred to when this isolate last read that day. */
const namedLately = new Map<string, ReturnType<typeof namedIn>>();

/**
 * A part of the programme as its viewer may see it, and the data for the frame around the page. This takes one round
 * trip if the sessions name exactly the same speakers and recordings, in the same order, as when this isolate last read
 * the same part; otherwise it takes two.
 */
export async function readScheduling(context: Context, visit: SignedIn, part: Part) {
  const { db } = context;
  const { now, viewer } = visit;
  const { conferenceId } = visit.settings;
  // Sessions end on the minute, so the choice of the day to show can change only once a minute.
  const minute = now - (now % MINUTE);
  const key = part === "agenda" ? `${conferenceId} of ${viewer.uid}` : `${conferenceId} on ${part.day}`;
  const expected = namedLately.get(key) ?? namedIn([]);
  const [
    notifications,
    rounds,
    editions,
    submitted,
    sessions,
    ofPart,
    chosen,
    held,
    days,
    rooms,
    tracks,
    tickets,
    addOns,
    [event],
    ...names
  ] = await db.batch([
    ...surroundingRows(context, visit),
    part === "agenda"
      ? sessionsChosen(db, conferenceId, viewer.uid)
      : sessionsOfDay(db, conferenceId, part.day, minute),
    part === "agenda" ? missedBy(db, conferenceId, viewer.uid) : takenOn(db, conferenceId, part.day, minute),
    chosenBy(db, conferenceId, viewer.uid),
    heldPasses(db, conferenceId, viewer.uid),
    programmeDays(db, conferenceId),
    roomRows(db, conferenceId),
    trackRows(db, conferenceId),
    ticketRows(db, conferenceId),
    addOnRows(db, conferenceId),
    programmeEventRows(db, conferenceId),
    ...libraryRows(db, expected),
  ]);
  const taken = ofPart.filter((row) => "sessionId" in row);
  const missed = ofPart.filter((row) => "at" in row);
  const named = namedIn(sessions);
  const isExpected = JSON.stringify(named) === JSON.stringify(expected);
  if (namedLately.size >= MOST_REMEMBERED) namedLately.clear();
  namedLately.set(key, named);
  const library: LibraryNames = isExpected ? libraryNamesIn(names) : await libraryNames(db, sessions);
  return {
    surroundings: surroundingsFrom(visit, [notifications, rounds, editions, submitted]),
    ...{ sessions, taken, chosen, missed, held, days, rooms, tracks, tickets, addOns, library },
    /** The event that the programme belongs to; null if no event has days. */
    eventName: event?.name ?? null,
    timeZone: event?.timeZone ?? "UTC",
    version: versionOf({ sessions, taken, chosen, held, now }),
  };
}

export type Scheduling = Awaited<ReturnType<typeof readScheduling>>;

/**
 * The sessions in somebody's agenda, ordered by start time. They include cancelled sessions, and sessions in which the
 * person lost their place.
 */
export const sessionsChosen = prepared((db: Database, conferenceId: string, uid: string) =>
  db
    .select()
    .from(programmeSessions)
    .where(
      sql`${programmeSessions.id} IN (SELECT ${places.sessionId} FROM ${places}
        WHERE ${and(eq(places.conferenceId, conferenceId), eq(places.uid, uid))}
        UNION SELECT ${sessionEntries.sessionId} FROM ${sessionEntries}
        WHERE ${sessionEntries.conferenceId} = ${conferenceId} AND ${sessionEntries.uid} = ${uid}
          AND ${sessionEntries.act} = 'missed' AND ${isLastEntry})`,
    )
    .orderBy(asc(programmeSessions.startsAt), asc(programmeSessions.id)),
);

/** When (UTC ms) somebody's URL for calendars was made; null if they have none. One round trip. */
export async function readFeedSince({ db }: Context, { viewer, settings }: SignedIn): Promise<number | null> {
  const [feed] = await feedOf(db, settings.conferenceId, viewer.uid);
  return feed?.createdAt ?? null;
}

const feedOf = prepared((db: Database, conferenceId: string, uid: string) =>
  db
    .select({ createdAt: calendarFeeds.createdAt })
    .from(calendarFeeds)
    .where(and(eq(calendarFeeds.conferenceId, conferenceId), eq(calendarFeeds.uid, uid))),
);

/** For each session with limited places on the day to show, how many people have a place and how many wait for one. */
const takenOn = prepared((db: Database, conferenceId: string, asked: string | null, now: number) =>
  db
    .select({
      sessionId: programmeSessions.id,
      held: sql<number>`sum(iif(${tallies.name} = 'attending', ${tallies.number}, 0))`,
      waiting: sql<number>`sum(iif(${tallies.name} = 'waiting', ${tallies.number}, 0))`,
      // This sum also changes if one person leaves and another comes, which the counts alone would not show.
      order: sql<number>`sum(${tallies.total})`,
    })
    .from(programmeSessions)
    .innerJoin(
      tallies,
      and(
        eq(tallies.conferenceId, conferenceId),
        inArray(tallies.name, ["attending", "waiting"] satisfies TallyName[]),
        eq(tallies.key, programmeSessions.id),
      ),
    )
    .where(
      and(
        eq(programmeSessions.conferenceId, conferenceId),
        eq(programmeSessions.day, dayToShow(conferenceId, asked, now)),
        isNotNull(programmeSessions.capacity),
      ),
    )
    .groupBy(programmeSessions.id),
);

type ShownSchedule = {
  sessions: Pick<ProgrammeSession, "id" | "version" | "startsAt" | "endsAt" | "cancelledAt">[];
  taken: PlaceCounts[];
  chosen: AgendaSession[];
  held: unknown[];
  now: number;
};

/** A short text that changes whenever the shown part of the programme changes. */
function versionOf({ sessions, taken, chosen, held, now }: ShownSchedule): string {
  const shown = sessions.map((session) => [session.id, session.version, sessionState(session, now)]);
  const agenda = chosen.map(({ id, state, position, startsAt, endsAt }) => [
    ...[id, state, position],
    ...[startsAt, endsAt],
  ]);
  const places = taken.map(({ sessionId, held, waiting, order }) => [sessionId, held, waiting, order]);
  return fingerprint(JSON.stringify([shown, places, agenda, held])).slice(0, 16);
}

const MOMENT = 1_000;
/**
 * The rows of each day that this isolate has read lately. Every browser that shows a day asks for the version of that
 * day every few seconds. The rows are kept for a second, and one reading of them serves all of these browsers.
 */
const seenLately = new Map<string, Pick<ShownSchedule, "sessions" | "taken"> & { at: number }>();

/**
 * The `version` that `readScheduling` would return for a day, or for the viewer's agenda if the day is null. It may be
 * a second old. Null if the sign-in session has ended or belongs to somebody else. One round trip.
 */
export async function schedulingVersion(
  { db, config }: Context,
  asker: Asker,
  conferenceId: string,
  day: string | null,
): Promise<string | null> {
  const { uid, session } = asker;
  const key = `${conferenceId}/${day}`;
  const lately = seenLately.get(key);
  const known = lately && Date.now() - lately.at < MOMENT ? lately : null;
  const [visitors, settingList, chosen, held, ofAgenda, ofDay, taken] = await db.batch([
    visitorRows(db, session),
    settingRows(db),
    chosenBy(db, conferenceId, uid),
    heldPasses(db, conferenceId, uid),
    sessionsChosen(db, conferenceId, day === null ? uid : ""),
    timesOn(db, conferenceId, (!known && day) || NO_DAY),
    takenOn(db, conferenceId, (!known && day) || NO_DAY, 0),
  ]);
  if (!isSessionOf(asker, visitors)) return null;
  const settings = settingsFrom(settingList);
  if (settings.currentEdition !== conferenceId) return OUTDATED;
  const now = portalClock(config, settings)(Date.now());
  if (day === null) return versionOf({ sessions: ofAgenda, taken: [], chosen, held, now });
  // The rows are kept, and not the promise of the query: on Workers, a request must not wait for work that another
  // request started.
  const shown = known ?? { sessions: ofDay, taken, at: Date.now() };
  if (seenLately.size >= MOST_REMEMBERED) seenLately.clear();
  seenLately.set(key, shown);
  return versionOf({ ...shown, chosen, held, now });
}

const timesOn = ofEdition((db: Database, conferenceId: string, day: string) =>
  db
    .select({
      id: programmeSessions.id,
      version: programmeSessions.version,
      startsAt: programmeSessions.startsAt,
      endsAt: programmeSessions.endsAt,
      cancelledAt: programmeSessions.cancelledAt,
    })
    .from(programmeSessions)
    .where(and(eq(programmeSessions.conferenceId, conferenceId), eq(programmeSessions.day, day)))
    .orderBy(asc(programmeSessions.startsAt), asc(programmeSessions.id)),
);
