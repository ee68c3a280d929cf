import { and, ne, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { type Database, listed, subquery } from "#db/client.ts";
import { prepared } from "#db/prepared.ts";
import { conferences, rounds } from "#db/schema/conference.ts";
import { tallies } from "#db/schema/tallies.ts";
import { conferenceName } from "~/conference/conference-name.ts";
import { type Tally, talliesOf } from "~/standing/tallies.server.ts";
import type { Gathered } from "./season-curves.ts";

const lastDeadline = (conferenceId: SQL | string): SQL<number> =>
  sql<number>`(SELECT max(${rounds.deadline}) FROM ${rounds} WHERE ${rounds.conferenceId} = ${conferenceId})`;

const candidate = alias(conferences, "candidate");
const ofCandidate = lastDeadline(sql`${candidate.id}`);

/**
 * The id of the edition before this one. Its last deadline is earlier than this edition's, and later than the last
 * deadlines of all other earlier editions.
 */
const lastEdition = (conferenceId: string): SQL =>
  sql`(SELECT ${candidate.id} FROM ${conferences} AS ${candidate}
    WHERE ${candidate.id} <> ${conferenceId} AND ${ofCandidate} < ${lastDeadline(conferenceId)}
    ORDER BY ${ofCandidate} DESC LIMIT 1)`;

/** The edition before this one; at most one row. */
export const lastEditionRows = prepared((db: Database, conferenceId: string) =>
  db
    .select({
      ...{ id: conferences.id, year: conferences.year, track: conferences.track },
      deadline: subquery(lastDeadline(sql`${conferences.id}`)).as("deadline"),
    })
    .from(conferences)
    .where(sql`${conferences.id} = ${lastEdition(conferenceId)}`),
);

/** The applications of the edition before this one, and the money in its books, by day. */
export const lastEditionDays = prepared((db: Database, conferenceId: string) =>
  db
    .select({ name: tallies.name, key: tallies.key, number: tallies.number, total: tallies.total })
    .from(tallies)
    .where(
      and(
        sql`${tallies.conferenceId} = ${lastEdition(conferenceId)}`,
        sql`${tallies.name} IN ${listed(["submitted", "revenue"])}`,
        ne(tallies.number, 0),
      ),
    ),
);

/** The number of applications submitted on each day, in order. `day` is the beginning of the day, UTC ms. */
export const submittedDays = (found: Tally[]) =>
  talliesOf(found, "submitted")
    .map(({ key, number }) => ({ day: Number(key), value: number }))
    .sort((one, other) => one.day - other.day);

/** For each day, in order: the cents that came in less the cents that went out, as booked. `day` is UTC ms. */
export const revenueDays = (found: Tally[]) =>
  talliesOf(found, "revenue")
    .map(({ key, total }) => ({ day: Date.parse(key), value: total }))
    .sort((one, other) => one.day - other.day);

export type LastEdition = { name: string; submitted: Gathered; revenue: Gathered };

/** The edition before this one, from the rows of `lastEditionRows` and `lastEditionDays`; null if there is none. */
export function lastEditionFrom(
  [edition]: Awaited<ReturnType<typeof lastEditionRows>>,
  days: Awaited<ReturnType<typeof lastEditionDays>>,
): LastEdition | null {
  if (!edition) return null;
  const { deadline } = edition;
  return {
    name: conferenceName(edition),
    submitted: { deadline, days: submittedDays(days) },
    revenue: { deadline, days: revenueDays(days) },
  };
}
