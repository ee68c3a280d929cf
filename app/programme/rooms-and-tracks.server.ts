import { and, eq, type SQL, sql } from "drizzle-orm";
import { type Database, hasRow, insertFrom } from "#db/client.ts";
import { programmeSessions, rooms, tracks } from "#db/schema/programme.ts";
import { audited, auditRow, hasJustDone } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { newId } from "~/platform/ids.server.ts";
import { messages } from "~/values/messages.ts";
import { programmeMessages } from "./messages.ts";
import { roomRows, trackRows } from "./programme.server.ts";
import { nameKey } from "./programme.ts";

export type NamedKind = "room" | "track";
type NamedAnswer = { done: true } | { refused: string; field?: string; status: 404 | 409 };

const tableOf = { room: rooms, track: tracks } as const;
const ACTS = {
  room: { add: "addRoom", rename: "renameRoom", remove: "removeRoom" },
  track: { add: "addTrack", rename: "renameTrack", remove: "removeTrack" },
} as const;

/** Rooms and tracks with the number of sessions in each; one round trip. */
export async function readNamed(db: Database, conferenceId: string) {
  const [roomList, trackList, inRooms, inTracks] = await db.batch([
    roomRows(db, conferenceId),
    trackRows(db, conferenceId),
    usesOf(db, conferenceId, sql`${programmeSessions.roomId}`),
    usesOf(db, conferenceId, sql`${programmeSessions.trackId}`),
  ]);
  const counts = new Map([...inRooms, ...inTracks].map(({ id, sessions }) => [id, sessions]));
  const withCount = <Row extends { id: string }>(row: Row) => ({
    ...row,
    sessions: counts.get(row.id) ?? 0,
  });
  return { rooms: roomList.map(withCount), tracks: trackList.map(withCount) };
}

const usesOf = (db: Database, conferenceId: string, column: SQL) =>
  db
    .select({ id: sql<string>`${column}`, sessions: sql<number>`count(*)` })
    .from(programmeSessions)
    .where(and(eq(programmeSessions.conferenceId, conferenceId), sql`${column} IS NOT NULL`))
    .groupBy(column);

/**
 * Adds a room or track after the others. A name that is already used is refused, unless the viewer has just added the
 * same room or track.
 */
export async function addNamed(
  context: Context,
  { viewer, settings: { conferenceId } }: SignedIn,
  kind: NamedKind,
  { title, link }: { title: string; link: string | null },
): Promise<NamedAnswer> {
  const { db } = context;
  const table = tableOf[kind];
  const id = newId();
  const last = sql`(SELECT coalesce(max(${table.position}), -1) + 1 FROM ${table}
    WHERE ${table.conferenceId} = ${conferenceId})`;
  const row = { conferenceId, id, title, position: last };
  const taken = async (): Promise<NamedAnswer> => {
    const list = await listOf(db, kind, conferenceId);
    const same = list.find((one) => one.title === title && (kind === "track" || one.link === link));
    const own = same && { viewer, action: ACTS[kind].add, object: `${kind}s/${same.id}` };
    return own && (await hasJustDone(context, own)) ? { done: true } : nameTaken(title);
  };
  if (await isNameTaken(db, kind, conferenceId, title)) return taken();
  const source = sql`WHERE ${isNameFree(kind, conferenceId, title)}`;
  const [added] = await db.batch([
    kind === "room"
      ? insertFrom(db, rooms, { ...row, link }, source).returning({ id: rooms.id })
      : insertFrom(db, tracks, row, source).returning({ id: tracks.id }),
    auditRow(
      context,
      { actorUid: viewer.uid, action: ACTS[kind].add, object: `${kind}s/${id}` },
      hasRow(table, eq(table.id, id)),
    ),
  ]);
  return added.length === 1 ? { done: true } : taken();
}

/**
 * Gives a room or track another name, or a room another link, provided that it still has the values in `seen`. Its
 * sessions get a new version, so that calendars show the change.
 */
export async function renameNamed(
  context: Context,
  { viewer, now, settings: { conferenceId } }: SignedIn,
  kind: NamedKind,
  id: string,
  { title, link, seen }: { title: string; link: string | null; seen: { title: string; link: string | null } },
): Promise<NamedAnswer> {
  const { db } = context;
  const isRoom = kind === "room";
  if (title === seen.title && (!isRoom || link === seen.link)) return { done: true };
  if (await isNameTaken(db, kind, conferenceId, title, id)) return nameTaken(title);
  const table = tableOf[kind];
  const place = isRoom ? programmeSessions.roomId : programmeSessions.trackId;
  const isAsSeen = and(
    eq(table.conferenceId, conferenceId),
    eq(table.id, id),
    eq(table.title, seen.title),
    isRoom ? sql`${rooms.link} IS ${seen.link}` : undefined,
    isNameFree(kind, conferenceId, title, id),
  );
  const { entry, isDone } = audited(
    context,
    { actorUid: viewer.uid, action: ACTS[kind].rename, object: `${kind}s/${id}` },
    hasRow(table, isAsSeen),
  );
  const [, written] = await db.batch([
    entry,
    isRoom
      ? db.update(rooms).set({ title, link }).where(isAsSeen).returning({ id: rooms.id })
      : db.update(tracks).set({ title }).where(isAsSeen).returning({ id: tracks.id }),
    db
      .update(programmeSessions)
      .set({ version: sql`${programmeSessions.version} + 1`, changedAt: now })
      .where(and(eq(programmeSessions.conferenceId, conferenceId), eq(place, id), isDone)),
  ]);
  if (written.length === 1) return { done: true };
  // The form may have been sent twice: then the first one has stored these values.
  const list = await listOf(db, kind, conferenceId);
  const isStored = list.some(
    (one) => one.id === id && one.title === title && (kind === "track" || one.link === link),
  );
  return isStored ? { done: true } : { refused: programmeMessages.editing.renamedMeanwhile, status: 409 };
}

/** Removes a room or track that has no sessions. */
export async function removeNamed(
  context: Context,
  { viewer, settings: { conferenceId } }: SignedIn,
  kind: NamedKind,
  id: string,
): Promise<NamedAnswer> {
  const { db } = context;
  const table = tableOf[kind];
  const place = kind === "room" ? programmeSessions.roomId : programmeSessions.trackId;
  const inIt = and(eq(programmeSessions.conferenceId, conferenceId), eq(place, id));
  const isUnused = and(
    eq(table.conferenceId, conferenceId),
    eq(table.id, id),
    sql`NOT ${hasRow(programmeSessions, inIt)}`,
  );
  const { entry } = audited(
    context,
    { actorUid: viewer.uid, action: ACTS[kind].remove, object: `${kind}s/${id}` },
    hasRow(table, isUnused),
  );
  const [, gone, [uses]] = await db.batch([
    entry,
    db.delete(table).where(isUnused).returning({ id: table.id }),
    db.select({ sessions: sql<number>`count(*)` }).from(programmeSessions).where(inIt),
  ]);
  if (gone.length === 1) return { done: true };
  if (uses && uses.sessions > 0)
    return { refused: programmeMessages.editing.inUse(uses.sessions), status: 409 };
  return { refused: messages.notFound, status: 404 };
}

const nameTaken = (title: string): NamedAnswer => ({
  refused: programmeMessages.editing.nameTaken(title),
  field: "title",
  status: 409,
});

/** The condition for writing a room or track: no other one has this name, in upper or lower case. */
function isNameFree(kind: NamedKind, conferenceId: string, title: string, but = ""): SQL {
  const table = tableOf[kind];
  return sql`NOT EXISTS (SELECT 1 FROM ${table} WHERE ${table.conferenceId} = ${conferenceId}
    AND ${table.id} <> ${but} AND lower(${table.title}) = lower(${title}))`;
}

const listOf = async (
  db: Database,
  kind: NamedKind,
  conferenceId: string,
): Promise<{ id: string; title: string; link?: string | null }[]> =>
  kind === "room" ? roomRows(db, conferenceId) : trackRows(db, conferenceId);

/** Whether another room or track has a name that reads the same (`nameKey`). */
async function isNameTaken(
  db: Database,
  kind: NamedKind,
  conferenceId: string,
  title: string,
  but = "",
): Promise<boolean> {
  const list = await listOf(db, kind, conferenceId);
  return list.some((one) => one.id !== but && nameKey(one.title) === nameKey(title));
}
