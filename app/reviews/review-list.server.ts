import { eq } from "drizzle-orm";
import { countIn, countRows, type ListPosition } from "#db/client.ts";
import { applications } from "#db/schema/applications.ts";
import { emailRows } from "~/accounts/addresses.server.ts";
import { listedQuestionRows } from "~/applications/blind-reading.server.ts";
import { neutralName, readsBlind } from "~/applications/blind-reading.ts";
import { nameRows, namesIn, peopleByEmail, stoppedAt, stopRows } from "~/applications/search.server.ts";
import { roundRows } from "~/conference/catalogue.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { type ApplicationFilter, looksAtAll } from "~/selections/application-filter.ts";
import { filterConditions } from "~/selections/filter-conditions.server.ts";
import { readingRows, standingsIn, tallyRows } from "~/standing/tallies.server.ts";
import { foundOnPage, isAscending, type RowsInAll } from "~/ui/paging.ts";
import { can } from "~/values/abilities.ts";
import type { Decision, RoundId } from "~/values/types.ts";
import { foundBlindly, searchedByNeutralName } from "./blind-search.server.ts";
import { seesOthers } from "./review.ts";
import { type ListRow, listPageRows, listPositionOf, sortOf } from "./review-list-rows.server.ts";

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

/** The number of applications on one page. */
const PAGE = 50;

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
  /** `isNextThere`: whether one of the assigned applications can be reviewed now. Those opened again cannot. */
  reading: { assigned: number; reviewed: number; isNextThere: boolean };
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
  const page = (show: "mine" | "everyone") =>
    listPageRows(db, { ...about, filter: { ...asked, show } }, { after, limit });
  const [
    rounds,
    [reading = { assigned: 0, reviewed: 0 }],
    unread,
    mine,
    people,
    stop,
    tallied,
    listedQuestions,
    given,
    everyone = [],
  ] = await db.batch([
    roundRows(db, conferenceId),
    readingRows(db, conferenceId, viewer.uid),
    listPageRows(db, { ...about, filter: { show: "mine", reviewed: "no" } }, { after: null, limit: 1 }),
    page(asked.show ?? "mine"),
    peopleByEmail(db, asked.search),
    stopRows(db, conferenceId, asked.search, { inAnswers }),
    tallyRows(db, conferenceId, ["standing"]),
    listedQuestionRows(db, conferenceId),
    searchedByNeutralName(db, visit, asked.search),
    ...(asked.show ? [] : [page("everyone")]),
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
  const [emails, names, counted, second = []] = await db.batch([
    emailRows(db, uids),
    nameRows(db, conferenceId, uids),
    countRows(
      db,
      applications,
      isCounted ? filterConditions(about, filter) : eq(applications.conferenceId, ""),
    ),
    ...(emailed.length > 0
      ? [listPageRows(db, { ...about, filter, people: emailed, byWords: false }, { after, limit })]
      : []),
  ]);
  const found = merged(filter, first, second).slice(0, limit);
  const rows = found.slice(0, PAGE);
  const last = rows.at(-1);
  const emailOf = new Map(emails.map(({ uid, email }) => [uid, email]));
  const nameOf = namesIn(names);
  return {
    isBlind,
    show,
    rounds: rounds.map(({ id, title }) => ({ id, title })),
    reading: { ...reading, isNextThere: unread.length > 0 },
    stopped: blindly ? null : stoppedAt(asked.search, stop, people),
    next: found.length > PAGE && last ? listPositionOf(filter, last) : null,
    found: isCounted
      ? countIn(counted)
      : asked.search
        ? foundOnPage(rows.length, { isFirst: after === null, isLast: found.length <= PAGE })
        : known,
    rows: rows.map((row) => {
      const named = nameOf.get(row.uid);
      return {
        ...scoresSeen(viewer, row),
        email: isBlind ? "" : (emailOf.get(row.uid) ?? ""),
        name: isBlind ? neutralName(conferenceId, row.uid) : (named?.name ?? ""),
        institution: hidesInstitution ? "" : (named?.institution ?? ""),
      };
    }),
  };
}

/** What the viewer may see of an application, apart from the person who applied. */
function scoresSeen(
  viewer: SignedIn["viewer"],
  { uid, own, decided, reopenedFrom, meanScore, spread, submittedAt, reviewCount }: ListRow,
) {
  const reviewed = own !== null;
  const others = seesOthers({ abilities: viewer.abilities, reviewed });
  return {
    uid,
    submittedAt,
    reopened: reopenedFrom !== null,
    reviewCount,
    reviewed,
    meanScore: others ? meanScore : null,
    spread: others ? spread : null,
    decision: can(viewer.abilities, "decide") ? decided : null,
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
function merged(filter: ApplicationFilter, one: ListRow[], other: ListRow[]): ListRow[] {
  const rows = new Map([...one, ...other].map((row) => [row.uid, row]));
  return [...rows.values()].sort((left, right) => {
    const [a, b] = [left.key ?? 0, right.key ?? 0];
    const upwards = a === b ? (left.uid < right.uid ? -1 : 1) : a < b ? -1 : 1;
    return isAscending(sortOf(filter)) ? upwards : -upwards;
  });
}
