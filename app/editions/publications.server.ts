import { and, desc, eq, not, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { type Database, insertFrom } from "#db/client.ts";
import { editions, rounds } from "#db/schema/conference.ts";
import { editionPublications, editionRevisions } from "#db/schema/editions.ts";
import { auditEntry } from "~/platform/audit.server.ts";
import type { Context, SignedIn, Visit } from "~/platform/context.server.ts";
import { fingerprint, newId } from "~/platform/ids.server.ts";
import { messages } from "~/values/messages.ts";
import type { Refused } from "~/values/types.ts";
import { isCurrentNow, siteStatements } from "./current-edition.server.ts";
import { storedDocument } from "./edition-document.form.ts";
import type { EditionDocument } from "./edition-document.ts";
import { editionStatements, editionVersion } from "./edition-rows.server.ts";
import { isInUse, readUse } from "./edition-use.server.ts";
import { whyNotRunning } from "./linter-running.ts";
import { lintDraft } from "./linting.server.ts";
import { type Change, changesBetween, isSame, merge } from "./merge.ts";
import { editionMessages } from "./messages.ts";
import { obstaclesOf } from "./obstacles.ts";
import { type EditionDraft, readDraft, revisionInsert } from "./revisions.server.ts";

export type Publication = typeof editionPublications.$inferSelect;

/** What publishing the draft would do, and what stands against it. */
export type PublicationPlan = {
  draft: EditionDraft;
  changes: Change[];
  /** Sentences; it can be published only if there are none. */
  obstacles: string[];
  /** Newest first. */
  publications: Publication[];
};

/** Why nothing was published. */
export type NotPublished = Refused<400 | 404 | 409>;
export const notPublished = (refused: string): NotPublished => ({ refused, status: 409 });

/** Only as many as a page shows. */
const NEWEST = 20;

/** The plan of publishing an edition as it is drafted now; null if there is no such edition. */
export async function planPublication(
  context: Pick<Context, "db">,
  { settings, now }: Pick<SignedIn, "settings" | "now">,
  conferenceId: string,
): Promise<PublicationPlan | null> {
  const { db } = context;
  const [draft, publications] = await Promise.all([
    readDraft(context, settings, conferenceId),
    db
      .select()
      .from(editionPublications)
      .where(eq(editionPublications.conferenceId, conferenceId))
      .orderBy(desc(editionPublications.createdAt), desc(editionPublications.id))
      .limit(NEWEST),
  ]);
  if (!draft) return null;
  return { draft, publications, ...(await planOf(context, { settings, now }, draft)) };
}

/** What publishing a draft would change, and what stands against it. */
export async function planOf(
  context: Pick<Context, "db">,
  visit: Pick<Visit, "settings" | "now">,
  draft: EditionDraft,
): Promise<Pick<PublicationPlan, "changes" | "obstacles">> {
  const [inUse, findings] = await Promise.all([
    obstaclesInUse(context.db, draft, visit.now),
    lintDraft(context, visit, draft),
  ]);
  const isWrong = findings.some(({ level }) => level === "error");
  return {
    changes: changesBetween(draft.live?.document ?? {}, draft.document),
    obstacles: isWrong ? [editionMessages.hasErrors, ...inUse] : inUse,
  };
}

/** What of the published edition is in use and would go, in sentences; one round trip if anything would go. */
export async function obstaclesInUse(
  db: Database,
  { conferenceId, live, document }: EditionDraft,
  now: number,
): Promise<string[]> {
  if (!live) return [];
  return obstaclesOf(live.document, document, await readUse(db, conferenceId, live.document, document, now));
}

/** Why a plan is not carried out; null if it is. */
export function whyNot({
  changes,
  obstacles,
}: Pick<PublicationPlan, "changes" | "obstacles">): NotPublished | null {
  if (changes.length === 0) return notPublished(editionMessages.nothingToPublish);
  return obstacles.length > 0 ? notPublished(obstacles.join(" ")) : null;
}

/**
 * Makes the rows of an edition those of its draft, in one batch, or nothing: it is refused if the draft or the rows are
 * no longer as they were looked at, if what is in use would go, and if there is nothing to do.
 *
 * @param seen the revision and the fingerprint of the rows that were looked at.
 */
export async function publishEdition(
  context: Context,
  visit: SignedIn,
  conferenceId: string,
  seen: { revision: number; rows: string },
): Promise<{ published: string } | NotPublished> {
  const plan = await planPublication(context, visit, conferenceId);
  if (!plan) return { refused: messages.notFound, status: 404 };
  const { draft } = plan;
  const rowsNow = draft.live ? fingerprint(draft.live.version) : "";
  if (draft.revision !== seen.revision || rowsNow !== seen.rows)
    return notPublished(editionMessages.publishedMeanwhile);
  const refusal = whyNot(plan);
  if (refusal) return refusal;
  return writeEdition(context, visit, draft, { actorUid: visit.viewer.uid, action: "publishEdition" });
}

type Writing = {
  actorUid: string;
  action: string;
  /** The publication that was waiting for this moment; without it there is a new one. */
  scheduled?: string;
  /** The publication that it takes back. */
  takesBack?: string;
  /** Statements that go before the others. */
  first?: BatchItem<"sqlite">[];
};

/** Publishes a draft that was found to be publishable, if it and the rows are still as it says. */
export async function writeEdition(
  context: Context,
  { now }: Pick<SignedIn, "now">,
  { conferenceId, document, live, revision }: EditionDraft,
  { actorUid, action, scheduled, takesBack, first = [] }: Writing,
): Promise<{ published: string } | NotPublished> {
  const { db } = context;
  const isUnmoved = and(
    live
      ? sql`${editionVersion(conferenceId)} = ${live.version}`
      : sql`NOT EXISTS (SELECT 1 FROM ${editions} WHERE ${editions.conferenceId} = ${conferenceId})`,
    not(isInUse(conferenceId, live?.document ?? null, document, now)),
  );
  // Without its state the row cannot be stored, and nothing of the batch is.
  const state = (also?: SQL) => sql<"published">`CASE WHEN ${and(isUnmoved, also)} THEN 'published' END`;
  const id = scheduled ?? newId();
  const former = live && JSON.stringify(live.document);
  const deadlines = (of: EditionDocument) => of.rounds.map(({ id, deadline }) => [id, deadline]);
  const isRescheduled = live !== null && !isSame(deadlines(live.document), deadlines(document));
  const changes = changesBetween(live?.document ?? {}, document);
  try {
    const statements: BatchItem<"sqlite">[] = [
      ...first,
      scheduled === undefined
        ? insertFrom(
            db,
            editionPublications,
            {
              ...{ id, conferenceId, revision, former, dueAt: now, publishedAt: now, createdBy: actorUid },
              ...{ state: state(), reason: null, takesBack: takesBack ?? null, createdAt: Date.now() },
            },
            sql`WHERE 1`,
          )
        : db
            .update(editionPublications)
            .set({ state: state(eq(editionPublications.state, "scheduled")), publishedAt: now, former })
            .where(eq(editionPublications.id, id)),
      auditEntry(context, {
        actorUid,
        action,
        object: `editions/${conferenceId}`,
        detail: { revision, changed: changes.slice(0, 50).map(({ path }) => path.join("/")) },
      }),
      ...editionStatements(db, conferenceId, live, document, { now, revision }),
      // Applications near a deadline may now belong to another round, whose delegates have not been told.
      ...(isRescheduled
        ? [db.update(rounds).set({ toldAt: null }).where(eq(rounds.conferenceId, conferenceId))]
        : []),
      ...siteStatements(db, document.site, isCurrentNow(conferenceId)),
    ];
    await db.batch(statements as [BatchItem<"sqlite">]);
  } catch (error) {
    if (isRefusal(error)) return notPublished(editionMessages.publishedMeanwhile);
    throw error;
  }
  return { published: id };
}

/** Whether the database refused the batch because something moved, or something that it removes came into use. */
const isRefusal = (error: unknown): boolean =>
  /NOT NULL constraint failed: edition_publications\.state|FOREIGN KEY constraint failed|UNIQUE constraint failed: edition_revisions/.test(
    `${String(error)} ${String((error as { cause?: unknown }).cause ?? "")}`,
  );

/**
 * Publishes again what the newest publication replaced. What was changed since on other pages stays; what is in use by
 * now is kept by the same obstacles as in every publication. What is taken back is a draft again, with all that was
 * drafted since, so that it can be mended and published.
 */
export async function takePublicationBack(
  context: Context,
  visit: SignedIn,
  conferenceId: string,
  id: string,
): Promise<{ published: string } | NotPublished> {
  const { db } = context;
  const plan = await planPublication(context, visit, conferenceId);
  const newest = plan?.publications.find(({ state }) => state === "published");
  if (!plan?.publications.some((publication) => publication.id === id))
    return { refused: messages.notFound, status: 404 };
  if (newest?.id !== id || !plan.draft.live) return notPublished(editionMessages.notNewest);
  if (newest.former === null) return notPublished(editionMessages.nothingBefore);
  const { live, document: drafted } = plan.draft;
  const wanted = await takenBack(db, newest, live.document);
  const revision = plan.draft.revision + 1;
  const draft = { ...plan.draft, document: wanted, revision };
  const obstacles = [
    ...whyNotRunning({ document: wanted, agreement: live.agreement }),
    ...(await obstaclesInUse(db, draft, visit.now)),
  ];
  if (obstacles.length > 0) return notPublished(obstacles.join(" "));
  const actorUid = visit.viewer.uid;
  const saved = { conferenceId, authorUid: actorUid };
  const first = [
    revisionInsert(db, { ...saved, revision }, wanted, live.document),
    revisionInsert(db, { ...saved, revision: revision + 1 }, drafted, wanted),
  ];
  return writeEdition(context, visit, draft, { actorUid, action: "takeEditionBack", takesBack: id, first });
}

/** The document before a publication, with what other pages have changed since. */
async function takenBack(
  db: Database,
  { former, conferenceId, revision }: Publication,
  live: EditionDocument,
) {
  const [published] = await db
    .select({ document: editionRevisions.document })
    .from(editionRevisions)
    .where(and(eq(editionRevisions.conferenceId, conferenceId), eq(editionRevisions.revision, revision)));
  const before = storedDocument(former!);
  return published ? merge(storedDocument(published.document), live, before).merged : before;
}
