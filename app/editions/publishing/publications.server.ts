import { and, desc, eq, getTableColumns, gte, isNull, ne, not, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { type Database, insertFrom } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { editions, rounds } from "#db/schema/conference.ts";
import { editionPublications, editionRevisions } from "#db/schema/editions.ts";
import { moneySince } from "#db/schema/staff.ts";
import { abilitiesNow } from "~/accounts/abilities-now.server.ts";
import { calledOf } from "~/accounts/addresses.server.ts";
import { hasHadMoneySince, moneySinceRows } from "~/accounts/second-person.server.ts";
import { movedDeadlines } from "~/applications/reminders.ts";
import { conferenceName } from "~/conference/conference-name.ts";
import type { EditionFinding } from "~/editions/checks/findings.ts";
import { obstaclesToRunning } from "~/editions/checks/linter-running.ts";
import { lintDraft } from "~/editions/checks/linting.server.ts";
import { obstaclesOf } from "~/editions/checks/obstacles.ts";
import { storedDocument } from "~/editions/edition-document.form.ts";
import type { EditionDocument } from "~/editions/edition-document.ts";
import { editionStatements, editionVersion } from "~/editions/edition-rows.server.ts";
import { type Change, changesBetween, isSame, merge } from "~/editions/merge.ts";
import { editionMessages } from "~/editions/messages.ts";
import { changesOfPrices } from "~/editions/prices.ts";
import { type EditionDraft, nextBase, readDraft, revisionInsert } from "~/editions/revisions.server.ts";
import { queueMail } from "~/mail/outbox.server.ts";
import { auditFact } from "~/platform/audit.server.ts";
import type { Context, SignedIn, Visit } from "~/platform/context.server.ts";
import { fingerprint, newId } from "~/platform/ids.server.ts";
import { can } from "~/values/abilities.ts";
import type { AuditAct } from "~/values/audit-acts.ts";
import { messages } from "~/values/messages.ts";
import type { Refused } from "~/values/types.ts";
import { changedByPart, changesInWords, chosenTwice } from "./change-words.ts";
import { isCurrentNow, siteStatements } from "./current-edition.server.ts";
import { showsEarlier, wouldShowEarlier } from "./earlier-releases.server.ts";
import { isInUse, readUse } from "./edition-use.server.ts";
import { editionMails } from "./mails.ts";

export type Publication = typeof editionPublications.$inferSelect;

/** The changes that publishing the draft would make, and the facts that may prevent it. */
export type PublicationPlan = {
  draft: EditionDraft;
  changes: Change[];
  /** The linter's findings about the draft. */
  findings: EditionFinding[];
  /** The result of `obstaclesInUse`. */
  inUse: string[];
  /** Whether the draft changes prices or deposits although the viewer may not change them. */
  needsMoney: boolean;
  /** Whether the draft would show released decisions earlier, although the viewer may not decide. */
  needsDecide: boolean;
  /** Newest first. */
  publications: ListedPublication[];
};

/** A publication without the document that it replaced, because that document is long. */
type ListedPublication = Omit<Publication, "former" | "createdAt"> & { hasFormer: boolean };

/**
 * Why nothing was published. If `isMoved` is set, the edition was changed at the same moment, so publishing can be
 * tried again.
 */
export type NotPublished = Refused<400 | 404 | 409> & { isMoved?: true };
export const notPublished = (refused: string): NotPublished => ({ refused, status: 409 });
const moved: NotPublished = { ...notPublished(editionMessages.publishedMeanwhile), isMoved: true };

/**
 * The publication that gave the rows their present content. Of the publications with the state "published", it is the
 * one with the highest revision. It is not always the one that was stored last, because a scheduled publication is
 * stored long before it is published.
 */
export const newestOf = <Listed extends Pick<Publication, "state" | "revision">>(
  publications: Listed[],
): Listed | undefined =>
  publications
    .filter(({ state }) => state === "published")
    .sort((one, other) => other.revision - one.revision)[0];

/** How many publications are read: no more than a page shows. */
const NEWEST = 20;

/** The plan for publishing the present draft of an edition; null if there is no such edition. */
export async function planPublication(
  context: Pick<Context, "db">,
  { viewer, settings, now }: Pick<SignedIn, "viewer" | "settings" | "now">,
  conferenceId: string,
): Promise<PublicationPlan | null> {
  const { db } = context;
  const { former: _, createdAt: __, ...listed } = getTableColumns(editionPublications);
  const [draft, publications] = await Promise.all([
    readDraft(context, settings, conferenceId),
    db
      .select({
        ...listed,
        hasFormer: sql<boolean>`${editionPublications.former} IS NOT NULL`.mapWith(Boolean),
      })
      .from(editionPublications)
      .where(eq(editionPublications.conferenceId, conferenceId))
      .orderBy(desc(editionPublications.createdAt), desc(editionPublications.id))
      .limit(NEWEST),
  ]);
  if (!draft) return null;
  const plan = await planOf(context, { settings, now }, draft);
  const needsMoney = changesOfPrices(plan.changes).length > 0 && !can(viewer.abilities, "money");
  const needsDecide =
    !can(viewer.abilities, "decide") &&
    (await wouldShowEarlier(db, conferenceId, draft.live?.document ?? null, draft.document, now));
  return { ...plan, publications, needsMoney, needsDecide };
}

/** The changes that publishing a draft would make, and the facts that may prevent it. */
export async function planOf(
  context: Pick<Context, "db">,
  visit: Pick<Visit, "settings" | "now">,
  draft: EditionDraft,
): Promise<Pick<PublicationPlan, "draft" | "changes" | "findings" | "inUse">> {
  const [inUse, findings] = await Promise.all([
    obstaclesInUse(context.db, draft, visit.now),
    lintDraft(context, visit, draft),
  ]);
  return { draft, inUse, findings, changes: changesBetween(draft.live?.document ?? {}, draft.document) };
}

/**
 * Sentences about the things that are in use but would be removed, and about decisions that people can see but that the
 * new rounds would contradict. One round trip if anything would be removed, or if a round would change.
 */
export async function obstaclesInUse(
  db: Database,
  { conferenceId, live, document }: EditionDraft,
  now: number,
): Promise<string[]> {
  if (!live) return [];
  return obstaclesOf(live.document, document, await readUse(db, conferenceId, live.document, document, now));
}

/** Why a plan cannot be carried out; null if it can. */
export function planRefusal({
  draft,
  changes,
  findings,
  inUse,
  needsMoney = false,
  needsDecide = false,
}: Omit<PublicationPlan, "publications" | "needsMoney" | "needsDecide"> & {
  needsMoney?: boolean;
  needsDecide?: boolean;
}): NotPublished | null {
  if (changes.length === 0) return notPublished(editionMessages.nothingToPublish);
  const toChoose = chosenTwice(draft).map(({ what }) => what);
  const obstacles = [
    ...(findings.some(({ level }) => level === "error") ? [editionMessages.hasErrors] : []),
    ...(toChoose.length > 0 ? [editionMessages.toChoose(toChoose)] : []),
    ...(needsMoney ? [editionMessages.pricesNeedMoney] : []),
    ...(needsDecide ? [editionMessages.releaseNeedsDecide] : []),
    ...inUse,
  ];
  return obstacles.length > 0 ? notPublished(obstacles.join(" ")) : null;
}

/**
 * The state of an edition that somebody was shown: the number of the draft's revision, and a text that identifies the
 * state of the rows (empty if there were no rows).
 */
export type SeenEdition = { revision: number; rows: string };

export const seenOf = ({ revision, live }: Pick<EditionDraft, "revision" | "live">): SeenEdition => ({
  revision,
  rows: live ? fingerprint(live.version) : "",
});

/** Whether a draft and its rows are still what was shown. */
export const isAsSeen = (draft: Pick<EditionDraft, "revision" | "live">, seen: SeenEdition): boolean =>
  isSame(seenOf(draft), seen);

/**
 * Replaces the rows of an edition with those of its draft in one batch, or does nothing. Publishing is refused if the
 * draft or the rows have changed since they were shown, or if `planRefusal` gives a reason.
 */
export async function publishEdition(
  context: Context,
  visit: SignedIn,
  conferenceId: string,
  seen: SeenEdition,
): Promise<{ published: string } | NotPublished> {
  const plan = await planPublication(context, visit, conferenceId);
  if (!plan) return { refused: messages.notFound, status: 404 };
  const { draft } = plan;
  const refusal = isAsSeen(draft, seen) ? planRefusal(plan) : moved;
  const answer =
    refusal ??
    (await writeEdition(context, visit, draft, {
      ...{ actorUid: visit.viewer.uid, action: "publishEdition" },
      beyond: await waitingBeyond(context, visit, conferenceId, draft.revision),
    }));
  if (!("isMoved" in answer)) return answer;
  const own = await ownPublication(
    context.db,
    visit,
    conferenceId,
    and(isNull(editionPublications.takesBack), eq(editionPublications.revision, seen.revision + 1)),
  );
  return own ?? answer;
}

/**
 * The publication that the viewer has already made with the same form, if the form was sent twice. It counts only while
 * it is the newest publication, because it may have been taken back since. A scheduled publication does not count.
 */
async function ownPublication(
  db: Database,
  { viewer }: SignedIn,
  conferenceId: string,
  which: SQL | undefined,
): Promise<{ published: string } | undefined> {
  const [own] = await db
    .select({ published: editionPublications.id })
    .from(editionPublications)
    .where(
      and(
        ...[eq(editionPublications.conferenceId, conferenceId), eq(editionPublications.state, "published")],
        ...[eq(editionPublications.createdBy, viewer.uid), which],
        eq(editionPublications.dueAt, editionPublications.publishedAt),
        sql`${editionPublications.revision} = (SELECT max(${editionPublications.revision}) FROM ${editionPublications}
          WHERE ${editionPublications.conferenceId} = ${conferenceId} AND ${editionPublications.state} = 'published')`,
      ),
    )
    .limit(1);
  return own;
}

type Writing = {
  actorUid: string;
  action: AuditAct;
  /** The scheduled publication that is carried out; if absent, a new publication is recorded. */
  scheduled?: string;
  /** The publication that this one takes back. */
  takesBack?: string;
  /** The drafts that build on the published document, in order. There are none if the newest draft is published. */
  beyond?: Beyond[];
};

/** A draft that builds on a published document. `waiting` is the scheduled publication that will publish it. */
type Beyond = Pick<EditionDraft, "document" | "base" | "both"> & { waiting?: string };

/**
 * The drafts that scheduled publications will publish, from revision `revision` on. The publication `own`, which is
 * being made, is left out.
 */
export async function waitingBeyond(
  context: Pick<Context, "db">,
  { settings }: Pick<Visit, "settings">,
  conferenceId: string,
  revision: number,
  own = "",
): Promise<Beyond[]> {
  const { db } = context;
  const waiting = await db
    .select({ id: editionPublications.id, revision: editionPublications.revision })
    .from(editionPublications)
    .where(
      and(
        eq(editionPublications.conferenceId, conferenceId),
        eq(editionPublications.state, "scheduled"),
        gte(editionPublications.revision, revision),
        ne(editionPublications.id, own),
      ),
    )
    .orderBy(editionPublications.revision);
  const drafts = await Promise.all(
    waiting.map((one) => readDraft(context, settings, conferenceId, one.revision)),
  );
  return drafts.flatMap((draft, index) => (draft ? [{ ...draft, waiting: waiting[index]!.id }] : []));
}

/**
 * Publishes the document of a draft that has passed all checks, unless the rows or the newest revision have changed
 * since the draft was read. The published document becomes a revision of its own and the base of the draft. So the
 * draft does not undo a change that another page makes later. If prices or deposits change, the person who publishes
 * must have the ability "money" at that moment, and everybody with that ability gets a mail. If released decisions
 * would be shown earlier, the person must have the ability "decide".
 */
export async function writeEdition(
  context: Context,
  { now }: Pick<SignedIn, "now">,
  { conferenceId, document, live, revision: newest }: EditionDraft,
  { actorUid, action, scheduled, takesBack, beyond = [] }: Writing,
): Promise<{ published: string } | NotPublished> {
  const { db } = context;
  const revision = newest + 1;
  const saved = { conferenceId, authorUid: actorUid };
  const mayShow = can(await abilitiesNow(db, actorUid, now), "decide");
  const isUnmoved = and(
    live
      ? sql`${editionVersion(conferenceId)} = ${live.version}`
      : sql`NOT EXISTS (SELECT 1 FROM ${editions} WHERE ${editions.conferenceId} = ${conferenceId})`,
    not(isInUse(conferenceId, live?.document ?? null, document, now)),
    live === null || mayShow || isSame(live.document.rounds, document.rounds)
      ? undefined
      : not(showsEarlier(conferenceId, document.rounds, now)),
  );
  const changes = changesBetween(live?.document ?? {}, document);
  const prices = changesOfPrices(changes);
  if (prices.length > 0 && (await moneySinceRows(db, actorUid)).length === 0)
    return notPublished(editionMessages.pricesNeedMoney);
  if (!mayShow && (await wouldShowEarlier(db, conferenceId, live?.document ?? null, document, now)))
    return notPublished(editionMessages.releaseNeedsDecide);
  const mayPrice = prices.length > 0 ? hasHadMoneySince(actorUid, Date.now() + 1) : undefined;
  // If the state is NULL, the row cannot be stored, and then the whole batch fails.
  const state = (also?: SQL) =>
    sql<"published">`CASE WHEN ${and(isUnmoved, mayPrice, also)} THEN 'published' END`;
  const id = scheduled ?? newId();
  const former = live && JSON.stringify(live.document);
  const deadlines = (of: EditionDocument) => of.rounds.map(({ id, deadline }) => [id, deadline]);
  const later = live === null ? [] : movedDeadlines(live.document.rounds, document.rounds);
  const untold = { movedDeadlines: later.length > 0 ? later : null };
  const isRescheduled = live !== null && !isSame(deadlines(live.document), deadlines(document));
  const publisher = (await calledOf(db, [actorUid])).get(actorUid) ?? "Somebody";
  const changed = changedByPart(changes, live?.document ?? null, document);
  try {
    const statements: BatchItem<"sqlite">[] = [
      // If somebody else saves at the same moment, both batches claim the same revision number, and one of them is
      // refused.
      revisionInsert(db, { ...saved, revision }, document, document),
      ...beyond.flatMap((draft, index) => {
        const next = revision + 1 + index;
        const goesOn = revisionInsert(
          db,
          { ...saved, revision: next },
          draft.document,
          nextBase(draft, document),
        );
        if (draft.waiting === undefined) return [goesOn];
        const waits = eq(editionPublications.id, draft.waiting);
        return [goesOn, db.update(editionPublications).set({ revision: next }).where(waits)];
      }),
      scheduled === undefined
        ? insertFrom(
            db,
            editionPublications,
            {
              ...{ id, conferenceId, revision, former, dueAt: now, publishedAt: now, createdBy: actorUid },
              ...{
                state: state(),
                changed,
                reason: null,
                takesBack: takesBack ?? null,
                createdAt: Date.now(),
                ...untold,
              },
            },
            sql`WHERE 1`,
          )
        : db
            .update(editionPublications)
            .set({
              ...{ revision, publishedAt: now, former, changed, ...untold },
              state: state(eq(editionPublications.state, "scheduled")),
            })
            .where(eq(editionPublications.id, id)),
      auditFact(context, {
        actorUid,
        action,
        object: `editions/${conferenceId}`,
        detail: { revision, changed: changes.slice(0, 50).map(({ path }) => path.join("/")) },
      }),
      ...editionStatements(db, conferenceId, live, document, { now, revision }),
      // New deadlines can move applications to another round. So every round is searched again for delegates who have
      // not been told their decision.
      ...(isRescheduled
        ? [db.update(rounds).set({ toldAt: null }).where(eq(rounds.conferenceId, conferenceId))]
        : []),
      ...siteStatements(db, document.site, isCurrentNow(conferenceId)),
      ...(prices.length > 0
        ? [pricesMail(context, id, publisher, conferenceId, live, document, prices)]
        : []),
    ];
    await db.batch(statements as [BatchItem<"sqlite">]);
  } catch (error) {
    if (isRefusal(error)) return moved;
    throw error;
  }
  return { published: id };
}

/**
 * The statement that mails everybody with the ability "money" about the prices and deposits that a publication changes.
 */
const pricesMail = (
  { db, origin }: Context,
  id: string,
  who: string,
  conferenceId: string,
  live: EditionDraft["live"],
  document: EditionDocument,
  prices: Change[],
) =>
  queueMail(
    db,
    {
      kind: "staff",
      eventKey: sql`${`prices:${id}:`} || ${users.uid}`,
      recipient: sql`${users.email}`,
      text: editionMails.pricesChanged(
        { who, edition: conferenceName({ id: conferenceId, ...document.conference }) },
        changesInWords(prices, live?.document ?? null, document),
        `${origin}/admin/editions/${conferenceId}/publish`,
      ),
    },
    sql`FROM ${users} INNER JOIN ${moneySince} ON ${moneySince.uid} = ${users.uid}
      WHERE ${users.admin} = 1 AND ${users.disabledAt} IS NULL`,
  );

/**
 * Whether the database refused the batch because something had changed, or because something to be removed had come
 * into use.
 */
const isRefusal = (error: unknown): boolean =>
  /NOT NULL constraint failed: edition_publications\.state|FOREIGN KEY constraint failed|UNIQUE constraint failed: edition_revisions/.test(
    `${String(error)} ${String((error as { cause?: unknown }).cause ?? "")}`,
  );

/**
 * Publishes again what the newest publication replaced. Changes that other pages have made since that publication stay.
 * As in any publication, nothing that is in use is removed. The content that was taken back becomes a draft again,
 * together with everything drafted since, so that it can be corrected and published.
 */
export async function takePublicationBack(
  context: Context,
  visit: SignedIn,
  conferenceId: string,
  id: string,
): Promise<{ published: string } | NotPublished> {
  const { db } = context;
  const [plan, [publication]] = await Promise.all([
    planPublication(context, visit, conferenceId),
    db
      .select({ former: editionPublications.former, published: editionRevisions.document })
      .from(editionPublications)
      .innerJoin(
        editionRevisions,
        and(
          eq(editionRevisions.conferenceId, editionPublications.conferenceId),
          eq(editionRevisions.revision, editionPublications.revision),
        ),
      )
      .where(and(eq(editionPublications.id, id), eq(editionPublications.conferenceId, conferenceId))),
  ]);
  if (!plan || !publication) return { refused: messages.notFound, status: 404 };
  const { draft, publications } = plan;
  const newest = newestOf(publications);
  if (newest?.takesBack === id && newest.createdBy === visit.viewer.uid) return { published: newest.id };
  if (newest?.id !== id || !draft.live) return notPublished(editionMessages.notNewest);
  if (publication.former === null) return notPublished(editionMessages.nothingBefore);
  const { live } = draft;
  const [former, published] = [storedDocument(publication.former), storedDocument(publication.published)];
  // Changes that another page has made since the publication do not belong to it, and are kept.
  const document = merge(published, live.document, former, "theirs").merged;
  const wanted = { ...draft, document };
  const obstacles = [
    ...obstaclesToRunning({ document, agreement: live.agreement }),
    ...(await obstaclesInUse(db, wanted, visit.now)),
  ];
  if (obstacles.length > 0) return notPublished(obstacles.join(" "));
  const actorUid = visit.viewer.uid;
  const answer = await writeEdition(context, visit, wanted, {
    ...{ actorUid, action: "takeEditionBack", takesBack: id, beyond: [draft] },
  });
  if (!("isMoved" in answer)) return answer;
  return (await ownPublication(db, visit, conferenceId, eq(editionPublications.takesBack, id))) ?? answer;
}
