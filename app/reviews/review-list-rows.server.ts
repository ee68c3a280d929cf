import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import { behindPosition, type Database, type ListPosition, subquery } from "#db/client.ts";
import { answers, applications } from "#db/schema/applications.ts";
import { assignments, reviews } from "#db/schema/reviews.ts";
import { sectionsThatAsk } from "~/applications/known-answers.server.ts";
import { type FoundPeople, foundAmong, foundByWordsOr } from "~/applications/search.server.ts";
import type { ApplicationFilter } from "~/selections/application-filter.ts";
import {
  decidedOn,
  filterConditions,
  ownScore,
  type StaffInEdition,
} from "~/selections/filter-conditions.server.ts";
import { isAscending } from "~/ui/paging.ts";

/** What a list shows, and for whom. */
export type ListRequest = StaffInEdition & {
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
export function listPageRows(db: Database, request: ListRequest, { after, backwards = false, limit }: Part) {
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

/** For each order in which applications are sorted by a text: the SQL for that text of an application. */
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

export type ListRow = Awaited<ReturnType<typeof listPageRows>>[number];

/** How a list is sorted. Drafts can be sorted only by id. */
export const sortOf = ({ sort, state }: ApplicationFilter): string =>
  state === "draft" ? "-" : (sort ?? "-submitted");

/**
 * The place of a row in a list. If the list is sorted by a text, the place contains only the uid, by which the text is
 * found.
 */
export const listPositionOf = (
  filter: ApplicationFilter,
  row: { uid: string } & PositionKeys,
): ListPosition => {
  const key = {
    submitted: row.submittedAt,
    score: row.meanScore,
    reviews: row.reviewCount,
    spread: row.spread,
  }[sortOf(filter).replace(/^-/, "")];
  return { key: key ?? 0, id: row.uid };
};

export type PositionKeys = {
  submittedAt: number | null;
  meanScore: number | null;
  reviewCount: number;
  spread: number | null;
};
