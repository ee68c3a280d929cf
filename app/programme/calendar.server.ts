import { and, eq, isNull, sql } from "drizzle-orm";
import { insertFrom } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { calendarFeeds, places, rooms } from "#db/schema/programme.ts";
import { addOnRows, ticketRows } from "~/conference/catalogue.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { fingerprint, newSecret } from "~/platform/ids.server.ts";
import { settingRows, settingsFrom } from "~/platform/settings.server.ts";
import { heldPasses } from "~/standing/holdings.server.ts";
import { mayAttend } from "./agenda.ts";
import { libraryNames, type ProgrammeSession, sessionRows } from "./programme.server.ts";
import { sessionsChosen } from "./scheduling.server.ts";

/** A session as a calendar shows it. */
export type CalendarEntry = Pick<
  ProgrammeSession,
  "id" | "title" | "description" | "startsAt" | "endsAt" | "version" | "changedAt" | "cancelledAt"
> & {
  room: string | null;
  /** The link to an online session; null unless the person may join it. */
  link: string | null;
  speakers: string[];
};

/**
 * Makes a new secret URL for the viewer's agenda; the previous URL stops working.
 *
 * @returns the secret.
 */
export async function makeFeed({ db }: Context, { viewer, settings: { conferenceId } }: SignedIn) {
  const secret = newSecret();
  const made = { hash: fingerprint(secret), createdAt: Date.now() };
  await insertFrom(
    db,
    calendarFeeds,
    { ...made, conferenceId, uid: viewer.uid },
    // Writes nothing if the account has been deleted in the meantime.
    sql`FROM ${users} WHERE ${users.uid} = ${viewer.uid}`,
  ).onConflictDoUpdate({ target: [calendarFeeds.conferenceId, calendarFeeds.uid], set: made });
  return secret;
}

/** Makes the URL of the viewer's agenda stop working. */
export async function revokeFeed({ db }: Context, { viewer, settings: { conferenceId } }: SignedIn) {
  await db
    .delete(calendarFeeds)
    .where(and(eq(calendarFeeds.conferenceId, conferenceId), eq(calendarFeeds.uid, viewer.uid)));
}

/**
 * The contents of a secret URL for calendars: the sessions in which its owner has a place, including cancelled ones.
 * Sessions for which the owner is only on the waiting list are left out, because the owner need not keep the time free
 * yet. `by` is the name of the organisation. Null if the URL does not work. Three round trips.
 */
export async function readFeed(
  context: Context,
  secret: string,
): Promise<{ entries: CalendarEntry[]; by: string } | null> {
  const { db } = context;
  const [feed] = await db
    .select()
    .from(calendarFeeds)
    .where(eq(calendarFeeds.hash, fingerprint(secret)));
  if (!feed) return null;
  const { conferenceId, uid } = feed;
  const [settingList, [owner], sessions, held, roomList, passes, tickets, addOns] = await db.batch([
    settingRows(db),
    db
      .select({ admin: users.admin, hpairPlusSubscriptionId: users.hpairPlusSubscriptionId })
      .from(users)
      .where(and(eq(users.uid, uid), isNull(users.disabledAt))),
    sessionsChosen(db, conferenceId, uid),
    db
      .select({ sessionId: places.sessionId })
      .from(places)
      .where(and(eq(places.conferenceId, conferenceId), eq(places.uid, uid), eq(places.state, "held"))),
    db.select().from(rooms).where(eq(rooms.conferenceId, conferenceId)),
    heldPasses(db, conferenceId, uid),
    ticketRows(db, conferenceId),
    addOnRows(db, conferenceId),
  ]);
  if (!owner) return null;
  const isHeld = new Set(held.map(({ sessionId }) => sessionId));
  const holder = { ...owner, passes };
  const entries = await withNames(
    context,
    sessions.filter(({ id }) => isHeld.has(id)),
    roomList,
    (session) => mayAttend(session, holder, { tickets, addOns }).allowed,
  );
  return { entries, by: settingsFrom(settingList).site.shortName };
}

/** One session for a calendar; null if this conference has no such session. Two round trips. */
export async function readEntry(
  context: Context,
  { viewer, settings: { conferenceId } }: SignedIn,
  id: string,
): Promise<CalendarEntry | null> {
  const { db } = context;
  const [[session], roomList, [place], passes, tickets, addOns] = await db.batch([
    sessionRows(db, conferenceId, id),
    db.select().from(rooms).where(eq(rooms.conferenceId, conferenceId)),
    db
      .select({ state: places.state })
      .from(places)
      .where(and(eq(places.sessionId, id), eq(places.uid, viewer.uid))),
    heldPasses(db, conferenceId, viewer.uid),
    ticketRows(db, conferenceId),
    addOnRows(db, conferenceId),
  ]);
  if (!session) return null;
  const holder = { ...viewer, passes };
  const mayJoin = place?.state === "held" && mayAttend(session, holder, { tickets, addOns }).allowed;
  const [entry] = await withNames(context, [session], roomList, () => mayJoin);
  return entry ?? null;
}

async function withNames(
  { db }: Context,
  sessions: ProgrammeSession[],
  roomList: (typeof rooms.$inferSelect)[],
  mayJoin: (session: ProgrammeSession) => boolean,
): Promise<CalendarEntry[]> {
  const names = await libraryNames(db, sessions);
  return sessions.map((session) => {
    const room = roomList.find(({ id }) => id === session.roomId);
    return {
      ...session,
      room: room?.title ?? null,
      link: session.cancelledAt === null && mayJoin(session) ? (room?.link ?? null) : null,
      speakers: session.speakers.flatMap((id) => names.speakers.get(id)?.name ?? []),
    };
  });
}
