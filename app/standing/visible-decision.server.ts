import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database } from "#db/client.ts";
import { prepared } from "#db/prepared.ts";
import { applications } from "#db/schema/applications.ts";
import { rounds } from "#db/schema/conference.ts";
import { decisions } from "#db/schema/decisions.ts";
import type { RoundId } from "~/values/types.ts";

const ending = alias(rounds, "ending");

/**
 * For a row of `applications` in a query: the application's round, by the same rule as `roundOn`; null if it belongs to
 * no round.
 */
export const roundOfApplication: SQL<RoundId | null> = sql`(SELECT ${ending.id} FROM ${rounds} AS ${ending}
  WHERE ${ending.conferenceId} = ${applications.conferenceId}
    AND ${applications.submittedAt} <= ${ending.deadline}
  ORDER BY ${ending.position} LIMIT 1)`;

/**
 * For a row of `applications` in a query: whether the decision on the application may be seen, by the same rule as
 * `isDecisionVisible`.
 *
 * @param now the portal's clock, UTC ms.
 * @param setAt when the decision was set; by default the time in the row of `decisions`.
 */
export const isVisible = (now: number, setAt: SQL = sql`${decisions.setAt}`): SQL => sql`EXISTS (
  SELECT 1 FROM ${rounds} WHERE ${rounds.conferenceId} = ${applications.conferenceId}
  AND ${rounds.id} = ${roundOfApplication}
  AND ${rounds.decisionRelease} <= ${now} AND ${setAt} <= ${rounds.releasedAt})`;

/**
 * One row if a delegate may already see that they have a place, in person or online; otherwise none. `now` is UTC ms.
 */
export const placeRows = prepared((db: Database, conferenceId: string, uid: string, now: number) =>
  db
    .select({ uid: decisions.uid })
    .from(decisions)
    .innerJoin(
      applications,
      and(eq(applications.conferenceId, decisions.conferenceId), eq(applications.uid, decisions.uid)),
    )
    .where(
      and(
        eq(decisions.conferenceId, conferenceId),
        eq(decisions.uid, uid),
        inArray(decisions.decision, ["Accepted", "Deferred to virtual"]),
        isVisible(now),
      ),
    ),
);

/**
 * One row if a delegate may already see a decision, whatever it is; none as long as it is not released. `now` is UTC
 * ms.
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
