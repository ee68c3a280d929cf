import { and, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import { type Database, listed, subquery } from "#db/client.ts";
import { tallies } from "#db/schema/tallies.ts";
import type { Decision, RoundId } from "~/values/types.ts";

/**
 * The counts that are kept up to date with each change (docs/decisions/0034-counts-are-kept.md):
 * - `standing`: applications. The key is either `draft`, or four parts separated by slashes. The first two are the
 *   round and the decision. The third is 1 or 2 if the round's release does not cover the decision: 1 if the decision
 *   was set after the release, 2 if it was released separately. The fourth is 1 if the application has neither a
 *   decision nor a reader. The total is the sum of the times at which the decisions were set.
 * - `submitted`: for each day (its beginning, UTC ms), the applications submitted.
 * - `pass`: for each type, the passes held.
 * - `taken`: for each pass and add-on, by id, the places that are held, being paid for or being refunded.
 * - `account`: entries of the ledger. The key is the side and the account, separated by a slash. The total is the sum
 *   of their cents.
 * - `revenue`: for each day (YYYY-MM-DD), the entries of money that came in or went out and are booked on that day.
 * - `attending`, `waiting`: for each session of the programme, the people who have a place, and the people who are
 *   waiting for one. The total is the sum of the last six digits of the times at which they chose the session, so it
 *   changes even if one person replaces another.
 * - `assigned`, `reviewed`, `read`: for each member of the staff, the applications assigned to them, their reviews, and
 *   their reviews of applications assigned to them.
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

/** A conference's counts with these names. */
export const tallyRows = (db: Database, conferenceId: string, names: TallyName[]) =>
  db
    .select({ name: tallies.name, key: tallies.key, number: tallies.number, total: tallies.total })
    .from(tallies)
    .where(and(eq(tallies.conferenceId, conferenceId), inArray(tallies.name, names), ne(tallies.number, 0)));

/**
 * How many places of each pass and add-on are taken in a conference, as a column for a statement that reads one row.
 */
export const takenPlaces = (conferenceId: string) =>
  subquery(
    sql`(SELECT json_group_object(${tallies.key}, ${tallies.number}) FROM ${tallies}
      WHERE ${tallies.conferenceId} = ${conferenceId} AND ${tallies.name} = 'taken')`,
  ).mapWith((json: string): ReadonlyMap<string, number> => new Map(Object.entries(JSON.parse(json))));

export type Tally = Awaited<ReturnType<typeof tallyRows>>[number];

/** The counts with one name. */
export const talliesOf = (found: Tally[], name: TallyName) => found.filter((tally) => tally.name === name);

/** Submitted applications with the same round and the same decision; null stands for no round, or for no decision. */
export type CountedStanding = {
  round: RoundId | null;
  decision: Decision | null;
  number: number;
  /**
   * How many of the counted applications have a decision that was set after their round's release and is not released
   * yet.
   */
  late: number;
  /**
   * How many of the counted applications have a decision that was released separately from their round. A decision that
   * the round's release covers is not counted here.
   */
  alone: number;
  /** How many of the counted applications have neither a decision nor a reader. */
  unread: number;
};

const DRAFT = "draft";

/**
 * The counts of `standing` in readable form: the number of drafts, and the number of submitted applications for each
 * round and decision.
 */
export function standingsIn(found: Tally[]): { drafts: number; submitted: CountedStanding[] } {
  const standings = talliesOf(found, "standing");
  const alike = new Map<string, CountedStanding>();
  for (const { key, number } of standings.filter(({ key }) => key !== DRAFT)) {
    const [round = "", decision = "", late, unread] = key.split("/");
    const name = `${round}/${decision}`;
    const standing = alike.get(name) ?? {
      round: round || null,
      decision: (decision || null) as Decision | null,
      ...{ number: 0, late: 0, alone: 0, unread: 0 },
    };
    alike.set(name, {
      ...standing,
      number: standing.number + number,
      late: standing.late + (late === "1" ? number : 0),
      alone: standing.alone + (late === "2" ? number : 0),
      unread: standing.unread + (unread === "1" ? number : 0),
    });
  }
  return {
    drafts: standings.find(({ key }) => key === DRAFT)?.number ?? 0,
    submitted: [...alike.values()],
  };
}

/** SQL for a text that identifies the decisions of a round. Setting, adding or removing a decision changes the text. */
export const decisionsOfRound = (conferenceId: string, roundId: string): SQL<string> =>
  sql`(SELECT coalesce(sum(${tallies.number}), 0) || '-' || coalesce(sum(${tallies.total}), 0) FROM ${tallies}
    WHERE ${tallies.conferenceId} = ${conferenceId} AND ${tallies.name} = 'standing'
      AND ${tallies.key} >= ${`${roundId}/`} AND ${tallies.key} < ${`${roundId}0`}
      AND ${tallies.key} NOT LIKE ${`${roundId}//%`})`;

/** How many applications were assigned to a member of the staff, and how many of these they have reviewed. */
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
