import { asc, eq } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { programmeSessions } from "#db/schema/programme.ts";
import { addOnRows, programmeEventRows, ticketRows } from "~/conference/catalogue.server.ts";
import type { Context } from "~/platform/context.server.ts";
import { roomRows, trackRows } from "./programme.server.ts";
import { cellsOf, namesOf, SCHEDULE_COLUMNS } from "./schedule-cells.ts";
import { levelsOf, speakerRows, zoneOf } from "./session-editing.server.ts";

/** The whole programme, with the names that a file uses in place of ids. Two round trips. */
export async function readProgramme(db: Database, conferenceId: string) {
  const [sessions, roomList, trackList, passes, addOns, [event]] = await db.batch([
    db
      .select()
      .from(programmeSessions)
      .where(eq(programmeSessions.conferenceId, conferenceId))
      .orderBy(asc(programmeSessions.day), asc(programmeSessions.startsAt), asc(programmeSessions.id)),
    roomRows(db, conferenceId),
    trackRows(db, conferenceId),
    ticketRows(db, conferenceId),
    addOnRows(db, conferenceId),
    programmeEventRows(db, conferenceId),
  ]);
  const levels = levelsOf(passes, addOns);
  return {
    sessions,
    rooms: roomList,
    tracks: trackList,
    speakers: await speakerRows(db),
    levels: levels.map(({ value }) => value),
    /** The levels with the titles under which people know them. */
    titledLevels: levels,
    timeZone: zoneOf(event),
    days: event?.firstDay && event.lastDay ? { first: event.firstDay, last: event.lastDay } : null,
  };
}

/**
 * The columns of the file that the portal exports. The last one is for people to read, and is ignored when the file is
 * imported.
 */
export const EXPORT_COLUMNS = [...SCHEDULE_COLUMNS, "cancelled"];

/**
 * The programme as a file that can be edited and imported again. Each page is a list of rows, and each row a list of
 * values.
 */
export async function* exportProgramme({ db }: Context, conferenceId: string): AsyncGenerator<string[][]> {
  const { sessions, ...programme } = await readProgramme(db, conferenceId);
  const names = namesOf(programme);
  for (let start = 0; start < sessions.length; start += 500) {
    yield sessions.slice(start, start + 500).map((session) => {
      const cells = cellsOf(session, names);
      return [
        ...SCHEDULE_COLUMNS.map((column) => cells[column]),
        session.cancelledAt === null ? "" : "cancelled",
      ];
    });
  }
}
