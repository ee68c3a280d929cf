import { and, eq, isNull, ne, type SQL, sql } from "drizzle-orm";
import { listed, subquery } from "#db/client.ts";
import { holdings } from "#db/schema/money.ts";
import { offers } from "#db/schema/offers.ts";
import { LIVE_HOLDING_STATES, type PassType } from "~/values/types.ts";

const ofItsPerson = sql`${holdings.conferenceId} = ${offers.conferenceId} AND ${holdings.uid} = ${offers.uid}
  AND ${holdings.item} = ${holdings.passType}`;

const isLive = sql`${holdings.state} IN ${listed(LIVE_HOLDING_STATES)}`;

const wasLost = sql`(${holdings.state} = 'ended' AND ${holdings.since} >= ${offers.offeredAt})`;

/**
 * For a row of `offers` in a query: whether the offer is used up. It is used up if its person has held a pass since the
 * offer and no longer has it.
 */
export const isUsedUpOffer: SQL = sql`EXISTS (SELECT 1 FROM ${holdings} WHERE ${ofItsPerson} AND ${wasLost})`;

/** For a row of `offers` in a query: whether its person holds a pass, is paying for one or is being refunded. */
export const isTakenOffer: SQL = sql`EXISTS (SELECT 1 FROM ${holdings} WHERE ${ofItsPerson} AND ${isLive})`;

/** For a row of `offers` in a query: the same rule as `isOfferOn`. `now` is UTC ms. */
export const isOnNow = (now: number): SQL =>
  sql`(${offers.endedAt} IS NULL AND (${isTakenOffer} OR (${offers.endsAt} >= ${now} AND NOT ${isUsedUpOffer})))`;

/** For a row of `offers` in a query: the same rule as `keepsPlace`. `now` is UTC ms. */
export const keepsPlaceNow = (now: number): SQL =>
  sql`(${offers.endedAt} IS NULL AND ${offers.endsAt} >= ${now} AND NOT EXISTS (SELECT 1 FROM ${holdings}
    WHERE ${ofItsPerson} AND ((${isLive} AND (${holdings.item} = ${offers.passType} OR ${holdings.state} <> 'pending'))
      OR ${wasLost})))`;

/** How many places of a pass are kept by open offers. The offers of the person `but` are left out. `now` is UTC ms. */
export const placesKept = (
  conferenceId: string | SQL,
  passType: SQL | PassType,
  now: number,
  but: string | SQL = "",
): SQL<number> =>
  sql`(SELECT count(*) FROM ${offers} WHERE ${and(
    eq(offers.conferenceId, conferenceId),
    sql`${offers.passType} = ${passType}`,
    isNull(offers.endedAt),
    ne(offers.uid, but),
    keepsPlaceNow(now),
  )})`;

/** Whether a place of a pass is kept for one person. `now` is UTC ms. */
export const isKeptFor = (
  conferenceId: string | SQL,
  passType: SQL | PassType,
  uid: string | SQL,
  now: number,
): SQL =>
  sql`EXISTS (SELECT 1 FROM ${offers} WHERE ${and(
    eq(offers.conferenceId, conferenceId),
    eq(offers.uid, uid),
    sql`${offers.passType} = ${passType}`,
    keepsPlaceNow(now),
  )})`;

/**
 * A column for a statement that reads one row. The column lists the places that are kept for other people: for each
 * place, the pass for which it is kept. `now` is UTC ms.
 *
 * @param but the person whose own offer is left out.
 */
export const placesKeptForOthers = (conferenceId: string, but: string, now: number) =>
  subquery(
    sql`(SELECT json_group_array(${offers.passType}) FROM ${offers} WHERE ${and(
      eq(offers.conferenceId, conferenceId),
      isNull(offers.endedAt),
      ne(offers.uid, but),
      keepsPlaceNow(now),
    )})`,
  ).mapWith((json: string): PassType[] => JSON.parse(json));
