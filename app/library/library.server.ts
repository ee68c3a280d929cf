import { and, asc, desc, eq, getTableColumns, gt, lt, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { type Database, subquery } from "#db/client.ts";
import { ofLibrary, prepared } from "#db/prepared.ts";
import {
  categories,
  recordingCategories,
  recordingSpeakers,
  recordings,
  recordingWords,
  speakers,
  watching,
} from "#db/schema/library.ts";
import { LAST } from "~/applications/search.server.ts";
import { searchWordsOf } from "~/values/search.ts";
import { embedded, RESUMED_AFTER, WATCHED_BEFORE_END } from "./playback.ts";
import type { ListedVideo } from "./videos.ts";

/** The number of videos on one page of a list. */
const LECTURES_A_PAGE = 24;
/** The number of videos in a row of the dashboard. */
const ROW = 8;
/** The number of titles that are shown to people without HPAIR+. */
const TEASERS = 8;
const SAMPLES = 3;

const first = alias(recordingCategories, "first");
const here = alias(recordingCategories, "here");

/** The end of a page of a list: the time or place of its last video, and the id of that video. */
export type LectureCursor = { place: number; id: string };

export type Category = { id: string; title: string };

const isPublished = gt(recordings.publishedAt, 0);

/** The columns of a listed video, for queries that join the tables `recordings` and `watching`. */
const LISTED = {
  id: recordings.id,
  title: recordings.title,
  lengthSeconds: recordings.lengthSeconds,
  thumbnailKey: recordings.thumbnailKey,
  speakers: subquery(
    sql<
      string | null
    >`(SELECT group_concat(${speakers.name}, ', ' ORDER BY ${speakers.position}, ${speakers.id})
      FROM ${recordingSpeakers} JOIN ${speakers} ON ${speakers.id} = ${recordingSpeakers.speakerId}
      WHERE ${recordingSpeakers.recordingId} = ${recordings.id})`,
  ),
  seconds: watching.seconds,
};

const watchedBy = (uid: string) => and(eq(watching.recordingId, recordings.id), eq(watching.uid, uid));

/**
 * The columns of a listed video, for lists that are the same for everybody. Such a list does not read anybody's
 * position in a video.
 */
const UNWATCHED = { ...LISTED, seconds: sql<number | null>`NULL`.as("seconds") };

const PLACE = sql<number>`${recordings.publishedAt}`;

const listed = (db: Database, uid: string) =>
  db
    .select({ ...LISTED, place: PLACE })
    .from(recordings)
    .leftJoin(watching, watchedBy(uid));

/** The categories that contain a published video, in the staff's order. */
const categoryRows = ofLibrary((db: Database) =>
  db
    .select({ id: categories.id, title: categories.title })
    .from(categories)
    .where(
      sql`EXISTS (SELECT 1 FROM ${recordingCategories}
        JOIN ${recordings} ON ${recordings.id} = ${recordingCategories.recordingId}
        WHERE ${recordingCategories.categoryId} = ${categories.id} AND ${recordings.publishedAt} > 0)`,
    )
    .orderBy(categories.position, categories.id),
);

/** The categories that the layout shows a subscriber around every page. One round trip. */
export const readCategories = async (db: Database): Promise<Category[]> => categoryRows(db);

const totals = ofLibrary((db: Database) =>
  db
    .select({
      videos: sql<number>`count(*)`,
      seconds: sql<number>`coalesce(sum(${recordings.lengthSeconds}), 0)`,
    })
    .from(recordings)
    .where(isPublished),
);

const teaserRows = ofLibrary((db: Database) =>
  db
    .select({ ...UNWATCHED, place: PLACE })
    .from(recordings)
    .where(and(isPublished, eq(recordings.access, "premium")))
    .orderBy(desc(recordings.publishedAt), desc(recordings.id))
    .limit(TEASERS),
);

const sampleRows = ofLibrary((db: Database) =>
  db
    .select({ ...UNWATCHED, source: recordings.source, sourceId: recordings.sourceId })
    .from(recordings)
    .where(and(isPublished, eq(recordings.access, "open"), sql`${recordings.source} <> 'stream'`))
    .orderBy(desc(recordings.publishedAt), desc(recordings.id))
    .limit(SAMPLES),
);

/**
 * The data that the layout shows to everybody without a subscription: the categories, the number of videos and their
 * whole length, a few titles, and a few of the videos that are open to everybody. All of this is public. One round
 * trip.
 */
export async function readOffer(db: Database) {
  const [found, [total], teasers, samples] = await db.batch([
    categoryRows(db),
    totals(db),
    teaserRows(db),
    sampleRows(db),
  ]);
  return {
    categories: found,
    ...total!,
    teasers,
    // The key of a file in our store must not leave the server.
    samples: samples.map(({ source, sourceId, ...video }) => {
      const { watch = null, service = null } = embedded(source, sourceId) ?? {};
      return { ...video, watch, service };
    }),
  };
}

const begunRows = prepared((db: Database, uid: string) =>
  db
    .select(LISTED)
    .from(watching)
    .innerJoin(recordings, eq(recordings.id, watching.recordingId))
    .where(
      and(
        eq(watching.uid, uid),
        isPublished,
        gt(watching.seconds, RESUMED_AFTER),
        lt(watching.seconds, sql`${recordings.lengthSeconds} - ${WATCHED_BEFORE_END}`),
      ),
    )
    .orderBy(desc(watching.watchedAt))
    .limit(ROW),
);

const newestRows = prepared((db: Database, uid: string) =>
  listed(db, uid).where(isPublished).orderBy(desc(recordings.publishedAt), desc(recordings.id)).limit(ROW),
);

const rowsOfCategories = prepared((db: Database, uid: string) =>
  db
    // In a batch, D1 merges two columns of the same name into one.
    .select({
      ...LISTED,
      categoryId: sql<string>`${categories.id}`.as("category_id"),
      categoryTitle: sql<string>`${categories.title}`.as("category_title"),
    })
    .from(categories)
    // With the join in this order, SQLite reads only a few videos of each category. In another order it would read
    // every place in every category.
    .crossJoin(recordingCategories)
    .innerJoin(recordings, eq(recordings.id, recordingCategories.recordingId))
    .leftJoin(watching, watchedBy(uid))
    .where(
      sql`${recordingCategories.categoryId} = ${categories.id}
        AND ${recordingCategories.recordingId} IN (SELECT ${first.recordingId} FROM ${recordingCategories} AS ${first}
          JOIN ${recordings} ON ${recordings.id} = ${first.recordingId} AND ${recordings.publishedAt} > 0
          WHERE ${first.categoryId} = ${categories.id}
          ORDER BY ${first.position}, ${first.recordingId} LIMIT ${ROW})`,
    )
    .orderBy(
      categories.position,
      categories.id,
      recordingCategories.position,
      recordingCategories.recordingId,
    ),
);

/** The videos that the person has begun, the newest videos, and a row for each category. One round trip. */
export async function readDashboard(db: Database, uid: string) {
  const [begun, newest, ofCategories] = await db.batch([
    begunRows(db, uid),
    newestRows(db, uid),
    rowsOfCategories(db, uid),
  ]);
  const rows = new Map<string, Category & { videos: ListedVideo[] }>();
  for (const { categoryId: id, categoryTitle: title, ...video } of ofCategories) {
    const row = rows.get(id) ?? { id, title, videos: [] };
    row.videos.push(video);
    rows.set(id, row);
  }
  return { begun, newest, rows: [...rows.values()] };
}

export type LectureFilter = { search?: string; category?: string };

/**
 * One page of all published videos, newest first, and the place where the next page begins. In a search, every word
 * must be the beginning of a word in the title or in a speaker's name. One round trip.
 */
export async function listLectures(
  db: Database,
  uid: string,
  { search, category }: LectureFilter,
  after: LectureCursor | null,
) {
  const words = searchWordsOf(search ?? "").sort((one, other) => other.length - one.length);
  if (search && words.length === 0) return { videos: [], next: null };
  const found = await listed(db, uid)
    .where(
      and(
        isPublished,
        ...words.map(hasWord),
        category ? isIn(category) : undefined,
        after
          ? sql`(${recordings.publishedAt}, ${recordings.id}) < (${after.place}, ${after.id})`
          : undefined,
      ),
    )
    .orderBy(desc(recordings.publishedAt), desc(recordings.id))
    .limit(LECTURES_A_PAGE + 1);
  return pageOf(found);
}

const hasWord = (word: string): SQL =>
  sql`${recordings.id} IN (SELECT ${recordingWords.recordingId} FROM ${recordingWords}
    WHERE ${recordingWords.word} >= ${word} AND ${recordingWords.word} < ${word + LAST})`;

const isIn = (category: string): SQL =>
  sql`EXISTS (SELECT 1 FROM ${recordingCategories}
    WHERE ${recordingCategories.categoryId} = ${category}
      AND ${recordingCategories.recordingId} = ${recordings.id})`;

function pageOf<Video extends { id: string; place: number }>(found: Video[]) {
  const videos = found.slice(0, LECTURES_A_PAGE);
  const last = videos.at(-1);
  return { videos, next: found.length > LECTURES_A_PAGE && last ? { place: last.place, id: last.id } : null };
}

/** A category and one page of its videos, in the staff's order; null if there is no such category. One round trip. */
export async function readCategory(db: Database, uid: string, id: string, after: LectureCursor | null) {
  const [[category], found] = await db.batch([
    db.select({ id: categories.id, title: categories.title }).from(categories).where(eq(categories.id, id)),
    db
      .select({ ...LISTED, place: recordingCategories.position })
      .from(recordingCategories)
      .innerJoin(recordings, eq(recordings.id, recordingCategories.recordingId))
      .leftJoin(watching, watchedBy(uid))
      .where(
        and(
          eq(recordingCategories.categoryId, id),
          isPublished,
          after
            ? sql`(${recordingCategories.position}, ${recordingCategories.recordingId}) > (${after.place}, ${after.id})`
            : undefined,
        ),
      )
      .orderBy(asc(recordingCategories.position), asc(recordingCategories.recordingId))
      .limit(LECTURES_A_PAGE + 1),
  ]);
  return category ? { ...category, ...pageOf(found) } : null;
}

const LISTED_SPEAKER = {
  id: speakers.id,
  name: speakers.name,
  title: speakers.title,
  organisation: speakers.organisation,
  profileKey: speakers.profileKey,
};

const videoRows = prepared((db: Database, uid: string, id: string) =>
  db
    .select({ ...getTableColumns(recordings), seconds: watching.seconds })
    .from(recordings)
    .leftJoin(watching, watchedBy(uid))
    .where(and(eq(recordings.id, id), isPublished)),
);

const speakersOf = ofLibrary((db: Database, id: string) =>
  db
    .select(LISTED_SPEAKER)
    .from(recordingSpeakers)
    .innerJoin(speakers, eq(speakers.id, recordingSpeakers.speakerId))
    .where(eq(recordingSpeakers.recordingId, id))
    .orderBy(speakers.position, speakers.id),
);

const categoriesOf = ofLibrary((db: Database, id: string) =>
  db
    .select({ id: categories.id, title: categories.title })
    .from(recordingCategories)
    .innerJoin(categories, eq(categories.id, recordingCategories.categoryId))
    .where(eq(recordingCategories.recordingId, id))
    .orderBy(categories.position, categories.id),
);

const nextRows = prepared((db: Database, uid: string, id: string, category: string) =>
  db
    .select(LISTED)
    .from(here)
    .innerJoin(
      recordingCategories,
      and(
        eq(recordingCategories.categoryId, here.categoryId),
        sql`(${recordingCategories.position}, ${recordingCategories.recordingId}) > (${here.position}, ${here.recordingId})`,
      ),
    )
    .innerJoin(recordings, eq(recordings.id, recordingCategories.recordingId))
    .leftJoin(watching, watchedBy(uid))
    .where(
      and(
        eq(here.recordingId, id),
        sql`${here.categoryId} = (SELECT ${recordingCategories.categoryId} FROM ${recordingCategories}
          JOIN ${categories} ON ${categories.id} = ${recordingCategories.categoryId}
          WHERE ${recordingCategories.recordingId} = ${id}
          ORDER BY ${recordingCategories.categoryId} = ${category} DESC,
            ${categories.position}, ${categories.id} LIMIT 1)`,
        isPublished,
      ),
    )
    .orderBy(asc(recordingCategories.position), asc(recordingCategories.recordingId))
    .limit(ROW),
);

/**
 * A published video with its speakers, its categories, and the next videos of one category. That category is `category`
 * if the video belongs to it, and otherwise the video's first category. Null if there is no such video. One round trip.
 */
export async function readVideo(db: Database, uid: string, id: string, category: string | null) {
  const [[video], speaking, filed, next] = await db.batch([
    videoRows(db, uid, id),
    speakersOf(db, id),
    categoriesOf(db, id),
    nextRows(db, uid, id, category ?? ""),
  ]);
  if (!video) return null;
  const shown = filed.find((one) => one.id === category) ?? filed[0] ?? null;
  return { video, speakers: speaking, categories: filed, next: shown && { ...shown, videos: next } };
}

const speakerRow = ofLibrary((db: Database, id: string) =>
  db.select().from(speakers).where(eq(speakers.id, id)),
);

const videosOf = prepared((db: Database, uid: string, id: string, place: number, last: string) =>
  db
    .select({ ...LISTED, place: PLACE })
    .from(recordingSpeakers)
    .innerJoin(recordings, eq(recordings.id, recordingSpeakers.recordingId))
    .leftJoin(watching, watchedBy(uid))
    .where(
      and(
        eq(recordingSpeakers.speakerId, id),
        isPublished,
        sql`(${recordings.publishedAt}, ${recordings.id}) < (${place}, ${last})`,
      ),
    )
    .orderBy(desc(recordings.publishedAt), desc(recordings.id))
    .limit(LECTURES_A_PAGE + 1),
);

/**
 * A speaker and one page of the published videos with that speaker, newest first; null if there is no such speaker. One
 * round trip.
 */
export async function readSpeaker(db: Database, uid: string, id: string, after: LectureCursor | null) {
  const { place, id: last } = after ?? { place: Number.MAX_SAFE_INTEGER, id: "" };
  const [[speaker], found] = await db.batch([speakerRow(db, id), videosOf(db, uid, id, place, last)]);
  return speaker ? { speaker, ...pageOf(found) } : null;
}

/** The facts that the file route needs about a published video whose file is in our store; null for any other video. */
export async function readVideoFile(db: Database, id: string) {
  const [video] = await db
    .select({ access: recordings.access, key: recordings.sourceId })
    .from(recordings)
    .where(and(eq(recordings.id, id), isPublished, eq(recordings.source, "file")));
  return video ?? null;
}
