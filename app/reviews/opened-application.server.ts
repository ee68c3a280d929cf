import { and, asc, eq } from "drizzle-orm";
import { comments, conflicts, reviews } from "#db/schema/reviews.ts";
import { calledRows } from "~/accounts/addresses.server.ts";
import {
  type Application,
  applicationFrom,
  applicationRows,
} from "~/applications/application-rows.server.ts";
import { legible } from "~/applications/applications.server.ts";
import { listedQuestionRows } from "~/applications/blind-reading.server.ts";
import { neutralFileName, neutralName, readsBlind } from "~/applications/blind-reading.ts";
import { mayRead } from "~/applications/may-read.ts";
import { asReaderSees } from "~/applications/reader-view.ts";
import { nameRows, namesIn, peopleByEmail } from "~/applications/search.server.ts";
import {
  disabledRows,
  type FewStanding,
  fewRows,
  fewStanding,
  mailsOf,
  openMailRows,
  ownDecisionRows,
} from "~/decisions/released-alone.server.ts";
import { changeRows } from "~/details/details.server.ts";
import { detailsHistoryOf, type HistoryEntry, questionsChanged } from "~/details/details.ts";
import { budgetRows } from "~/money/awards/budgets.server.ts";
import { auditOnceAnHour, noteRefusal } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import type { ApplicationFilter } from "~/selections/application-filter.ts";
import { applicationLabelRows } from "~/selections/labels.server.ts";
import { can } from "~/values/abilities.ts";
import type { Decision, Ruling } from "~/values/types.ts";
import { fullName } from "~/values/words.ts";
import { foundBlindly, searchedByNeutralName } from "./blind-search.server.ts";
import { neighbourRows } from "./next-application.server.ts";
import { type Criterion, mayReview, seesOthers, spreadOf } from "./review.ts";
import { applicationObject, assignmentRows, criterionRows, ofApplication } from "./review-rows.server.ts";

type Review = Pick<
  typeof reviews.$inferSelect,
  "scores" | "score" | "recommendation" | "version" | "savedAt"
>;

export type Desk = {
  uid: string;
  /**
   * Whether the reader does not see who applied. If so, the name and the file names are neutral, and the address is
   * empty.
   */
  isBlind: boolean;
  email: string;
  name: string;
  application: Application & { contentTypes: Record<string, string> };
  criteria: Criterion[];
  own: Review | null;
  /** Whether the reader may score the application, and if not, why. */
  ruling: Ruling;
  /**
   * Whether the reader has neither reviewed nor commented, so that the application can still be given to another
   * reader.
   */
  unstarted: boolean;
  /** Whether the viewer has declared that they should not read the application. */
  conflict: boolean;
  /**
   * The readers who have declared that they should not read the application; always empty for people who do not decide.
   */
  conflicts: { reader: string; reason: string }[];
  /** The reviews of all readers; null as long as the viewer may not see them. */
  readers: {
    reviews: {
      uid: string;
      reader: string;
      score: number;
      recommendation: Decision;
      scores: Record<string, number>;
    }[];
    meanScore: number | null;
    spread: number | null;
  } | null;
  comments: { id: string; reader: string; text: string; createdAt: number; mine: boolean }[];
  /** The titles of the application's labels; always empty for people who do not decide. */
  labels: string[];
  /**
   * The stored decision, the decision that the delegate sees, and the state of its release. Null for people who do not
   * decide, because they must not see decisions.
   */
  decided: {
    decision: Decision | null;
    planId: string | null;
    seenNow: Decision | null;
    isOut: boolean;
    /** The budgets that can pay for an award; null if the viewer may not give awards. */
    budgets: { id: string; title: string }[] | null;
    few: FewStanding & { waiting: number; givenUp: number };
  } | null;
  /**
   * The changes that the delegate made after submitting, newest first. Always empty for people who do not decide,
   * because they do not need them.
   */
  detailsHistory: HistoryEntry[];
  /** The list from which the desk continues if the URL does not say: "mine" or "everyone". */
  show: "mine" | "everyone";
  previous: string | null;
  next: string | null;
};

/**
 * One application with everything that belongs to it, as it is stored. Null if there is no such application, or if the
 * viewer may not read it. One round trip.
 */
async function readOpened(context: Context, visit: SignedIn, uid: string, filter: ApplicationFilter) {
  const { db } = context;
  const { viewer, settings, now } = visit;
  const { conferenceId } = settings;
  const [
    [assignment],
    declared,
    rubric,
    reviewRows,
    commentRows,
    [decided],
    [few],
    [disabled],
    waiting,
    givenUp,
    people,
    given,
    labels,
    sections,
    questions,
    rounds,
    edition,
    inPersonEvent,
    applicationRow,
    answers,
    documents,
  ] = await db.batch([
    assignmentRows(db, conferenceId, uid, viewer.uid),
    db
      .select({ staffUid: conflicts.staffUid, reason: conflicts.reason })
      .from(conflicts)
      .where(ofApplication(conflicts, conferenceId, uid))
      .orderBy(asc(conflicts.declaredAt), asc(conflicts.staffUid)),
    criterionRows(db, conferenceId),
    db
      .select()
      .from(reviews)
      .where(ofApplication(reviews, conferenceId, uid))
      .orderBy(asc(reviews.createdAt), asc(reviews.staffUid)),
    db
      .select()
      .from(comments)
      .where(ofApplication(comments, conferenceId, uid))
      .orderBy(asc(comments.createdAt), asc(comments.id)),
    ownDecisionRows(db, conferenceId, uid, now),
    fewRows(db, conferenceId, { uid }, now),
    disabledRows(db, uid),
    ...openMailRows(db, conferenceId, uid),
    peopleByEmail(db, filter.search),
    searchedByNeutralName(db, visit, filter.search),
    applicationLabelRows(db, conferenceId, uid),
    ...applicationRows(db, conferenceId, uid),
  ]);
  const [stored] = applicationRow;
  const assigned = assignment !== undefined;
  if (!stored) return null;
  if (!mayRead({ abilities: viewer.abilities, assigned })) {
    noteRefusal(context, { actorUid: viewer.uid, object: applicationObject(visit, uid) });
    return null;
  }
  return {
    ...{ assigned, declared, rubric, reviewRows, commentRows, decided, people, given, labels },
    ...{
      few: fewStanding(few!, disabled ? few! : null),
      mails: mailsOf([waiting, givenUp]),
      questions,
      stored,
      documents,
    },
    application: applicationFrom([
      sections,
      questions,
      rounds,
      edition,
      inPersonEvent,
      applicationRow,
      answers,
      documents,
    ]),
  };
}

/**
 * An application for the review desk. Null if there is no such application, or if it was not assigned to this reviewer.
 * So a reviewer cannot tell the two cases apart. Two round trips.
 */
export async function readDesk(
  context: Context,
  visit: SignedIn,
  uid: string,
  filter: ApplicationFilter,
): Promise<Desk | null> {
  const opened = await readOpened(context, visit, uid, filter);
  if (!opened) return null;
  const { db } = context;
  const { viewer, settings } = visit;
  const { conferenceId } = settings;
  const { application, stored, questions, documents, assigned, declared, reviewRows, commentRows } = opened;
  const { rubric, decided, few, mails, people, given, labels } = opened;
  const own = reviewRows.find(({ staffUid }) => staffUid === viewer.uid) ?? null;
  const others = seesOthers({ abilities: viewer.abilities, reviewed: own !== null });
  const shownComments = commentRows.filter(({ staffUid }) => others || staffUid === viewer.uid);
  const blindly = foundBlindly(visit, filter.search, questions, given);
  const show = filter.show ?? (assigned ? "mine" : "everyone");
  const decides = can(viewer.abilities, "decide");
  const givesAwards = decides && can(viewer.abilities, "money");
  const [known, changed, [previous], [next], , budgets = []] = await db.batch([
    calledRows(db, [uid, ...[...reviewRows, ...shownComments, ...declared].map(({ staffUid }) => staffUid)]),
    changeRows(db, conferenceId, uid),
    ...neighbourRows(
      db,
      {
        conferenceId,
        staffUid: viewer.uid,
        filter: { ...filter, show },
        people: blindly ?? people.map((person) => person.uid),
        byWords: blindly === null,
        inAnswers: decides,
      },
      stored,
    ),
    // An open page loads itself again every few seconds. All these loads within an hour are recorded as one access.
    auditOnceAnHour(context, {
      ...{ actorUid: viewer.uid, action: "openApplication", object: applicationObject(visit, uid) },
    }),
    ...(givesAwards ? [budgetRows(db, conferenceId)] : []),
  ]);
  const personOf = new Map(known.map((person) => [person.uid, person]));
  const nameOf = (staffUid: string) => personOf.get(staffUid)?.called ?? "";
  const { firstName, middleName, lastName } = application.answers;
  const isBlind = readsBlind(viewer, questions);
  const conflict = declared.some(({ staffUid }) => staffUid === viewer.uid);
  const seen = asReaderSees(viewer, { ...legible(application), questions });
  return {
    uid,
    isBlind,
    email: isBlind ? "" : (personOf.get(uid)?.email ?? ""),
    name: isBlind ? neutralName(conferenceId, uid) : fullName(firstName, middleName, lastName),
    application: {
      ...application,
      ...seen,
      documents: isBlind
        ? seen.documents.map((document) => ({
            ...document,
            fileName: neutralFileName({ conferenceId, uid }, document),
          }))
        : seen.documents,
      contentTypes: Object.fromEntries(documents.map(({ id, contentType }) => [id, contentType])),
    },
    criteria: rubric,
    own,
    ruling: mayReview({ submittedAt: stored.submittedAt, conflict }),
    unstarted: own === null && !commentRows.some(({ staffUid }) => staffUid === viewer.uid),
    conflict,
    readers: others ? readersOf(reviewRows, stored.meanScore, nameOf) : null,
    comments: shownComments.map(({ id, staffUid, text, createdAt }) => ({
      id,
      reader: nameOf(staffUid),
      text,
      createdAt,
      mine: staffUid === viewer.uid,
    })),
    ...(decides
      ? {
          conflicts: declared.map(({ staffUid, reason }) => ({ reader: nameOf(staffUid), reason })),
          labels: labels.map(({ title }) => title),
          decided: {
            decision: decided?.decision ?? null,
            planId: decided?.planId ?? null,
            seenNow: decided?.seenNow ?? null,
            isOut: decided?.isOut ?? false,
            budgets: givesAwards ? budgets.map(({ id, title }) => ({ id, title })) : null,
            few: { ...few, ...mails },
          },
          detailsHistory: detailsHistoryOf(questionsChanged(questions), changed),
        }
      : { conflicts: [], labels: [], decided: null, detailsHistory: [] }),
    show,
    previous: previous?.uid ?? null,
    next: next?.uid ?? null,
  };
}

/** The reviews of all readers, with their mean and spread. `nameOf` returns the name by which pages call a reader. */
const readersOf = (
  rows: (typeof reviews.$inferSelect)[],
  meanScore: number | null,
  nameOf: (staffUid: string) => string,
): Desk["readers"] => ({
  reviews: rows.map(({ staffUid, score, recommendation, scores }) => ({
    uid: staffUid,
    reader: nameOf(staffUid),
    score,
    recommendation,
    scores,
  })),
  meanScore,
  spread: spreadOf(rows.map(({ score }) => score)),
});

/**
 * The name of the application that the reader has just reviewed: a neutral name if the reader does not see who applied.
 * The parameter `saved` of the page's address contains the uid. Null without that parameter, or if the reader has not
 * reviewed the application.
 */
export async function justSaved(
  { db }: Context,
  { viewer, settings: { conferenceId } }: SignedIn,
  request: Request,
): Promise<string | null> {
  const uid = new URL(request.url).searchParams.get("saved");
  if (!uid) return null;
  const [[review], names, asked] = await db.batch([
    db
      .select({ uid: reviews.uid })
      .from(reviews)
      .where(and(ofApplication(reviews, conferenceId, uid), eq(reviews.staffUid, viewer.uid))),
    nameRows(db, conferenceId, [uid]),
    listedQuestionRows(db, conferenceId),
  ]);
  if (!review) return null;
  const name = readsBlind(viewer, asked) ? "" : namesIn(names).get(uid)?.name;
  return name || neutralName(conferenceId, uid);
}
