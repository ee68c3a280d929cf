import { and, asc, eq, gt, isNotNull, ne, type SQL, sql } from "drizzle-orm";
import { type Database, excluded, hasRow, insertFrom } from "#db/client.ts";
import { applications } from "#db/schema/applications.ts";
import { assignments, comments, conflicts, criteria, reviews } from "#db/schema/reviews.ts";
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
  type FewStanding,
  fewRows,
  mailsOf,
  openMailRows,
  ownDecisionRows,
} from "~/decisions/released-alone.server.ts";
import { changeRows } from "~/details/details.server.ts";
import { detailsHistoryOf, type HistoryEntry, questionsChanged } from "~/details/details.ts";
import { budgetRows } from "~/money/awards/budgets.server.ts";
import { audited, auditOnceAnHour, noteRefusal } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { newId } from "~/platform/ids.server.ts";
import type { ApplicationFilter } from "~/selections/application-filter.ts";
import { applicationLabelRows } from "~/selections/labels.server.ts";
import { can } from "~/values/abilities.ts";
import { MINUTE } from "~/values/durations.ts";
import type { Decision, Ruling } from "~/values/types.ts";
import { fullName } from "~/values/words.ts";
import { type Criterion, mayReview, seesOthers, spreadOf, weightedScore } from "./review.ts";
import { foundBlindly, neighbourRows, searchedByNeutralName } from "./review-list.server.ts";

/** If the same comment is sent again within this time (ms), the button was pressed twice. */
const DOUBLE_PRESS = MINUTE;

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
  /** Whether the reader may score the application. If not, it says why. */
  ruling: Ruling;
  /**
   * Whether the reader has neither reviewed nor commented, so that the application can still be given to another
   * reader.
   */
  unstarted: boolean;
  /** Whether the viewer has declared that they should not read the application. */
  conflict: boolean;
  /** All readers who have declared that; always empty for people who do not decide. */
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
   * because they do not need to know.
   */
  detailsHistory: HistoryEntry[];
  /** The list from which the desk continues if the URL does not say: "mine" or "everyone". */
  show: "mine" | "everyone";
  previous: string | null;
  next: string | null;
};

/** The condition that a row belongs to one application. */
const ofApplication = (
  table: typeof reviews | typeof comments | typeof conflicts,
  conferenceId: string,
  uid: string,
) => and(eq(table.conferenceId, conferenceId), eq(table.uid, uid));

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
    ...openMailRows(db, conferenceId, uid),
    peopleByEmail(db, filter.search),
    searchedByNeutralName(db, visit, filter.search),
    applicationLabelRows(db, conferenceId, uid),
    ...applicationRows(db, conferenceId, uid),
  ]);
  const [stored] = applicationRow;
  const assigned = assignment !== undefined;
  if (!stored) return null;
  const look = { actorUid: viewer.uid, object: object(visit, uid) };
  if (!mayRead({ abilities: viewer.abilities, assigned })) {
    noteRefusal(context, look);
    return null;
  }

  const application = applicationFrom([
    sections,
    questions,
    rounds,
    edition,
    inPersonEvent,
    applicationRow,
    answers,
    documents,
  ]);
  const own = reviewRows.find(({ staffUid }) => staffUid === viewer.uid) ?? null;
  const others = seesOthers({ abilities: viewer.abilities, reviewed: own !== null });
  const shownComments = commentRows.filter(({ staffUid }) => others || staffUid === viewer.uid);
  const blindly = foundBlindly(visit, filter.search, questions, given);
  const show = filter.show ?? (assigned ? "mine" : "everyone");
  const givesAwards = can(viewer.abilities, "decide") && can(viewer.abilities, "money");
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
        inAnswers: can(viewer.abilities, "decide"),
      },
      stored,
    ),
    // An open page loads itself again every few seconds. All these loads within an hour are recorded as one access.
    auditOnceAnHour(context, { ...look, action: "openApplication" }),
    ...(givesAwards ? [budgetRows(db, conferenceId)] : []),
  ]);
  const personOf = new Map(known.map((person) => [person.uid, person]));
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
    conflicts: can(viewer.abilities, "decide")
      ? declared.map(({ staffUid, reason }) => ({ reader: personOf.get(staffUid)?.called ?? "", reason }))
      : [],
    readers: others
      ? {
          reviews: reviewRows.map(({ staffUid, score, recommendation, scores }) => ({
            uid: staffUid,
            reader: personOf.get(staffUid)?.called ?? "",
            score,
            recommendation,
            scores,
          })),
          meanScore: stored.meanScore,
          spread: spreadOf(reviewRows.map(({ score }) => score)),
        }
      : null,
    comments: shownComments.map(({ id, staffUid, text, createdAt }) => ({
      id,
      reader: personOf.get(staffUid)?.called ?? "",
      text,
      createdAt,
      mine: staffUid === viewer.uid,
    })),
    labels: can(viewer.abilities, "decide") ? labels.map(({ title }) => title) : [],
    decided: can(viewer.abilities, "decide")
      ? {
          decision: decided?.decision ?? null,
          planId: decided?.planId ?? null,
          seenNow: decided?.seenNow ?? null,
          isOut: decided?.isOut ?? false,
          budgets: givesAwards ? budgets.map(({ id, title }) => ({ id, title })) : null,
          few: {
            ...few!,
            ...mailsOf([waiting, givenUp]),
          },
        }
      : null,
    detailsHistory: can(viewer.abilities, "decide")
      ? detailsHistoryOf(questionsChanged(questions), changed)
      : [],
    show,
    previous: previous?.uid ?? null,
    next: next?.uid ?? null,
  };
}

/**
 * What the reader may call the application whose review they have just saved, according to the address of the page.
 * Null if the address names none, or one that this reader has not reviewed.
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

/** The rubric of a conference: its criteria in order. */
export const criterionRows = (db: Database, conferenceId: string) =>
  db
    .select({
      id: criteria.id,
      title: criteria.title,
      hint: criteria.hint,
      weight: criteria.weight,
    })
    .from(criteria)
    .where(eq(criteria.conferenceId, conferenceId))
    .orderBy(asc(criteria.position));

/**
 * The facts that every act on an application needs. Null if there is no such application or the viewer may not open it.
 * One round trip.
 */
export async function findForReader(context: Context, visit: SignedIn, uid: string) {
  const { db } = context;
  const { viewer, settings } = visit;
  const { conferenceId } = settings;
  const [[stored], [assignment], rubric] = await db.batch([
    db
      .select({ uid: applications.uid })
      .from(applications)
      .where(and(eq(applications.conferenceId, conferenceId), eq(applications.uid, uid))),
    assignmentRows(db, conferenceId, uid, viewer.uid),
    criterionRows(db, conferenceId),
  ]);
  if (!stored) return null;
  if (mayRead({ abilities: viewer.abilities, assigned: assignment !== undefined }))
    return { criteria: rubric };
  noteRefusal(context, { actorUid: viewer.uid, object: object(visit, uid) });
  return null;
}

/** A row if the application was assigned to this member of the staff; otherwise no row. */
export const assignmentRows = (db: Database, conferenceId: string, uid: string, staffUid: string) =>
  db
    .select({ uid: assignments.uid })
    .from(assignments)
    .where(isGiven(conferenceId, uid, staffUid));

const isGiven = (conferenceId: string, uid: string, staffUid: string) =>
  and(
    eq(assignments.conferenceId, conferenceId),
    eq(assignments.uid, uid),
    eq(assignments.staffUid, staffUid),
  );

/**
 * The FROM and WHERE of a conditional write. They give the row of the application if the viewer is allowed to open it,
 * and no row if not.
 */
function readable({ viewer, settings }: SignedIn, uid: string): SQL {
  const { conferenceId } = settings;
  const isAssigned = sql`EXISTS (SELECT 1 FROM ${assignments} WHERE ${isGiven(conferenceId, uid, viewer.uid)})`;
  return sql`FROM ${applications} WHERE ${and(
    eq(applications.conferenceId, conferenceId),
    eq(applications.uid, uid),
    can(viewer.abilities, "decide") ? undefined : isAssigned,
  )}`;
}

const object = ({ settings }: SignedIn, uid: string) => `${settings.conferenceId}/${uid}`;

/**
 * Saves the reader's own review. The same batch updates the application's number of reviews, mean score and spread.
 *
 * @param posted `version` is the version of the review that was shown; 0 for the first. If another version was saved in
 *   between, the answer is "clash" and nothing is written. Saving the same review twice is not a clash.
 * @returns "refused" if the reader may not review the application, or may no longer do so.
 */
export async function saveReview(
  context: Context,
  visit: SignedIn,
  uid: string,
  rubric: readonly Criterion[],
  posted: { scores: Record<string, number>; recommendation: Decision; version: number },
): Promise<"saved" | "clash" | "refused"> {
  const { db } = context;
  const { viewer, settings, now } = visit;
  const { conferenceId } = settings;
  const { scores, recommendation, version } = posted;
  const key = { conferenceId, uid, staffUid: viewer.uid };
  const score = weightedScore(rubric, scores);
  const noConflict = sql`NOT EXISTS (SELECT 1 FROM ${conflicts} WHERE ${and(
    eq(conflicts.conferenceId, conferenceId),
    eq(conflicts.uid, uid),
    eq(conflicts.staffUid, viewer.uid),
  )})`;
  const reviewable = sql`${readable(visit, uid)} AND ${isNotNull(applications.submittedAt)} AND ${noConflict}`;
  const all = sql`FROM ${reviews} WHERE ${reviews.conferenceId} = ${conferenceId} AND ${reviews.uid} = ${uid}`;
  const own = and(ofApplication(reviews, conferenceId, uid), eq(reviews.staffUid, viewer.uid));
  const isSame = and(eq(reviews.scores, scores), eq(reviews.recommendation, recommendation));
  const clashing = and(own, ne(reviews.version, version), sql`NOT (${isSame})`);
  const { entry, isDone } = audited(
    context,
    { actorUid: viewer.uid, action: "saveReview", object: object(visit, uid), detail: { score } },
    sql`EXISTS (SELECT 1 ${reviewable}) AND NOT ${hasRow(reviews, clashing)}`,
  );
  const [, saved, , [possible]] = await db.batch([
    entry,
    insertFrom(
      db,
      reviews,
      { ...key, scores, score, recommendation, version: 1, createdAt: now, savedAt: now },
      sql`WHERE ${isDone}`,
    )
      .onConflictDoUpdate({
        target: [reviews.conferenceId, reviews.uid, reviews.staffUid],
        set: {
          scores: excluded(reviews.scores),
          score: excluded(reviews.score),
          recommendation: excluded(reviews.recommendation),
          version: sql`${reviews.version} + 1`,
          savedAt: now,
        },
      })
      .returning({ version: reviews.version }),
    db
      .update(applications)
      .set({
        reviewCount: sql`(SELECT count(*) ${all})`,
        meanScore: sql`(SELECT CAST(round(avg(${reviews.score})) AS INTEGER) ${all})`,
        spread: sql`(SELECT max(${reviews.score}) - min(${reviews.score}) ${all} HAVING count(*) > 1)`,
      })
      .where(and(eq(applications.conferenceId, conferenceId), eq(applications.uid, uid))),
    db
      .select({ uid: applications.uid })
      .from(applications)
      .where(sql`EXISTS (SELECT 1 ${reviewable}) AND ${applications.conferenceId} = ${conferenceId}
        AND ${applications.uid} = ${uid}`),
  ]);
  if (saved.length > 0) return "saved";
  return possible ? "clash" : "refused";
}

/**
 * Adds a comment. Pressing the button several times adds it only once. Returns false if the reader may not comment on
 * this application.
 */
export async function addComment(
  context: Context,
  visit: SignedIn,
  uid: string,
  text: string,
): Promise<boolean> {
  const { db } = context;
  const { viewer, settings, now } = visit;
  const mine = and(ofApplication(comments, settings.conferenceId, uid), eq(comments.staffUid, viewer.uid));
  const again = and(mine, eq(comments.text, text), gt(comments.createdAt, now - DOUBLE_PRESS));
  const { entry, isDone } = audited(
    context,
    { actorUid: viewer.uid, action: "addComment", object: object(visit, uid) },
    sql`EXISTS (SELECT 1 ${readable(visit, uid)}) AND NOT ${hasRow(comments, again)}`,
  );
  const [, , stored] = await db.batch([
    entry,
    insertFrom(
      db,
      comments,
      {
        id: newId(),
        conferenceId: settings.conferenceId,
        uid,
        staffUid: viewer.uid,
        text,
        createdAt: now,
      },
      sql`WHERE ${isDone}`,
    ),
    db.select({ id: comments.id }).from(comments).where(again).limit(1),
  ]);
  return stored.length > 0;
}

/** Deletes one of the viewer's own comments. */
export async function deleteComment(context: Context, visit: SignedIn, uid: string, id: string) {
  const { viewer, settings } = visit;
  const isIt = and(
    eq(comments.id, id),
    ofApplication(comments, settings.conferenceId, uid),
    eq(comments.staffUid, viewer.uid),
  );
  const { entry } = audited(
    context,
    {
      ...{ actorUid: viewer.uid, action: "deleteComment", object: object(visit, uid) },
      detail: { comment: id },
    },
    hasRow(comments, isIt),
  );
  await context.db.batch([entry, context.db.delete(comments).where(isIt)]);
}

/**
 * Records that a reader should not read an application, and withdraws the assignment. If the reader has already begun,
 * the assignment stays and nothing is written.
 */
export async function declareConflict(
  context: Context,
  visit: SignedIn,
  uid: string,
  reason: string,
): Promise<boolean> {
  const { db } = context;
  const { viewer, settings, now } = visit;
  const { conferenceId } = settings;
  const key = { conferenceId, uid, staffUid: viewer.uid };
  const begun = (table: typeof reviews | typeof comments) =>
    sql`EXISTS (SELECT 1 FROM ${table} WHERE ${and(
      ofApplication(table, conferenceId, uid),
      eq(table.staffUid, viewer.uid),
    )})`;
  const unstarted = sql`NOT ${begun(reviews)} AND NOT ${begun(comments)}`;
  const declared = and(
    eq(conflicts.conferenceId, conferenceId),
    eq(conflicts.uid, uid),
    eq(conflicts.staffUid, viewer.uid),
  );
  const { entry, isDone } = audited(
    context,
    { actorUid: viewer.uid, action: "declareConflict", object: object(visit, uid) },
    sql`EXISTS (SELECT 1 ${readable(visit, uid)}) AND ${unstarted} AND NOT ${hasRow(conflicts, declared)}`,
  );
  const [, , , stored] = await db.batch([
    entry,
    insertFrom(db, conflicts, { ...key, reason, declaredAt: now }, sql`WHERE ${isDone}`),
    db
      .delete(assignments)
      .where(and(isGiven(conferenceId, uid, viewer.uid), unstarted, hasRow(conflicts, declared))),
    db.select({ uid: conflicts.uid }).from(conflicts).where(declared),
  ]);
  return stored.length > 0;
}
