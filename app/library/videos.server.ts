import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { type Database, hasRow, insertFrom, listed, subquery } from "#db/client.ts";
import {
  categories,
  recordingCategories,
  recordingSpeakers,
  recordings,
  recordingWords,
  speakers,
  watching,
} from "#db/schema/library.ts";
import { audited, hasJustDone } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { idOf } from "~/platform/ids.server.ts";
import type { Refused } from "~/values/types.ts";
import { libraryMessages } from "./messages.ts";
import { completePictures, type PictureAnswer, removePicture, storePicture } from "./pictures.server.ts";
import { type Over, rewriteWords, speakersUnmoved, videoWords } from "./speakers.server.ts";

const PAGE = 50;
const TRIES = 5;

export type Video = typeof recordings.$inferSelect;

/** The facts about a video that staff enter. */
export type VideoText = Pick<
  Video,
  "title" | "description" | "access" | "source" | "sourceId" | "lengthSeconds" | "chapters"
> & {
  published: boolean;
  categories: string[];
  speakers: string[];
  /** A category that is created together with the video; null if there is none. */
  newCategory: { id: string; title: string } | null;
};

/** `isStale`: another person saved or removed the video in the meantime. */
export type SaveVideoAnswer = { saved: true; id: string } | (Refused<409> & { isStale: boolean });

const saveRefused = (problem: "changedMeanwhile" | "unknownCategory" | "unknownSpeaker") => ({
  refused: libraryMessages.videos[problem],
  status: 409 as const,
  isStale: problem === "changedMeanwhile",
});

/** One page of videos, newest first, and the place where the next page begins. Unpublished videos are included. */
export async function listVideos(db: Database, after: { at: number; id: string } | null) {
  const end = after ?? { at: Number.MAX_SAFE_INTEGER, id: "" };
  const found = await db
    .select({
      id: recordings.id,
      title: recordings.title,
      access: recordings.access,
      source: recordings.source,
      lengthSeconds: recordings.lengthSeconds,
      thumbnailKey: recordings.thumbnailKey,
      publishedAt: recordings.publishedAt,
      createdAt: recordings.createdAt,
    })
    .from(recordings)
    .where(sql`(${recordings.createdAt}, ${recordings.id}) < (${end.at}, ${end.id})`)
    .orderBy(desc(recordings.createdAt), desc(recordings.id))
    .limit(PAGE + 1);
  const rows = found.slice(0, PAGE);
  const last = rows.at(-1);
  return { rows, next: found.length > PAGE && last ? { at: last.createdAt, id: last.id } : null };
}

const categoryChoices = (db: Database) =>
  db
    .select({ id: categories.id, title: categories.title })
    .from(categories)
    .orderBy(categories.position, categories.id);

const speakerChoices = (db: Database) =>
  db
    .select({ id: speakers.id, name: speakers.name, version: speakers.version })
    .from(speakers)
    .orderBy(speakers.position, speakers.id);

/** The categories and speakers to choose from for a new video. One round trip. */
export async function readVideoChoices(db: Database) {
  const [found, names] = await db.batch([categoryChoices(db), speakerChoices(db)]);
  return { categories: found, speakers: names };
}

/** The statements that read a video, the ids of its categories and those of its speakers. */
const videoRows = (db: Database, id: string) =>
  [
    db.select().from(recordings).where(eq(recordings.id, id)),
    db
      .select({ id: recordingCategories.categoryId })
      .from(recordingCategories)
      .where(eq(recordingCategories.recordingId, id)),
    db
      .select({ id: recordingSpeakers.speakerId })
      .from(recordingSpeakers)
      .where(eq(recordingSpeakers.recordingId, id)),
  ] as const;

/**
 * A video for editing, with the categories and speakers to choose from; null if there is no such video. One round trip.
 */
export async function readVideoToEdit(db: Database, id: string) {
  const [[video], filed, speaking, found, names] = await db.batch([
    ...videoRows(db, id),
    categoryChoices(db),
    speakerChoices(db),
  ]);
  if (!video) return null;
  const stored = {
    ...video,
    categories: filed.map((one) => one.id),
    speakers: speaking.map((one) => one.id),
  };
  return { stored, choices: { categories: found, speakers: names } };
}

/**
 * Whether a video's source exists. The portal can check only files in its own store; any other source is taken to
 * exist.
 */
export const hasFile = async (
  { files }: Context,
  { source, sourceId }: Pick<Video, "source" | "sourceId">,
): Promise<boolean> => source !== "file" || files.has(sourceId);

const json = (values: readonly string[]) => JSON.stringify(values);

/**
 * Adds a video.
 *
 * @param entry comes from the form. A form that is sent twice with the same text adds one video.
 */
export const createVideo = (
  context: Context,
  visit: SignedIn,
  entry: string,
  text: VideoText,
): Promise<SaveVideoAnswer> =>
  saveVideo(context, visit, { id: idOf(`video ${entry} ${JSON.stringify(text)}`) }, text);

/** Saves a video if the stored version is still the one that was shown. */
export const changeVideo = (
  context: Context,
  visit: SignedIn,
  over: Over,
  text: VideoText,
): Promise<SaveVideoAnswer> => saveVideo(context, visit, over, text);

const isThere = (id: string) => hasRow(recordings, eq(recordings.id, id));

const isVersion = ({ id, version }: Over) =>
  sql`EXISTS (SELECT 1 FROM ${recordings} WHERE ${recordings.id} = ${id} AND ${recordings.version} = ${version})`;

/**
 * Saves everything or nothing. The stored version must still be the one that was shown, and the speakers' names must
 * still be as they were read. Without a `version`, a new video with this id is added.
 */
async function saveVideo(
  context: Context,
  { viewer, now }: SignedIn,
  { id, version }: { id: string; version?: number },
  text: VideoText,
): Promise<SaveVideoAnswer> {
  const { db } = context;
  const over = version === undefined ? null : { id, version };
  const { newCategory, published, categories: filed, speakers: speaking, ...fields } = text;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const [names, known, versions] = await db.batch([
      db
        .select({ id: speakers.id, name: speakers.name, version: speakers.version })
        .from(speakers)
        .where(sql`${speakers.id} IN ${listed(speaking)}`),
      db
        .select({ id: categories.id })
        .from(categories)
        .where(sql`${categories.id} IN ${listed(filed)}`),
      db.select({ version: recordings.version }).from(recordings).where(eq(recordings.id, id)),
    ]);
    if (!over && versions.length > 0) return { saved: true, id };
    if (versions[0]?.version !== over?.version)
      return (await isStored(db, id, text)) ? { saved: true, id } : saveRefused("changedMeanwhile");
    if (names.length !== speaking.length) return saveRefused("unknownSpeaker");
    if (known.length !== filed.length) return saveRefused("unknownCategory");
    const words = videoWords(
      text.title,
      names.map(({ name }) => name),
    );
    const all = newCategory && !filed.includes(newCategory.id) ? [...filed, newCategory.id] : filed;
    const row = { ...fields, version: (over?.version ?? 0) + 1 };
    const publishedAt = published ? sql`coalesce(${recordings.publishedAt}, ${now})` : sql`NULL`;
    const condition = sql`${speakersUnmoved(names)}
      AND (SELECT count(*) FROM ${categories} WHERE ${categories.id} IN ${listed(filed)}) = ${filed.length}
      AND ${over ? isVersion(over) : sql`NOT ${isThere(id)}`}`;
    const write = over
      ? db
          .update(recordings)
          .set({ ...row, publishedAt })
          .where(sql`${recordings.id} = ${id} AND ${condition}`)
          .returning({ thumbnailKey: recordings.thumbnailKey })
      : insertFrom(
          db,
          recordings,
          {
            ...row,
            id,
            thumbnailKey: null,
            publishedAt: published ? now : null,
            createdAt: Date.now(),
          },
          sql`WHERE ${condition}`,
        ).returning({ thumbnailKey: recordings.thumbnailKey });
    const { entry, isDone } = audited(
      context,
      {
        ...{ actorUid: viewer.uid, action: over ? "changeVideo" : "createVideo", object: `videos/${id}` },
        detail: { version: row.version, published },
      },
      condition,
    );
    // The row of a new video must exist before the rows that belong to it. For an existing video, the version decides
    // whether the other rows may be written. So its version is changed last.
    const related = over ? condition : sql`${isDone} AND ${isThere(id)}`;
    const parts = [
      ...(newCategory ? [makeCategory(db, newCategory, related)] : []),
      ...filings(db, id, all, related),
      ...speakings(db, id, speaking, related),
      ...rewriteWords(db, [{ recordingId: id, words }], related),
    ];
    const results = await db.batch(over ? [entry, ...parts, write] : [entry, write, ...parts]);
    const [written] = results[over ? parts.length + 1 : 1] as { thumbnailKey: string | null }[];
    if (!written) continue;
    completePictures(context, [written.thumbnailKey]);
    return { saved: true, id };
  }
  return saveRefused("changedMeanwhile");
}

/** Whether a video is stored exactly like this: the form may have been sent twice. */
async function isStored(
  db: Database,
  id: string,
  { newCategory, published, categories: filed, speakers: speaking, ...fields }: VideoText,
): Promise<boolean> {
  const [[stored], filedIn, speakingIn] = await db.batch(videoRows(db, id));
  const isSet = (found: { id: string }[], wanted: string[]) =>
    JSON.stringify(found.map((one) => one.id).sort()) === JSON.stringify([...new Set(wanted)].sort());
  return (
    stored !== undefined &&
    (stored.publishedAt !== null) === published &&
    (Object.keys(fields) as (keyof typeof fields)[]).every(
      (key) => JSON.stringify(stored[key]) === JSON.stringify(fields[key]),
    ) &&
    isSet(filedIn, newCategory ? [...filed, newCategory.id] : filed) &&
    isSet(speakingIn, speaking)
  );
}

const makeCategory = (db: Database, { id, title }: { id: string; title: string }, condition: SQL) =>
  insertFrom(
    db,
    categories,
    { id, title, position: sql`(SELECT coalesce(max(${categories.position}), -1) + 1 FROM ${categories})` },
    sql`WHERE ${condition}`,
  ).onConflictDoNothing();

/**
 * The statements that put a video into its categories. It becomes the last video of each category to which it is added.
 * If it is removed from a category, the gap is closed when that category is next sorted.
 */
const filings = (db: Database, id: string, filed: string[], condition: SQL) => [
  db.delete(recordingCategories).where(
    sql`${recordingCategories.recordingId} = ${id}
        AND ${recordingCategories.categoryId} NOT IN ${listed(filed)} AND ${condition}`,
  ),
  insertFrom(
    db,
    recordingCategories,
    {
      recordingId: id,
      categoryId: sql`chosen.value`,
      position: sql`(SELECT coalesce(max(${recordingCategories.position}), -1) + 1 FROM ${recordingCategories}
        WHERE ${recordingCategories.categoryId} = chosen.value)`,
    },
    sql`FROM json_each(${json(filed)}) AS chosen WHERE ${condition}`,
  ).onConflictDoNothing(),
];

const speakings = (db: Database, id: string, speaking: string[], condition: SQL) => [
  db.delete(recordingSpeakers).where(sql`${recordingSpeakers.recordingId} = ${id} AND ${condition}`),
  insertFrom(
    db,
    recordingSpeakers,
    { recordingId: id, speakerId: sql`chosen.value` },
    sql`FROM json_each(${json(speaking)}) AS chosen WHERE ${condition}`,
  ),
];

/**
 * Removes a video and everybody's position in it; its file stays. Returns false if the video no longer has the version
 * in `over`.
 */
export async function removeVideo(context: Context, { viewer }: SignedIn, over: Over): Promise<boolean> {
  const { db } = context;
  const { id, version } = over;
  const unmoved = isVersion(over);
  const children = [recordingWords, recordingSpeakers, recordingCategories, watching].map((table) =>
    db.delete(table).where(sql`${table.recordingId} = ${id} AND ${unmoved}`),
  );
  const { entry } = audited(
    context,
    { actorUid: viewer.uid, action: "removeVideo", object: `videos/${id}` },
    unmoved,
  );
  const results = await db.batch([
    entry,
    ...children,
    db
      .delete(recordings)
      .where(and(eq(recordings.id, id), eq(recordings.version, version)))
      .returning({ thumbnailKey: recordings.thumbnailKey }),
  ]);
  const [removed] = results.at(-1) as unknown as { thumbnailKey: string | null }[];
  if (removed?.thumbnailKey) removePicture(context, removed.thumbnailKey);
  return removed !== undefined;
}

/** Stores the thumbnail of a video. It replaces the previous thumbnail. */
export const storeThumbnail = (
  context: Context,
  visit: SignedIn,
  id: string,
  chosen: readonly unknown[],
): Promise<PictureAnswer> =>
  storePicture(context, { folder: `videos/${id}`, name: "thumbnail" }, chosen, (key) =>
    pointVideo(context, visit, id, key),
  );

/** Removes the thumbnail; does nothing if there is none. */
export async function removeThumbnail(context: Context, visit: SignedIn, id: string): Promise<void> {
  const previous = await pointVideo(context, visit, id, null);
  if (previous) removePicture(context, previous);
}

async function pointVideo(
  context: Context,
  { viewer }: SignedIn,
  id: string,
  key: string | null,
): Promise<string | null | undefined> {
  const { db } = context;
  const isOther = and(eq(recordings.id, id), sql`${recordings.thumbnailKey} IS NOT ${key}`);
  const { entry } = audited(
    context,
    {
      ...{ actorUid: viewer.uid, action: key ? "storePicture" : "removePicture", object: `videos/${id}` },
      detail: { picture: "thumbnail" },
    },
    hasRow(recordings, isOther),
  );
  const [[previous]] = await db.batch([
    db.select({ key: recordings.thumbnailKey }).from(recordings).where(eq(recordings.id, id)),
    entry,
    db.update(recordings).set({ thumbnailKey: key }).where(isOther),
  ]);
  return previous?.key;
}

/** Every category, with the number of its videos. Unpublished videos are counted too. */
export const countedCategories = (db: Database) =>
  db
    .select({
      id: categories.id,
      title: categories.title,
      videos: subquery(sql<number>`(SELECT count(*) FROM ${recordingCategories}
        WHERE ${recordingCategories.categoryId} = ${categories.id})`),
    })
    .from(categories)
    .orderBy(categories.position, categories.id);

/**
 * Adds a category at the end of the list. Returns false if a category with this id exists already, unless the viewer
 * has just made it.
 */
export async function createCategory(
  context: Context,
  { viewer }: SignedIn,
  category: { id: string; title: string },
): Promise<boolean> {
  const { db } = context;
  const isNew = sql`NOT ${hasRow(categories, eq(categories.id, category.id))}`;
  const object = `categories/${category.id}`;
  const { entry } = audited(context, { actorUid: viewer.uid, action: "createCategory", object }, isNew);
  const [, made] = await db.batch([
    entry,
    makeCategory(db, category, isNew).returning({ id: categories.id }),
  ]);
  if (made.length === 1) return true;
  const [same] = await db
    .select({ id: categories.id })
    .from(categories)
    .where(and(eq(categories.id, category.id), eq(categories.title, category.title)));
  return same !== undefined && hasJustDone(context, { viewer, action: "createCategory", object });
}

/** Gives a category another title; its URL stays the same. Returns false if there is no such category. */
export async function renameCategory(
  context: Context,
  { viewer }: SignedIn,
  { id, title }: { id: string; title: string },
): Promise<boolean> {
  const { db } = context;
  const isIt = eq(categories.id, id);
  const { entry } = audited(
    context,
    { actorUid: viewer.uid, action: "renameCategory", object: `categories/${id}` },
    hasRow(categories, isIt),
  );
  const [, renamed] = await db.batch([
    entry,
    db.update(categories).set({ title }).where(isIt).returning({ id: categories.id }),
  ]);
  return renamed.length === 1;
}

/** Deletes an empty category. Returns false if it has videos or does not exist. */
export async function deleteCategory(context: Context, { viewer }: SignedIn, id: string): Promise<boolean> {
  const { db } = context;
  const isEmpty = sql`${categories.id} = ${id}
    AND NOT ${hasRow(recordingCategories, eq(recordingCategories.categoryId, id))}`;
  const { entry } = audited(
    context,
    { actorUid: viewer.uid, action: "deleteCategory", object: `categories/${id}` },
    hasRow(categories, isEmpty),
  );
  const [, deleted] = await db.batch([
    entry,
    db.delete(categories).where(isEmpty).returning({ id: categories.id }),
  ]);
  return deleted.length === 1;
}
