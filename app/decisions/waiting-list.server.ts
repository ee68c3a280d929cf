import { and, asc, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { type Database, hasRow, insertFrom, listed, subquery } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { applications } from "#db/schema/applications.ts";
import { conferences, tickets } from "#db/schema/conference.ts";
import { decisions } from "#db/schema/decisions.ts";
import { holdings } from "#db/schema/money.ts";
import { offers, waitingLists } from "#db/schema/offers.ts";
import { nameRows, namesIn } from "~/applications/search.server.ts";
import { ticketRows } from "~/conference/catalogue.server.ts";
import { conferenceName } from "~/conference/conference-name.ts";
import { deadlineZoneIn } from "~/conference/conferences.server.ts";
import { conferenceMessages } from "~/conference/messages.ts";
import { queueMail } from "~/mail/outbox.server.ts";
import { audited, auditRow } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { hasPass } from "~/standing/holdings.server.ts";
import { decidedWithoutOffer, seenDecision } from "~/standing/visible-decision.server.ts";
import { isOnNow, isTakenOffer, isUsedUpOffer, placesKept } from "~/standing/waiting-offers.server.ts";
import { HOUR } from "~/values/durations.ts";
import { inZone } from "~/values/times.ts";
import { LIVE_HOLDING_STATES, type PassType, type Refused } from "~/values/types.ts";
import { sameApplication } from "./decisions.server.ts";
import { decisionMails } from "./mails.ts";
import { decisionMessages } from "./messages.ts";

const say = decisionMessages.waiting;

/** The page shows at most this many people. When some of them leave the list, the people behind move up. */
const MOST_WAITING_SHOWN = 300;

const MOST_TOLD_AT_ONCE = 500;

export type WaitingList = Omit<typeof waitingLists.$inferSelect, "conferenceId">;

/** The settings of a waiting list until somebody changes them. */
const USUAL: WaitingList = {
  ...{ sortedBy: "score", byHand: [], passType: "goldPlus", refills: false, hours: 48, stopsAt: null },
};

/**
 * For a row of `applications` with its row of `decisions`: whether the person waits for a place. Somebody with a
 * disabled account does not wait, because they could not take a place. `now` is UTC ms.
 */
const waits = (now: number): SQL =>
  sql`(${decisions.decision} = 'Waitlisted' AND ${seenDecision(now)} = 'Waitlisted'
    AND NOT ${hasPass(sql`${applications.conferenceId}`, sql`${applications.uid}`, LIVE_HOLDING_STATES)}
    AND NOT ${hasRow(users, and(eq(users.uid, applications.uid), isNotNull(users.disabledAt)))})`;

/** For a row of `applications`: whether its person has had an offer. These people come after everybody else. */
const hadOffer: SQL = sql`EXISTS (SELECT 1 FROM ${offers} WHERE ${offers.conferenceId} = ${applications.conferenceId}
  AND ${offers.uid} = ${applications.uid})`;

/** The order of a list. People who are equal in it stand in the order in which they applied. */
function orderOf({ sortedBy, byHand }: WaitingList): SQL[] {
  const first = [asc(applications.submittedAt), asc(applications.uid)];
  const byScore = [sql`${applications.meanScore} IS NULL`, desc(applications.meanScore), ...first];
  if (sortedBy === "first") return first;
  if (sortedBy === "score") return byScore;
  const place = sql`(SELECT min(json_each.key) FROM json_each(${JSON.stringify(byHand)})
    WHERE json_each.value = ${applications.uid})`;
  return [sql`${place} IS NULL`, place, ...byScore];
}

/** How many places of a pass are free at `now` (UTC ms); null if the pass has no limit. */
const freePlaces = (conferenceId: string, passType: PassType, now: number): SQL<number | null> =>
  sql`(SELECT ${tickets.places} - (SELECT count(*) FROM ${holdings} WHERE ${holdings.conferenceId} = ${conferenceId}
      AND ${holdings.item} = ${passType} AND ${holdings.state} IN ${listed(LIVE_HOLDING_STATES)})
      - ${placesKept(conferenceId, passType, now)}
    FROM ${tickets} WHERE ${tickets.conferenceId} = ${conferenceId} AND ${tickets.id} = ${passType})`;

const listRows = (db: Database, conferenceId: string) =>
  db.select().from(waitingLists).where(eq(waitingLists.conferenceId, conferenceId));

/**
 * The people who wait, in the order of the list; the number of free places; and the offers that stand. Two round trips.
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
  const [waiting, [pass], standing, names] = await db.batch([
    db
      .select({
        uid: applications.uid,
        score: applications.meanScore,
        submittedAt: applications.submittedAt,
        again: subquery(sql<boolean>`${hadOffer}`).mapWith(Boolean).as("again"),
      })
      .from(decisions)
      .innerJoin(applications, sameApplication)
      .where(and(eq(decisions.conferenceId, conferenceId), waits(now)))
      .orderBy(hadOffer, ...orderOf(list))
      .limit(MOST_WAITING_SHOWN),
    db
      .select({
        title: tickets.title,
        free: subquery(freePlaces(conferenceId, list.passType, now)).as("free"),
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
    nameRows(
      db,
      conferenceId,
      sql`(SELECT ${decisions.uid} FROM ${decisions} WHERE ${decisions.conferenceId} = ${conferenceId}
        AND ${decisions.decision} = 'Waitlisted')`,
    ),
  ]);
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
    waiting: waiting.map(named),
    standing: standing.map(named),
  };
}

/**
 * The statement that notes which offers of an edition are over, so that the same people can get another offer. These
 * notes change nothing that anybody sees.
 */
const noteEnds = (db: Database, conferenceId: string, now: number) =>
  db
    .update(offers)
    .set({
      endedAt: sql`iif(${isUsedUpOffer}, ${now}, ${offers.endsAt})`,
      endedBecause: sql`iif(${isUsedUpOffer}, 'given up', 'expired')`,
    })
    .where(and(eq(offers.conferenceId, conferenceId), isNull(offers.endedAt), sql`NOT ${isOnNow(now)}`));

/**
 * For a row of `offers`: compares the decision that its person would see without the offer. `comparison` is the
 * right-hand side, such as `= 'Waitlisted'`.
 */
const isDecided = (now: number, comparison: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM ${applications} JOIN ${decisions} ON ${sameApplication}
    WHERE ${applications.conferenceId} = ${offers.conferenceId} AND ${applications.uid} = ${offers.uid}
      AND ${decidedWithoutOffer(now)} ${comparison})`;

/** The statement that ends offers to people who now see a decision other than Waitlisted. */
const noteDecided = (db: Database, conferenceId: string, now: number) =>
  db
    .update(offers)
    .set({ endedAt: now, endedBecause: "decided" })
    .where(
      and(
        eq(offers.conferenceId, conferenceId),
        isNull(offers.endedAt),
        isDecided(now, sql`<> 'Waitlisted'`),
      ),
    );

/** The condition that the list stops before `endsAt` (UTC ms), so that no offer may last until then. */
const stopsBefore = (conferenceId: string, endsAt: number): SQL =>
  hasRow(
    waitingLists,
    and(eq(waitingLists.conferenceId, conferenceId), sql`${waitingLists.stopsAt} < ${endsAt}`),
  );

/**
 * Offers a place of a pass to each of these people until `endsAt` (UTC ms). Nobody gets an offer in three cases: one of
 * these people no longer waits, there are no longer enough free places, or the list stops before `endsAt`. Pressing
 * twice offers once.
 *
 * @param pressId the id of the form.
 */
export async function offerPlaces(
  context: Context,
  { viewer, now, settings: { conferenceId } }: SignedIn,
  {
    uids,
    passType,
    endsAt,
    pressId,
  }: { uids: string[]; passType: PassType; endsAt: number; pressId: string },
): Promise<{ offered: number } | Refused<400 | 409>> {
  const { db } = context;
  const people = [...new Set(uids)];
  if (people.length === 0) return { refused: say.nobody, status: 400 };
  if (endsAt <= now) return { refused: say.past, status: 400 };
  const free = freePlaces(conferenceId, passType, now);
  const number = people.length;
  const id = sql`${`${pressId}-`} || json_each.key`;
  const isOfPress = sql`${offers.id} IN (SELECT ${id} FROM json_each(${JSON.stringify(people)}))`;
  const { entry, isDone } = audited(
    context,
    {
      ...{ actorUid: viewer.uid, action: "offerPlaces", object: `editions/${conferenceId}` },
      detail: { people: number },
    },
    sql`(SELECT count(*) FROM ${applications} JOIN ${decisions} ON ${sameApplication}
        WHERE ${applications.conferenceId} = ${conferenceId} AND ${applications.uid} IN ${listed(people)}
          AND ${waits(now)}) = ${number}
      AND coalesce(${free} >= ${number}, true) AND NOT ${stopsBefore(conferenceId, endsAt)}
      AND NOT ${hasRow(offers, isOfPress)}`,
  );
  const [, , , made, [left], late] = await db.batch([
    noteEnds(db, conferenceId, now),
    entry,
    insertFrom(
      db,
      offers,
      {
        ...{ id, conferenceId, uid: sql`json_each.value`, passType, offeredAt: now, offeredBy: viewer.uid },
        ...{ endsAt, toldAt: null, endedAt: null, endedBecause: null },
        grounds: sql`json_object('placesLeft', ${free})`,
      },
      sql`FROM json_each(${JSON.stringify(people)}) WHERE ${isDone}`,
    ),
    db.select({ id: offers.id }).from(offers).where(isOfPress),
    db
      .select({ free: subquery(free).as("free") })
      .from(conferences)
      .where(eq(conferences.id, conferenceId)),
    db
      .select({ stopsAt: waitingLists.stopsAt })
      .from(waitingLists)
      .where(and(eq(waitingLists.conferenceId, conferenceId), stopsBefore(conferenceId, endsAt))),
  ]);
  if (made.length > 0) return { offered: made.length };
  if (late.length > 0) return { refused: say.afterStop, status: 409 };
  const few = left?.free ?? null;
  return { refused: few !== null && few < number ? say.tooFew(Math.max(0, few)) : say.moved, status: 409 };
}

/**
 * Takes an offer back. If its person was told of the offer, they get a mail about this. It is refused once the person
 * pays for a pass or holds one.
 */
export async function takeKeptPlaceBack(
  context: Context,
  { viewer, now, settings: { conferenceId } }: SignedIn,
  id: string,
): Promise<{ taken: true } | Refused<409>> {
  const { db, origin } = context;
  const isIt = and(eq(offers.id, id), eq(offers.conferenceId, conferenceId));
  const mayTake = and(isIt, isOnNow(now), sql`NOT ${isTakenOffer}`);
  const [found] = await db.select({ uid: offers.uid, toldAt: offers.toldAt }).from(offers).where(isIt);
  const { entry, isDone } = audited(
    context,
    {
      actorUid: viewer.uid,
      action: "takeOfferBack",
      object: `delegates/${found?.uid ?? ""}`,
      detail: { offer: id },
    },
    hasRow(offers, mayTake),
  );
  const [, , , [after]] = await db.batch([
    entry,
    db.update(offers).set({ endedAt: now, endedBecause: "taken back" }).where(and(isIt, isDone)),
    queueMail(
      db,
      {
        ...{
          kind: "decision",
          uid: sql`${users.uid}`,
          eventKey: `offer-back:${id}`,
          recipient: sql`${users.email}`,
        },
        text: decisionMails.offerTakenBack(`${origin}/decision`),
      },
      sql`FROM ${users} WHERE ${isDone} AND ${users.uid} = ${found?.uid ?? ""} AND ${users.disabledAt} IS NULL
        AND ${Number(found?.toldAt != null)}`,
    ).onConflictDoNothing(),
    db.select({ because: offers.endedBecause }).from(offers).where(isIt),
  ]);
  return after?.because === "taken back" ? { taken: true } : { refused: say.notTakenBack, status: 409 };
}

/**
 * Ends the viewer's own offer, so that its place is free for another person. It is refused with 409 if the viewer holds
 * a pass or has an open payment for one. Declining a second time changes nothing.
 *
 * @param id the offer that the page showed.
 */
export async function declineOffer(
  context: Context,
  { viewer, now, settings: { conferenceId } }: SignedIn,
  id: string,
): Promise<{ declined: true } | Refused<409>> {
  const { db } = context;
  const isTheirs = and(eq(offers.id, id), eq(offers.conferenceId, conferenceId), eq(offers.uid, viewer.uid));
  const mayDecline = and(isTheirs, isOnNow(now), sql`NOT ${isTakenOffer}`);
  const { entry, isDone } = audited(
    context,
    {
      ...{ actorUid: viewer.uid, action: "declineOffer", object: `${conferenceId}/${viewer.uid}` },
      detail: { offer: id },
    },
    hasRow(offers, mayDecline),
  );
  const [, , [after]] = await db.batch([
    entry,
    db.update(offers).set({ endedAt: now, endedBecause: "declined" }).where(and(isTheirs, isDone)),
    db
      .select({ because: offers.endedBecause, isTaken: sql<number>`${isTakenOffer}`.as("is_taken") })
      .from(offers)
      .where(isTheirs),
  ]);
  if (after?.because === "declined") return { declined: true };
  return { refused: after?.isTaken ? say.paying : say.over, status: 409 };
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

/**
 * Offers each free place to the next person of the list, in every edition whose list is set to do this. It also queues
 * the mails about offers whose people have not been told. The cron calls this every minute. The statement that makes
 * the offers counts the places itself, so two runs at once offer each place only once. Nobody gets a second offer
 * unless a member of the staff decides that.
 */
export async function moveWaitingLists(context: Context): Promise<void> {
  const { now } = await context.visit();
  const { db } = context;
  const [lists, untold] = await db.batch([
    db.select().from(waitingLists),
    db
      .select({
        ...{ id: offers.id, conferenceId: offers.conferenceId, uid: offers.uid, passType: offers.passType },
        ...{ offeredAt: offers.offeredAt, endsAt: offers.endsAt },
      })
      .from(offers)
      // While the release is taken back, nobody may know their decision, and this mail would reveal it.
      .where(
        and(isNull(offers.toldAt), isNull(offers.endedAt), isOnNow(now), isDecided(now, sql`= 'Waitlisted'`)),
      )
      .limit(MOST_TOLD_AT_ONCE),
  ]);
  for (const list of lists) await refill(context, list, now);
  if (untold.length > 0) await tell(context, untold, now);
}

async function refill(context: Context, list: typeof waitingLists.$inferSelect, now: number): Promise<void> {
  const { db } = context;
  const { conferenceId, passType, hours, stopsAt, refills } = list;
  const endsAt = Math.min(now + hours * HOUR, stopsAt ?? Number.MAX_SAFE_INTEGER);
  const free = freePlaces(conferenceId, passType, now);
  const isAsRead = hasRow(
    waitingLists,
    and(
      eq(waitingLists.conferenceId, conferenceId),
      eq(waitingLists.refills, true),
      eq(waitingLists.passType, passType),
      sql`${waitingLists.stopsAt} IS ${stopsAt}`,
    ),
  );
  const isMade = and(
    eq(offers.conferenceId, conferenceId),
    isNull(offers.offeredBy),
    eq(offers.offeredAt, now),
    isNull(offers.toldAt),
  );
  const noting = [noteDecided(db, conferenceId, now), noteEnds(db, conferenceId, now)] as const;
  if (!refills || endsAt <= now) {
    await db.batch(noting);
    return;
  }
  await db.batch([
    ...noting,
    insertFrom(
      db,
      offers,
      {
        ...{
          id: sql`lower(hex(randomblob(10)))`,
          conferenceId,
          uid: sql`next.uid`,
          passType,
          offeredAt: now,
        },
        ...{ offeredBy: null, endsAt, toldAt: null, endedAt: null, endedBecause: null },
        grounds: sql`json_object('placesLeft', ${free})`,
      },
      sql`FROM (SELECT ${applications.uid} AS uid FROM ${decisions} JOIN ${applications} ON ${sameApplication}
        WHERE ${decisions.conferenceId} = ${conferenceId} AND ${isAsRead} AND ${waits(now)} AND NOT ${hadOffer}
        ORDER BY ${sql.join(orderOf(list), sql`, `)} LIMIT max(0, coalesce(${free}, 0))) AS next WHERE true`,
    ),
    auditRow(
      context,
      {
        ...{ actorUid: null, action: "offerPlaces", object: `editions/${conferenceId}` },
        detail: { at: now },
      },
      hasRow(offers, isMade),
    ),
  ]);
}

type Untold = Pick<
  typeof offers.$inferSelect,
  "id" | "conferenceId" | "uid" | "passType" | "offeredAt" | "endsAt"
>;

/** Queues the mail about each of these offers, and notes that with the offer. A disabled account gets no mail. */
async function tell({ db, origin }: Context, untold: Untold[], now: number): Promise<void> {
  const ids = [...new Set(untold.map(({ conferenceId }) => conferenceId))];
  const [named, passes] = await db.batch([
    db
      .select({ conference: conferences, zone: deadlineZoneIn(conferences.id).as("zone") })
      .from(conferences)
      .where(inArray(conferences.id, ids)),
    db
      .select({ conferenceId: tickets.conferenceId, id: tickets.id, title: tickets.title })
      .from(tickets)
      .where(inArray(tickets.conferenceId, ids)),
  ]);
  const rows = untold.flatMap(({ id, conferenceId, uid, passType, offeredAt, endsAt }) => {
    const found = named.find(({ conference }) => conference.id === conferenceId);
    if (!found) return [];
    const text = decisionMails.offered({
      conference: conferenceName(found.conference),
      pass:
        passes.find((pass) => pass.conferenceId === conferenceId && pass.id === passType)?.title ?? passType,
      until: inZone(endsAt, found.zone),
      inUtc: inZone(endsAt, "UTC"),
      link: `${origin}/decision`,
    });
    return [{ uid, key: `offer/${conferenceId}/${uid}/${offeredAt}-${id}`, ...text }];
  });
  const item = (name: string) => sql.raw(`(item.value ->> '${name}')`);
  await db.batch([
    queueMail(
      db,
      {
        ...{
          kind: "decision",
          uid: sql`${users.uid}`,
          eventKey: item("key"),
          recipient: sql`${users.email}`,
        },
        text: { subject: item("subject"), body: item("body") },
      },
      sql`FROM json_each(${JSON.stringify(rows)}) AS item JOIN ${users} ON ${users.uid} = ${item("uid")}
        WHERE ${users.disabledAt} IS NULL`,
    ).onConflictDoNothing(),
    db
      .update(offers)
      .set({ toldAt: now })
      .where(and(sql`${offers.id} IN ${listed(untold.map(({ id }) => id))}`, isNull(offers.toldAt))),
  ]);
}
