import { and, eq, type SQL, sql } from "drizzle-orm";
import { hasRow, insertFrom, listed, subquery } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { applications } from "#db/schema/applications.ts";
import { conferences, tickets } from "#db/schema/conference.ts";
import { decisions } from "#db/schema/decisions.ts";
import { offers, waitingLists } from "#db/schema/offers.ts";
import { isSoldNow } from "~/conference/catalogue.server.ts";
import { isSoldAt } from "~/conference/sale.ts";
import { queueMail } from "~/mail/outbox.server.ts";
import { audited } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { decidedWithoutOffer, decisionVersion, versionSeen } from "~/standing/visible-decision.server.ts";
import { isOnNow, isTakenOffer } from "~/standing/waiting-offers.server.ts";
import type { PassType, Refused } from "~/values/types.ts";
import { sameApplication } from "./decisions.server.ts";
import { decisionMails } from "./mails.ts";
import { decisionMessages } from "./messages.ts";
import { freePlacesOf, noteEnds, waits } from "./waiting-list-rows.server.ts";

const say = decisionMessages.waiting;

/** The condition that the list stops before `endsAt` (UTC ms), so that no offer may last until then. */
const stopsBefore = (conferenceId: string, endsAt: number): SQL =>
  hasRow(
    waitingLists,
    and(eq(waitingLists.conferenceId, conferenceId), sql`${waitingLists.stopsAt} < ${endsAt}`),
  );

/**
 * Offers a place of a pass to each of these people until `endsAt` (UTC ms). Nobody gets an offer if one of these people
 * no longer waits, if there are no longer enough free places, if the pass is not on sale from now until `endsAt`, if
 * the list stops before `endsAt`, or if the edition is not the current one. Pressing twice offers once.
 *
 * @param pressId the id of the form.
 */
export async function offerPlaces(
  context: Context,
  { viewer, now, settings: { conferenceId, currentEdition } }: SignedIn,
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
  if (conferenceId !== currentEdition) return { refused: say.notOffered, status: 409 };
  const free = freePlacesOf(conferenceId, passType, now);
  const isThePass = and(eq(tickets.conferenceId, conferenceId), eq(tickets.id, passType));
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
      AND ${hasRow(tickets, and(isThePass, isSoldNow(now), sql`coalesce(${endsAt} <= ${tickets.saleUntil}, true)`))}
      AND NOT ${hasRow(offers, isOfPress)}`,
  );
  const [, , , made, [left], late, [pass]] = await db.batch([
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
    db
      .select({ onSale: tickets.onSale, saleFrom: tickets.saleFrom, saleUntil: tickets.saleUntil })
      .from(tickets)
      .where(isThePass),
  ]);
  if (made.length > 0) return { offered: made.length };
  if (!pass || !isSoldAt(pass, now)) return { refused: say.notSold, status: 409 };
  if (pass.saleUntil !== null && pass.saleUntil < endsAt) return { refused: say.afterSale, status: 409 };
  if (late.length > 0) return { refused: say.afterStop, status: 409 };
  const few = left?.free ?? null;
  return { refused: few !== null && few < number ? say.tooFew(Math.max(0, few)) : say.moved, status: 409 };
}

/**
 * Takes an offer back. If the person was told of the offer, a mail tells them that it is taken back, but only while they
 * can see that they are on the waiting list (`isStillTrue`). Refused once the person holds a pass or is paying for one.
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
        ...{ kind: "decision", uid: sql`${users.uid}`, recipient: sql`${users.email}` },
        // The version of the decision that the person sees now that the offer has ended. If they see none, the version
        // of the stored decision, which they may see later.
        eventKey: sql`${`offer-back/${conferenceId}/`} || ${users.uid} || '/'
          || coalesce(${versionSeen(now)}, ${decisionVersion}) || ${`/${id}`}`,
        text: decisionMails.offerTakenBack(`${origin}/decision`),
      },
      sql`FROM ${users} JOIN ${applications} ON ${applications.uid} = ${users.uid}
        JOIN ${decisions} ON ${sameApplication}
        WHERE ${isDone} AND ${users.uid} = ${found?.uid ?? ""} AND ${users.disabledAt} IS NULL
          AND ${Number(found?.toldAt != null)} AND ${applications.conferenceId} = ${conferenceId}
          AND coalesce(${decidedWithoutOffer(now)}, ${decisions.decision}) = 'Waitlisted'`,
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
