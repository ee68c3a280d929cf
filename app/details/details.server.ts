import { and, asc, eq, isNotNull, or, sql } from "drizzle-orm";
import { type Database, insertFrom, listed } from "#db/client.ts";
import { applications } from "#db/schema/applications.ts";
import { questions } from "#db/schema/conference.ts";
import { detailChanges } from "#db/schema/details.ts";
import { readAnswer } from "~/applications/application-form.ts";
import { applicationFrom, applicationRows } from "~/applications/application-rows.server.ts";
import { referenceAt } from "~/applications/applications.server.ts";
import { problems as problemsOf } from "~/applications/questions.ts";
import { withReadableTelephones } from "~/applications/telephone.ts";
import { eventRows } from "~/conference/catalogue.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { take } from "~/platform/counters.server.ts";
import type { Answers } from "~/values/catalogue.ts";
import type { Problems } from "~/values/parse.form.ts";
import {
  ASKED_LATER,
  BADGE_NAME,
  type Changes,
  changesIn,
  type DetailQuestion,
  detailsOf,
  lastChanged,
  stillAsked,
  whyClosed,
} from "./details.ts";
import { detailsMessages } from "./messages.ts";

/** Every save is kept as a row, so the number of saves is limited in case a script makes them. */
const SAVES_A_DAY = 50;

/** All changes of one delegate; the oldest save comes first. */
export const changeRows = (db: Database, conferenceId: string, uid: string) =>
  db
    .select()
    .from(detailChanges)
    .where(and(eq(detailChanges.conferenceId, conferenceId), eq(detailChanges.uid, uid)))
    .orderBy(asc(detailChanges.version));

/** The questions of an edition whose answers are needed on the day, including retired questions. */
export const dayQuestionRows = (db: Database, conferenceId: string) =>
  db
    .select()
    .from(questions)
    .where(
      and(
        eq(questions.conferenceId, conferenceId),
        or(eq(questions.onSite, true), eq(questions.forEmergencies, true)),
      ),
    )
    .orderBy(asc(questions.position));

/**
 * The texts of the questions that a person with a place has still to answer.
 *
 * @param asked every question of the edition.
 * @param given the result of `givenAnswers`.
 * @param changes the result of `changeRows`.
 */
export function textsStillAsked(
  asked: DetailQuestion[],
  given: { answers: Answers }[],
  changes: Awaited<ReturnType<typeof changeRows>>,
): string[] {
  const values = Object.assign(
    {},
    ...given.map((section) => section.answers),
    lastChanged(changes.map((row) => row.changes)),
  );
  return stillAsked(
    asked.filter(({ askedLater }) => askedLater),
    values,
  ).map(({ text }) => text);
}

/**
 * The answers of each person that were changed after submitting, with their latest values, by uid. People without
 * changes are absent.
 */
export async function changedDetails(
  db: Database,
  conferenceId: string,
  uids: string[],
): Promise<Map<string, Answers>> {
  return changedIn(await changesOfSeveral(db, conferenceId, uids));
}

/** All changes of the answers of several delegates after submitting, oldest first; `changedIn` takes the result. */
export const changesOfSeveral = (db: Database, conferenceId: string, uids: string[]) =>
  db
    .select()
    .from(detailChanges)
    .where(and(eq(detailChanges.conferenceId, conferenceId), sql`${detailChanges.uid} IN ${listed(uids)}`))
    .orderBy(asc(detailChanges.uid), asc(detailChanges.version));

/**
 * The answers of each delegate that were changed after submitting, with their latest values, by uid, from the result of
 * `changesOfSeveral`.
 */
export function changedIn(rows: Awaited<ReturnType<typeof changesOfSeveral>>): Map<string, Answers> {
  const saves = new Map<string, Changes[]>();
  for (const { uid, changes } of rows) saves.set(uid, [...(saves.get(uid) ?? []), changes]);
  return new Map([...saves].map(([uid, changes]) => [uid, lastChanged(changes)]));
}

/** The name that a delegate gave for the badge, from the result of `changeRows`; null if they gave none. */
export const badgeNameIn = (rows: Awaited<ReturnType<typeof changeRows>>): string | null =>
  lastChanged(rows.map(({ changes }) => changes))[BADGE_NAME.id] || null;

/**
 * A delegate's own details as they are now, with telephone numbers in readable form. One round trip. Throws a 403 page
 * if the conference takes no applications.
 *
 * @param placed contains a row if the delegate has a place.
 */
export async function readDetails({ db }: Context, visit: SignedIn, placed: PromiseLike<unknown[]>) {
  const [{ asked, values, version, closed }, { length: isPlaced }] = await Promise.all([
    found(db, visit),
    placed,
  ]);
  const legible = withReadableTelephones(asked, values);
  return {
    // Questions that are asked later are only for people who have a place, and for people who have already answered
    // them.
    questions: asked.filter(({ id, askedLater }) => isPlaced || !askedLater || (values[id] ?? "") !== ""),
    values: Object.fromEntries(asked.map(({ id }) => [id, legible[id] ?? ""])),
    version,
    closed,
  };
}

async function found(db: Database, { viewer, settings, now }: SignedIn) {
  const { conferenceId } = settings;
  const [sections, asked, rounds, edition, inPersonEvent, applied, given, documents, rows, events] =
    await db.batch([
      ...applicationRows(db, conferenceId, viewer.uid),
      changeRows(db, conferenceId, viewer.uid),
      eventRows(db, conferenceId),
    ]);
  const application = applicationFrom([
    ...([sections, asked, rounds, edition] as const),
    ...([inPersonEvent, applied, given, documents] as const),
  ]);
  return {
    ...detailsOf({
      questions: asked,
      answers: application.answers,
      changes: rows.map(({ changes }) => changes),
    }),
    version: rows.at(-1)?.version ?? 0,
    closed: whyClosed({ submittedAt: application.submittedAt, events }, now),
  };
}

export type SaveDetailsAnswer =
  | { saved: true }
  | { typed: Answers; status: 400; problems: Problems; version: number }
  /** `isChanged`: another save was made after the form was opened and before it was sent. */
  | { typed: Answers; status: 409; isChanged: true }
  | { typed: Answers; status: 409 | 429; reason: string };

/**
 * Saves all the posted details, or none. The application stays as it was submitted.
 *
 * @param version how many saves there were when the form was opened.
 */
export async function saveDetails(
  context: Context,
  visit: SignedIn,
  version: number,
  form: FormData,
): Promise<SaveDetailsAnswer> {
  const { db } = context;
  const { conferenceId } = visit.settings;
  const { uid } = visit.viewer;
  const details = await found(db, visit);
  const { values } = details;
  // A question that is asked later may not have been asked yet when the form was loaded. So a form without that question
  // is not an error.
  const held = new Set(form.getAll(ASKED_LATER));
  const asked = details.asked.filter(({ id, askedLater }) => !askedLater || held.has(id) || form.has(id));
  const typed = Object.fromEntries(asked.map((question) => [question.id, readAnswer(question, form)]));
  if (details.closed) return { typed, status: 409, reason: detailsMessages.closed[details.closed] };
  const problems = problemsOf(asked, { ...values, ...typed }, new Set(), referenceAt(visit.now));
  if (Object.keys(problems).length > 0) return { typed, status: 400, problems, version };
  const changes = changesIn({ ...details, asked }, typed);
  // If the same values are saved twice, this is not a conflict, because the reply to the first save may have been lost.
  if (Object.keys(changes).length === 0) return { saved: true };
  if (details.version !== version) return { typed, status: 409, isChanged: true };
  const wait = await take(context, [{ what: "details", who: uid, limit: SAVES_A_DAY, minutes: 24 * 60 }]);
  if (wait > 0) return { typed, status: 429, reason: detailsMessages.tooManySaves(SAVES_A_DAY, wait) };
  const saved = await insertFrom(
    db,
    detailChanges,
    { conferenceId, uid, version: version + 1, changes, savedAt: visit.now, byTeam: false },
    sql`FROM ${applications} WHERE ${and(
      eq(applications.conferenceId, conferenceId),
      eq(applications.uid, uid),
      isNotNull(applications.submittedAt),
    )}`,
  )
    .onConflictDoNothing()
    .returning({ version: detailChanges.version });
  if (saved.length > 0) return { saved: true };
  // Nothing was saved, for one of several reasons. If the form is not closed, the reason is another save.
  const { closed } = await found(db, visit);
  return closed
    ? { typed, status: 409, reason: detailsMessages.closed[closed] }
    : { typed, status: 409, isChanged: true };
}
