import { and, asc, count, desc, eq, isNotNull, isNull, max, min, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { behindPosition, type Database, type ListPosition, listed, subquery } from "#db/client.ts";
import { applications } from "#db/schema/applications.ts";
import { rounds } from "#db/schema/conference.ts";
import { decisions } from "#db/schema/decisions.ts";
import { assignments, reviews } from "#db/schema/reviews.ts";
import { emailRows } from "~/accounts/addresses.server.ts";
import {
  type FoundPeople,
  foundAmong,
  foundByNameOr,
  nameRows,
  namesIn,
  peopleByEmail,
  stoppedAt,
  stopRows,
} from "~/applications/search.server.ts";
import { roundRows } from "~/conference/catalogue.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { readingRows, standingsIn, tallyRows } from "~/standing/tallies.server.ts";
import { foundOnPage, isAscending, type RowsInAll } from "~/ui/paging.ts";
import { can } from "~/values/abilities.ts";
import type { Decision, RoundId } from "~/values/types.ts";
import type { ApplicationFilter } from "./application-filter.ts";
import { seesOthers } from "./review.ts";

const earlierRound = alias(rounds, "earlier_round");

type ListedApplication = {
  uid: string;
  email: string;
  name: string;
  institution: string;
  submittedAt: number | null;
  /** Whether staff have reopened the application, and it has not been submitted again yet. */
  reopened: boolean;
  reviewCount: number;
  reviewed: boolean;
  /**
   * The mean score of all readers, in hundredths; null if there are no scores, or if the viewer may not see them yet.
   */
  meanScore: number | null;
  spread: number | null;
  /** Null if there is no decision; always null for readers who do not decide, because they must not see decisions. */
  decision: Decision | null;
};

const PAGE = 50;

/**
 * The filter that somebody may use. People who do not decide see only the applications given to them, and cannot
 * filter by other readers' opinions.
 */
export function allowedFilter(filter: ApplicationFilter, { viewer }: SignedIn): ApplicationFilter {
  if (can(viewer.abilities, "decide")) return filter;
  return { ...filter, show: "mine", decision: undefined, sort: undefined };
}

type ListRequest = {
  conferenceId: string;
  staffUid: string;
  filter: ApplicationFilter;
  /** The uids of the people found by e-mail address. */
  people?: readonly string[];
  /** Whether to search by words of a name as well. */
  byName?: boolean;
};

/**
 * The statement for one page of applications. It starts with the condition that matches the fewest rows. If there is no
 * such condition, it reads the conference's applications in the order of the page. So it reads the same number of rows
 * for 100,000 applications as for 100.
 *
 * @param after the place in the list after which the page begins; with `backwards`, the page ends before that place and
 *   comes in reverse order.
 */
function pageOf(
  db: Database,
  { conferenceId, staffUid, filter, people, byName }: ListRequest,
  { after, backwards = false, limit }: { after: ListPosition | null; backwards?: boolean; limit: number },
) {
  const { state, round, decision, reviewed } = filter;
  const mine = filter.show === "mine";
  const own = subquery(
    sql<
      number | null
    >`(SELECT ${reviews.score} FROM ${reviews} WHERE ${reviews.conferenceId} = ${conferenceId}
      AND ${reviews.uid} = ${applications.uid} AND ${reviews.staffUid} = ${staffUid})`,
  );
  const decided = subquery(
    sql<Decision | null>`(SELECT ${decisions.decision} FROM ${decisions}
      WHERE ${decisions.conferenceId} = ${conferenceId} AND ${decisions.uid} = ${applications.uid})`,
  );
  const assigned = sql`EXISTS (SELECT 1 FROM ${assignments} WHERE ${assignments.conferenceId} = ${conferenceId}
    AND ${assignments.uid} = ${applications.uid} AND ${assignments.staffUid} = ${staffUid})`;
  const key =
    state === "draft" ? null : isByScore(filter) ? applications.meanScore : applications.submittedAt;
  const isUp = isAscending(sortOf(filter)) !== backwards;
  const source = driver(db, { conferenceId, staffUid, filter, people, byName });
  const fields = {
    uid: applications.uid,
    submittedAt: applications.submittedAt,
    reopenedFrom: applications.reopenedFrom,
    reviewCount: applications.reviewCount,
    meanScore: applications.meanScore,
    own,
    decided,
  };
  const where = and(
    eq(applications.conferenceId, conferenceId),
    state === "draft" ? isNull(applications.submittedAt) : isNotNull(applications.submittedAt),
    key
      ? behindPosition(key, applications.uid, after, isUp)
      : sql`${applications.uid} ${sql.raw(isUp ? ">" : "<")} ${after?.id ?? (isUp ? "" : "\uffff")}`,
    round && state !== "draft" ? isIn(conferenceId, round) : undefined,
    decision && (decision === "undecided" ? sql`${decided} IS NULL` : sql`${decided} = ${decision}`),
    reviewed && (reviewed === "yes" ? sql`${own} IS NOT NULL` : sql`${own} IS NULL`),
    mine ? assigned : undefined,
    source ? sql`${applications.uid} = found.uid` : undefined,
  );
  const direction = isUp ? asc : desc;
  const whole = db.select(fields).from(applications).$dynamic();
  const found = source && db.select(fields).from(source).crossJoin(applications).$dynamic();
  return ((found ?? whole) as typeof whole)
    .where(where)
    .orderBy(...(key ? [direction(key)] : []), direction(applications.uid))
    .limit(limit);
}

/**
 * The condition of a filter that matches the fewest applications; undefined if there is none, so that the list is read
 * in its order.
 */
function driver(db: Database, { conferenceId, staffUid, filter, people = [], byName }: ListRequest) {
  const { search, show, reviewed } = filter;
  if (search) return byName ? foundByNameOr(db, conferenceId, search, people) : foundAmong(db, people);
  if (show === "mine") return foundIn(db, assignments, conferenceId, staffUid);
  if (reviewed === "yes") return foundIn(db, reviews, conferenceId, staffUid);
  return undefined;
}

const foundIn = (
  db: Database,
  table: typeof assignments | typeof reviews,
  conferenceId: string,
  staffUid: string,
) =>
  db
    .select({ uid: table.uid })
    .from(table)
    .where(and(eq(table.conferenceId, conferenceId), eq(table.staffUid, staffUid)))
    .as("found") as unknown as FoundPeople;

/**
 * Whether an application was submitted in a round, by the same rule as in `roundOn`. The condition is a range in the
 * index.
 */
function isIn(conferenceId: string, round: RoundId): SQL {
  const its = sql`${rounds.conferenceId} = ${conferenceId} AND ${rounds.id} = ${round}`;
  return sql`${applications.submittedAt} <= (SELECT ${rounds.deadline} FROM ${rounds} WHERE ${its})
    AND ${applications.submittedAt} > coalesce((SELECT max(${earlierRound.deadline}) FROM ${rounds}
      JOIN ${rounds} AS ${earlierRound} ON ${earlierRound.conferenceId} = ${rounds.conferenceId}
        AND ${earlierRound.position} < ${rounds.position}
      WHERE ${its}), -1)`;
}

type Row = Awaited<ReturnType<typeof pageOf>>[number];

/** How a list is sorted. Drafts can be sorted only by id. */
const sortOf = ({ sort, state }: ApplicationFilter): string =>
  state === "draft" ? "-" : (sort ?? "-submitted");

const isByScore = (filter: ApplicationFilter) => sortOf(filter).endsWith("score");

const placeOf = (filter: ApplicationFilter, row: { uid: string } & PlaceKeys): ListPosition => ({
  key: (filter.state === "draft" ? 0 : isByScore(filter) ? row.meanScore : row.submittedAt) ?? 0,
  id: row.uid,
});

type PlaceKeys = { submittedAt: number | null; meanScore: number | null };

export type ApplicationPage = {
  /** Whose applications the list shows if the filter does not say: the reader's own, if there are any. */
  show: "mine" | "everyone";
  rounds: { id: RoundId; title: string }[];
  rows: ListedApplication[];
  next: ListPosition | null;
  /** The number of applications that the filter finds; null if they were not counted. */
  found: RowsInAll | null;
  reading: { assigned: number; reviewed: number };
  /** The number of people at which the search stopped; null if it found everybody. */
  stopped: number | null;
};

/**
 * One page of the applications that somebody on the staff may read. Always two round trips.
 *
 * @param asked the filter as `allowedFilter` returned it.
 */
export async function listApplications(
  { db }: Context,
  { viewer, settings }: SignedIn,
  asked: ApplicationFilter,
  after: ListPosition | null,
): Promise<ApplicationPage> {
  const { conferenceId } = settings;
  const about = { conferenceId, staffUid: viewer.uid, byName: true };
  const limit = PAGE + 1;
  const page = (show: "mine" | "everyone", most: number) =>
    pageOf(db, { ...about, filter: { ...asked, show } }, { after, limit: most });
  const [rounds, [reading = { assigned: 0, reviewed: 0 }], mine, everyone, people, stop, tallied] =
    await db.batch([
      roundRows(db, conferenceId),
      readingRows(db, conferenceId, viewer.uid),
      page(asked.show ?? "mine", limit),
      page("everyone", asked.show ? 0 : limit),
      peopleByEmail(db, asked.search),
      stopRows(db, conferenceId, asked.search),
      tallyRows(db, conferenceId, ["standing"]),
    ]);
  const show = asked.show ?? (reading.assigned > 0 ? "mine" : "everyone");
  const filter = { ...asked, show };
  const first = asked.show || show === "mine" ? mine : everyone;
  const emailed = people.map(({ uid }) => uid);
  const uids = [...first.map(({ uid }) => uid), ...emailed];
  const [emails, names, apart, second] = await db.batch([
    emailRows(db, uids),
    nameRows(db, conferenceId, uids),
    db
      .select({ uid: reviews.uid, highest: max(reviews.score), lowest: min(reviews.score), number: count() })
      .from(reviews)
      .where(and(eq(reviews.conferenceId, conferenceId), sql`${reviews.uid} IN ${listed(uids)}`))
      .groupBy(reviews.uid),
    pageOf(
      db,
      { conferenceId, staffUid: viewer.uid, filter, people: emailed },
      { after, limit: emailed.length > 0 ? limit : 0 },
    ),
  ]);
  const found = merged(filter, first, asked.search ? second : []).slice(0, limit);
  const rows = found.slice(0, PAGE);
  const last = rows.at(-1);
  const emailOf = new Map(emails.map(({ uid, email }) => [uid, email]));
  const nameOf = namesIn(names);
  const spreadOf = new Map(
    apart.map(({ uid, highest, lowest, number }) => [uid, number > 1 ? highest! - lowest! : null]),
  );
  return {
    show,
    rounds: rounds.map(({ id, title }) => ({ id, title })),
    reading,
    stopped: stoppedAt(asked.search, stop, people),
    next: found.length > PAGE && last ? placeOf(filter, last) : null,
    found:
      foundOnPage(rows.length, { isFirst: after === null, isLast: found.length <= PAGE }) ??
      foundBy(filter, standingsIn(tallied)),
    rows: rows.map(({ uid, own, decided, reopenedFrom, meanScore, submittedAt, reviewCount }) => {
      const reviewed = own !== null;
      const others = seesOthers({ abilities: viewer.abilities, reviewed });
      return {
        uid,
        email: emailOf.get(uid) ?? "",
        name: nameOf.get(uid)?.name ?? "",
        institution: nameOf.get(uid)?.institution ?? "",
        submittedAt,
        reopened: reopenedFrom !== null,
        reviewCount,
        reviewed,
        meanScore: others ? meanScore : null,
        spread: others ? (spreadOf.get(uid) ?? null) : null,
        decision: can(viewer.abilities, "decide") ? decided : null,
      };
    }),
  };
}

/** How many applications a filter finds, if that is known from the tallies. */
function foundBy(
  filter: ApplicationFilter,
  { drafts, submitted }: ReturnType<typeof standingsIn>,
): RowsInAll | null {
  const { search, show, reviewed, state, round, decision } = filter;
  if (search || show === "mine" || reviewed || isByScore(filter)) return null;
  if (state === "draft") return decision ? null : { number: drafts, isMore: false };
  const matching = submitted.filter(
    (standing) =>
      (!round || standing.round === round) &&
      (!decision || standing.decision === (decision === "undecided" ? null : decision)),
  );
  return { number: matching.reduce((sum, { number }) => sum + number, 0), isMore: false };
}

/** Merges two pages that have the same order, without repeating an application that is on both. */
function merged(filter: ApplicationFilter, one: Row[], other: Row[]): Row[] {
  const rows = new Map([...one, ...other].map((row) => [row.uid, row]));
  return [...rows.values()].sort((left, right) => {
    const [a, b] = [placeOf(filter, left), placeOf(filter, right)];
    const upwards = a.key - b.key || (a.id < b.id ? -1 : 1);
    return isAscending(sortOf(filter)) ? upwards : -upwards;
  });
}

/**
 * The statements for the applications before and after a given one in a list; `people` are those found by e-mail
 * address.
 */
export function neighbourRows(
  db: Database,
  about: { conferenceId: string; staffUid: string; filter: ApplicationFilter; people: readonly string[] },
  application: { uid: string } & PlaceKeys,
) {
  const after = placeOf(about.filter, application);
  const asked = { ...about, byName: true };
  return [
    pageOf(db, asked, { after, backwards: true, limit: 1 }),
    pageOf(db, asked, { after, limit: 1 }),
  ] as const;
}

/**
 * The next application in a list that the reader has not reviewed: the first such application after `from` or, if there
 * is none, the first in the list. Null if none is left. At most two round trips.
 */
export async function nextUnread(
  { db }: Context,
  { viewer, settings }: SignedIn,
  asked: ApplicationFilter,
  from: string | null,
): Promise<string | null> {
  const { conferenceId } = settings;
  const filter: ApplicationFilter = {
    ...asked,
    show: asked.show ?? "mine",
    reviewed: "no",
    state: undefined,
  };
  const [[here], people] = await db.batch([
    db
      .select({
        uid: applications.uid,
        submittedAt: applications.submittedAt,
        meanScore: applications.meanScore,
      })
      .from(applications)
      .where(and(eq(applications.conferenceId, conferenceId), eq(applications.uid, from ?? ""))),
    peopleByEmail(db, filter.search),
  ]);
  const about = {
    conferenceId,
    staffUid: viewer.uid,
    filter,
    people: people.map(({ uid }) => uid),
    byName: true,
  };
  const [behind, first] = await db.batch([
    pageOf(db, about, { after: here ? placeOf(filter, here) : null, limit: 1 }),
    // The first application in the list may be the one that is shown now. That one is chosen only if there is no other.
    pageOf(db, about, { after: null, limit: 2 }),
  ]);
  return behind[0]?.uid ?? (first.find(({ uid }) => uid !== from) ?? first[0])?.uid ?? null;
}
