import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { plans } from "#db/schema/decisions.ts";
import { speakers } from "#db/schema/library.ts";
import { programmeSessions, rooms, scheduleLines, sessionSpeakers, tracks } from "#db/schema/programme.ts";
import type { Plan } from "~/plans/plans.server.ts";
import { LONGEST_PROGRAMME_SESSION } from "./programme.ts";

/** The sessions that a plan adds or changes. */
export const writtenSessions = (planId: string): SQL =>
  sql`SELECT ${scheduleLines.sessionId} AS id FROM ${scheduleLines}
    WHERE ${scheduleLines.planId} = ${planId} AND ${scheduleLines.act} IN ('create', 'change')`;

/** The sessions of `writtenSessions` that leave the programme. */
export const takenOutSessions = (planId: string): SQL =>
  sql`SELECT ${scheduleLines.sessionId} FROM ${scheduleLines} WHERE ${scheduleLines.planId} = ${planId}
    AND ${scheduleLines.act} = 'change' AND ${scheduleLines.session} ->> 'isTakenOut'`;

/** The query for the ids of a plan's speakers who are no longer in the library. */
export const missingSpeakers = (planId: string): SQL =>
  sql`SELECT DISTINCT speaker.value AS id
    FROM ${scheduleLines} JOIN json_each(${scheduleLines.session}, '$.speakers') AS speaker
    WHERE ${scheduleLines.planId} = ${planId} AND ${scheduleLines.act} IN ('create', 'change')
      AND NOT EXISTS (SELECT 1 FROM ${speakers} WHERE ${speakers.id} = speaker.value)`;

/** Something that prevents a plan from being applied: the line concerned, and what has changed in the meantime. */
export type Moved = {
  line: number;
  title: string;
  why: "session" | "room taken" | "speaker busy" | "place gone" | "place made";
  /** The name of the session, room or track. */
  what: string;
};

const rival = alias(programmeSessions, "rival");

/**
 * The queries for what has changed since a plan was made. They find a session with another version, a room or speaker
 * that is taken by a session which the plan does not write, and a room or track that was removed or added. The lines of
 * the plan itself need no check, because they were compared with each other when the plan was made. The queries are
 * separate because D1 refuses a UNION of so many queries.
 */
export function movedLines({ id, conferenceId }: Pick<Plan, "id" | "conferenceId">): SQL[] {
  const isWritten = sql`${scheduleLines.planId} = ${id} AND ${scheduleLines.act} IN ('create', 'change')`;
  const movedRow = (why: Moved["why"], what: SQL) =>
    sql`SELECT ${scheduleLines.line}, ${scheduleLines.session} ->> 'title' AS title,
      ${sql.raw(`'${why}'`)} AS why, ${what} AS what
      FROM ${scheduleLines}`;
  const isRival = sql`${rival.startsAt} < ${scheduleLines.session} ->> 'endsAt'
    AND ${rival.startsAt} > (${scheduleLines.session} ->> 'startsAt') - ${LONGEST_PROGRAMME_SESSION}
    AND ${rival.endsAt} > ${scheduleLines.session} ->> 'startsAt' AND ${rival.cancelledAt} IS NULL
    AND ${rival.id} NOT IN (${writtenSessions(id)})
    AND NOT EXISTS (SELECT 1 FROM ${programmeSessions}
      WHERE ${programmeSessions.id} = ${scheduleLines.sessionId} AND ${programmeSessions.cancelledAt} IS NOT NULL)`;
  const placesOfKind = (kind: "room" | "track") => {
    const table = kind === "room" ? rooms : tracks;
    const wanted = sql`${scheduleLines.session} ->> ${sql.raw(`'${kind}Id'`)}`;
    const title = sql`coalesce(${scheduleLines.session} ->> ${sql.raw(`'$.cells.${kind}'`)}, '')`;
    const made = sql`${plans} JOIN json_each(${plans.summary}, ${sql.raw(`'$.${kind}s'`)})`;
    return [
      sql`${movedRow("place gone", title)} WHERE ${isWritten} AND ${wanted} IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM ${table}
          WHERE ${table.conferenceId} = ${conferenceId} AND ${table.id} = ${wanted})
        AND NOT EXISTS (SELECT 1 FROM ${made} WHERE ${plans.id} = ${id}
          AND json_each.value ->> 'id' = ${wanted})`,
      sql`SELECT 0 AS line, '' AS title, 'place made' AS why, ${table.title} AS what
        FROM ${made} JOIN ${table} ON ${table.conferenceId} = ${conferenceId}
          AND lower(${table.title}) = lower(json_each.value ->> 'title')
        WHERE ${plans.id} = ${id}`,
    ];
  };
  return [
    sql`${movedRow("session", sql`coalesce(${programmeSessions.title}, '')`)}
      LEFT JOIN ${programmeSessions} ON ${programmeSessions.id} = ${scheduleLines.sessionId}
      WHERE ${isWritten} AND ${programmeSessions.version} IS NOT ${scheduleLines.seenVersion}`,
    sql`${movedRow("room taken", sql`${rival.title}`)}
      JOIN ${programmeSessions} AS ${rival} ON ${rival.conferenceId} = ${conferenceId}
        AND ${rival.roomId} = ${scheduleLines.session} ->> 'roomId'
      WHERE ${isWritten} AND ${isRival}`,
    sql`${movedRow("speaker busy", sql`${rival.title}`)}
      JOIN json_each(${scheduleLines.session}, '$.speakers')
      JOIN ${sessionSpeakers} ON ${sessionSpeakers.conferenceId} = ${conferenceId}
        AND ${sessionSpeakers.speakerId} = json_each.value
      JOIN ${programmeSessions} AS ${rival} ON ${rival.id} = ${sessionSpeakers.sessionId}
      WHERE ${isWritten} AND ${isRival}`,
    ...placesOfKind("room"),
    ...placesOfKind("track"),
  ];
}
