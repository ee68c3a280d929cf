import { and, eq, sql } from "drizzle-orm";
import { insertFrom } from "#db/client.ts";
import { holdings } from "#db/schema/money.ts";
import { places, programmeSessions, sessionEntries } from "#db/schema/programme.ts";
import { addOnRows, ticketRows } from "~/conference/catalogue.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { fingerprint } from "~/platform/ids.server.ts";
import { giveAway, tellPromoted } from "~/programme/agenda.server.ts";
import { mayAttend } from "~/programme/agenda.ts";
import { promoteWaiting, sessionRows } from "~/programme/programme.server.ts";
import { SESSION_DOOR_MINUTES } from "~/programme/programme.ts";
import { hasPass, heldPasses } from "~/standing/holdings.server.ts";
import { MINUTE } from "~/values/durations.ts";
import type { SessionAct } from "~/values/types.ts";
import type { SessionMark } from "./session-door.form.ts";

/** Whether a person holds this pass of the edition. The page at the door shows this pass. */
export async function isHolderOf(
  { db }: Context,
  { settings: { conferenceId } }: SignedIn,
  passId: string,
  uid: string,
): Promise<boolean> {
  const found = await db
    .select({ id: holdings.id })
    .from(holdings)
    .where(
      and(
        eq(holdings.id, passId),
        eq(holdings.conferenceId, conferenceId),
        eq(holdings.uid, uid),
        eq(holdings.state, "held"),
        sql`${holdings.item} = ${holdings.passType}`,
      ),
    );
  return found.length === 1;
}

/** A person at the door in the form that `mayAttend` needs: only their passes count. */
export const holderWith = (passes: Awaited<ReturnType<typeof heldPasses>>) => ({
  ...{ admin: false, hpairPlusSubscriptionId: null, passes },
});

/**
 * Does the act that a button at the door of a session requests. The statements themselves check that the door is open,
 * that the person holds a pass and has a place, and that nothing has happened with the person since the page was shown.
 * A person without a place is let in only if a place is free, and gets that place. If it is time to give places away,
 * this is done first. A form that is posted twice acts only once. Two round trips.
 *
 * @param entry the id in the form.
 * @returns whether the act was done; if not, the page says what has changed.
 */
export async function writeSessionEntry(
  context: Context,
  { viewer, settings: { conferenceId }, now }: SignedIn,
  { mark, seen, sessionId, uid, text }: SessionMark & { text: string },
  entry: string,
): Promise<boolean> {
  const { db } = context;
  const [[session], passes, tickets, addOns] = await db.batch([
    sessionRows(db, conferenceId, sessionId),
    heldPasses(db, conferenceId, uid),
    ticketRows(db, conferenceId),
    addOnRows(db, conferenceId),
  ]);
  if (!session) return false;
  if (mark === "letIn" && !mayAttend(session, holderWith(passes), { tickets, addOns }).allowed) return false;
  const id = fingerprint(`${entry} ${text}`).slice(0, 20);
  const own = and(eq(places.sessionId, sessionId), eq(places.uid, uid));
  const hasPlace = sql`EXISTS (SELECT 1 FROM ${places} WHERE ${own} AND ${places.state} = 'held')`;
  const lastNumber = sql`coalesce((SELECT max(${sessionEntries.number}) FROM ${sessionEntries}
    WHERE ${sessionEntries.sessionId} = ${sessionId} AND ${sessionEntries.uid} = ${uid}), 0)`;
  const lastIs = (acts: SessionAct[]) => sql`EXISTS (SELECT 1 FROM ${sessionEntries}
    WHERE ${sessionEntries.sessionId} = ${sessionId} AND ${sessionEntries.uid} = ${uid}
    AND ${sessionEntries.number} = ${seen} AND ${sessionEntries.act} IN (${sql.join(
      acts.map((act) => sql`${act}`),
      sql`, `,
    )}))`;
  const isOpen = and(
    eq(programmeSessions.id, sessionId),
    eq(programmeSessions.conferenceId, conferenceId),
    eq(programmeSessions.version, session.version),
    sql`${programmeSessions.cancelledAt} IS NULL`,
    sql`${programmeSessions.startsAt} <= ${now + SESSION_DOOR_MINUTES * MINUTE}`,
    sql`${programmeSessions.endsAt} > ${now}`,
    sql`${lastNumber} = ${seen}`,
  );
  const isHolder = hasPass(conferenceId, uid, ["held"]);
  const isNotThere = sql`NOT ${lastIs(["here", "letIn"])}`;
  const mayWrite = {
    here: and(isOpen, isHolder, isNotThere, hasPlace),
    letIn: and(
      isOpen,
      isHolder,
      sql`EXISTS (SELECT 1 FROM ${places} WHERE ${own} AND ${places.state} = 'held' AND ${places.chosenAt} >= ${now})`,
    ),
    undo: and(isOpen, lastIs(["here", "letIn"])),
  }[mark];
  const ids = JSON.stringify([sessionId]);
  const results = await db.batch([
    ...giveAway(context, sessionId, now),
    insertFrom(
      db,
      places,
      { sessionId, uid, conferenceId, state: "held", chosenAt: now },
      sql`FROM ${programmeSessions} WHERE ${and(
        mark === "letIn" ? isOpen : sql`0`,
        isHolder,
        sql`(${programmeSessions.capacity} IS NULL OR ${programmeSessions.capacity} > (SELECT count(*) FROM ${places}
          WHERE ${places.sessionId} = ${sessionId} AND ${places.state} = 'held'))`,
      )}`,
    ).onConflictDoNothing(),
    // A person who was let in by mistake, and got a place in this way, loses the place again.
    db
      .delete(places)
      .where(
        and(
          own,
          mark === "undo" ? lastIs(["letIn"]) : sql`0`,
          sql`EXISTS (SELECT 1 FROM ${programmeSessions} WHERE ${isOpen})`,
        ),
      ),
    insertFrom(
      db,
      sessionEntries,
      {
        ...{ id, conferenceId, sessionId, uid, number: seen + 1 },
        act: mark === "undo" ? "undone" : mark,
        ...{ byUid: viewer.uid, happenedAt: now },
      },
      sql`FROM ${programmeSessions} WHERE ${mayWrite}`,
    ).onConflictDoNothing(),
    tellPromoted(context, ids, now),
    promoteWaiting(db, ids, now),
    db
      .select({ id: sessionEntries.id })
      .from(sessionEntries)
      .where(and(eq(sessionEntries.id, id), eq(sessionEntries.byUid, viewer.uid))),
  ]);
  return (results.at(-1) as unknown[]).length === 1;
}
