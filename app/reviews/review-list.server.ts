import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import {
  behindPosition,
  countIn,
  countRows,
  type Database,
  type ListPosition,
  subquery,
} from "#db/client.ts";
import { answers, applications } from "#db/schema/applications.ts";
import { assignments, reviews } from "#db/schema/reviews.ts";
import { emailRows } from "~/accounts/addresses.server.ts";
import { listedQuestionRows } from "~/applications/blind-reading.server.ts";
import { isFoundByNeutralName, neutralName, readsBlind } from "~/applications/blind-reading.ts";
import { sectionsThatAsk } from "~/applications/known-answers.server.ts";
import {
  type FoundPeople,
  foundAmong,
  foundByWordsOr,
  nameRows,
  namesIn,
  peopleByEmail,
  stoppedAt,
  stopRows,
} from "~/applications/search.server.ts";
import { roundRows } from "~/conference/catalogue.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { type ApplicationFilter, looksAtAll } from "~/selections/application-filter.ts";
import {
  decidedOn,
  filterConditions,
  ownScore,
  type StaffInEdition,
} from "~/selections/filter-conditions.server.ts";
import { readingRows, standingsIn, tallyRows } from "~/standing/tallies.server.ts";
import { foundOnPage, isAscending, type RowsInAll } from "~/ui/paging.ts";
import { can } from "~/values/abilities.ts";
import type { Decision, RoundId } from "~/values/types.ts";
import { seesOthers } from "./review.ts";

type ListedApplication = {
  uid: string;
  /** Empty if the reader does not see who applied. */
  email: string;
  /** A neutral name if the reader does not see who applied. */
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
  /**
   * Null if there is no decision, and always null for readers who do not decide, because they must not see decisions.
   */
  decision: Decision | null;
};

const PAGE = 50;

type ListRequest = StaffInEdition & {
  filter: ApplicationFilter;
  /** The uids of the people found by e-mail address or by neutral name. */
  people?: readonly string[];
  /** Whether to search by words as well. */
  byWords?: boolean;
  /** Whether the search includes words of answers that readers may not see. */
  inAnswers: boolean;
};

/** The part of a list that a page shows. */
type Part = {
  /** The place in the list after which the page begins. With `backwards`, the page ends before it. */
  after: ListPosition | null;
  /** If true, the page ends before `after`, and its rows come in reverse order. */
  backwards?: boolean;
  limit: number;
};

/**
 * The statement for one page of applications. It starts with the condition that matches the fewest rows. If there is no
 * such condition, it reads the conference's applications in the order of the page. So it reads as many rows for 100,000
 * applications as for 100. The exception is a condition that has no index and that few applications match.
 */
function pageOf(db: Database, request: ListRequest, { after, backwards = false, limit }: Part) {
  const { conferenceId, filter } = request;
  const isUp = isAscending(sortOf(filter)) !== backwards;
  const direction = isUp ? asc : desc;
  const order = orderOf(conferenceId, filter);
  const source = driver(db, request);
  const fields = {
    uid: applications.uid,
    submittedAt: applications.submittedAt,
    reopenedFrom: applications.reopenedFrom,
    reviewCount: applications.reviewCount,
    meanScore: applications.meanScore,
    spread: applications.spread,
    own: ownScore(request),
    decided: decidedOn(conferenceId),
    key: sql<number | string | null>`${subquery(order.key)}`.as("sort_key"),
  };
  const where = and(
    filterConditions(request, filter),
    order.behind(after, isUp),
    source ? sql`${applications.uid} = found.uid` : undefined,
  );
  const whole = db.select(fields).from(applications).$dynamic();
  const found = source && db.select(fields).from(source).crossJoin(applications).$dynamic();
  return ((found ?? whole) as typeof whole)
    .where(where)
    .orderBy(...(order.isByUid ? [] : [direction(order.key)]), direction(applications.uid))
    .limit(limit);
}

/** The order of a list, for a query over `applications`. Rows with equal keys are ordered by uid. */
type Order = {
  key: SQL;
  /** Whether there is no key, so that the rows are ordered by uid alone. */
  isByUid: boolean;
  /** The condition that a row has a key and comes after the given place in the list. */
  behind(after: ListPosition | null, isUp: boolean): SQL | undefined;
};

const COLUMN_KEYS: Partial<Record<string, "submittedAt" | "meanScore" | "reviewCount" | "spread">> = {
  submitted: "submittedAt",
  score: "meanScore",
  reviews: "reviewCount",
  spread: "spread",
};

function orderOf(conferenceId: string, filter: ApplicationFilter): Order {
  const by = sortOf(filter).replace(/^-/, "");
  const column = COLUMN_KEYS[by];
  const text = TEXT_KEYS[by];
  const sign = (isUp: boolean) => sql.raw(isUp ? ">" : "<");
  if (column)
    return {
      key: sql`${applications[column]}`,
      isByUid: false,
      behind: (after, isUp) => behindPosition(applications[column], applications.uid, after, isUp),
    };
  if (text) {
    const key = text(conferenceId, sql`${applications.uid}`);
    return {
      key,
      isByUid: false,
      // The address contains only the uid of the last row, so the text of that row is looked up.
      behind: (after, isUp) =>
        after
          ? sql`(${key}, ${applications.uid}) ${sign(isUp)} (${text(conferenceId, sql`${after.id}`)}, ${after.id})`
          : undefined,
    };
  }
  return {
    key: sql`NULL`,
    isByUid: true,
    behind: (after, isUp) => sql`${applications.uid} ${sign(isUp)} ${after?.id ?? (isUp ? "" : "\uffff")}`,
  };
}

const answerKey = (asked: string[], text: SQL) => (conferenceId: string, uid: SQL) =>
  sql`coalesce((SELECT lower(trim(${text})) FROM ${answers} WHERE ${answers.conferenceId} = ${conferenceId}
    AND ${answers.uid} = ${uid} AND ${answers.sectionId} = ${sectionsThatAsk(conferenceId, asked)}), '')`;
const partOf = (question: string) => sql`coalesce(${answers.answers} ->> ${`$.${question}`}, '')`;

/** The text of an application, in lower case, for each order that sorts by a text. */
const TEXT_KEYS: Partial<Record<string, (conferenceId: string, uid: SQL) => SQL>> = {
  name: answerKey(["lastName"], sql`${partOf("lastName")} || ' ' || ${partOf("firstName")}`),
  institution: answerKey(["institution"], partOf("institution")),
  decision: (conferenceId, uid) => sql`coalesce(${decidedOn(conferenceId, uid)}, '')`,
};

/**
 * The condition of a filter that matches the fewest applications. Undefined if there is none; then the list is read in
 * its own order.
 */
function driver(
  db: Database,
  { conferenceId, staffUid, filter, people = [], byWords, inAnswers }: ListRequest,
) {
  const { search, show, reviewed } = filter;
  if (search)
    return byWords ? foundByWordsOr(db, conferenceId, search, people, { inAnswers }) : foundAmong(db, people);
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

type Row = Awaited<ReturnType<typeof pageOf>>[number];

/** How a list is sorted. Drafts can be sorted only by id. */
const sortOf = ({ sort, state }: ApplicationFilter): string =>
  state === "draft" ? "-" : (sort ?? "-submitted");

/**
 * The place of a row in a list. If the list is sorted by a text, the place contains only the uid, by which the text is
 * found.
 */
const placeOf = (filter: ApplicationFilter, row: { uid: string } & PlaceKeys): ListPosition => {
  const key = {
    submitted: row.submittedAt,
    score: row.meanScore,
    reviews: row.reviewCount,
    spread: row.spread,
  }[sortOf(filter).replace(/^-/, "")];
  return { key: key ?? 0, id: row.uid };
};

type PlaceKeys = {
  submittedAt: number | null;
  meanScore: number | null;
  reviewCount: number;
  spread: number | null;
};

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
 * The uids of the applications that a search finds by their neutral names, for a reader who does not see who applied.
 * Null for everybody else, and if nothing is searched for.
 *
 * @param asked the edition's questions for the name.
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

export type ApplicationPage = {
  /** Whether the reader does not see who applied. */
  isBlind: boolean;
  /** The default of `show` in the filter: "mine" if the reader has applications to read. */
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
 * One page of the applications that a member of the staff may read. Always two round trips. If the viewer does not see
 * who applied, the results that a search finds by names and addresses are dropped.
 *
 * @param asked the filter as `allowedFilter` returned it.
 */
export async function listApplications(
  { db }: Context,
  visit: SignedIn,
  asked: ApplicationFilter,
  after: ListPosition | null,
): Promise<ApplicationPage> {
  const { viewer, settings } = visit;
  const { conferenceId } = settings;
  const inAnswers = can(viewer.abilities, "decide");
  const about = { conferenceId, staffUid: viewer.uid, byWords: true, inAnswers };
  const limit = PAGE + 1;
  const page = (show: "mine" | "everyone", most: number) =>
    pageOf(db, { ...about, filter: { ...asked, show } }, { after, limit: most });
  const [
    rounds,
    [reading = { assigned: 0, reviewed: 0 }],
    mine,
    everyone,
    people,
    stop,
    tallied,
    listedQuestions,
    given,
  ] = await db.batch([
    roundRows(db, conferenceId),
    readingRows(db, conferenceId, viewer.uid),
    page(asked.show ?? "mine", limit),
    page("everyone", asked.show ? 0 : limit),
    peopleByEmail(db, asked.search),
    stopRows(db, conferenceId, asked.search, { inAnswers }),
    tallyRows(db, conferenceId, ["standing"]),
    listedQuestionRows(db, conferenceId),
    searchedByNeutralName(db, visit, asked.search),
  ]);
  const isBlind = readsBlind(viewer, listedQuestions);
  const blindly = foundBlindly(visit, asked.search, listedQuestions, given);
  const hidesInstitution =
    !inAnswers && listedQuestions.some(({ id, forReviewers }) => id === "institution" && !forReviewers);
  const show = asked.show ?? (reading.assigned > 0 ? "mine" : "everyone");
  const filter = { ...asked, show };
  const listed = asked.show || show === "mine" ? mine : everyone;
  const first = blindly ? [] : listed;
  const emailed = blindly ?? people.map(({ uid }) => uid);
  const uids = [...first.map(({ uid }) => uid), ...emailed];
  const onPage = foundOnPage(Math.min(first.length, PAGE), {
    isFirst: after === null,
    isLast: first.length <= PAGE,
  });
  const known = asked.search ? onPage : (onPage ?? foundBy(filter, standingsIn(tallied)));
  const isCounted = known === null && !asked.search && looksAtAll(filter);
  const [emails, names, counted, second] = await db.batch([
    emailRows(db, uids),
    nameRows(db, conferenceId, uids),
    countRows(
      db,
      applications,
      isCounted ? filterConditions(about, filter) : eq(applications.conferenceId, ""),
    ),
    pageOf(
      db,
      { ...about, filter, people: emailed, byWords: false },
      { after, limit: emailed.length > 0 ? limit : 0 },
    ),
  ]);
  const found = merged(filter, first, asked.search ? second : []).slice(0, limit);
  const rows = found.slice(0, PAGE);
  const last = rows.at(-1);
  const emailOf = new Map(emails.map(({ uid, email }) => [uid, email]));
  const nameOf = namesIn(names);
  return {
    isBlind,
    show,
    rounds: rounds.map(({ id, title }) => ({ id, title })),
    reading,
    stopped: blindly ? null : stoppedAt(asked.search, stop, people),
    next: found.length > PAGE && last ? placeOf(filter, last) : null,
    found: isCounted
      ? countIn(counted)
      : asked.search
        ? foundOnPage(rows.length, { isFirst: after === null, isLast: found.length <= PAGE })
        : known,
    rows: rows.map(({ uid, own, decided, reopenedFrom, meanScore, spread, submittedAt, reviewCount }) => {
      const reviewed = own !== null;
      const others = seesOthers({ abilities: viewer.abilities, reviewed });
      return {
        uid,
        email: isBlind ? "" : (emailOf.get(uid) ?? ""),
        name: isBlind ? neutralName(conferenceId, uid) : (nameOf.get(uid)?.name ?? ""),
        institution: hidesInstitution ? "" : (nameOf.get(uid)?.institution ?? ""),
        submittedAt,
        reopened: reopenedFrom !== null,
        reviewCount,
        reviewed,
        meanScore: others ? meanScore : null,
        spread: others ? spread : null,
        decision: can(viewer.abilities, "decide") ? decided : null,
      };
    }),
  };
}

/** How many applications a filter finds, if the tallies contain that number. */
function foundBy(
  filter: ApplicationFilter,
  { drafts, submitted }: ReturnType<typeof standingsIn>,
): RowsInAll | null {
  const { search, show, reviewed, state, round, decision } = filter;
  const isByScore = filter.sort === "score" || filter.sort === "-score";
  if (search || show === "mine" || reviewed || isByScore || looksAtAll(filter)) return null;
  if (state === "draft") return decision ? null : { number: drafts, isMore: false };
  const matching = submitted.filter(
    (standing) =>
      (!round || standing.round === round) &&
      (!decision || standing.decision === (decision === "undecided" ? null : decision)),
  );
  return { number: matching.reduce((sum, { number }) => sum + number, 0), isMore: false };
}

/** Merges two pages with the same order. An application that is on both pages appears once. */
function merged(filter: ApplicationFilter, one: Row[], other: Row[]): Row[] {
  const rows = new Map([...one, ...other].map((row) => [row.uid, row]));
  return [...rows.values()].sort((left, right) => {
    const [a, b] = [left.key ?? 0, right.key ?? 0];
    const upwards = a === b ? (left.uid < right.uid ? -1 : 1) : a < b ? -1 : 1;
    return isAscending(sortOf(filter)) ? upwards : -upwards;
  });
}

/**
 * The statements for the applications before and after the given one in a list. The people in `people` are those found
 * by e-mail address or, if words are not searched, by neutral name.
 */
export function neighbourRows(db: Database, about: ListRequest, application: { uid: string } & PlaceKeys) {
  const after = placeOf(about.filter, application);
  return [
    pageOf(db, about, { after, backwards: true, limit: 1 }),
    pageOf(db, about, { after, limit: 1 }),
  ] as const;
}

/**
 * The next application in a list that the reader has not reviewed: the first such application after `from`. If there is
 * none after `from`, it is the first in the list. Null if none is left. At most two round trips.
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
    pageOf(db, about, { after: here ? placeOf(filter, here) : null, limit: 1 }),
    // The first application in the list may be the one that is shown now. It is chosen only if there is no other.
    pageOf(db, about, { after: null, limit: 2 }),
  ]);
  return behind[0]?.uid ?? (first.find(({ uid }) => uid !== from) ?? first[0])?.uid ?? null;
}
