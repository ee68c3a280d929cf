import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { subquery } from "#db/client.ts";
import { answers, applications } from "#db/schema/applications.ts";
import { conferences, tickets } from "#db/schema/conference.ts";
import { decisions } from "#db/schema/decisions.ts";
import { offers, waitingLists } from "#db/schema/offers.ts";
import { sectionsThatAsk } from "~/applications/known-answers.server.ts";
import { nameRows, namesIn } from "~/applications/search.server.ts";
import { ticketRows } from "~/conference/catalogue.server.ts";
import { deadlineZoneIn } from "~/conference/conferences.server.ts";
import { conferenceMessages } from "~/conference/messages.ts";
import { audited } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { isOnNow, isTakenOffer } from "~/standing/waiting-offers.server.ts";
import { sameApplication } from "./decisions.server.ts";
import {
  freePlacesOf,
  hadOffer,
  listOrder,
  listRows,
  type WaitingList,
  waits,
} from "./waiting-list-rows.server.ts";

/**
 * The page lists at most this many people, but counts everybody. When some of them leave the list, the people behind
 * move up.
 */
const MOST_WAITING_SHOWN = 300;

/** The settings of a waiting list until somebody changes them. */
const USUAL: WaitingList = {
  ...{ sortedBy: "score", byHand: [], passType: "goldPlus", refills: false, hours: 48, stopsAt: null },
};

/**
 * The people who wait, in the order of the list, with the way in which they want to take part; how many of them there
 * are (`count`); the number of free places; and the offers that stand. Two round trips.
 */
export async function readWaitingList({ db }: Context, { settings: { conferenceId }, now }: SignedIn) {
  const [[stored], passes, [edition]] = await db.batch([
    listRows(db, conferenceId),
    ticketRows(db, conferenceId),
    db
      .select({ zone: deadlineZoneIn(conferences.id).as("zone") })
      .from(conferences)
      .where(eq(conferences.id, conferenceId)),
  ]);
  if (!edition) refuse(403, conferenceMessages.notOpen);
  const list: WaitingList = stored ?? USUAL;
  const listed = sql`(SELECT ${decisions.uid} FROM ${decisions} WHERE ${decisions.conferenceId} = ${conferenceId}
    AND ${decisions.decision} = 'Waitlisted')`;
  const [waiting, [pass], standing, names, wishes] = await db.batch([
    db
      .select({
        uid: applications.uid,
        score: applications.meanScore,
        submittedAt: applications.submittedAt,
        // SQLite counts before it limits.
        count: sql<number>`count(*) OVER ()`.as("count"),
        again: subquery(sql<boolean>`${hadOffer}`).mapWith(Boolean).as("again"),
      })
      .from(decisions)
      .innerJoin(applications, sameApplication)
      .where(and(eq(decisions.conferenceId, conferenceId), waits(now)))
      .orderBy(hadOffer, ...listOrder(list))
      .limit(MOST_WAITING_SHOWN),
    db
      .select({
        title: tickets.title,
        free: subquery(freePlacesOf(conferenceId, list.passType, now)).as("free"),
      })
      .from(tickets)
      .where(and(eq(tickets.conferenceId, conferenceId), eq(tickets.id, list.passType))),
    db
      .select({
        ...{ id: offers.id, uid: offers.uid, passType: offers.passType, endsAt: offers.endsAt },
        isTaken: sql<boolean>`${isTakenOffer}`.mapWith(Boolean).as("is_taken"),
      })
      .from(offers)
      .where(and(eq(offers.conferenceId, conferenceId), isNull(offers.endedAt), isOnNow(now)))
      .orderBy(asc(offers.endsAt), asc(offers.id)),
    nameRows(db, conferenceId, listed),
    db
      .select({ uid: answers.uid, wish: sql<string | null>`${answers.answers} ->> '$.participation'` })
      .from(answers)
      .where(
        and(
          eq(answers.conferenceId, conferenceId),
          sql`${answers.uid} IN ${listed}`,
          sql`${answers.sectionId} IN ${sectionsThatAsk(conferenceId, ["participation"])}`,
        ),
      ),
  ]);
  const wished = new Map(wishes.map(({ uid, wish }) => [uid, wish]));
  const people = namesIn(names);
  const named = <Row extends { uid: string }>(row: Row) => ({
    ...row,
    name: people.get(row.uid)?.name || row.uid,
  });
  return {
    list,
    passes,
    zone: edition.zone,
    title: pass?.title ?? list.passType,
    free: pass?.free ?? null,
    count: waiting[0]?.count ?? 0,
    waiting: waiting.map((row) => ({ ...named(row), wish: wished.get(row.uid) ?? null })),
    standing: standing.map(named),
  };
}

/** Stores how the list is ordered and filled. */
export async function saveWaitingList(
  context: Context,
  { viewer, settings: { conferenceId } }: SignedIn,
  change: Partial<WaitingList>,
): Promise<void> {
  const { db } = context;
  const { entry } = audited(
    context,
    { actorUid: viewer.uid, action: "setWaitingList", object: `editions/${conferenceId}`, detail: change },
    sql`true`,
  );
  await db.batch([
    entry,
    db
      .insert(waitingLists)
      .values({ ...USUAL, ...change, conferenceId })
      .onConflictDoUpdate({ target: waitingLists.conferenceId, set: change }),
  ]);
}
