import { and, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import { type Database, listed, subquery } from "#db/client.ts";
import { tallies } from "#db/schema/tallies.ts";
import type { Decision, RoundId } from "~/values/types.ts";

/**
 * The counts that are kept while things change (docs/decisions/0034-counts-are-kept.md):
 * - `standing`: applications. The key is `draft`, or round, decision, 1 if the decision came after the round's
 *   release, and 1 if the application has neither decision nor reader, separated by slashes. The total adds up the
 *   times at which the decisions were set.
 * - `submitted`: submitted applications by day (the beginning, UTC ms).
 * - `pass`: passes held, by type.
 * - `taken`: places of passes and add-ons, by their id: those held, paid for or on their way back.
 * - `account`: entries of the ledger by side and account, separated by a slash. The total adds up their cents.
 * - `revenue`: entries of money that came in or went out, by the day (YYYY-MM-DD) on which they are booked.
 * - `attending`, `waiting`: by session of the programme, the people who have a place and those who wait for one. The
 *   total adds up the last six digits of when they chose it, so it changes as soon as somebody else has chosen it.
 * - `assigned`, `reviewed`, `read`: by member of staff, the applications given to them, their reviews, and their
 *   reviews of applications given to them.
 */
export type TallyName =
  | "standing"
  | "submitted"
  | "pass"
  | "taken"
  | "account"
  | "revenue"
  | "attending"
  | "waiting"
  | "assigned"
  | "reviewed"
  | "read";

/** These counts of a conference. */
export const tallyRows = (db: Database, conferenceId: string, names: TallyName[]) =>
  db
    .select({ name: tallies.name, key: tallies.key, number: tallies.number, total: tallies.total })
    .from(tallies)
    .where(and(eq(tallies.conferenceId, conferenceId), inArray(tallies.name, names), ne(tallies.number, 0)));

/** How many places of a pass or an add-on are taken in a conference: a column of a statement that reads one row. */
export const takenPlaces = (conferenceId: string) =>
  subquery(
    sql`(SELECT json_group_object(${tallies.key}, ${tallies.number}) FROM ${tallies}
      WHERE ${tallies.conferenceId} = ${conferenceId} AND ${tallies.name} = 'taken')`,
  ).mapWith((json: string): ReadonlyMap<string, number> => new Map(Object.entries(JSON.parse(json))));

export type Tally = Awaited<ReturnType<typeof tallyRows>>[number];

/** Counts of one name. */
export const talliesOf = (found: Tally[], name: TallyName) => found.filter((tally) => tally.name === name);

/** Submitted applications with the same standing; null for no round or no decision. */
export type CountedStanding = {
  round: RoundId | null;
  decision: Decision | null;
  number: number;
  /** How many of them have a decision that the release of their round does not cover. */
  late: number;
  /** How many of them are undecided and have no reader. */
  unread: number;
};

const DRAFT = "draft";

/** The drafts among the counts of `standing`, and the submitted applications by round and decision. */
export function standingsIn(found: Tally[]): { drafts: number; submitted: CountedStanding[] } {
  const standings = talliesOf(found, "standing");
  const alike = new Map<string, CountedStanding>();
  for (const { key, number } of standings.filter(({ key }) => key !== DRAFT)) {
    const [round = "", decision = "", late, unread] = key.split("/");
    const name = `${round}/${decision}`;
    const standing = alike.get(name) ?? {
      round: round || null,
      decision: (decision || null) as Decision | null,
      ...{ number: 0, late: 0, unread: 0 },
    };
    alike.set(name, {
      ...standing,
      number: standing.number + number,
      late: standing.late + (late === "1" ? number : 0),
      unread: standing.unread + (unread === "1" ? number : 0),
    });
  }
  return {
    drafts: standings.find(({ key }) => key === DRAFT)?.number ?? 0,
    submitted: [...alike.values()],
  };
}

/** A text that names the decisions of a round, in SQL: setting, adding or removing one changes it. */
export const decisionsOfRound = (conferenceId: string, roundId: string): SQL<string> =>
  sql`(SELECT coalesce(sum(${tallies.number}), 0) || '-' || coalesce(sum(${tallies.total}), 0) FROM ${tallies}
    WHERE ${tallies.conferenceId} = ${conferenceId} AND ${tallies.name} = 'standing'
      AND ${tallies.key} >= ${`${roundId}/`} AND ${tallies.key} < ${`${roundId}0`}
      AND ${tallies.key} NOT LIKE ${`${roundId}//%`})`;

/** How many applications somebody was given to read, and how many of them they have reviewed. */
export const readingRows = (db: Database, conferenceId: string, staffUid: string) => {
  const numberOf = (name: TallyName) =>
    sql<number>`coalesce(sum(CASE WHEN ${tallies.name} = ${name} THEN ${tallies.number} END), 0)`.as(name);
  return db
    .select({ assigned: numberOf("assigned"), reviewed: numberOf("read") })
    .from(tallies)
    .where(
      and(
        eq(tallies.conferenceId, conferenceId),
        sql`${tallies.name} IN ${listed(["assigned", "read"])}`,
        eq(tallies.key, staffUid),
      ),
    );
};
