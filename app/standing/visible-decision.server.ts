import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database } from "#db/client.ts";
import { prepared } from "#db/prepared.ts";
import { applications } from "#db/schema/applications.ts";
import { rounds } from "#db/schema/conference.ts";
import { decisions } from "#db/schema/decisions.ts";
import type { RoundId } from "~/values/types.ts";

const ending = alias(rounds, "ending");

/** The round of the row of `applications` in a query, as `roundOn` decides it; null if no round applies. */
export const roundOfApplication: SQL<RoundId | null> = sql`(SELECT ${ending.id} FROM ${rounds} AS ${ending}
  WHERE ${ending.conferenceId} = ${applications.conferenceId}
    AND ${applications.submittedAt} <= ${ending.deadline}
  ORDER BY ${ending.position} LIMIT 1)`;

/**
 * Whether the decision on the row of `applications` in a query may be seen, as `isDecisionVisible` decides it.
 *
 * @param now the portal's clock, UTC ms.
 * @param setAt when the decision was set; by default the time in the row of `decisions`.
 */
export const isVisible = (now: number, setAt: SQL = sql`${decisions.setAt}`): SQL => sql`EXISTS (
  SELECT 1 FROM ${rounds} WHERE ${rounds.conferenceId} = ${applications.conferenceId}
  AND ${rounds.id} = ${roundOfApplication}
  AND ${rounds.decisionRelease} <= ${now} AND ${setAt} <= ${rounds.releasedAt})`;

/** A row if a delegate may see that they have a place, in person or online (`now` is UTC ms); none while they may not. */
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

/** A row if a delegate may see a decision (`now` is UTC ms), whatever it is; none while it is not released. */
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
