import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { type Database, hasRow, insertFrom, listed } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { applications } from "#db/schema/applications.ts";
import { conferences, events, tickets } from "#db/schema/conference.ts";
import { decisions } from "#db/schema/decisions.ts";
import { offers, waitingLists } from "#db/schema/offers.ts";
import { isSoldNow } from "~/conference/catalogue.server.ts";
import { conferenceName } from "~/conference/conference-name.ts";
import { deadlineZoneIn } from "~/conference/conferences.server.ts";
import { isOver } from "~/conference/events.ts";
import { isSoldAt } from "~/conference/sale.ts";
import { queueMail } from "~/mail/outbox.server.ts";
import { auditRow } from "~/platform/audit.server.ts";
import type { Context } from "~/platform/context.server.ts";
import { forEachRow } from "~/platform/log.server.ts";
import { decidedWithoutOffer } from "~/standing/visible-decision.server.ts";
import { isOnNow } from "~/standing/waiting-offers.server.ts";
import { HOUR } from "~/values/durations.ts";
import { inZone } from "~/values/times.ts";
import { sameApplication } from "./decisions.server.ts";
import { decisionMails } from "./mails.ts";
import { OFFER_HOURS } from "./waiting-list.form.ts";
import { freePlacesOf, hadOffer, listOrder, noteEnds, waits } from "./waiting-list-rows.server.ts";

const MOST_TOLD_AT_ONCE = 500;

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

/**
 * Offers each free place to the next person of the list, in every edition whose list is set to do this. It also queues
 * the mails about offers whose people have not been told. The cron calls this every minute. The statement that makes
 * the offers counts the places itself, so two runs at once offer each place only once. Nobody gets a second offer
 * unless a member of the staff decides that.
 */
export async function moveWaitingLists(context: Context): Promise<void> {
  const { now, settings } = await context.visit();
  const { db, requestId } = context;
  const [lists, untold] = await db.batch([
    db
      .select({
        list: waitingLists,
        pass: { onSale: tickets.onSale, saleFrom: tickets.saleFrom, saleUntil: tickets.saleUntil },
        event: { lastDay: events.lastDay, timeZone: events.timeZone },
      })
      .from(waitingLists)
      .leftJoin(
        tickets,
        and(eq(tickets.conferenceId, waitingLists.conferenceId), eq(tickets.id, waitingLists.passType)),
      )
      .leftJoin(events, and(eq(events.conferenceId, tickets.conferenceId), eq(events.id, tickets.eventId))),
    db
      .select({
        ...{ id: offers.id, conferenceId: offers.conferenceId, uid: offers.uid, passType: offers.passType },
        ...{ offeredAt: offers.offeredAt, endsAt: offers.endsAt },
      })
      .from(offers)
      // If the release of a round was taken back, nobody may know their decision, and this mail would reveal it.
      .where(
        and(isNull(offers.toldAt), isNull(offers.endedAt), isOnNow(now), isDecided(now, sql`= 'Waitlisted'`)),
      )
      .limit(MOST_TOLD_AT_ONCE),
  ]);
  await forEachRow(
    lists,
    { requestId, method: "moveWaitingLists" },
    ({ list }) => `editions/${list.conferenceId}`,
    (one) => refill(context, one, settings.currentEdition, now),
  );
  if (untold.length > 0) await tell(context, untold, now);
}

/** A waiting list, with the pass whose places it offers and the event to which that pass admits. */
type ListWithPass = {
  list: typeof waitingLists.$inferSelect;
  pass: Pick<typeof tickets.$inferSelect, "onSale" | "saleFrom" | "saleUntil"> | null;
  event: Pick<typeof events.$inferSelect, "lastDay" | "timeZone"> | null;
};

/**
 * Fills the free places of one list. It offers a place only if somebody could buy the pass: the pass must be on sale,
 * its event must not be over, and the edition must be the current one. It also offers nothing if the list or the sale
 * ends before people have had the least time to accept (`OFFER_HOURS`), because the portal offers nobody a second
 * place.
 */
async function refill(
  context: Context,
  { list, pass, event }: ListWithPass,
  currentEdition: string,
  now: number,
): Promise<void> {
  const { db } = context;
  const { conferenceId, passType, hours, stopsAt, refills } = list;
  const saleUntil = pass?.saleUntil ?? null;
  const latest = [stopsAt, saleUntil].filter((at) => at !== null);
  const endsAt = Math.min(now + hours * HOUR, ...latest);
  const mayOffer =
    refills &&
    conferenceId === currentEdition &&
    pass !== null &&
    isSoldAt(pass, now) &&
    !(event && isOver(event, now)) &&
    endsAt - now >= OFFER_HOURS.least * HOUR;
  const free = freePlacesOf(conferenceId, passType, now);
  const isAsRead = and(
    hasRow(
      waitingLists,
      and(
        eq(waitingLists.conferenceId, conferenceId),
        eq(waitingLists.refills, true),
        eq(waitingLists.passType, passType),
        sql`${waitingLists.stopsAt} IS ${stopsAt}`,
      ),
    ),
    hasRow(
      tickets,
      and(
        eq(tickets.conferenceId, conferenceId),
        eq(tickets.id, passType),
        isSoldNow(now),
        sql`${tickets.saleUntil} IS ${saleUntil}`,
      ),
    ),
  );
  const isMade = and(
    eq(offers.conferenceId, conferenceId),
    isNull(offers.offeredBy),
    eq(offers.offeredAt, now),
    isNull(offers.toldAt),
  );
  const noting = [noteDecided(db, conferenceId, now), noteEnds(db, conferenceId, now)] as const;
  if (!mayOffer) {
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
        ORDER BY ${sql.join(listOrder(list), sql`, `)} LIMIT max(0, coalesce(${free}, 0))) AS next WHERE true`,
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

/**
 * Queues the mail about each of these offers, and notes in the offer that its person was told. A disabled account gets
 * no mail.
 */
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
