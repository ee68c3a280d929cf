import { and, eq } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { applications } from "#db/schema/applications.ts";
import { listedQuestionRows } from "~/applications/blind-reading.server.ts";
import { peopleByEmail } from "~/applications/search.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import type { ApplicationFilter } from "~/selections/application-filter.ts";
import { can } from "~/values/abilities.ts";
import { foundBlindly, searchedByNeutralName } from "./blind-search.server.ts";
import {
  type ListRequest,
  listPageRows,
  listPositionOf,
  type PositionKeys,
} from "./review-list-rows.server.ts";

/** The statements for the applications before and after the given one in a list. */
export function neighbourRows(db: Database, about: ListRequest, application: { uid: string } & PositionKeys) {
  const after = listPositionOf(about.filter, application);
  return [
    listPageRows(db, about, { after, backwards: true, limit: 1 }),
    listPageRows(db, about, { after, limit: 1 }),
  ] as const;
}

/**
 * The next application that the reader has not reviewed: the first one after `from` in the list. If there is none after
 * `from`, the first one in the whole list. Null if none is left. At most two round trips.
 */
export async function nextUnread(
  { db }: Context,
  visit: SignedIn,
  asked: ApplicationFilter,
  from: string | null,
): Promise<string | null> {
  const { viewer, settings } = visit;
  const { conferenceId } = settings;
  const filter: ApplicationFilter = {
    ...asked,
    show: asked.show ?? "mine",
    reviewed: "no",
    state: undefined,
  };
  const [[here], people, listedQuestions, given] = await db.batch([
    db
      .select({
        uid: applications.uid,
        submittedAt: applications.submittedAt,
        meanScore: applications.meanScore,
        reviewCount: applications.reviewCount,
        spread: applications.spread,
      })
      .from(applications)
      .where(and(eq(applications.conferenceId, conferenceId), eq(applications.uid, from ?? ""))),
    peopleByEmail(db, filter.search),
    listedQuestionRows(db, conferenceId),
    searchedByNeutralName(db, visit, filter.search),
  ]);
  const blindly = foundBlindly(visit, filter.search, listedQuestions, given);
  const about = {
    conferenceId,
    staffUid: viewer.uid,
    filter,
    people: blindly ?? people.map(({ uid }) => uid),
    byWords: blindly === null,
    inAnswers: can(viewer.abilities, "decide"),
  };
  const [behind, first] = await db.batch([
    listPageRows(db, about, { after: here ? listPositionOf(filter, here) : null, limit: 1 }),
    // The first application in the list may be the one that is shown now. It is chosen only if there is no other.
    listPageRows(db, about, { after: null, limit: 2 }),
  ]);
  return behind[0]?.uid ?? (first.find(({ uid }) => uid !== from) ?? first[0])?.uid ?? null;
}
