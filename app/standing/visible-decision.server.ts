import { type SQL, sql } from "drizzle-orm";
import type { RoundId } from "~/values/types.ts";

/** The round of the row of `applications` in a query, as `roundOn` decides it; null if no round applies. */
export const roundOfApplication: SQL<RoundId | null> = sql`(SELECT ending.id FROM rounds AS ending
  WHERE ending.conference_id = applications.conference_id AND applications.submitted_at <= ending.deadline
  ORDER BY ending.position LIMIT 1)`;

/**
 * Whether the decision on the row of `applications` in a query may be seen, as `isDecisionVisible` decides it.
 *
 * @param now the portal's clock, UTC ms.
 * @param setAt when the decision was set; by default the time in the row of `decisions`.
 */
export const isVisible = (now: number, setAt: SQL = sql`decisions.set_at`): SQL => sql`EXISTS (
  SELECT 1 FROM rounds AS released WHERE released.conference_id = applications.conference_id
  AND released.id = ${roundOfApplication}
  AND released.decision_release <= ${now} AND ${setAt} <= released.released_at)`;
