import { sql } from "drizzle-orm";
import {
  check,
  foreignKey,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { PLACE_STATES, SCHEDULE_ACTS, SESSION_ACTS } from "../../app/values/types.ts";
import { instant, oneOf, portalInstant } from "./columns.ts";
import { conferences } from "./conference.ts";
import { plans } from "./decisions.ts";

/** A room is where sessions are held, in a building or online. */
export const rooms = sqliteTable(
  "rooms",
  {
    conferenceId: text("conference_id")
      .notNull()
      .references(() => conferences.id),
    id: text("id").notNull(),
    title: text("title").notNull(),
    /** The URL of an online room; null if there is none. */
    link: text("link"),
    position: integer("position").notNull(),
  },
  (table) => [primaryKey({ columns: [table.conferenceId, table.id] })],
);

/** A track is a subject that groups sessions. */
export const tracks = sqliteTable(
  "tracks",
  {
    conferenceId: text("conference_id")
      .notNull()
      .references(() => conferences.id),
    id: text("id").notNull(),
    title: text("title").notNull(),
    position: integer("position").notNull(),
  },
  (table) => [primaryKey({ columns: [table.conferenceId, table.id] })],
);

/** A session is one item of the programme. */
export const programmeSessions = sqliteTable(
  "programme_sessions",
  {
    id: text("id").primaryKey(),
    conferenceId: text("conference_id")
      .notNull()
      .references(() => conferences.id),
    title: text("title").notNull(),
    description: text("description").notNull(),
    /** The calendar day on which the session begins, YYYY-MM-DD, in the conference's time zone. */
    day: text("day").notNull(),
    startsAt: portalInstant("starts_at").notNull(),
    endsAt: portalInstant("ends_at").notNull(),
    /** The room and the track of the session; each is null for none. */
    roomId: text("room_id"),
    trackId: text("track_id"),
    /** The ids of the session's speakers in the library, in order. */
    speakers: text("speakers", { mode: "json" }).$type<string[]>().notNull(),
    /** The access level that is needed to choose the session; null if everybody who is signed in may choose it. */
    accessLevel: text("access_level"),
    /** The number of places; null if there is no limit. */
    capacity: integer("capacity"),
    /** The recording of the session in the library; null if there is none. */
    recordingId: text("recording_id"),
    /** When the session was cancelled; null if it was not. */
    cancelledAt: portalInstant("cancelled_at"),
    /**
     * The number of changes to the session. Calendar programs use this number to notice that the session has changed.
     */
    version: integer("version").notNull(),
    changedAt: portalInstant("changed_at").notNull(),
    /**
     * The places of people who have not come are given away this many minutes after the session begins. Null if they
     * are never given away, or if the number of places has no limit.
     */
    giveAwayMinutes: integer("give_away_minutes"),
  },
  (table) => [
    index("programme_sessions_day").on(table.conferenceId, table.day, table.startsAt, table.id),
    index("programme_sessions_room").on(table.conferenceId, table.roomId, table.startsAt),
    index("programme_sessions_give_away").on(table.startsAt).where(sql`${table.giveAwayMinutes} IS NOT NULL`),
    foreignKey({
      columns: [table.conferenceId, table.roomId],
      foreignColumns: [rooms.conferenceId, rooms.id],
    }),
    foreignKey({
      columns: [table.conferenceId, table.trackId],
      foreignColumns: [tracks.conferenceId, tracks.id],
    }),
    check("programme_sessions_times", sql`${table.startsAt} < ${table.endsAt}`),
    check("programme_sessions_capacity", sql`${table.capacity} IS NULL OR ${table.capacity} > 0`),
  ],
);

/**
 * One row for each speaker of a session. These rows make it possible to keep a speaker from being in two rooms at the
 * same time.
 */
export const sessionSpeakers = sqliteTable(
  "session_speakers",
  {
    conferenceId: text("conference_id").notNull(),
    speakerId: text("speaker_id").notNull(),
    sessionId: text("session_id")
      .notNull()
      .references(() => programmeSessions.id),
  },
  (table) => [
    primaryKey({ columns: [table.conferenceId, table.speakerId, table.sessionId] }),
    index("session_speakers_session").on(table.sessionId),
  ],
);

/** A place is a session in a person's agenda: a confirmed place, or a position on the waiting list. */
export const places = sqliteTable(
  "places",
  {
    sessionId: text("session_id")
      .notNull()
      .references(() => programmeSessions.id),
    uid: text("uid").notNull(),
    conferenceId: text("conference_id").notNull(),
    state: text("state", { enum: PLACE_STATES }).notNull(),
    /** The waiting list is ordered by this time. */
    chosenAt: portalInstant("chosen_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.uid] }),
    index("places_uid").on(table.conferenceId, table.uid, table.sessionId),
    index("places_state").on(table.sessionId, table.state, table.chosenAt, table.uid),
    check("places_state", oneOf(table.state, PLACE_STATES)),
  ],
);

/**
 * A session entry says what happened with one person at the door of a session. Rows are only added: to undo a mistake,
 * a row is added that takes the last one back. A trigger, which is defined only in the migrations, refuses any change.
 */
export const sessionEntries = sqliteTable(
  "session_entries",
  {
    /** Made from the id in the form. So a form that is sent twice makes only one entry. */
    id: text("id").primaryKey(),
    conferenceId: text("conference_id").notNull(),
    sessionId: text("session_id")
      .notNull()
      .references(() => programmeSessions.id),
    uid: text("uid").notNull(),
    /**
     * The number of the entry among all entries about the person in the session. Two helpers cannot both use the same
     * number.
     */
    number: integer("number").notNull(),
    act: text("act", { enum: SESSION_ACTS }).notNull(),
    /** The helper; null if the entry was written because the person's place was given away. */
    byUid: text("by_uid"),
    happenedAt: portalInstant("happened_at").notNull(),
  },
  (table) => [
    uniqueIndex("session_entries_number").on(table.sessionId, table.uid, table.number),
    index("session_entries_person").on(table.conferenceId, table.uid, table.sessionId),
    check("session_entries_act", oneOf(table.act, SESSION_ACTS)),
    check("session_entries_number_above", sql`${table.number} > 0`),
    check("session_entries_by", sql`(${table.byUid} IS NULL) = (${table.act} = 'missed')`),
  ],
);

/**
 * A row says that a session has given away the places of people who had not come. A session gives places away only
 * once: people who then move up from the waiting list are not there yet either, but they keep their places.
 */
export const giveAways = sqliteTable(
  "give_aways",
  {
    sessionId: text("session_id")
      .primaryKey()
      .references(() => programmeSessions.id),
    conferenceId: text("conference_id").notNull(),
    /** The batch that gave the places away. */
    batch: text("batch").notNull(),
    givenAt: portalInstant("given_at").notNull(),
  },
  (table) => [index("give_aways_batch").on(table.batch)],
);

/** A feed is the address at which a calendar program reads a person's agenda. */
export const calendarFeeds = sqliteTable(
  "calendar_feeds",
  {
    /** SHA-256 of the secret in the address. */
    hash: text("hash").primaryKey(),
    conferenceId: text("conference_id").notNull(),
    uid: text("uid").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [uniqueIndex("calendar_feeds_uid").on(table.conferenceId, table.uid)],
);

/** A schedule line is one line of an imported programme. */
export const scheduleLines = sqliteTable(
  "schedule_lines",
  {
    planId: text("plan_id")
      .notNull()
      .references(() => plans.id),
    line: integer("line").notNull(),
    act: text("act", { enum: SCHEDULE_ACTS }).notNull(),
    /** The session that the line adds, changes or leaves as it is; null if the line is refused and names no session. */
    sessionId: text("session_id"),
    /** The version of the session with which the line was compared. Null if the line adds a session or is refused. */
    seenVersion: integer("seen_version"),
    /** The session that the line would write; null if the line is refused. */
    session: text("session", { mode: "json" }).$type<Record<string, unknown>>(),
    /** Why the line is refused; null if it is not refused. */
    problem: text("problem"),
  },
  (table) => [
    primaryKey({ columns: [table.planId, table.line] }),
    index("schedule_lines_act").on(table.planId, table.act, table.line),
    check("schedule_lines_act", oneOf(table.act, SCHEDULE_ACTS)),
  ],
);
