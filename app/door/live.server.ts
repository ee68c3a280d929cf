import { and, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { type Database, hasRow } from "#db/client.ts";
import { doorEntries } from "#db/schema/door.ts";
import { holdings } from "#db/schema/money.ts";
import { editionRows, programmeEventRows } from "~/conference/catalogue.server.ts";
import { isOver } from "~/conference/events.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { shortDayInWords, spanIn } from "~/programme/agenda.ts";
import { talliesOf, tallyRows } from "~/standing/tallies.server.ts";
import { can } from "~/values/abilities.ts";
import { isoDay } from "~/values/times.ts";
import { doorCountRows } from "./admitting.server.ts";
import { sessionsToCome } from "./day-lists.server.ts";
import { byHour, freePlaces, QUARTER } from "./live.ts";
import { thereRows } from "./session-door.server.ts";

const later = alias(doorEntries, "later_entry");

/**
 * For each quarter of an hour, how many people came in for the first time. Entries that were undone do not count, nor
 * those of people whose pass has ended since (`doorCountRows`).
 */
const arrivalRows = (db: Database, conferenceId: string) => {
  const quarter = sql<number>`${doorEntries.happenedAt} / ${sql.raw(`${QUARTER}`)} * ${sql.raw(`${QUARTER}`)}`;
  return db
    .select({ at: quarter.as("at"), number: sql<number>`count(*)` })
    .from(doorEntries)
    .where(
      and(
        eq(doorEntries.conferenceId, conferenceId),
        eq(doorEntries.act, "in"),
        eq(doorEntries.times, 1),
        sql`${doorEntries.thing} = ${doorEntries.passHolding}`,
        hasRow(holdings, and(eq(holdings.id, doorEntries.passHolding), eq(holdings.state, "held"))),
        sql`NOT EXISTS (SELECT 1 FROM ${doorEntries} AS ${later} WHERE ${later.thing} = ${doorEntries.thing}
          AND ${later.number} > ${doorEntries.number} AND ${later.times} = 0)`,
      ),
    )
    .groupBy(quarter);
};

/**
 * The numbers of the day: how many people came, and for each session, how many places are taken and how many of their
 * holders are there. A viewer with the ability "money" also gets the sum that was booked today. No names are included.
 * One round trip.
 */
export async function readLive({ db }: Context, { viewer, settings, now }: SignedIn) {
  const { conferenceId } = settings;
  const seesMoney = can(viewer.abilities, "money");
  const [[event], [counts], quarters, sessions, tallies, [edition], there] = await db.batch([
    programmeEventRows(db, conferenceId),
    doorCountRows(db, conferenceId),
    arrivalRows(db, conferenceId),
    sessionsToCome(db, conferenceId),
    tallyRows(db, conferenceId, ["attending", "waiting", ...(seesMoney ? (["revenue"] as const) : [])]),
    editionRows(db, conferenceId),
    thereRows(db, conferenceId),
  ]);
  const zone = event?.timeZone ?? "UTC";
  const { held = 0, first = 0, undone = 0 } = counts ?? {};
  const inside = first - undone;
  const numberOf = (name: "attending" | "waiting", id: string) =>
    talliesOf(tallies, name).find(({ key }) => key === id)?.number ?? 0;
  const today = isoDay(now, edition?.deadlineZone ?? "UTC");
  return {
    zone,
    ...{ held, inside, missing: Math.max(0, held - inside) },
    isOver: event ? isOver({ lastDay: event.lastDay, timeZone: zone }, now) : false,
    arrivals: byHour(quarters, zone).map(({ hour, number }) => ({
      hour: `${shortDayInWords(hour.slice(0, 10))}, ${hour.slice(11)}`,
      number,
    })),
    sessions: sessions.map((session) => {
      const taken = numberOf("attending", session.id);
      return {
        ...{ id: session.id, title: session.title, taken, waiting: numberOf("waiting", session.id) },
        time: `${shortDayInWords(session.day)}, ${spanIn(session, zone, zone)}`,
        free: freePlaces(session.capacity, taken),
        there: there.find(({ id }) => id === session.id)?.there ?? 0,
      };
    }),
    moneyToday: seesMoney
      ? (talliesOf(tallies, "revenue").find(({ key }) => key === today)?.total ?? 0)
      : null,
  };
}
