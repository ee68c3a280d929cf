import { and, desc, eq, sql } from "drizzle-orm";
import { type Database, hasRow } from "#db/client.ts";
import { editions } from "#db/schema/conference.ts";
import { editionRevisions } from "#db/schema/editions.ts";
import { everyConference } from "~/conference/conferences.server.ts";
import { audited } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { type Settings, siteOf } from "~/platform/settings.server.ts";
import type { Refused } from "~/values/types.ts";
import { storedDocument } from "./edition-document.form.ts";
import type { EditionDocument } from "./edition-document.ts";
import { editionFrom, editionReads, type LiveEdition } from "./edition-rows.server.ts";
import { isSame, merge, takingFrom, valueAtPath } from "./merge.ts";
import { editionMessages } from "./messages.ts";

/** An edition in the form in which directors work on it. */
export type EditionDraft = {
  conferenceId: string;
  /** The number of the newest revision; 0 if nobody has saved one, in which case the document is made from the rows. */
  revision: number;
  document: EditionDocument;
  /** The rows as they are now; null if the edition was never published. */
  live: LiveEdition | null;
  /**
   * The published document on which the draft builds; null if nothing was published when the draft was saved, or if no
   * draft has been saved.
   */
  base: EditionDocument | null;
  /**
   * The places at which both the draft and the rows have changed since `base`. The draft's value is used until somebody
   * chooses.
   */
  both: string[][];
  /** All conferences, and which of them have an edition. */
  around: {
    listed: { id: string; location: string; year: number }[];
    withEdition: ReadonlySet<string>;
  };
};

const newestRevision = (db: Database, conferenceId: string, revision?: number) =>
  db
    .select()
    .from(editionRevisions)
    .where(
      and(
        eq(editionRevisions.conferenceId, conferenceId),
        revision === undefined ? undefined : eq(editionRevisions.revision, revision),
      ),
    )
    .orderBy(desc(editionRevisions.revision))
    .limit(1);

/**
 * The draft of an edition; null if there is no such edition. Other pages may have changed the edition since the draft
 * was saved, for example a deadline or a mail: these changes are merged into the draft. One round trip.
 *
 * @param asked the revision to read instead of the newest one.
 */
export async function readDraft(
  { db }: Pick<Context, "db">,
  settings: Settings,
  conferenceId: string,
  asked?: number,
): Promise<EditionDraft | null> {
  const [[newest], listed, published, ...found] = await db.batch([
    newestRevision(db, conferenceId, asked),
    everyConference(db),
    db.select({ id: editions.conferenceId }).from(editions),
    ...editionReads(db, conferenceId),
  ]);
  const live = editionFrom(found, siteOf(settings));
  const around = { listed, withEdition: new Set(published.map(({ id }) => id)) };
  if (!newest) {
    if (!live) return null;
    const { document } = live;
    return { conferenceId, revision: 0, document, live, base: null, both: [], around };
  }
  const head = { conferenceId, revision: newest.revision, live, around };
  const saved = storedDocument(newest.document);
  // A revision that was saved before the first publication has no base. If such a revision is asked for by its number,
  // it serves as its own base. It then changes nothing, and everything published since stays.
  const first = asked === undefined ? null : saved;
  const base = newest.base === null ? first : storedDocument(newest.base);
  if (!live || !base) return { ...head, base: null, document: saved, both: [] };
  const { merged, both } = merge(base, live.document, saved);
  return { ...head, base, document: merged, both };
}

/**
 * The new base of a draft: the published document. A value that both sides have changed keeps its old base until
 * somebody has chosen.
 */
export const nextBase = (
  { base, both }: Pick<EditionDraft, "base" | "both">,
  published: EditionDocument,
): EditionDocument => both.reduce((next, path) => takingFrom(next, base ?? published, path), published);

/** The statement that stores a document as a revision. It fails if the number is already taken. */
export const revisionInsert = (
  db: Database,
  revision: { conferenceId: string; revision: number; authorUid: string },
  document: EditionDocument,
  /** The published edition whose changes the document already contains; null if nothing was published. */
  base: EditionDocument | null,
) =>
  db.insert(editionRevisions).values({
    ...revision,
    document: JSON.stringify(document),
    base: base && JSON.stringify(base),
    createdAt: Date.now(),
  });

/**
 * Saves a document as the next revision, provided that the newest one is still the one that was shown.
 *
 * @param settled the place where somebody has just chosen between the draft's value and the published value.
 * @returns 409 if somebody else has saved or published in the meantime.
 */
export async function saveRevision(
  context: Context,
  { viewer }: SignedIn,
  draft: Pick<EditionDraft, "conferenceId" | "revision" | "live" | "base" | "both" | "document">,
  document: EditionDocument,
  settled?: string[],
): Promise<{ revision: number } | Refused<409>> {
  const { db } = context;
  const { conferenceId, live } = draft;
  const revision = draft.revision + 1;
  const isOpen = (path: string[]) =>
    !isSame(path, settled) && isSame(valueAtPath(document, path), valueAtPath(draft.document, path));
  // The document contains every published change, so what is published now becomes its base.
  const base = live && nextBase({ base: draft.base, both: draft.both.filter(isOpen) }, live.document);
  const isTaken = and(
    eq(editionRevisions.conferenceId, conferenceId),
    eq(editionRevisions.revision, revision),
  );
  const { entry } = audited(
    context,
    {
      ...{ actorUid: viewer.uid, action: "saveEdition", object: `editions/${conferenceId}` },
      detail: { revision },
    },
    sql`NOT ${hasRow(editionRevisions, isTaken)}`,
  );
  const [, saved] = await db.batch([
    entry,
    revisionInsert(db, { conferenceId, revision, authorUid: viewer.uid }, document, base)
      .onConflictDoNothing()
      .returning({ revision: editionRevisions.revision }),
  ]);
  return saved.length === 1 ? { revision } : { refused: editionMessages.moved, status: 409 };
}

/**
 * Stores the first draft of an edition that does not exist yet.
 *
 * @returns 409 if the edition exists already.
 */
export async function createEdition(
  context: Context,
  visit: SignedIn,
  conferenceId: string,
  document: EditionDocument,
): Promise<{ revision: number } | Refused<409>> {
  const { db } = context;
  const [taken] = await db
    .select({ id: editions.conferenceId })
    .from(editions)
    .where(eq(editions.conferenceId, conferenceId));
  if (taken) return { refused: editionMessages.exists, status: 409 };
  const unborn = { conferenceId, revision: 0, live: null, base: null, both: [], document };
  const saved = await saveRevision(context, visit, unborn, document);
  return "refused" in saved ? { refused: editionMessages.exists, status: 409 } : saved;
}

/** An edition or conference in the list of all editions and conferences. */
export type ListedEdition = {
  id: string;
  year: number;
  title: string | null;
  location: string;
  track: "academic" | "business" | null;
  /** Whether the edition's rows exist, so that it can become the current one. */
  isPublished: boolean;
  /** When its newest revision was saved (real time); null if it has no revisions. */
  savedAt: number | null;
};

/** Every conference, and every edition that is only a draft so far, newest first. */
export async function listEditions({ db }: Pick<Context, "db">): Promise<ListedEdition[]> {
  const newest = db
    .select({
      conferenceId: editionRevisions.conferenceId,
      revision: sql<number>`max(${editionRevisions.revision})`.as("newest"),
    })
    .from(editionRevisions)
    .groupBy(editionRevisions.conferenceId)
    .as("newest_revision");
  const [held, published, drafts] = await db.batch([
    everyConference(db),
    db.select({ id: editions.conferenceId }).from(editions),
    db
      .select({ row: editionRevisions })
      .from(editionRevisions)
      .innerJoin(
        newest,
        and(
          eq(newest.conferenceId, editionRevisions.conferenceId),
          eq(newest.revision, editionRevisions.revision),
        ),
      ),
  ]);
  const isPublished = new Set(published.map(({ id }) => id));
  const savedAt = new Map(drafts.map(({ row }) => [row.conferenceId, row.createdAt]));
  const known = new Set(held.map(({ id }) => id));
  const unborn = drafts
    .filter(({ row }) => !known.has(row.conferenceId))
    .map(({ row }) => ({ id: row.conferenceId, ...storedDocument(row.document).conference }));
  return [...held, ...unborn]
    .map(({ id, year, title, location, track }) => ({
      ...{ id, year, title, location, track },
      isPublished: isPublished.has(id),
      savedAt: savedAt.get(id) ?? null,
    }))
    .sort((one, other) => other.year - one.year || (one.id < other.id ? -1 : 1));
}
