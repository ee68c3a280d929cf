import { and, eq, sql } from "drizzle-orm";
import { applications, documents } from "#db/schema.ts";
import type { Context } from "~/context.server.ts";
import { checkDocument } from "~/domain/documents.ts";
import { messages } from "~/domain/messages.ts";
import { fingerprint, newId } from "~/ids.server.ts";
import type { SignedIn } from "~/session.server.ts";
import { auditEntry } from "./audit.server.ts";

export type UploadAnswer = { stored: true } | { stored: false; reason: string };

/**
 * Stores the document of one question (specification, section 5; design 3.6). The new file is safe in
 * the store before the row points to it, and the old one goes only after that.
 *
 * @param questionId of a document question of the current conference.
 */
export async function storeDocument(
  context: Context,
  { viewer, settings, now }: SignedIn,
  questionId: string,
  file: File,
): Promise<UploadAnswer> {
  const { db, files } = context;
  const { conferenceId } = settings;
  const { uid } = viewer;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const check = checkDocument(file.name, bytes);
  if (!check.allowed) return { stored: false, reason: check.reason };

  const id = newId();
  const objectKey = `${conferenceId}/applications/${uid}/${questionId}/${id}`;
  const sha256 = fingerprint(bytes);
  await files.put(objectKey, bytes, check.contentType, sha256);
  const fileName = file.name.slice(0, 200);
  const mine = and(
    eq(documents.conferenceId, conferenceId),
    eq(documents.uid, uid),
    eq(documents.questionId, questionId),
  );
  // Should the batch fail, the file stays: the row may have been written all the same.
  const [, [previous], stored] = await db.batch([
    db.insert(applications).values({ conferenceId, uid, createdAt: now }).onConflictDoNothing(),
    db.select({ objectKey: documents.objectKey }).from(documents).where(mine),
    db.all<{ id: string }>(sql`
      INSERT INTO ${documents}
        (id, conference_id, uid, question_id, file_name, content_type, size, sha256, object_key, uploaded_at)
      SELECT ${id}, conference_id, uid, ${questionId}, ${fileName}, ${check.contentType}, ${bytes.byteLength},
        ${sha256}, ${objectKey}, ${now}
      FROM ${applications} WHERE conference_id = ${conferenceId} AND uid = ${uid} AND submitted_at IS NULL
      ON CONFLICT (conference_id, uid, question_id) DO UPDATE SET
        id = excluded.id, file_name = excluded.file_name, content_type = excluded.content_type,
        size = excluded.size, sha256 = excluded.sha256, object_key = excluded.object_key,
        uploaded_at = excluded.uploaded_at
      RETURNING id`),
  ]);
  const leftover = stored.length === 1 ? previous?.objectKey : objectKey;
  if (leftover) context.waitUntil(files.remove(leftover));
  return stored.length === 1 ? { stored: true } : { stored: false, reason: messages.alreadySubmitted };
}

/** Takes a document back, before submission only; false where there is none to take. */
export async function removeDocument(
  { db, files, waitUntil }: Context,
  { viewer, settings }: SignedIn,
  questionId: string,
): Promise<boolean> {
  const { conferenceId } = settings;
  const [removed] = await db.all<{ objectKey: string }>(sql`
    DELETE FROM ${documents}
    WHERE conference_id = ${conferenceId} AND uid = ${viewer.uid} AND question_id = ${questionId}
      AND EXISTS (SELECT 1 FROM ${applications}
        WHERE conference_id = ${conferenceId} AND uid = ${viewer.uid} AND submitted_at IS NULL)
    RETURNING object_key AS objectKey`);
  if (removed) waitUntil(files.remove(removed.objectKey));
  return removed !== undefined;
}

export type Download = { fileName: string; contentType: string; size: number; body: ReadableStream };

/**
 * A document for its owner or an admin, the look recorded; null for everybody else and for what does
 * not exist, so that the two cannot be told apart.
 */
export async function openDocument(
  context: Context,
  { viewer }: SignedIn,
  documentId: string,
): Promise<Download | null> {
  const { db, files } = context;
  const [document] = await db.select().from(documents).where(eq(documents.id, documentId));
  if (!document || (document.uid !== viewer.uid && !viewer.admin)) return null;
  const body = await files.get(document.objectKey);
  if (!body) throw new Error(`The object of document ${document.id} is missing.`);
  await auditEntry(context, {
    actorUid: viewer.uid,
    action: "openDocument",
    object: `${document.conferenceId}/${document.uid}`,
    detail: { documentId, questionId: document.questionId },
  });
  return { ...document, body };
}
