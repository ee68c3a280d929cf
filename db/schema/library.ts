import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Chapter } from "../../app/values/shapes.ts";
import { VIDEO_ACCESS, VIDEO_SOURCES } from "../../app/values/types.ts";
import { users } from "./accounts.ts";
import { instant, oneOf, portalInstant } from "./columns.ts";

/* ------------------------------------------------- library, of all conferences */

/** A speaker is somebody who speaks in sessions or recordings of any conference. */
export const speakers = sqliteTable(
  "speakers",
  {
    id: text("id").primaryKey(),
    name: text("name").notNull(),
    /** The speaker's position, such as "Minister of Health". */
    title: text("title").notNull(),
    organisation: text("organisation").notNull(),
    biography: text("biography").notNull(),
    /** The keys of the pictures in the file store; null for none. Each key is made from the content of its picture. */
    profileKey: text("profile_key"),
    backgroundKey: text("background_key"),
    position: integer("position").notNull(),
    /** The number of saves. Each save states the version that it changes. */
    version: integer("version").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index("speakers_position").on(table.position, table.id)],
);

/** A recording is a video of the library; the specification calls the collection "videos". */
export const recordings = sqliteTable(
  "recordings",
  {
    id: text("id").primaryKey(),
    title: text("title").notNull(),
    description: text("description").notNull(),
    access: text("access", { enum: VIDEO_ACCESS }).notNull(),
    source: text("source", { enum: VIDEO_SOURCES }).notNull(),
    /** The key in the file store, or the video's id at the service that holds it. */
    sourceId: text("source_id").notNull(),
    lengthSeconds: integer("length_seconds").notNull(),
    chapters: text("chapters", { mode: "json" }).$type<Chapter[]>().notNull(),
    /** The key of the picture in the file store; null for none. */
    thumbnailKey: text("thumbnail_key"),
    /** When the recording was published; null while only staff can see it. */
    publishedAt: portalInstant("published_at"),
    version: integer("version").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    index("recordings_published_at").on(table.publishedAt, table.id),
    index("recordings_created_at").on(table.createdAt, table.id),
    check("recordings_access", oneOf(table.access, VIDEO_ACCESS)),
    check("recordings_source", oneOf(table.source, VIDEO_SOURCES)),
    check("recordings_length", sql`${table.lengthSeconds} > 0`),
  ],
);

/** A category is a named group of recordings in the library. */
export const categories = sqliteTable("categories", {
  /** The id as it appears in the address: lower case, words joined by "-". */
  id: text("id").primaryKey(),
  title: text("title").notNull(),
  position: integer("position").notNull(),
});

/** A row puts a recording into a category, at a position in it. */
export const recordingCategories = sqliteTable(
  "recording_categories",
  {
    categoryId: text("category_id")
      .notNull()
      .references(() => categories.id),
    recordingId: text("recording_id")
      .notNull()
      .references(() => recordings.id),
    position: integer("position").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.categoryId, table.recordingId] }),
    index("recording_categories_position").on(table.categoryId, table.position, table.recordingId),
    index("recording_categories_recording").on(table.recordingId),
  ],
);

/** A row says that a speaker speaks in a recording. */
export const recordingSpeakers = sqliteTable(
  "recording_speakers",
  {
    recordingId: text("recording_id")
      .notNull()
      .references(() => recordings.id),
    speakerId: text("speaker_id")
      .notNull()
      .references(() => speakers.id),
  },
  (table) => [
    primaryKey({ columns: [table.recordingId, table.speakerId] }),
    index("recording_speakers_speaker").on(table.speakerId, table.recordingId),
  ],
);

/** A word finds a recording: it is a word of the recording's title or of a speaker's name. */
export const recordingWords = sqliteTable(
  "recording_words",
  {
    word: text("word").notNull(),
    recordingId: text("recording_id")
      .notNull()
      .references(() => recordings.id),
  },
  (table) => [
    primaryKey({ columns: [table.word, table.recordingId] }),
    index("recording_words_recording").on(table.recordingId),
  ],
);

/** A row says how far a person has watched a recording. */
export const watching = sqliteTable(
  "watching",
  {
    uid: text("uid")
      .notNull()
      .references(() => users.uid),
    recordingId: text("recording_id")
      .notNull()
      .references(() => recordings.id),
    seconds: integer("seconds").notNull(),
    watchedAt: instant("watched_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.uid, table.recordingId] }),
    index("watching_watched_at").on(table.uid, table.watchedAt),
    index("watching_recording").on(table.recordingId),
  ],
);
