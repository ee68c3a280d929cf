import { and, eq, isNull, sql } from "drizzle-orm";
import { insertFrom } from "#db/client.ts";
import { applications, documents } from "#db/schema/applications.ts";
import { questions } from "#db/schema/conference.ts";
import { assignments } from "#db/schema/reviews.ts";
import { auditFact, noteRefusal } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { giveBackAllowances, take } from "~/platform/counters.server.ts";
import { fingerprint, newId } from "~/platform/ids.server.ts";
import { logFault } from "~/platform/log.server.ts";
import { can } from "~/values/abilities.ts";
import { tidyLine } from "~/values/plain-text.ts";
import type { Refused } from "~/values/types.ts";
import { begun } from "./applications.server.ts";
import { readBlindIn } from "./blind-reading.server.ts";
import { neutralFileName } from "./blind-reading.ts";
import { checkDocument } from "./document-content.ts";
import { UNCONFIRMED_UPLOADS_A_DAY, UPLOADS_A_DAY } from "./documents.ts";
import { mayRead } from "./may-read.ts";
import { applicationMessages } from "./messages.ts";
import { seesAnswer } from "./reader-view.ts";

const LONGEST_NAME = 255;
/** An id that somebody tried is cut to this length before it is recorded. */
const ID_LENGTH = 20;

/** The FROM and WHERE of a conditional write: the application, as long as it can still be changed. */
const unsubmitted = (conferenceId: string, uid: string) =>
  sql`FROM ${applications} WHERE ${and(
    eq(applications.conferenceId, conferenceId),
    eq(applications.uid, uid),
    isNull(applications.submittedAt),
  )}`;

export type UploadAnswer = { stored: true } | Refused<400 | 429>;

/**
 * Stores the document for one question (specification, section 5). The new file is in the store before the row refers
 * to it. The old file is deleted only after the row refers to the new file.
 *
 * @param questionId the id of a document question of the current conference.
 */
export async function storeDocument(
  context: Context,
  { viewer, settings, now }: SignedIn,
  questionId: string,
  file: File,
): Promise<UploadAnswer> {
  const { db } = context;
  const { conferenceId } = settings;
  const { uid } = viewer;
  const limit = viewer.emailVerifiedAt === null ? UNCONFIRMED_UPLOADS_A_DAY : UPLOADS_A_DAY;
  const allowance = { what: "upload", who: uid, limit, minutes: 24 * 60 };
  const wait = await take(context, [allowance]);
  if (wait > 0) return { refused: applicationMessages.tooManyUploads(limit, wait), status: 429 };
  const bytes = new Uint8Array(await file.arrayBuffer());
  const check = checkDocument(file.name, bytes);
  if (!check.allowed) return { refused: check.reason, status: 400 };

  try {
    return await keep(context, { uid, conferenceId, questionId, now }, { file, bytes, ...check });
  } catch (error) {
    // The fault is ours, so the upload does not count. If giving it back fails too, the first fault is the one to report.
    await giveBackAllowances(db, [allowance]).catch((fault: unknown) =>
      logFault(fault, { requestId: context.requestId, method: "upload", path: "" }),
    );
    throw error;
  }
}

/** Stores the file and the row of a document that has been checked. */
async function keep(
  context: Context,
  {
    uid,
    conferenceId,
    questionId,
    now,
  }: { uid: string; conferenceId: string; questionId: string; now: number },
  { file, bytes, contentType }: { file: File; bytes: Uint8Array; contentType: string },
): Promise<UploadAnswer> {
  const { db, files } = context;
  const id = newId();
  const objectKey = `${conferenceId}/applications/${uid}/${questionId}/${id}`;
  const sha256 = fingerprint(bytes);
  await files.put(objectKey, bytes, contentType, sha256);
  const row = {
    id,
    conferenceId,
    uid,
    questionId,
    fileName: tidyLine(file.name).slice(0, LONGEST_NAME),
    contentType,
    size: bytes.byteLength,
    sha256,
    objectKey,
    uploadedAt: now,
  };
  const mine = and(
    eq(documents.conferenceId, conferenceId),
    eq(documents.uid, uid),
    eq(documents.questionId, questionId),
  );
  // If the batch fails, the file stays, because the row may have been written in spite of the error.
  const [, [previous], stored] = await db.batch([
    begun(db, { conferenceId, uid, createdAt: now }),
    db.select({ objectKey: documents.objectKey }).from(documents).where(mine),
    insertFrom(db, documents, row, unsubmitted(conferenceId, uid))
      .onConflictDoUpdate({
        target: [documents.conferenceId, documents.uid, documents.questionId],
        set: row,
      })
      .returning({ id: documents.id }),
  ]);
  const leftover = stored.length === 1 ? previous?.objectKey : objectKey;
  if (leftover) context.waitUntil(files.remove(leftover));
  return stored.length === 1
    ? { stored: true }
    : { refused: applicationMessages.alreadySubmitted, status: 400 };
}

/**
 * Removes a document, provided that the application has not been submitted. Removing it twice is no error. If another
 * file was uploaded in its place, that file stays.
 *
 * @param documentId the document that the page showed.
 */
export async function removeDocument(
  { db, files, waitUntil }: Context,
  { viewer, settings }: SignedIn,
  questionId: string,
  documentId: string,
): Promise<{ removed: true } | Refused<409>> {
  const { conferenceId } = settings;
  const mine = and(
    eq(documents.conferenceId, conferenceId),
    eq(documents.uid, viewer.uid),
    eq(documents.questionId, questionId),
  );
  const [[removed], [kept]] = await db.batch([
    db
      .delete(documents)
      .where(
        and(
          mine,
          eq(documents.id, documentId),
          sql`EXISTS (SELECT 1 ${unsubmitted(conferenceId, viewer.uid)})`,
        ),
      )
      .returning({ objectKey: documents.objectKey }),
    db.select({ id: documents.id }).from(documents).where(mine),
  ]);
  if (removed) waitUntil(files.remove(removed.objectKey));
  return kept && kept.id !== documentId
    ? { refused: applicationMessages.otherFile, status: 409 }
    : { removed: true };
}

export type Download = { fileName: string; contentType: string; size: number; body: ReadableStream };

/**
 * A document for its owner, for staff who decide and, if it is needed for reviewing, for the readers of the
 * application. Each access is recorded. For everybody else the result is null, as for a document that does not exist.
 * So the two cases cannot be told apart. Readers who do not see who applied get the file as it was uploaded, under a
 * neutral name.
 *
 * @param contentType the type that the document must have; the result is null for a document of another type.
 */
export async function openDocument(
  context: Context,
  { viewer }: SignedIn,
  documentId: string,
  contentType?: string,
): Promise<Download | null> {
  const { db, files } = context;
  const [found] = await db
    .select({
      document: documents,
      assigned: assignments.staffUid,
      forReviewers: questions.forReviewers,
      isReadBlind: readBlindIn(sql`${documents.conferenceId}`),
    })
    .from(documents)
    .leftJoin(
      assignments,
      and(
        eq(assignments.conferenceId, documents.conferenceId),
        eq(assignments.uid, documents.uid),
        eq(assignments.staffUid, viewer.uid),
      ),
    )
    .leftJoin(
      questions,
      and(eq(questions.conferenceId, documents.conferenceId), eq(questions.id, documents.questionId)),
    )
    .where(eq(documents.id, documentId));
  // A refusal is recorded in the same way whether or not the document exists, so that nobody can tell the two cases
  // apart.
  const refused = () => {
    const detail = { documentId: documentId.slice(0, ID_LENGTH) };
    noteRefusal(context, { actorUid: viewer.uid, object: "documents", detail });
    return null;
  };
  if (!found || (contentType && found.document.contentType !== contentType)) return refused();
  const { document, assigned } = found;
  const isReader =
    mayRead({ abilities: viewer.abilities, assigned: assigned !== null }) &&
    seesAnswer(viewer, { forReviewers: found.forReviewers ?? false });
  const object = `${document.conferenceId}/${document.uid}`;
  const about = { documentId, questionId: document.questionId };
  if (document.uid !== viewer.uid && !isReader) return refused();
  const body = await files.get(document.objectKey);
  if (!body) throw new Error(`The object of document ${document.id} is missing.`);
  await auditFact(context, { actorUid: viewer.uid, action: "openDocument", object, detail: about });
  const isNeutral = found.isReadBlind && document.uid !== viewer.uid && !can(viewer.abilities, "decide");
  return { ...document, fileName: isNeutral ? neutralFileName(document, document) : document.fileName, body };
}
