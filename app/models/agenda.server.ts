import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { type Database, insertFrom } from "#db/client.ts";
import { outbox, payments, places, programSessions, users } from "#db/schema.ts";
import type { Context } from "~/context.server.ts";
import { mayChoose } from "~/domain/agenda.ts";
import { mails } from "~/domain/mails.ts";
import { messages } from "~/domain/messages.ts";
import type { PlaceState } from "~/domain/types.ts";
import type { SignedIn } from "~/session.server.ts";
import { addOnRows, ticketRows } from "./catalogue.server.ts";
import { heldPasses } from "./payments.server.ts";
import { isNextInLine, promoteWaiting, sessionRows } from "./programme.server.ts";

/** A session in somebody's agenda; `position` counts from 1 and is null for who does not wait. */
export type Chosen = Pick<
  typeof programSessions.$inferSelect,
  "id" | "title" | "startsAt" | "endsAt" | "cancelledAt"
> & { state: PlaceState; position: number | null };

/** Somebody's agenda, in the order in which it begins. */
export const chosenBy = (db: Database, conferenceId: string, uid: string) =>
  db
    .select({
      id: programSessions.id,
      title: programSessions.title,
      startsAt: programSessions.startsAt,
      endsAt: programSessions.endsAt,
      cancelledAt: programSessions.cancelledAt,
      state: places.state,
      position: sql<number | null>`CASE ${places.state} WHEN 'waiting' THEN 1 + (SELECT count(*)
        FROM places AS before WHERE before.session_id = ${places.sessionId} AND before.state = 'waiting'
        AND (before.chosen_at, before.uid) < (${places.chosenAt}, ${places.uid})) END`,
    })
    .from(places)
    .innerJoin(programSessions, eq(programSessions.id, places.sessionId))
    .where(and(eq(places.conferenceId, conferenceId), eq(places.uid, uid)))
    .orderBy(asc(programSessions.startsAt), asc(programSessions.id));

/**
 * The statement that writes to everybody whom `promoteWaiting` gives a place, once for each place. It stands
 * before that in the batch.
 *
 * @param sessionIds JSON array of ids, or what finds it.
 * @param except who is told by the page.
 */
export function tellPromoted({ db, origin }: Context, sessionIds: string | SQL, except = "") {
  const createdAt = Date.now();
  const { subject, body } = mails.placeFree("{title}", `${origin}/scheduling/agenda`);
  return insertFrom(
    db,
    outbox,
    {
      id: sql`lower(hex(randomblob(10)))`,
      eventKey: sql`'place/' || ${places.sessionId} || '/' || ${places.uid} || '/' || ${places.chosenAt}`,
      recipient: sql`${users.email}`,
      subject,
      body: sql`replace(${body}, '{title}', ${programSessions.title})`,
      failures: 0,
      createdAt,
      dueAt: createdAt,
    },
    sql`FROM ${places} JOIN ${programSessions} ON ${programSessions.id} = ${places.sessionId}
      JOIN ${users} ON ${users.uid} = ${places.uid} AND ${users.disabledAt} IS NULL
      WHERE ${isNextInLine(sessionIds)} AND ${places.uid} <> ${except}`,
  ).onConflictDoNothing();
}

/**
 * Puts a session into the viewer's agenda: with a place where one is left, else at the end of its waiting
 * list. However many ask at once, no more get a place than there are. Choosing again changes nothing. Two
 * round trips.
 */
export async function choosePlace(
  context: Context,
  { viewer, now, settings: { conferenceId } }: SignedIn,
  sessionId: string,
): Promise<{ state: PlaceState } | { refused: string; status: 403 | 404 | 409 }> {
  const { db } = context;
  const { uid } = viewer;
  const [[session], held, tickets, addOns] = await db.batch([
    sessionRows(db, conferenceId, sessionId),
    heldPasses(db, conferenceId, uid),
    ticketRows(db, conferenceId),
    addOnRows(db, conferenceId),
  ]);
  if (!session) return { refused: messages.agenda.gone, status: 404 };
  const ruling = mayChoose(session, { ...viewer, payments: held }, { tickets, addOns }, now);
  if (!ruling.allowed) {
    const isClosed = session.cancelledAt !== null || session.endsAt <= now;
    return { refused: ruling.reason, status: isClosed ? 409 : 403 };
  }
  const ids = JSON.stringify([sessionId]);
  // Everybody comes to the end of the line, and places are given from its front: one rule for all that
  // makes places free. What was judged above has to be as it was.
  const [, , , [place]] = await db.batch([
    insertFrom(
      db,
      places,
      {
        sessionId,
        uid,
        conferenceId,
        state: "waiting",
        chosenAt: sql`max(${now}, 1 + coalesce((SELECT max(last.chosen_at) FROM places AS last
          WHERE last.session_id = ${sessionId}), 0))`,
      },
      sql`FROM ${programSessions} WHERE ${and(
        eq(programSessions.id, sessionId),
        eq(programSessions.version, session.version),
        sql`${programSessions.cancelledAt} IS NULL`,
        sql`EXISTS (SELECT 1 FROM ${users} WHERE ${users.uid} = ${uid})`,
        sql`${held.length} = (SELECT count(*) FROM ${payments} WHERE ${and(
          eq(payments.conferenceId, conferenceId),
          eq(payments.delegateUid, uid),
          eq(payments.state, "captured"),
        )})`,
      )}`,
    ).onConflictDoNothing(),
    tellPromoted(context, ids, uid),
    promoteWaiting(db, ids),
    db
      .select({ state: places.state })
      .from(places)
      .where(and(eq(places.sessionId, sessionId), eq(places.uid, uid))),
  ]);
  return place ?? { refused: messages.agenda.moved, status: 409 };
}

/**
 * Takes a session out of the viewer's agenda; its place goes to who has waited longest, who is told by mail.
 * Leaving what is not chosen changes nothing. One round trip.
 */
export async function leavePlace(
  context: Context,
  { viewer, now, settings: { conferenceId } }: SignedIn,
  sessionId: string,
): Promise<void> {
  const { db } = context;
  // Nobody is given, and told of, a place in what is over.
  const ahead = sql`(SELECT json_group_array(${programSessions.id}) FROM ${programSessions}
    WHERE ${programSessions.id} = ${sessionId} AND ${programSessions.endsAt} > ${now})`;
  await db.batch([
    db
      .delete(places)
      .where(
        and(
          eq(places.conferenceId, conferenceId),
          eq(places.sessionId, sessionId),
          eq(places.uid, viewer.uid),
        ),
      ),
    tellPromoted(context, ahead),
    promoteWaiting(db, ahead),
  ]);
}
