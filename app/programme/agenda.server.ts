import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { type Database, insertFrom, listed, subquery } from "#db/client.ts";
import { prepared } from "#db/prepared.ts";
import { users } from "#db/schema/accounts.ts";
import { holdings } from "#db/schema/money.ts";
import { giveAways, places, programmeSessions, sessionEntries } from "#db/schema/programme.ts";
import { CLAIM_LEVELS } from "~/access/access.ts";
import { addOnRows, ticketRows } from "~/conference/catalogue.server.ts";
import { insertMail } from "~/mail/outbox.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { newId } from "~/platform/ids.server.ts";
import { heldPasses } from "~/standing/holdings.server.ts";
import { MINUTE } from "~/values/durations.ts";
import type { PlaceState, Refused } from "~/values/types.ts";
import { mayChoose } from "./agenda.ts";
import { programmeMails } from "./mails.ts";
import { programmeMessages } from "./messages.ts";
import { isNextInLine, promoteWaiting, sessionRows } from "./programme.server.ts";

const inFront = alias(places, "in_front");

/**
 * A session in somebody's agenda. `position` is the person's place on the waiting list, counted from 1; it is null
 * unless the person is waiting.
 */
export type AgendaSession = Pick<
  typeof programmeSessions.$inferSelect,
  "id" | "title" | "startsAt" | "endsAt" | "cancelledAt"
> & { state: PlaceState; position: number | null };

/** Somebody's agenda, ordered by start time. */
export const chosenBy = prepared((db: Database, conferenceId: string, uid: string) =>
  db
    .select({
      id: programmeSessions.id,
      title: programmeSessions.title,
      startsAt: programmeSessions.startsAt,
      endsAt: programmeSessions.endsAt,
      cancelledAt: programmeSessions.cancelledAt,
      state: places.state,
      position: subquery(sql<number | null>`CASE ${places.state} WHEN 'waiting' THEN 1 + (SELECT count(*)
        FROM ${places} AS ${inFront}
        WHERE ${inFront.sessionId} = ${places.sessionId} AND ${inFront.state} = 'waiting'
        AND (${inFront.chosenAt}, ${inFront.uid}) < (${places.chosenAt}, ${places.uid})) END`),
    })
    .from(places)
    .innerJoin(programmeSessions, eq(programmeSessions.id, places.sessionId))
    .where(and(eq(places.conferenceId, conferenceId), eq(places.uid, uid)))
    .orderBy(asc(programmeSessions.startsAt), asc(programmeSessions.id)),
);

/**
 * The statement that queues a mail for each place that `promoteWaiting` gives to somebody. It must come before
 * `promoteWaiting` in the batch.
 *
 * @param sessionIds JSON array of ids, or an SQL expression that returns such an array.
 * @param except the person who gets no mail, because the page itself tells them.
 */
export function tellPromoted({ db, origin }: Context, sessionIds: string | SQL, now: number, except = "") {
  const createdAt = Date.now();
  const { subject, body } = programmeMails.placeFree("{title}", `${origin}/scheduling/agenda`);
  return insertMail(
    db,
    {
      kind: "programme",
      uid: sql`${users.uid}`,
      id: sql`lower(hex(randomblob(10)))`,
      eventKey: sql`'place/' || ${places.sessionId} || '/' || ${places.uid} || '/' || ${places.chosenAt}`,
      recipient: sql`${users.email}`,
      subject,
      body: sql`replace(${body}, '{title}', ${programmeSessions.title})`,
      failures: 0,
      createdAt,
      dueAt: createdAt,
    },
    sql`FROM ${places} JOIN ${programmeSessions} ON ${programmeSessions.id} = ${places.sessionId}
      JOIN ${users} ON ${users.uid} = ${places.uid} AND ${users.disabledAt} IS NULL
      WHERE ${isNextInLine(sessionIds, now)} AND ${places.uid} <> ${except}`,
  ).onConflictDoNothing();
}

const last = alias(sessionEntries, "later_entry");

/** Whether a row of `session_entries` is the last one about its person in its session. */
export const isLastEntry: SQL = sql`NOT EXISTS (SELECT 1 FROM ${sessionEntries} AS ${last}
  WHERE ${last.sessionId} = ${sessionEntries.sessionId} AND ${last.uid} = ${sessionEntries.uid}
  AND ${last.number} > ${sessionEntries.number})`;

/** Whether somebody was marked as being in a session, and this was not taken back. The arguments are columns. */
const isThere = (sessionId: SQL, uid: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM ${sessionEntries} WHERE ${sessionEntries.sessionId} = ${sessionId}
    AND ${sessionEntries.uid} = ${uid} AND ${sessionEntries.act} IN ('here', 'letIn') AND ${isLastEntry})`;

/**
 * For a row of `programme_sessions`: whether it is time to give away places in the session, and this has not been done
 * yet. Places are given away at a set minute of the session. If nobody was marked as being there before that minute,
 * the door was not used, and no place is given away.
 *
 * @param now UTC ms.
 */
const isGivingAway = (now: number): SQL => {
  const at = sql`(${programmeSessions.startsAt} + ${programmeSessions.giveAwayMinutes} * ${MINUTE})`;
  return sql`${programmeSessions.giveAwayMinutes} IS NOT NULL AND ${programmeSessions.capacity} IS NOT NULL
    AND ${programmeSessions.cancelledAt} IS NULL AND ${programmeSessions.startsAt} <= ${now}
    AND ${programmeSessions.endsAt} > ${now} AND ${at} <= ${now}
    AND NOT EXISTS (SELECT 1 FROM ${giveAways} WHERE ${giveAways.sessionId} = ${programmeSessions.id})
    AND EXISTS (SELECT 1 FROM ${sessionEntries} WHERE ${sessionEntries.sessionId} = ${programmeSessions.id}
      AND ${sessionEntries.act} IN ('here', 'letIn') AND ${sessionEntries.happenedAt} < ${at} AND ${isLastEntry})`;
};

/**
 * The statements that give away the places of people who have not come, in every session in which it is time to do so.
 * Every batch in which somebody chooses, leaves or is marked at a session begins with these statements, and the cron
 * runs them each minute. So once it is time, the places are given away before any of these acts. A session entry is
 * written for each person who loses a place. Each person who moves up from the waiting list gets a mail, and keeps the
 * place even if they are not marked as being there.
 *
 * @param sessionId the session to look at; null for all sessions of all editions.
 * @param now UTC ms.
 */
export function giveAway(context: Context, sessionId: string | null, now: number) {
  const { db } = context;
  const batch = newId();
  const given = sql`(SELECT ${giveAways.sessionId} FROM ${giveAways} WHERE ${giveAways.batch} = ${batch})`;
  const ids = sql`(SELECT json_group_array(${giveAways.sessionId}) FROM ${giveAways}
    WHERE ${giveAways.batch} = ${batch})`;
  const isAbsent = sql`${places.state} = 'held' AND ${places.sessionId} IN ${given}
    AND NOT ${isThere(sql`${places.sessionId}`, sql`${places.uid}`)}`;
  return [
    insertFrom(
      db,
      giveAways,
      {
        sessionId: sql`${programmeSessions.id}`,
        conferenceId: sql`${programmeSessions.conferenceId}`,
        ...{ batch, givenAt: now },
      },
      sql`FROM ${programmeSessions}
        WHERE ${and(sessionId === null ? undefined : eq(programmeSessions.id, sessionId), isGivingAway(now))}`,
    ),
    insertFrom(
      db,
      sessionEntries,
      {
        id: sql`lower(hex(randomblob(10)))`,
        conferenceId: sql`${places.conferenceId}`,
        sessionId: sql`${places.sessionId}`,
        uid: sql`${places.uid}`,
        number: sql`1 + coalesce((SELECT max(${last.number}) FROM ${sessionEntries} AS ${last}
          WHERE ${last.sessionId} = ${places.sessionId} AND ${last.uid} = ${places.uid}), 0)`,
        ...{ act: "missed", byUid: null, happenedAt: now },
      },
      sql`FROM ${places} WHERE ${isAbsent}`,
    ),
    db.delete(places).where(isAbsent),
    tellPromoted(context, ids, now),
    promoteWaiting(db, ids, now),
  ] as const;
}

/** Gives away the places of people who have not come, in every session in which it is time to do so. */
export async function giveAwayPlaces(context: Context): Promise<void> {
  const { now } = await context.visit();
  await context.db.batch(giveAway(context, null, now));
}

/** The sessions in which a person lost their place, and when. Sessions that they have chosen again are left out. */
export const missedBy = prepared((db: Database, conferenceId: string, uid: string) =>
  db
    .select({ id: sessionEntries.sessionId, at: sessionEntries.happenedAt })
    .from(sessionEntries)
    .where(
      and(
        eq(sessionEntries.conferenceId, conferenceId),
        eq(sessionEntries.uid, uid),
        eq(sessionEntries.act, "missed"),
        isLastEntry,
        sql`NOT EXISTS (SELECT 1 FROM ${places} WHERE ${places.sessionId} = ${sessionEntries.sessionId}
          AND ${places.uid} = ${sessionEntries.uid})`,
      ),
    ),
);

/**
 * Puts a session into the viewer's agenda: with a place if one is free, otherwise at the end of the session's waiting
 * list. However many people ask simultaneously, no more places are given than the session has. Choosing a session again
 * changes nothing. Two round trips.
 */
export async function choosePlace(
  context: Context,
  { viewer, now, settings: { conferenceId } }: SignedIn,
  sessionId: string,
): Promise<{ state: PlaceState } | Refused<403 | 404 | 409>> {
  const { db } = context;
  const { uid } = viewer;
  const [[session], held, tickets, addOns] = await db.batch([
    sessionRows(db, conferenceId, sessionId),
    heldPasses(db, conferenceId, uid),
    ticketRows(db, conferenceId),
    addOnRows(db, conferenceId),
  ]);
  if (!session) return { refused: programmeMessages.agenda.gone, status: 404 };
  const ruling = mayChoose(session, { ...viewer, passes: held }, { tickets, addOns }, now);
  if (!ruling.allowed) {
    const isClosed = session.cancelledAt !== null || session.endsAt <= now;
    return { refused: ruling.reason, status: isClosed ? 409 : 403 };
  }
  const ids = JSON.stringify([sessionId]);
  // The viewer first joins the end of the waiting list. Then `promoteWaiting` gives free places to the people at the
  // front, as it does whenever a place becomes free. The viewer's row is written only if nothing that was checked above
  // has changed.
  const [, , , , , , , , [place]] = await db.batch([
    ...giveAway(context, sessionId, now),
    insertFrom(
      db,
      places,
      {
        sessionId,
        uid,
        conferenceId,
        state: "waiting",
        chosenAt: sql`max(${now}, 1 + coalesce((SELECT max(${places.chosenAt}) FROM ${places}
          WHERE ${places.sessionId} = ${sessionId}), 0))`,
      },
      sql`FROM ${programmeSessions} WHERE ${and(
        eq(programmeSessions.id, sessionId),
        eq(programmeSessions.version, session.version),
        sql`${programmeSessions.cancelledAt} IS NULL`,
        sql`EXISTS (SELECT 1 FROM ${users} WHERE ${users.uid} = ${uid})`,
        sql`${held.length} = (SELECT count(*) FROM ${holdings} WHERE ${and(
          eq(holdings.conferenceId, conferenceId),
          eq(holdings.uid, uid),
          eq(holdings.state, "held"),
          sql`${holdings.item} = ${holdings.passType}`,
        )})`,
      )}`,
    ).onConflictDoNothing(),
    tellPromoted(context, ids, now, uid),
    promoteWaiting(db, ids, now),
    db
      .select({ state: places.state })
      .from(places)
      .where(and(eq(places.sessionId, sessionId), eq(places.uid, uid))),
  ]);
  return place ?? { refused: programmeMessages.agenda.moved, status: 409 };
}

/**
 * Takes a session out of the viewer's agenda. The viewer's place goes to the person who has waited longest, and that
 * person gets a mail. Leaving a session that was not chosen changes nothing. One round trip.
 */
export async function leavePlace(
  context: Context,
  { viewer, now, settings: { conferenceId } }: SignedIn,
  sessionId: string,
): Promise<void> {
  const { db } = context;
  const ids = JSON.stringify([sessionId]);
  await db.batch([
    ...giveAway(context, sessionId, now),
    db
      .delete(places)
      .where(
        and(
          eq(places.conferenceId, conferenceId),
          eq(places.sessionId, sessionId),
          eq(places.uid, viewer.uid),
        ),
      ),
    tellPromoted(context, ids, now),
    promoteWaiting(db, ids, now),
  ]);
}

/**
 * The statements that take a person out of every session that is not over and that requires a pass or an add-on which
 * the person does not hold. They change nothing unless `condition` holds. Each place goes to the person who has waited
 * longest for it, and that person gets a mail. The statements belong in the batch that ends the person's holdings.
 */
function leaveClosed(
  context: Context,
  { conferenceId, uid, now }: { conferenceId: string; uid: string; now: number },
  condition: SQL,
) {
  const { db } = context;
  const isAhead = sql`${programmeSessions.conferenceId} = ${conferenceId} AND ${programmeSessions.endsAt} > ${now}`;
  const level = programmeSessions.accessLevel;
  const isHeld = sql`EXISTS (SELECT 1 FROM ${holdings} WHERE ${holdings.conferenceId} = ${conferenceId}
    AND ${holdings.uid} = ${uid} AND ${holdings.state} = 'held'
    AND (${holdings.item} = ${level} OR ${level} = 'registered' AND ${holdings.item} = ${holdings.passType}))`;
  const ahead = sql`(SELECT json_group_array(${programmeSessions.id}) FROM ${programmeSessions}
    WHERE ${isAhead} AND ${condition})`;
  return [
    db.delete(places).where(
      and(
        eq(places.conferenceId, conferenceId),
        eq(places.uid, uid),
        condition,
        sql`${places.sessionId} IN (SELECT ${programmeSessions.id} FROM ${programmeSessions} WHERE ${isAhead}
            AND coalesce(${level}, 'signed-in') NOT IN ${listed(CLAIM_LEVELS)} AND NOT ${isHeld})`,
      ),
    ),
    tellPromoted(context, ahead, now),
    promoteWaiting(db, ahead, now),
  ];
}

/**
 * `leaveClosed` without the person, their edition and the condition: the function that ends holdings supplies these.
 */
export const leavesClosed =
  (context: Context, { now }: Pick<SignedIn, "now">) =>
  (holder: { conferenceId: string; uid: string }, condition: SQL) =>
    leaveClosed(context, { ...holder, now }, condition);
