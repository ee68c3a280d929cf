import { and, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { type Database, listed } from "#db/client.ts";
import { prepared } from "#db/prepared.ts";
import { applications } from "#db/schema/applications.ts";
import { rounds } from "#db/schema/conference.ts";
import { decisions } from "#db/schema/decisions.ts";
import { offers } from "#db/schema/offers.ts";
import type { FormerDecision } from "~/values/shapes.ts";
import type { Decision, RoundId } from "~/values/types.ts";
import { decisionsFor } from "./eligibility.ts";
import { isOnNow } from "./waiting-offers.server.ts";

const ending = alias(rounds, "ending");

/**
 * For a row of `applications` in a query: its round. `common` is its round by the deadlines that hold for everybody. If
 * `common` is null and the person submitted by their own deadline, the result is the round that staff chose with this
 * deadline (`ownRounds`).
 */
export const orLateRound = (common: SQL): SQL<RoundId | null> =>
  sql`coalesce(${common}, CASE WHEN ${applications.submittedAt} <= ${applications.ownDeadline}
    THEN ${applications.lateRound} END)`;

/**
 * For a row of `applications` in a query: the application's round, by the same rule as `roundOn`. The person's own
 * deadline counts too (`ownRounds`). Null if the application belongs to no round.
 */
export const roundOfApplication: SQL<RoundId | null> =
  orLateRound(sql`(SELECT ${ending.id} FROM ${rounds} AS ${ending}
  WHERE ${ending.conferenceId} = ${applications.conferenceId}
    AND ${applications.submittedAt} <= ${ending.deadline}
  ORDER BY ${ending.position} LIMIT 1)`);

const ofFormer = (field: keyof FormerDecision): SQL =>
  sql`(${decisions.former} ->> ${sql.raw(`'$.${field}'`)})`;

/**
 * The later of two times: when the round was released, and when this person's decision was released separately from the
 * round. The result is -1 if neither was released. A decision is released if it was set no later than the result.
 */
const releasedUntil = (aloneAt: SQL): SQL =>
  sql`max(coalesce(${rounds.releasedAt}, -1), coalesce(${aloneAt}, -1))`;

const ITS_RELEASE = releasedUntil(sql`${decisions.releasedAt}`);

/** The FROM and WHERE that find the application's round, once the round's `decisionRelease` has passed. */
const fromDueRound = (now: number): SQL => sql`FROM ${rounds}
  WHERE ${rounds.conferenceId} = ${applications.conferenceId} AND ${rounds.id} = ${roundOfApplication}
    AND ${rounds.decisionRelease} <= ${now}`;

/**
 * For a row of `rounds` in a query: the condition that the newest version of the decision, or the version before it, is
 * released.
 */
export const IS_EITHER = sql`(${decisions.setAt} <= ${ITS_RELEASE} OR ${ofFormer("setAt")} <= ${ITS_RELEASE})`;

/**
 * One value of the version that the delegate sees. That is the newest version if it is released, otherwise the version
 * before it. If that version is Waitlisted and an offer stands, the value comes from the offer.
 */
const ofSeen = (now: number, newest: SQL, former: SQL, offered: SQL): SQL => {
  const version = (one: SQL, other: SQL) =>
    sql`CASE WHEN ${decisions.setAt} <= ${ITS_RELEASE} THEN ${one} ELSE ${other} END`;
  return sql`(SELECT coalesce((SELECT ${offered} FROM ${offers} WHERE version.waits
      AND ${offers.conferenceId} = ${applications.conferenceId} AND ${offers.uid} = ${applications.uid}
      AND ${isOnNow(now)}), version.seen)
    FROM (SELECT ${version(newest, former)} AS seen,
      ${version(sql`${decisions.decision}`, ofFormer("decision"))} = 'Waitlisted' AS waits
      ${fromDueRound(now)} AND ${IS_EITHER}) AS version)`;
};

/**
 * For a row of `applications` with its row of `decisions` in a query: whether the newest decision is released and may
 * be seen, by the same rule as `isDecisionVisible`. Only staff may know a decision that is not released.
 *
 * @param now the portal's clock, UTC ms.
 * @param setAt when the decision was set; by default the time in the row of `decisions`.
 * @param aloneAt when the decision was released separately from its round; by default the time in the row of
 *   `decisions`.
 */
export const isReleased = (
  now: number,
  setAt: SQL = sql`${decisions.setAt}`,
  aloneAt: SQL = sql`${decisions.releasedAt}`,
): SQL => sql`EXISTS (SELECT 1 ${fromDueRound(now)} AND ${setAt} <= ${releasedUntil(aloneAt)})`;

/** Whether the newest decision is visible only because it was released for this person separately from its round. */
export const isReleasedAlone = (now: number): SQL =>
  sql`EXISTS (SELECT 1 ${fromDueRound(now)} AND ${decisions.setAt} <= ${decisions.releasedAt}
    AND ${decisions.setAt} > coalesce(${rounds.releasedAt}, -1))`;

/**
 * Whether the newest decision could be released now, separately from its round: it is not released yet, and its round's
 * `decisionRelease` has come.
 */
export const mayBeReleased = (now: number): SQL =>
  sql`EXISTS (SELECT 1 ${fromDueRound(now)} AND ${decisions.setAt} > ${ITS_RELEASE})`;

/**
 * For a row of `applications` with its row of `decisions` in a query: whether the delegate may see the newest decision
 * or, until the newest is released, the former decision. `now` is UTC ms.
 */
export const isVisible = (now: number): SQL => sql`EXISTS (SELECT 1 ${fromDueRound(now)} AND ${IS_EITHER})`;

/** The decision that the delegate would see without an offer from the waiting list; null if they see none. */
export const decidedWithoutOffer = (now: number): SQL<Decision | null> =>
  sql`(SELECT CASE WHEN ${decisions.setAt} <= ${ITS_RELEASE} THEN ${decisions.decision} ELSE ${ofFormer("decision")} END
    ${fromDueRound(now)} AND ${IS_EITHER})` as SQL<Decision | null>;

/**
 * The decision that the delegate sees, by the same rule as `seenVersion`; null if they see none. A delegate on the
 * waiting list with an offer that stands sees Accepted.
 */
export const seenDecision = (now: number): SQL<Decision | null> =>
  ofSeen(now, sql`${decisions.decision}`, ofFormer("decision"), sql`'Accepted'`) as SQL<Decision | null>;

/**
 * The time at which the decision that the delegate sees was set; null if they see none. If they see Accepted because of
 * an offer, it is the time of the offer.
 */
export const seenSetAt = (now: number): SQL<number | null> =>
  ofSeen(now, sql`${decisions.setAt}`, ofFormer("setAt"), sql`${offers.offeredAt}`) as SQL<number | null>;

const versionOf = (setAt: SQL, planId: SQL): SQL<string> => sql`${setAt} || '-' || coalesce(${planId}, '')`;

/** SQL that identifies one version of a row of `decisions`. Setting a decision again makes another version. */
export const decisionVersion = versionOf(sql`${decisions.setAt}`, sql`${decisions.planId}`);

/** The version of the decision that the delegate sees; null if they see none. */
export const versionSeen = (now: number): SQL<string | null> =>
  ofSeen(
    now,
    decisionVersion,
    versionOf(ofFormer("setAt"), ofFormer("planId")),
    versionOf(sql`${offers.offeredAt}`, sql`${offers.id}`),
  ) as SQL<string | null>;

/**
 * The former decision (`FormerDecision`, as JSON) that is stored with the next version of a decision. If the present
 * version is released, it becomes the former decision. If not, the former decision stays the same; it may be null.
 */
export const formerAfter = (now: number): SQL => sql`CASE WHEN ${isReleased(now)} THEN json_object(
  'decision', ${decisions.decision}, 'setAt', ${decisions.setAt}, 'planId', ${decisions.planId},
  'toldAt', ${decisions.toldAt}) ELSE ${decisions.former} END`;

/**
 * For a row of `applications` with its row of `decisions`: whether the delegate sees a decision that allows a pass.
 * From then on they see an award as soon as it is given. `now` is UTC ms.
 */
export const seesPlace = (now: number): SQL =>
  sql`coalesce(${seenDecision(now)} IN ${listed(decisionsFor("gold"))}, false)`;

/**
 * One row if a delegate already sees that they have a place, in person or online; otherwise no row. `now` is UTC ms.
 */
export const placeRows = prepared((db: Database, conferenceId: string, uid: string, now: number) =>
  db
    .select({ uid: decisions.uid })
    .from(decisions)
    .innerJoin(
      applications,
      and(eq(applications.conferenceId, decisions.conferenceId), eq(applications.uid, decisions.uid)),
    )
    .where(and(eq(decisions.conferenceId, conferenceId), eq(decisions.uid, uid), seesPlace(now))),
);

/**
 * One row if a delegate already sees a decision, whatever it is; no row as long as none is released. `now` is UTC ms.
 */
export const visibleDecisionRows = prepared((db: Database, conferenceId: string, uid: string, now: number) =>
  db
    .select({ uid: decisions.uid })
    .from(decisions)
    .innerJoin(
      applications,
      and(eq(applications.conferenceId, decisions.conferenceId), eq(applications.uid, decisions.uid)),
    )
    .where(and(eq(decisions.conferenceId, conferenceId), eq(decisions.uid, uid), isVisible(now))),
);
