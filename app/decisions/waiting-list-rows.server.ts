import { and, asc, desc, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { type Database, hasRow, listed } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { applications } from "#db/schema/applications.ts";
import { tickets } from "#db/schema/conference.ts";
import { decisions } from "#db/schema/decisions.ts";
import { holdings } from "#db/schema/money.ts";
import { offers, waitingLists } from "#db/schema/offers.ts";
import { hasPass } from "~/standing/holdings.server.ts";
import { seenDecision } from "~/standing/visible-decision.server.ts";
import { isOnNow, isUsedUpOffer, placesKept } from "~/standing/waiting-offers.server.ts";
import { LIVE_HOLDING_STATES, type PassType } from "~/values/types.ts";

export type WaitingList = Omit<typeof waitingLists.$inferSelect, "conferenceId">;

/**
 * For a row of `applications` with its row of `decisions`: whether the person sees that they are on the waiting list and
 * has no pass, whatever became of their account. `now` is UTC ms.
 */
export const seesWaiting = (now: number): SQL =>
  sql`(${decisions.decision} = 'Waitlisted' AND ${seenDecision(now)} = 'Waitlisted'
    AND NOT ${hasPass(sql`${applications.conferenceId}`, sql`${applications.uid}`, LIVE_HOLDING_STATES)})`;

/**
 * For a row of `applications` with its row of `decisions`: whether the person waits for a place. Somebody with a
 * disabled account does not wait, because they could not take a place. `now` is UTC ms.
 */
export const waits = (now: number): SQL =>
  sql`(${seesWaiting(now)}
    AND NOT ${hasRow(users, and(eq(users.uid, applications.uid), isNotNull(users.disabledAt)))})`;

/**
 * For a row of `applications`: whether its person has had an offer. People who have had an offer come after everybody
 * else.
 */
export const hadOffer: SQL = sql`EXISTS (SELECT 1 FROM ${offers} WHERE ${offers.conferenceId} = ${applications.conferenceId}
  AND ${offers.uid} = ${applications.uid})`;

/** The order of a list. If two people are equal in the chosen order, the person who applied first comes first. */
export function listOrder({ sortedBy, byHand }: WaitingList): SQL[] {
  const first = [asc(applications.submittedAt), asc(applications.uid)];
  const byScore = [sql`${applications.meanScore} IS NULL`, desc(applications.meanScore), ...first];
  if (sortedBy === "first") return first;
  if (sortedBy === "score") return byScore;
  const place = sql`(SELECT min(json_each.key) FROM json_each(${JSON.stringify(byHand)})
    WHERE json_each.value = ${applications.uid})`;
  return [sql`${place} IS NULL`, place, ...byScore];
}

/** How many places of a pass are free at `now` (UTC ms); null if the pass has no limit. */
export const freePlacesOf = (conferenceId: string, passType: PassType, now: number): SQL<number | null> =>
  sql`(SELECT ${tickets.places} - (SELECT count(*) FROM ${holdings} WHERE ${holdings.conferenceId} = ${conferenceId}
      AND ${holdings.item} = ${passType} AND ${holdings.state} IN ${listed(LIVE_HOLDING_STATES)})
      - ${placesKept(conferenceId, passType, now)}
    FROM ${tickets} WHERE ${tickets.conferenceId} = ${conferenceId} AND ${tickets.id} = ${passType})`;

export const listRows = (db: Database, conferenceId: string) =>
  db.select().from(waitingLists).where(eq(waitingLists.conferenceId, conferenceId));

/**
 * The statement that notes which offers of an edition are over, so that the same people can get another offer. These
 * notes change nothing that anybody sees.
 */
export const noteEnds = (db: Database, conferenceId: string, now: number) =>
  db
    .update(offers)
    .set({
      endedAt: sql`iif(${isUsedUpOffer}, ${now}, ${offers.endsAt})`,
      endedBecause: sql`iif(${isUsedUpOffer}, 'given up', 'expired')`,
    })
    .where(and(eq(offers.conferenceId, conferenceId), isNull(offers.endedAt), sql`NOT ${isOnNow(now)}`));
