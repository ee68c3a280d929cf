import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { applications } from "#db/schema/applications.ts";
import { conferences, rounds } from "#db/schema/conference.ts";
import { decisions } from "#db/schema/decisions.ts";
import type { EditionDocument, EditionRound } from "~/editions/edition-document.ts";
import { isSame } from "~/editions/merge.ts";
import { IS_EITHER, isVisible, roundOfApplication } from "~/standing/visible-decision.server.ts";
import { each, item, roundAmong } from "./edition-use.server.ts";

/**
 * Whether there is a released decision that its delegate cannot see yet at `now`, but would see earlier with the new
 * rounds than with the present ones. If so, the person who publishes the new rounds decides when delegates learn their
 * decisions.
 */
export const showsEarlier = (conferenceId: string, wanted: EditionRound[], now: number): SQL => {
  const itsRound = (id: SQL) => sql`${rounds.conferenceId} = ${conferenceId} AND ${rounds.id} = ${id}`;
  const presentRelease = sql`(SELECT ${rounds.decisionRelease} FROM ${rounds}
    WHERE ${itsRound(roundOfApplication)} AND ${IS_EITHER})`;
  const newRelease = sql`(SELECT ${item("decisionRelease")} FROM ${each(wanted)}, ${rounds}
    WHERE ${item("id")} = ${rounds.id} AND ${itsRound(roundAmong(wanted))} AND ${IS_EITHER})`;
  return sql`EXISTS (SELECT 1 FROM ${applications} JOIN ${decisions}
    ON ${and(eq(decisions.conferenceId, applications.conferenceId), eq(decisions.uid, applications.uid))}
    WHERE ${applications.conferenceId} = ${conferenceId} AND NOT ${isVisible(now)}
      AND ${newRelease} < coalesce(${presentRelease}, ${Number.MAX_SAFE_INTEGER}))`;
};

/** The result of `showsEarlier`. One round trip, or none if no round changes. */
export async function wouldShowEarlier(
  db: Database,
  conferenceId: string,
  live: EditionDocument | null,
  document: EditionDocument,
  now: number,
): Promise<boolean> {
  if (live === null || isSame(live.rounds, document.rounds)) return false;
  const [found] = await db
    .select({ shows: sql<number>`${showsEarlier(conferenceId, document.rounds, now)}`.as("shows") })
    .from(conferences)
    .where(eq(conferences.id, conferenceId));
  return Boolean(found?.shows);
}
