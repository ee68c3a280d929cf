import { and, count, desc, eq, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { type Database, hasRow, insertFrom, listed, subquery } from "#db/client.ts";
import { conferences } from "#db/schema/conference.ts";
import { recordingSpeakers, recordings, recordingWords, speakers } from "#db/schema/library.ts";
import { sessionSpeakers } from "#db/schema/programme.ts";
import { audited, auditRow } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { idOf } from "~/platform/ids.server.ts";
import type { PictureName } from "~/values/pictures.ts";
import { searchWordsOf } from "~/values/search.ts";
import { completePictures, type PictureAnswer, removePicture, storePicture } from "./pictures.server.ts";

const PAGE = 50;
/** How many times a save is attempted. An attempt fails if a row that it has read has changed in the meantime. */
const TRIES = 5;
/** The version that marks a speaker who is being removed. No other speaker has it. */
const LEAVING = 0;

type Speaker = typeof speakers.$inferSelect;
export type SpeakerText = Pick<Speaker, "name" | "title" | "organisation" | "biography">;

/** The id of a row, and the version that it must still have when it is saved. */
export type Over = { id: string; version: number };

/** One page of speakers in the staff's order, and the place where the next page begins. */
export async function listSpeakers(db: Database, after: { place: number; id: string } | null) {
  const found = await db
    .select({
      id: speakers.id,
      name: speakers.name,
      title: speakers.title,
      organisation: speakers.organisation,
      profileKey: speakers.profileKey,
      position: speakers.position,
      videos: subquery(sql<number>`(SELECT count(*) FROM ${recordingSpeakers}
        WHERE ${recordingSpeakers.speakerId} = ${speakers.id})`),
    })
    .from(speakers)
    .where(sql`(${speakers.position}, ${speakers.id}) > (${after?.place ?? -1}, ${after?.id ?? ""})`)
    .orderBy(speakers.position, speakers.id)
    .limit(PAGE + 1);
  const rows = found.slice(0, PAGE);
  const last = rows.at(-1);
  return { rows, next: found.length > PAGE && last ? { place: last.position, id: last.id } : null };
}

/**
 * A speaker, the videos with that speaker, and the number of the speaker's sessions in each conference that has some;
 * null if there is no such speaker.
 */
export async function readSpeakerToEdit(db: Database, id: string) {
  const [[speaker], videos, sessions] = await db.batch([
    db.select().from(speakers).where(eq(speakers.id, id)),
    db
      .select({ id: recordings.id, title: recordings.title })
      .from(recordingSpeakers)
      .innerJoin(recordings, eq(recordings.id, recordingSpeakers.recordingId))
      .where(eq(recordingSpeakers.speakerId, id))
      .orderBy(recordings.title),
    db
      .select({ conference: conferences, number: count().as("number") })
      .from(conferences)
      // SQLite keeps the order of tables in a cross join. In another order it would read the sessions of all speakers.
      .crossJoin(sessionSpeakers)
      .where(and(eq(sessionSpeakers.conferenceId, conferences.id), eq(sessionSpeakers.speakerId, id)))
      .groupBy(conferences.id)
      .orderBy(desc(conferences.year), conferences.id),
  ]);
  return speaker ? { speaker, videos, sessions } : null;
}

/**
 * Adds a speaker at the end of the list. Returns the id.
 *
 * @param entry comes from the form. A form that is sent twice with the same text adds one speaker.
 */
export async function createSpeaker(
  context: Context,
  { viewer }: SignedIn,
  entry: string,
  text: SpeakerText,
): Promise<string> {
  const { db } = context;
  const id = idOf(`speaker ${entry} ${JSON.stringify(text)}`);
  await db.batch([
    insertFrom(
      db,
      speakers,
      {
        ...text,
        id,
        position: sql`(SELECT coalesce(max(${speakers.position}), -1) + 1 FROM ${speakers})`,
        version: 1,
        createdAt: Date.now(),
      },
      sql`WHERE true`,
    ).onConflictDoNothing(),
    auditRow(
      context,
      { actorUid: viewer.uid, action: "createSpeaker", object: `speakers/${id}` },
      hasRow(speakers, eq(speakers.id, id)),
    ),
  ]);
  return id;
}

/** The present rows from which the search words of a speaker's videos are made. */
async function snapshotOf(db: Database, id: string) {
  const theirs = sql`(SELECT ${recordingSpeakers.recordingId} FROM ${recordingSpeakers}
    WHERE ${recordingSpeakers.speakerId} = ${id})`;
  const [videos, names] = await db.batch([
    db
      .select({ id: recordings.id, title: recordings.title, version: recordings.version })
      .from(recordings)
      .where(sql`${recordings.id} IN ${theirs}`),
    db
      .select({
        recordingId: recordingSpeakers.recordingId,
        id: speakers.id,
        name: speakers.name,
        version: speakers.version,
      })
      .from(recordingSpeakers)
      .innerJoin(speakers, eq(speakers.id, recordingSpeakers.speakerId))
      .where(sql`${recordingSpeakers.recordingId} IN ${theirs}`),
  ]);
  return { videos, names };
}

/** The condition that all these speakers still have the version that was read. */
export const speakersUnmoved = (seen: readonly Over[]) =>
  sql`NOT EXISTS (SELECT 1
    FROM json_each(${JSON.stringify(seen.map(({ id, version }) => ({ id, version })))}) AS seen
    WHERE NOT EXISTS (SELECT 1 FROM ${speakers} WHERE ${speakers.id} = seen.value ->> 'id'
      AND ${speakers.version} = seen.value ->> 'version'))`;

const videosUnmoved = (speakerId: string, seen: readonly Over[]) =>
  sql`(SELECT count(*) FROM ${recordingSpeakers}
    WHERE ${recordingSpeakers.speakerId} = ${speakerId}) = ${seen.length}
    AND NOT EXISTS (SELECT 1
      FROM json_each(${JSON.stringify(seen.map(({ id, version }) => ({ id, version })))}) AS seen
      WHERE NOT EXISTS (SELECT 1 FROM ${recordings} WHERE ${recordings.id} = seen.value ->> 'id'
        AND ${recordings.version} = seen.value ->> 'version'))`;

/** The words by which a video can be found: the words of its title and of its speakers' names. */
export const videoWords = (title: string, names: readonly string[]): string[] => [
  ...new Set([title, ...names].flatMap(searchWordsOf)),
];

/**
 * Replaces the search words of videos if a condition holds. These statements must not change anything on which the
 * condition depends.
 */
export function rewriteWords(
  db: Database,
  words: { recordingId: string; words: string[] }[],
  condition: SQL,
): [BatchItem<"sqlite">, BatchItem<"sqlite">] {
  const ids = words.map(({ recordingId }) => recordingId);
  const pairs = JSON.stringify(
    words.flatMap(({ recordingId, words }) => words.map((word) => ({ word, recordingId }))),
  );
  return [
    db.delete(recordingWords).where(sql`${recordingWords.recordingId} IN ${listed(ids)} AND ${condition}`),
    insertFrom(
      db,
      recordingWords,
      { word: sql`pair.value ->> 'word'`, recordingId: sql`pair.value ->> 'recordingId'` },
      sql`FROM json_each(${pairs}) AS pair WHERE ${condition}`,
    ),
  ];
}

/**
 * Changes a speaker and the search words of the speaker's videos together, or changes nothing. The speaker must still
 * have the version that was shown, and the videos and their other speakers must still be as they were read.
 */
async function changeWithWords(
  context: Context,
  { id, version }: Over,
  nameOf: (speaker: { id: string; name: string }) => string | null,
  act: (condition: SQL) => [BatchItem<"sqlite">, ...BatchItem<"sqlite">[]],
): Promise<boolean> {
  const { db } = context;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const [current, { videos, names }] = [
      (await db.select({ version: speakers.version }).from(speakers).where(eq(speakers.id, id)))[0],
      await snapshotOf(db, id),
    ];
    if (current?.version !== version) return false;
    const words = videos.map((video) => ({
      recordingId: video.id,
      words: videoWords(
        video.title,
        names
          .filter(({ recordingId }) => recordingId === video.id)
          .flatMap((speaker) => nameOf(speaker) ?? []),
      ),
    }));
    const condition = sql`EXISTS (SELECT 1 FROM ${speakers} WHERE ${speakers.id} = ${id}
      AND ${speakers.version} = ${version})
      AND ${videosUnmoved(id, videos)} AND ${speakersUnmoved(names)}`;
    const results = await db.batch([...rewriteWords(db, words, condition), ...act(condition)] as [
      BatchItem<"sqlite">,
      ...BatchItem<"sqlite">[],
    ]);
    // The result of the last statement says whether anything was written.
    if ((results.at(-1) as unknown[]).length > 0) return true;
  }
  return false;
}

/**
 * Saves a speaker if the stored version is still the one that was shown. Returns false if it has changed since, unless
 * it has become what is saved now: the form may have been sent twice.
 */
export async function changeSpeaker(
  context: Context,
  { viewer }: SignedIn,
  over: Over,
  text: SpeakerText,
): Promise<boolean> {
  const { db } = context;
  const changed = await changeWithWords(
    context,
    over,
    (speaker) => (speaker.id === over.id ? text.name : speaker.name),
    (condition) => [
      audited(
        context,
        {
          ...{ actorUid: viewer.uid, action: "changeSpeaker", object: `speakers/${over.id}` },
          detail: { version: over.version + 1 },
        },
        condition,
      ).entry,
      db
        .update(speakers)
        .set({ ...text, version: over.version + 1 })
        .where(sql`${speakers.id} = ${over.id} AND ${condition}`)
        .returning({ id: speakers.id }),
    ],
  );
  if (!changed) return isStored(db, over.id, text);
  completePictures(context, await picturesOf(db, over.id));
  return true;
}

async function isStored(db: Database, id: string, text: SpeakerText): Promise<boolean> {
  const [stored] = await db.select().from(speakers).where(eq(speakers.id, id));
  return (
    stored !== undefined &&
    (Object.keys(text) as (keyof SpeakerText)[]).every((key) => stored[key] === text[key])
  );
}

const picturesOf = async (db: Database, id: string): Promise<(string | null)[]> => {
  const { profileKey, backgroundKey } = speakers;
  const [stored] = await db.select({ profileKey, backgroundKey }).from(speakers).where(eq(speakers.id, id));
  return Object.values(stored ?? {});
};

/** Removes a speaker, also from videos. Returns false if the speaker no longer has the version in `over`. */
export async function removeSpeaker(context: Context, { viewer }: SignedIn, over: Over): Promise<boolean> {
  const { db } = context;
  const pictures = await picturesOf(db, over.id);
  const leaving = sql`EXISTS (SELECT 1 FROM ${speakers} WHERE ${speakers.id} = ${over.id}
    AND ${speakers.version} = ${LEAVING})`;
  const removed = await changeWithWords(
    context,
    over,
    (speaker) => (speaker.id === over.id ? null : speaker.name),
    (condition) => [
      audited(
        context,
        { actorUid: viewer.uid, action: "removeSpeaker", object: `speakers/${over.id}` },
        condition,
      ).entry,
      // Marks the speaker within this batch, because the next statements change rows that the condition checks.
      db.update(speakers).set({ version: LEAVING }).where(sql`${speakers.id} = ${over.id} AND ${condition}`),
      // Gives the videos a new version, so that an editor who has one of them open cannot overwrite this change.
      db
        .update(recordings)
        .set({ version: sql`${recordings.version} + 1` })
        .where(
          sql`${recordings.id} IN (SELECT ${recordingSpeakers.recordingId} FROM ${recordingSpeakers}
            WHERE ${recordingSpeakers.speakerId} = ${over.id})
            AND ${leaving}`,
        ),
      db.delete(recordingSpeakers).where(sql`${recordingSpeakers.speakerId} = ${over.id} AND ${leaving}`),
      db
        .delete(speakers)
        .where(and(eq(speakers.id, over.id), eq(speakers.version, LEAVING)))
        .returning({ id: speakers.id }),
    ],
  );
  if (removed) for (const key of pictures) if (key) removePicture(context, key);
  return removed;
}

export type SpeakerPicture = Extract<PictureName, "profile" | "background">;

const PICTURE_COLUMNS = {
  profile: { column: speakers.profileKey, set: (key: string | null) => ({ profileKey: key }) },
  background: { column: speakers.backgroundKey, set: (key: string | null) => ({ backgroundKey: key }) },
};

/** Stores a picture of a speaker. It replaces the previous picture. */
export function storeSpeakerPicture(
  context: Context,
  visit: SignedIn,
  id: string,
  name: SpeakerPicture,
  chosen: readonly unknown[],
): Promise<PictureAnswer> {
  return storePicture(context, { folder: `speakers/${id}`, name }, chosen, (key) =>
    pointSpeaker(context, visit, id, name, key),
  );
}

/** Removes a picture of a speaker; does nothing if there is none. */
export async function removeSpeakerPicture(
  context: Context,
  visit: SignedIn,
  id: string,
  name: SpeakerPicture,
): Promise<void> {
  const previous = await pointSpeaker(context, visit, id, name, null);
  if (previous) removePicture(context, previous);
}

/** Makes the row refer to a picture, or to none; returns the previous key, or undefined if there is no such row. */
async function pointSpeaker(
  context: Context,
  { viewer }: SignedIn,
  id: string,
  name: SpeakerPicture,
  key: string | null,
): Promise<string | null | undefined> {
  const { db } = context;
  const { column, set } = PICTURE_COLUMNS[name];
  const isOther = and(eq(speakers.id, id), sql`${column} IS NOT ${key}`);
  const { entry } = audited(
    context,
    {
      ...{ actorUid: viewer.uid, action: key ? "storePicture" : "removePicture", object: `speakers/${id}` },
      detail: { picture: name },
    },
    hasRow(speakers, isOther),
  );
  const [[previous]] = await db.batch([
    db.select({ key: column }).from(speakers).where(eq(speakers.id, id)),
    entry,
    db.update(speakers).set(set(key)).where(isOther),
  ]);
  return previous?.key;
}
