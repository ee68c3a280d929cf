import { asc, type SQL, sql } from "drizzle-orm";
import { applications } from "#db/schema/applications.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import type { ApplicationFilter } from "./application-filter.ts";
import { applicationsSelected } from "./filter-conditions.server.ts";

/** How many applications a selection has. At most two round trips. */
export async function countSelection(
  { db }: Context,
  { viewer, settings: { conferenceId } }: SignedIn,
  filter: ApplicationFilter,
): Promise<number> {
  const selection = await applicationsSelected(db, { conferenceId, staffUid: viewer.uid }, filter);
  const [found] = await db.select({ number: sql<number>`count(*)` }).from(applications).where(selection);
  return found?.number ?? 0;
}

/**
 * The uids of a selection, in order. One round trip.
 *
 * @param selection the condition for a query over `applications`.
 */
export async function uidsSelected({ db }: Context, selection: SQL | undefined): Promise<string[]> {
  const found = await db
    .select({ uid: applications.uid })
    .from(applications)
    .where(selection)
    .orderBy(asc(applications.uid));
  return found.map(({ uid }) => uid);
}
