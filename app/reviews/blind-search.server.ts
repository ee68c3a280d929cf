import { and, eq, sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { assignments } from "#db/schema/reviews.ts";
import { isFoundByNeutralName, readsBlind } from "~/applications/blind-reading.ts";
import type { SignedIn } from "~/platform/context.server.ts";
import { can } from "~/values/abilities.ts";

/**
 * The applications assigned to a reader who searches by neutral names. No rows for people who decide, or if nothing is
 * searched for.
 */
export const searchedByNeutralName = (
  db: Database,
  { viewer, settings: { conferenceId } }: SignedIn,
  search: string | undefined,
) =>
  db
    .select({ uid: assignments.uid })
    .from(assignments)
    .where(
      and(
        eq(assignments.conferenceId, conferenceId),
        eq(assignments.staffUid, viewer.uid),
        search && !can(viewer.abilities, "decide") ? undefined : sql`false`,
      ),
    );

/**
 * For a reader who does not see who applied: the uids of the applications that a search finds by their neutral names.
 * Null for everybody else, and if nothing is searched for.
 *
 * @param asked the questions of the edition, which say whether readers see who applied.
 * @param given the rows of `searchedByNeutralName`.
 */
export function foundBlindly(
  { viewer, settings: { conferenceId } }: SignedIn,
  search: string | undefined,
  asked: readonly { id: string; forReviewers: boolean }[],
  given: readonly { uid: string }[],
): string[] | null {
  if (!search || !readsBlind(viewer, asked)) return null;
  return given.map(({ uid }) => uid).filter((uid) => isFoundByNeutralName(search, conferenceId, uid));
}
