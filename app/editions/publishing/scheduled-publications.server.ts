import { and, eq, lte, sql } from "drizzle-orm";
import { hasRow, insertFrom } from "#db/client.ts";
import { editionPublications } from "#db/schema/editions.ts";
import { abilitiesNow } from "~/accounts/abilities-now.server.ts";
import { editionMessages } from "~/editions/messages.ts";
import { readDraft } from "~/editions/revisions.server.ts";
import { audited } from "~/platform/audit.server.ts";
import type { Context, SignedIn, Visit } from "~/platform/context.server.ts";
import { newId } from "~/platform/ids.server.ts";
import { forEachRow } from "~/platform/log.server.ts";
import { can } from "~/values/abilities.ts";
import { messages } from "~/values/messages.ts";
import { instantAt } from "~/values/times.ts";
import { changedByPart } from "./change-words.ts";
import {
  type NotPublished,
  notPublished,
  type Publication,
  planOf,
  planPublication,
  planRefusal,
  waitingBeyond,
  writeEdition,
} from "./publications.server.ts";

/**
 * Schedules the publication of a revision. If it is scheduled for this time already, nothing changes.
 *
 * @param due a time on the portal's clock, typed in the zone of the draft's deadlines.
 */
export async function schedulePublication(
  context: Context,
  visit: SignedIn,
  conferenceId: string,
  { revision, due }: { revision: number; due: string },
): Promise<{ scheduled: true } | NotPublished> {
  const plan = await planPublication(context, visit, conferenceId);
  if (!plan) return { refused: messages.notFound, status: 404 };
  const dueAt = instantAt(due, plan.draft.document.deadlineZone);
  if (dueAt === null) return { refused: messages.notATime, status: 400 };
  if (dueAt <= visit.now) return { refused: editionMessages.due, status: 400 };
  if (plan.draft.revision !== revision || revision === 0)
    return notPublished(editionMessages.publishedMeanwhile);
  const refusal = planRefusal(plan);
  if (refusal) return refusal;
  const isSame = and(
    ...[eq(editionPublications.conferenceId, conferenceId), eq(editionPublications.revision, revision)],
    ...[eq(editionPublications.dueAt, dueAt), eq(editionPublications.state, "scheduled")],
  );
  const { entry, isDone } = audited(
    context,
    {
      ...{ actorUid: visit.viewer.uid, action: "scheduleEdition", object: `editions/${conferenceId}` },
      detail: { revision, dueAt },
    },
    sql`NOT ${hasRow(editionPublications, isSame)}`,
  );
  await context.db.batch([
    entry,
    insertFrom(
      context.db,
      editionPublications,
      {
        ...{ id: newId(), conferenceId, revision, dueAt, state: "scheduled" as const },
        changed: changedByPart(plan.changes, plan.draft.live?.document ?? null, plan.draft.document),
        ...{ createdBy: visit.viewer.uid, createdAt: Date.now() },
      },
      sql`WHERE ${isDone}`,
    ),
  ]);
  return { scheduled: true };
}

/** Cancels a publication that has not happened yet. */
export async function cancelPublication(
  context: Context,
  { viewer }: SignedIn,
  conferenceId: string,
  id: string,
): Promise<{ cancelled: true } | NotPublished> {
  const { db } = context;
  const isScheduled = and(
    eq(editionPublications.id, id),
    eq(editionPublications.conferenceId, conferenceId),
    eq(editionPublications.state, "scheduled"),
  );
  const { entry } = audited(
    context,
    {
      ...{ actorUid: viewer.uid, action: "cancelPublication", object: `editions/${conferenceId}` },
      detail: { publication: id },
    },
    hasRow(editionPublications, isScheduled),
  );
  const [, changed] = await db.batch([
    entry,
    db
      .update(editionPublications)
      .set({ state: "cancelled" })
      .where(isScheduled)
      .returning({ id: editionPublications.id }),
  ]);
  return changed.length === 1 ? { cancelled: true } : notPublished(editionMessages.notScheduled);
}

/**
 * Carries out the scheduled publications that are due; for the cron. If a publication has become impossible, it is
 * refused, and the reason is stored, so that the publication page can show it. A revision that cannot be read is a fault
 * of the portal: it waits, and is tried again in every run.
 */
export async function publishDue(context: Context): Promise<void> {
  const { db, requestId } = context;
  const visit = await context.visit();
  // The index contains only rows in this state, and the database uses it only if the statement gives the state as a
  // literal.
  const isDue = and(
    sql`${editionPublications.state} = 'scheduled'`,
    lte(editionPublications.dueAt, visit.now),
  );
  const due = await db
    .select({ id: editionPublications.id })
    .from(editionPublications)
    .where(isDue)
    .orderBy(editionPublications.dueAt, editionPublications.revision);
  const where = { requestId, method: "publishDue" };
  const objectOf = ({ id }: { id: string }) => `publications/${id}`;
  await forEachRow(due, where, objectOf, async ({ id }) => {
    // The publication before this one may have given this one a new revision.
    const [publication] = await db
      .select()
      .from(editionPublications)
      .where(and(eq(editionPublications.id, id), isDue));
    if (!publication) return;
    const answer = await publishAsScheduled(context, visit, publication);
    // If `isMoved` is set, somebody changed the edition at the same moment, and the next run tries again.
    if ("published" in answer || answer.isMoved) return;
    await db
      .update(editionPublications)
      .set({ state: "refused", reason: answer.refused })
      .where(and(eq(editionPublications.id, publication.id), eq(editionPublications.state, "scheduled")));
  });
}

/**
 * Publishes the scheduled revision if that is still possible, even if newer revisions have been saved since. It is
 * published in the name of the person who scheduled it, so that person must still be allowed to publish.
 */
async function publishAsScheduled(
  context: Context,
  visit: Visit,
  { id, conferenceId, revision, createdBy }: Publication,
): Promise<{ published: string } | NotPublished> {
  const [draft, newest, abilities] = await Promise.all([
    readDraft(context, visit.settings, conferenceId, revision),
    readDraft(context, visit.settings, conferenceId),
    abilitiesNow(context.db, createdBy, visit.now),
  ]);
  if (!can(abilities, "content")) return notPublished(editionMessages.schedulerGone);
  if (!draft || !newest) return { refused: messages.notFound, status: 404 };
  const refusal = planRefusal(await planOf(context, visit, draft));
  if (refusal) return refusal;
  const waiting = await waitingBeyond(context, visit, conferenceId, revision, id);
  const beyond = newest.revision > revision ? [...waiting, newest] : waiting;
  return writeEdition(
    context,
    visit,
    { ...draft, revision: newest.revision },
    { actorUid: createdBy, action: "publishEdition", scheduled: id, beyond },
  );
}
