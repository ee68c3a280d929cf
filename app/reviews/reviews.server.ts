import { and, eq, gt, isNotNull, ne, type SQL, sql } from "drizzle-orm";
import { excluded, hasRow, insertFrom } from "#db/client.ts";
import { applications } from "#db/schema/applications.ts";
import { assignments, comments, conflicts, reviews } from "#db/schema/reviews.ts";
import { mayRead } from "~/applications/may-read.ts";
import { audited, noteRefusal } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { newId } from "~/platform/ids.server.ts";
import { can } from "~/values/abilities.ts";
import { MINUTE } from "~/values/durations.ts";
import type { Decision } from "~/values/types.ts";
import { type Criterion, weightedScore } from "./review.ts";
import {
  applicationObject,
  assignmentRows,
  criterionRows,
  isGiven,
  ofApplication,
} from "./review-rows.server.ts";

/** If the same comment is sent again within this time (ms), the button was pressed twice. */
const DOUBLE_PRESS = MINUTE;

/** Whether the viewer has declared that they should not read an application. */
export async function hasDeclaredConflict(
  { db }: Context,
  { viewer, settings: { conferenceId } }: SignedIn,
  uid: string,
): Promise<boolean> {
  const own = and(ofApplication(conflicts, conferenceId, uid), eq(conflicts.staffUid, viewer.uid));
  return (await db.select({ uid: conflicts.uid }).from(conflicts).where(own)).length > 0;
}

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
  noteRefusal(context, { actorUid: viewer.uid, object: applicationObject(visit, uid) });
  return null;
}

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

/**
 * Saves the reader's own review. The same batch updates the application's number of reviews, mean score and spread.
 *
 * @param posted `version` is the version of the review that the form showed; 0 if there was no review yet. If another
 *   version was saved in between, the answer is "clash" and nothing is written. Saving the same review twice is not a
 *   clash.
 * @returns "refused" if the reader may not review the application.
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
    { actorUid: viewer.uid, action: "saveReview", object: applicationObject(visit, uid), detail: { score } },
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
    { actorUid: viewer.uid, action: "addComment", object: applicationObject(visit, uid) },
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
      ...{ actorUid: viewer.uid, action: "deleteComment", object: applicationObject(visit, uid) },
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
    { actorUid: viewer.uid, action: "declareConflict", object: applicationObject(visit, uid) },
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
