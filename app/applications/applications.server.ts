import { and, eq, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { type Database, excluded, hasRow, insertFrom } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { answers, applications, documents, searchWords } from "#db/schema/applications.ts";
import { holdings } from "#db/schema/money.ts";
import { conferenceName } from "~/conference/conference-name.ts";
import { conferenceRows } from "~/conference/conferences.server.ts";
import { releaseAhead } from "~/conference/rounds.ts";
import { queueMail } from "~/mail/outbox.server.ts";
import { audited } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { newId } from "~/platform/ids.server.ts";
import type { Answers, Question } from "~/values/catalogue.ts";
import { isCountry } from "~/values/countries.ts";
import { inZone, isoDay } from "~/values/times.ts";
import { LIVE_HOLDING_STATES, type Refused } from "~/values/types.ts";
import { DOCUMENTS_PAGE, documentQuestions, sectionQuestions } from "./application-form.ts";
import { type Application, readApplication } from "./application-rows.server.ts";
import { applicationMails } from "./mails.ts";
import { applicationMessages } from "./messages.ts";
import { type AnswerCounts, countAnswers, minutesLeft } from "./progress.ts";
import { shownAnswers } from "./questions.ts";
import { changesFromSubmission, withChangesInForce } from "./reopened.server.ts";
import { answerWords, isSearched, NO_NAME, nameWords } from "./search-words.ts";
import {
  applicationProblems,
  type CheckedApplication,
  maySubmit,
  type SectionState,
  sectionState,
} from "./submission.ts";
import { isTelephone, withReadableTelephones, withStoredTelephones } from "./telephone.ts";

/** The parts of an application that determine how complete it is. */
type Written = Pick<Application, "sections" | "questions" | "answers" | "inPersonEvent"> & {
  documents: Pick<Application["documents"][number], "questionId">[];
};

/** For each question id, the problem that prevents submitting at `now` (UTC ms). */
export function applicationProblemsOf(application: Written, now: number): Record<string, string> {
  return applicationProblems(checked(application, now));
}

/**
 * How complete each section and the page of documents is (`pages`, by id), and how many minutes it takes to answer the
 * questions that must still be answered (`minutes`).
 */
export function sectionStates(application: Written, now: number) {
  const { sections, questions, answers } = application;
  const { documents } = checked(application, now);
  const problems = applicationProblemsOf(application, now);
  const shown = shownAnswers(questions, answers);
  const stateOf = (part: Question[]): SectionProgress => ({
    state: sectionState(part, shown, documents, problems),
    ...countAnswers(part, shown, documents),
  });
  const pages: Record<string, SectionProgress> = {
    ...Object.fromEntries(sections.map(({ id }) => [id, stateOf(sectionQuestions(questions, id))])),
    [DOCUMENTS_PAGE]: stateOf(documentQuestions(questions, answers)),
  };
  return { pages, minutes: minutesLeft(questions, shown, documents) };
}

type SectionProgress = AnswerCounts & { state: SectionState };

/** The application in the form in which people read it, with telephone numbers as the portal interpreted them. */
export function legible(application: Application): Application {
  return { ...application, answers: withReadableTelephones(application.questions, application.answers) };
}

const checked = <Application extends Written>(application: Application, now: number) =>
  ({
    ...application,
    documents: new Set(application.documents.map((document) => document.questionId)),
    reference: referenceAt(now),
  }) satisfies CheckedApplication;

/**
 * What the rules about answers need but do not contain: whether something is a country or a telephone number, and
 * today's date.
 */
export const referenceAt = (now: number) => ({ isCountry, isTelephone, today: isoDay(now, "UTC") });

export type SaveSectionAnswer =
  | { saved: true; version: number; savedAt: number }
  /** `isStale`: another save came between opening and sending the form. */
  | (Refused<409> & { isStale: boolean });

/**
 * The condition that joins `answers` to `applications`, or to another table with the column `uid`. It selects what a
 * delegate answered in one section.
 */
export const answersOf = (
  conferenceId: string,
  sectionId: string | SQL<string>,
  uid: SQLiteColumn = applications.uid,
) => and(eq(answers.conferenceId, conferenceId), eq(answers.uid, uid), eq(answers.sectionId, sectionId));

/** The statement that begins an application, unless the account has been deleted in the meantime. */
export const begun = (db: Database, row: { conferenceId: string; uid: string; createdAt: number }) =>
  insertFrom(
    db,
    applications,
    { ...row, reviewCount: 0 },
    sql`FROM ${users} WHERE ${users.uid} = ${row.uid}`,
  ).onConflictDoNothing();

/**
 * Saves the answers of one section as they are, valid or not, so that a draft loses nothing. Stored answers that are
 * not in `sectionAnswers` stay, such as answers to retired questions.
 *
 * @param version the version of the section that was shown; 0 for the first save. If another save came in between,
 *   nothing is written, and the result has `isStale` set.
 */
export async function saveDraft(
  { db }: Context,
  { viewer, settings, now }: SignedIn,
  sectionId: string,
  version: number,
  sectionAnswers: Answers,
): Promise<SaveSectionAnswer> {
  const { conferenceId } = settings;
  const { uid } = viewer;
  const mine = and(eq(applications.conferenceId, conferenceId), eq(applications.uid, uid));
  const words = isSearched(sectionAnswers) ? nameWords(sectionAnswers) : null;
  const together = sql`json_patch(${answers.answers}, ${excluded(answers.answers)})`;
  const [, saved, [application]] = await db.batch([
    begun(db, { conferenceId, uid, createdAt: now }),
    insertFrom(
      db,
      answers,
      { conferenceId, uid, sectionId, version: 1, answers: sectionAnswers, savedAt: now },
      sql`FROM ${applications} WHERE ${mine} AND ${isNull(applications.submittedAt)}`,
    )
      .onConflictDoUpdate({
        target: [answers.conferenceId, answers.uid, answers.sectionId],
        set: { version: sql`${answers.version} + 1`, answers: together, savedAt: now },
        // Saving the same answers again is not a conflict, because the reply to the first save may have been lost.
        setWhere: or(eq(answers.version, version), eq(answers.answers, together)),
      })
      .returning({ version: answers.version }),
    db.select({ submittedAt: applications.submittedAt }).from(applications).where(mine),
    ...(words ? findableBy(db, { conferenceId, uid, sectionId }, sectionAnswers, words) : []),
  ]);
  const [row] = saved;
  if (row) return { saved: true, version: row.version, savedAt: now };
  const isStale = !application?.submittedAt;
  const refused = isStale ? applicationMessages.staleDraft : applicationMessages.alreadySubmitted;
  return { refused, status: 409, isStale };
}

/** Replaces the search words of the applicant's name, provided that the section now contains what this save wrote. */
export function findableBy(
  db: Database,
  { conferenceId, uid, sectionId }: { conferenceId: string; uid: string; sectionId: string },
  sectionAnswers: Answers,
  words: string[],
) {
  const isSaved = sql`EXISTS (SELECT 1 FROM ${answers} WHERE ${and(
    eq(answers.conferenceId, conferenceId),
    eq(answers.uid, uid),
    eq(answers.sectionId, sectionId),
    sql`${answers.answers} = json_patch(${answers.answers}, ${JSON.stringify(sectionAnswers)})`,
  )})`;
  return findableByName(db, { conferenceId, uid }, words, isSaved);
}

/** The statements that replace the search words of the applicant's name, if a condition holds. */
export const findableByName = (
  db: Database,
  { conferenceId, uid }: { conferenceId: string; uid: string },
  words: string[],
  condition: SQL,
) => [
  db.delete(searchWords).where(and(ofApplicant(conferenceId, uid), sql`NOT ${isBesideNames}`, condition)),
  insertFrom(
    db,
    searchWords,
    { conferenceId, uid, word: sql`value` },
    sql`FROM json_each(${JSON.stringify(words)}) WHERE ${condition}`,
  ),
];

const ofApplicant = (conferenceId: string, uid: string) =>
  and(eq(searchWords.conferenceId, conferenceId), eq(searchWords.uid, uid));

/** Whether a stored word comes from an answer that is not a name (`answerWords`). */
const isBesideNames = sql`substr(${searchWords.word}, 1, 1) = ${NO_NAME}`;

/**
 * The statements that replace the search words of the institution and of the chosen options, if a condition holds.
 * These words are stored only when an application is submitted, because a draft is saved every few seconds.
 */
export const findableByAnswers = (
  db: Database,
  { conferenceId, uid }: { conferenceId: string; uid: string },
  words: string[],
  condition: SQL,
) => [
  db.delete(searchWords).where(and(ofApplicant(conferenceId, uid), isBesideNames, condition)),
  insertFrom(
    db,
    searchWords,
    { conferenceId, uid, word: sql`value` },
    sql`FROM json_each(${JSON.stringify(words)}) WHERE ${condition}`,
  ),
];

export type SubmitAnswer =
  | { submitted: true }
  | { problems: Record<string, string>; status: 409 }
  | Refused<409>;

/**
 * Checks everything, and submits the application unless it is already submitted (specification, section 4).
 *
 * @param revision the revision of the application whose answers were shown.
 */
export async function submitApplication(
  context: Context,
  { viewer, settings, now }: SignedIn,
  revision: string,
): Promise<SubmitAnswer> {
  const { db, origin } = context;
  const { conferenceId } = settings;
  const { uid } = viewer;
  const [application, [conference]] = await Promise.all([
    readApplication(db, conferenceId, uid),
    conferenceRows(db, conferenceId),
  ]);
  const ruling = maySubmit({ ...checked(application, now), now });
  if (!ruling.allowed) {
    const { reason, problems } = ruling;
    return reason === null ? { problems, status: 409 } : { refused: reason, status: 409 };
  }
  // Any save or upload between the reading of the page and this statement changes the revision.
  const versions = sql`(SELECT coalesce(group_concat(part, '.'), '') FROM (
    SELECT part FROM (
      SELECT 1 AS list, ${answers.sectionId} AS place, cast(${answers.version} AS text) AS part FROM ${answers}
      WHERE ${answers.conferenceId} = ${conferenceId} AND ${answers.uid} = ${uid}
      UNION ALL
      SELECT 2, ${documents.id}, ${documents.id} FROM ${documents}
      WHERE ${documents.conferenceId} = ${conferenceId} AND ${documents.uid} = ${uid}
    ) ORDER BY list, place))`;
  const isUnchanged = and(
    eq(applications.conferenceId, conferenceId),
    eq(applications.uid, uid),
    isNull(applications.submittedAt),
    sql`${applications.ownDeadline} IS ${application.ownDeadline}`,
    sql`${versions} = ${revision}`,
  );
  const { entry, isDone } = audited(
    context,
    { actorUid: uid, action: "submitApplication", object: `${conferenceId}/${uid}` },
    hasRow(applications, isUnchanged),
  );
  const [, updated] = await db.batch([
    entry,
    db
      .update(applications)
      .set({ submittedAt: sql`coalesce(${applications.reopenedFrom}, ${now})`, reopenedFrom: null })
      .where(isUnchanged)
      .returning({ uid: applications.uid }),
    queueMail(
      db,
      {
        kind: "application",
        uid: sql`${users.uid}`,
        eventKey: `submitted:${newId()}`,
        recipient: sql`${users.email}`,
        text: applicationMails.submitted(submissionInWords(application, conference!, now), origin),
      },
      sql`FROM ${users} WHERE ${isDone} AND ${users.uid} = ${uid}`,
    ),
    ...findableByAnswers(
      db,
      { conferenceId, uid },
      answerWords(application.questions, application.answers),
      isDone,
    ),
    ...storedTelephones(db, conferenceId, uid, application, isDone),
    ...(application.reopenedFrom === null
      ? []
      : submittedAgain(db, { conferenceId, uid }, application, now, isDone)),
  ]);
  return updated.length === 1
    ? { submitted: true }
    : { refused: applicationMessages.applicationChanged, status: 409 };
}

/** The statements that an application needs in addition when it is submitted again, if a condition holds. */
function submittedAgain(
  db: Database,
  of: { conferenceId: string; uid: string },
  { questions, answers: typed }: Application,
  now: number,
  condition: SQL,
) {
  const stored = withStoredTelephones(questions, typed);
  const given = Object.fromEntries(questions.map(({ id }) => [id, stored[id] ?? ""]));
  return [
    changesFromSubmission(db, of, given, now, condition),
    // Names that were changed after submitting got into the application when it was opened again, not by a save of the
    // delegate.
    ...findableByName(db, of, nameWords(typed), condition),
  ];
}

/**
 * The values in the mail about a submission at `now` (UTC ms). If staff had opened the application again, the first
 * submission still decides the time of the release, because the application keeps the time of that submission.
 */
function submissionInWords(
  { answers, edition, rounds, reopenedFrom }: Application,
  conference: Parameters<typeof conferenceName>[0],
  now: number,
) {
  const zone = edition.deadlineZone;
  const release = releaseAhead(rounds, reopenedFrom ?? now, now);
  return {
    name: answers["firstName"]?.trim() ?? "",
    conference: conferenceName(conference),
    when: inZone(now, zone),
    release: release === null ? null : inZone(release, zone),
  };
}

/**
 * The statements that rewrite the telephone numbers in one format, one statement for each section, if a condition
 * holds.
 */
function storedTelephones(
  db: Database,
  conferenceId: string,
  uid: string,
  application: Application,
  condition: SQL,
) {
  const { sections, questions, answers: typed } = application;
  const stored = withStoredTelephones(questions, typed);
  return sections.flatMap(({ id: sectionId }) => {
    const changed = questions.filter(
      ({ id, sectionId: place }) => place === sectionId && stored[id] !== typed[id],
    );
    if (changed.length === 0) return [];
    const patch = JSON.stringify(Object.fromEntries(changed.map(({ id }) => [id, stored[id]])));
    const mine = and(
      eq(answers.conferenceId, conferenceId),
      eq(answers.uid, uid),
      eq(answers.sectionId, sectionId),
    );
    return [
      db
        .update(answers)
        .set({ answers: sql`json_patch(${answers.answers}, ${patch})` })
        .where(and(mine, condition)),
    ];
  });
}

/**
 * For a director: opens a submitted application again. Its delegate may change it regardless of deadlines, and gets a
 * mail. Its form contains the details that were changed after submitting. When it is submitted again, it keeps the time
 * of the first submission. The caller must have checked the role.
 *
 * @returns "notCurrent" if the edition is not the current one, because nobody could submit the application again;
 *   "cannotReopen" if the application is not submitted, or if the delegate holds a pass or is paying for one.
 */
export async function reopenApplication(
  context: Context,
  { viewer, settings, now }: SignedIn,
  { uid, reason }: { uid: string; reason: string },
): Promise<"opened" | "notCurrent" | "cannotReopen"> {
  const { db, origin } = context;
  const { conferenceId } = settings;
  if (conferenceId !== settings.currentEdition) return "notCurrent";
  const hasLiveHolding = hasRow(
    holdings,
    and(
      eq(holdings.conferenceId, conferenceId),
      eq(holdings.uid, uid),
      inArray(holdings.state, [...LIVE_HOLDING_STATES]),
    ),
  );
  const mayOpen = and(
    eq(applications.conferenceId, conferenceId),
    eq(applications.uid, uid),
    isNotNull(applications.submittedAt),
    sql`NOT ${hasLiveHolding}`,
  );
  const { entry, isDone } = audited(
    context,
    {
      ...{ actorUid: viewer.uid, action: "reopenApplication", object: `${conferenceId}/${uid}` },
      detail: { reason },
    },
    hasRow(applications, mayOpen),
  );
  const [, opened] = await db.batch([
    entry,
    db
      .update(applications)
      .set({ reopenedFrom: sql`${applications.submittedAt}`, submittedAt: null })
      .where(mayOpen)
      .returning({ uid: applications.uid }),
    queueMail(
      db,
      {
        kind: "application",
        uid: sql`${users.uid}`,
        eventKey: `reopened:${newId()}`,
        recipient: sql`${users.email}`,
        text: applicationMails.reopened(`${origin}/application`),
      },
      sql`FROM ${users} WHERE ${isDone} AND ${users.uid} = ${uid}`,
    ),
    withChangesInForce(db, { conferenceId, uid }, now, isDone),
  ]);
  return opened.length > 0 ? "opened" : "cannotReopen";
}
