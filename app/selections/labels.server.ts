import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { type Database, insertFrom } from "#db/client.ts";
import { applications } from "#db/schema/applications.ts";
import { applicationLabels, labels } from "#db/schema/selections.ts";
import { audited } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { fingerprint } from "~/platform/ids.server.ts";

/** The labels of an edition, by title. */
export const labelRows = (db: Database, conferenceId: string) =>
  db
    .select({ id: labels.id, title: labels.title })
    .from(labels)
    .where(eq(labels.conferenceId, conferenceId))
    .orderBy(asc(labels.title));

/** The labels of an application, by title. */
export const applicationLabelRows = (db: Database, conferenceId: string, uid: string) =>
  db
    .select({ id: labels.id, title: labels.title })
    .from(applicationLabels)
    .innerJoin(
      labels,
      and(eq(labels.conferenceId, applicationLabels.conferenceId), eq(labels.id, applicationLabels.labelId)),
    )
    .where(and(eq(applicationLabels.conferenceId, conferenceId), eq(applicationLabels.uid, uid)))
    .orderBy(asc(labels.title));

/** The id of a label. Two titles that differ only in capital letters give the same id. */
const idOf = (title: string) => fingerprint(title.toLowerCase()).slice(0, 20);

/**
 * Puts a label on every application of a selection that does not have it yet. If there is no label with this title, it
 * is created.
 *
 * @param selection the condition for a query over `applications` (`applicationsSelected`).
 * @returns how many applications got the label.
 */
export async function putLabel(
  context: Context,
  { viewer, now, settings: { conferenceId } }: SignedIn,
  selection: SQL | undefined,
  title: string,
): Promise<number> {
  const { db } = context;
  const labelId = idOf(title);
  const has = sql`EXISTS (SELECT 1 FROM ${applicationLabels}
    WHERE ${applicationLabels.conferenceId} = ${conferenceId} AND ${applicationLabels.labelId} = ${labelId}
    AND ${applicationLabels.uid} = ${applications.uid})`;
  const without = and(selection, sql`NOT ${has}`);
  const { entry, isDone } = audited(
    context,
    {
      actorUid: viewer.uid,
      action: "putLabel",
      object: `labels/${conferenceId}/${labelId}`,
      detail: { title },
    },
    sql`EXISTS (SELECT 1 FROM ${applications} WHERE ${without})`,
  );
  const [, , put] = await db.batch([
    entry,
    insertFrom(
      db,
      labels,
      { conferenceId, id: labelId, title, createdAt: now },
      sql`WHERE ${isDone}`,
    ).onConflictDoNothing(),
    insertFrom(
      db,
      applicationLabels,
      { conferenceId, uid: sql`${applications.uid}`, labelId, labelledBy: viewer.uid, labelledAt: now },
      sql`FROM ${applications} WHERE ${without} AND ${isDone}`,
    ).returning({ uid: applicationLabels.uid }),
  ]);
  return put.length;
}

/**
 * Takes a label off every application of a selection. If no application has the label any more, the label is deleted.
 *
 * @returns how many applications had the label.
 */
export async function takeLabelOff(
  context: Context,
  { viewer, settings: { conferenceId } }: SignedIn,
  selection: SQL | undefined,
  title: string,
): Promise<number> {
  const { db } = context;
  const labelId = idOf(title);
  const its = and(eq(applicationLabels.conferenceId, conferenceId), eq(applicationLabels.labelId, labelId));
  const ofSelection = and(
    its,
    sql`${applicationLabels.uid} IN (SELECT ${applications.uid} FROM ${applications} WHERE ${selection})`,
  );
  const { entry } = audited(
    context,
    {
      actorUid: viewer.uid,
      action: "takeLabelOff",
      object: `labels/${conferenceId}/${labelId}`,
      detail: { title },
    },
    sql`EXISTS (SELECT 1 FROM ${applicationLabels} WHERE ${ofSelection})`,
  );
  const [, taken] = await db.batch([
    entry,
    db.delete(applicationLabels).where(ofSelection).returning({ uid: applicationLabels.uid }),
    db
      .delete(labels)
      .where(
        and(
          eq(labels.conferenceId, conferenceId),
          eq(labels.id, labelId),
          sql`NOT EXISTS (SELECT 1 FROM ${applicationLabels} WHERE ${its})`,
        ),
      ),
  ]);
  return taken.length;
}
