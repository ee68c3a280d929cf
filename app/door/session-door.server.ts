import { and, eq, sql } from "drizzle-orm";
import { type Database, subquery } from "#db/client.ts";
import { giveAways, places, sessionEntries } from "#db/schema/programme.ts";
import { calledOf } from "~/accounts/addresses.server.ts";
import { addOnRows, programmeEventRows, ticketRows } from "~/conference/catalogue.server.ts";
import { auditFact } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { newId } from "~/platform/ids.server.ts";
import { giveAway, isLastEntry } from "~/programme/agenda.server.ts";
import { isFound, mayAttend, ordinal, shortDayInWords, spanIn } from "~/programme/agenda.ts";
import { type ProgrammeSession, roomRows, sessionRows } from "~/programme/programme.server.ts";
import { dayOf, giveAwayAt, isDoorOpen, SESSION_DOOR_MINUTES } from "~/programme/programme.ts";
import { hasPass, heldPasses } from "~/standing/holdings.server.ts";
import { talliesOf, tallyRows } from "~/standing/tallies.server.ts";
import { MINUTE } from "~/values/durations.ts";
import { clockAt } from "~/values/times.ts";
import type { SessionAct } from "~/values/types.ts";
import { sortedForBadges } from "./badges.ts";
import { peopleForDay, sessionsToCome } from "./day-lists.server.ts";
import { freePlaces } from "./live.ts";
import { doorMessages } from "./messages.ts";
import { holderWith } from "./session-marks.server.ts";

const say = doorMessages.sessions;

/**
 * For each session of an edition, the number of people who have a place and are marked as being there. A session
 * without such people has no row.
 */
export const thereRows = (db: Database, conferenceId: string) =>
  db
    .select({ id: sessionEntries.sessionId, there: sql<number>`count(*)`.as("there") })
    .from(sessionEntries)
    .where(
      and(
        eq(sessionEntries.conferenceId, conferenceId),
        sql`${sessionEntries.act} IN ('here', 'letIn')`,
        isLastEntry,
        sql`EXISTS (SELECT 1 FROM ${places} WHERE ${places.sessionId} = ${sessionEntries.sessionId}
          AND ${places.uid} = ${sessionEntries.uid} AND ${places.state} = 'held')`,
      ),
    )
    .groupBy(sessionEntries.sessionId);

/** The sessions of today, and the sessions whose door is open, with numbers and without names. One round trip. */
export async function readSessionDoors({ db }: Context, { settings: { conferenceId }, now }: SignedIn) {
  const [sessions, rooms, [event], tallies, there] = await db.batch([
    sessionsToCome(db, conferenceId),
    roomRows(db, conferenceId),
    programmeEventRows(db, conferenceId),
    tallyRows(db, conferenceId, ["attending"]),
    thereRows(db, conferenceId),
  ]);
  const zone = event?.timeZone ?? "UTC";
  const today = dayOf(now, zone);
  return sessions
    .filter((session) => session.day === today || isDoorOpen(session, now))
    .map((session) => {
      const taken = talliesOf(tallies, "attending").find(({ key }) => key === session.id)?.number ?? 0;
      return {
        ...{ id: session.id, title: session.title, time: spanIn(session, zone, zone) },
        room: rooms.find(({ id }) => id === session.roomId)?.title ?? null,
        there: there.find(({ id }) => id === session.id)?.there ?? 0,
        ...{ taken, capacity: session.capacity, isOpen: isDoorOpen(session, now) },
      };
    });
}

/** The last entry about each person in a session, or about one person in each session. */
const lastEntries = (db: Database, conferenceId: string, of: { sessionId: string } | { uid: string }) =>
  db
    .select()
    .from(sessionEntries)
    .where(
      and(
        eq(sessionEntries.conferenceId, conferenceId),
        "uid" in of ? eq(sessionEntries.uid, of.uid) : eq(sessionEntries.sessionId, of.sessionId),
        isLastEntry,
      ),
    );

type Entry = { number: number; act: SessionAct; happenedAt: number };

const isThereBy = (entry: Pick<Entry, "act"> | undefined) => entry?.act === "here" || entry?.act === "letIn";

/** A person at the door of a session, in the form that its page shows. */
type PersonAtSession = {
  uid: string;
  name: string;
  institution: string;
  /** A place; a position in the queue, such as "2nd"; or the time at which the person's place was given away. */
  has: { kind: "place" } | { kind: "waits"; position: string } | { kind: "missed"; at: string };
  /** Since when the person is there, in local time; null if the person is not there. */
  thereSince: string | null;
  seen: number;
};

/**
 * The data for the door of a session: the people who have a place, the people who wait, and the people who have lost
 * their place. For each person with a place, it says whether they are there. Null if there is no such session. If it is
 * time to give places away, this is done first. Two round trips, or four if places are given away.
 *
 * @param search only people with a name that begins with these words; empty for everybody.
 */
export async function readSessionDoor(
  context: Context,
  visit: SignedIn,
  sessionId: string,
  search: string,
): Promise<SessionDoor | null> {
  const { db } = context;
  const { now } = visit;
  const { conferenceId } = visit.settings;
  const read = () =>
    db.batch([
      sessionRows(db, conferenceId, sessionId),
      roomRows(db, conferenceId),
      programmeEventRows(db, conferenceId),
      db
        .select({
          ...{ uid: places.uid, state: places.state, chosenAt: places.chosenAt },
          hasPass: subquery(
            sql<number>`${hasPass(sql`${places.conferenceId}`, sql`${places.uid}`, ["held"])}`,
          ).as("has_pass"),
        })
        .from(places)
        .where(and(eq(places.sessionId, sessionId), eq(places.conferenceId, conferenceId)))
        .orderBy(places.chosenAt, places.uid),
      lastEntries(db, conferenceId, { sessionId }),
      db.select({ at: giveAways.givenAt }).from(giveAways).where(eq(giveAways.sessionId, sessionId)),
    ]);
  let answers = await read();
  const givesAt = answers[0][0] ? giveAwayAt(answers[0][0]) : null;
  if (givesAt !== null && givesAt <= now && answers[5].length === 0) {
    await db.batch(giveAway(context, sessionId, now));
    answers = await read();
  }
  const [[session], rooms, [event], rows, entries, [given]] = answers;
  if (!session) return null;
  const zone = event?.timeZone ?? "UTC";
  const entryOf = new Map(entries.map((entry) => [entry.uid, entry]));
  const placed = new Set(rows.map(({ uid }) => uid));
  const missed = entries.filter(({ uid, act }) => act === "missed" && !placed.has(uid));
  const people = await peopleForDay(db, conferenceId, [
    ...rows.flatMap(({ uid, hasPass }) => (hasPass ? [uid] : [])),
    ...missed.map(({ uid }) => uid),
  ]);
  const shown = (uid: string, has: PersonAtSession["has"]): PersonAtSession[] => {
    const person = people.get(uid);
    const entry = entryOf.get(uid);
    if (!person || !isFound(search, [person.name])) return [];
    return [
      {
        ...{ uid, name: person.name, institution: person.institution, has, seen: entry?.number ?? 0 },
        thereSince: entry && isThereBy(entry) ? clockAt(entry.happenedAt, zone) : null,
      },
    ];
  };
  const inOrder = (uids: string[]) =>
    sortedForBadges(
      uids.flatMap((uid) => people.get(uid) ?? []),
      "name",
    ).map(({ uid }) => uid);
  const held = rows.filter(({ state }) => state === "held").map(({ uid }) => uid);
  const waiting = rows.filter(({ state }) => state === "waiting").map(({ uid }) => uid);
  return {
    ...{ id: session.id, title: session.title, isCancelled: session.cancelledAt !== null },
    when: [
      shortDayInWords(session.day),
      spanIn(session, zone, zone),
      rooms.find(({ id }) => id === session.roomId)?.title,
    ]
      .filter(Boolean)
      .join(", "),
    isOpen: isDoorOpen(session, now),
    opensAt: clockAt(session.startsAt - SESSION_DOOR_MINUTES * MINUTE, zone),
    isOver: now >= session.endsAt,
    ...{ taken: held.length, capacity: session.capacity, waiting: waiting.length },
    free: freePlaces(session.capacity, held.length),
    there: held.filter((uid) => isThereBy(entryOf.get(uid))).length,
    withoutPass: rows.filter(({ hasPass }) => !hasPass).length,
    givesAway:
      givesAt === null
        ? null
        : given
          ? say.wereGiven(clockAt(given.at, zone))
          : now < givesAt
            ? say.willBeGiven(clockAt(givesAt, zone))
            : say.notGiven(clockAt(givesAt, zone)),
    people: inOrder(held).flatMap((uid) => shown(uid, { kind: "place" })),
    queue: waiting.flatMap((uid, index) => shown(uid, { kind: "waits", position: ordinal(index + 1) })),
    missed: inOrder(missed.map(({ uid }) => uid)).flatMap((uid) =>
      shown(uid, { kind: "missed", at: clockAt(entryOf.get(uid)!.happenedAt, zone) }),
    ),
    /** An id for the next act of the buttons. */
    entry: newId(),
  };
}

export type SessionDoor = {
  id: string;
  title: string;
  isCancelled: boolean;
  when: string;
  isOpen: boolean;
  opensAt: string;
  isOver: boolean;
  taken: number;
  capacity: number | null;
  waiting: number;
  /** Null if there is no limit of places. */
  free: number | null;
  there: number;
  /** How many people have or wait for a place and hold no pass: they are counted, but not listed. */
  withoutPass: number;
  givesAway: string | null;
  people: PersonAtSession[];
  queue: PersonAtSession[];
  missed: PersonAtSession[];
  entry: string;
};

/** Records that a member of the staff opened the list of names at a session's door. */
export const noteSessionDoor = (context: Context, { viewer }: SignedIn, { id, taken }: SessionDoor) =>
  auditFact(context, {
    ...{ actorUid: viewer.uid, action: "openSessionDoor", object: `programme/${id}` },
    detail: { found: taken },
  });

/** A session whose door is open, as the page of one person at the door shows it. */
export type SessionOfPerson = {
  id: string;
  title: string;
  when: string;
  has: PersonAtSession["has"] | null;
  there: { at: string; by: string } | null;
  seen: number;
  /** How many places are free; null if there is no limit. */
  free: number | null;
  /** Why the person may not be let in without a place; null if they may. */
  closed: string | null;
};

/**
 * The sessions whose doors are open, for a person who holds a pass. Sessions in which they have a place, wait for one
 * or have lost one come first. No round trip if no door is open.
 *
 * @param programme the result of `sessionsToCome`.
 */
export async function sessionsOfPerson(
  context: Context,
  { settings: { conferenceId }, now }: SignedIn,
  uid: string,
  programme: ProgrammeSession[],
): Promise<SessionOfPerson[]> {
  const { db } = context;
  const open = programme.filter((session) => isDoorOpen(session, now));
  if (open.length === 0) return [];
  // If it is time to give places away, this is done before anything is read.
  if (open.some((session) => now >= (giveAwayAt(session) ?? Number.POSITIVE_INFINITY)))
    await db.batch(giveAway(context, null, now));
  const [own, entries, counts, passes, tickets, addOns, rooms, [event]] = await db.batch([
    db
      .select({ sessionId: places.sessionId, state: places.state })
      .from(places)
      .where(and(eq(places.conferenceId, conferenceId), eq(places.uid, uid))),
    lastEntries(db, conferenceId, { uid }),
    tallyRows(db, conferenceId, ["attending"]),
    heldPasses(db, conferenceId, uid),
    ticketRows(db, conferenceId),
    addOnRows(db, conferenceId),
    roomRows(db, conferenceId),
    programmeEventRows(db, conferenceId),
  ]);
  const zone = event?.timeZone ?? "UTC";
  const marked = entries.flatMap(({ act, byUid }) => (isThereBy({ act }) ? [byUid] : []));
  const names = marked.length > 0 ? await calledOf(db, marked) : null;
  const sessions = open.map((session): SessionOfPerson => {
    const place = own.find(({ sessionId }) => sessionId === session.id);
    const entry = entries.find(({ sessionId }) => sessionId === session.id);
    const taken = talliesOf(counts, "attending").find(({ key }) => key === session.id)?.number ?? 0;
    const gate = mayAttend(session, holderWith(passes), { tickets, addOns });
    return {
      ...{ id: session.id, title: session.title, seen: entry?.number ?? 0 },
      when: [spanIn(session, zone, zone), rooms.find(({ id }) => id === session.roomId)?.title]
        .filter(Boolean)
        .join(", "),
      has:
        place?.state === "held"
          ? { kind: "place" }
          : place
            ? { kind: "waits", position: "" }
            : entry?.act === "missed"
              ? { kind: "missed", at: clockAt(entry.happenedAt, zone) }
              : null,
      there:
        place?.state === "held" && entry && isThereBy(entry)
          ? {
              at: clockAt(entry.happenedAt, zone),
              by: names?.get(entry.byUid) ?? doorMessages.formerHelper,
            }
          : null,
      free: freePlaces(session.capacity, taken),
      closed: gate.allowed ? null : gate.reason,
    };
  });
  return [...sessions.filter(({ has }) => has !== null), ...sessions.filter(({ has }) => has === null)];
}
