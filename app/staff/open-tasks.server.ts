import { and, count, eq, gt, isNull, lt, sql } from "drizzle-orm";
import { type Database, hasRow, listed, subquery } from "#db/client.ts";
import { prepared } from "#db/prepared.ts";
import { factorResets } from "#db/schema/accounts.ts";
import { applications } from "#db/schema/applications.ts";
import { conferences, editions, tickets } from "#db/schema/conference.ts";
import { decisions } from "#db/schema/decisions.ts";
import { invoicing, reversals, takings } from "#db/schema/invoices.ts";
import { outbox } from "#db/schema/mail.ts";
import { orders, payments, refunds } from "#db/schema/money.ts";
import { offers, waitingLists } from "#db/schema/offers.ts";
import { outgoings } from "#db/schema/outgoings.ts";
import { assignments, reviews } from "#db/schema/reviews.ts";
import { inspections } from "#db/schema/staff.ts";
import { isSoldNow } from "~/conference/catalogue.server.ts";
import { sameApplication } from "~/decisions/decisions.server.ts";
import { seesWaiting } from "~/decisions/waiting-list-rows.server.ts";
import { centsUnderWay } from "~/money/books/payment-list.server.ts";
import { isItsOrder } from "~/standing/payments.server.ts";
import { isOnNow, placesKept } from "~/standing/waiting-offers.server.ts";
import { HAND_MEANS, UNCONFIRMED_TAKINGS } from "~/values/types.ts";

// The statements with which the hub finds the tasks that wait. Each reads a few rows, however many rows there are.

/**
 * How many acts that give money, and how many changes of bank details and limits, wait for a second person. The row
 * also says how much money (cents) is on its way back as refunds, and whether the edition has set a postal address for
 * its letters. `openAgain` counts, for each member of the staff, the assigned applications that they have not reviewed
 * and that were opened again. Nobody can review these until they are submitted again.
 */
export const openInEdition = prepared((db: Database, conferenceId: string) =>
  db
    .select({
      openAgain: subquery(sql<string>`(SELECT json_group_object(reader, number) FROM (
        SELECT ${assignments.staffUid} AS reader, count(*) AS number FROM ${applications} JOIN ${assignments}
          ON ${assignments.conferenceId} = ${applications.conferenceId} AND ${assignments.uid} = ${applications.uid}
        WHERE ${applications.conferenceId} = ${conferenceId} AND ${applications.submittedAt} IS NULL
          AND NOT EXISTS (SELECT 1 FROM ${reviews} WHERE ${reviews.conferenceId} = ${assignments.conferenceId}
            AND ${reviews.uid} = ${assignments.uid} AND ${reviews.staffUid} = ${assignments.staffUid})
        GROUP BY ${assignments.staffUid}))`)
        .mapWith((json: string): Record<string, number> => JSON.parse(json))
        .as("open_again"),
      outgoings:
        subquery(sql<number>`(SELECT count(*) FROM ${outgoings} WHERE ${outgoings.state} IN ('proposed')
        AND ${outgoings.conferenceId} = ${conferenceId})`).as("outgoings"),
      proposals:
        subquery(sql<number>`(SELECT count(*) FROM ${invoicing} WHERE ${invoicing.state} IN ('proposed')
        AND ${invoicing.conferenceId} = ${conferenceId})`).as("proposals"),
      underWayCents: centsUnderWay(
        // The index finds the few refunds that are still open.
        sql`${refunds.conferenceId} = ${conferenceId} AND ${refunds.resolvedAt} IS NULL`,
      ).as("under_way_cents"),
      hasLetterAddress: subquery(sql<boolean>`EXISTS (SELECT 1 FROM ${editions}
        WHERE ${editions.conferenceId} = ${conferenceId} AND coalesce(${editions.site} ->> '$.letters.address', '') <> '')`)
        .mapWith(Boolean)
        .as("has_letter_address"),
    })
    .from(conferences)
    .where(eq(conferences.id, conferenceId)),
);

/**
 * How many resets of a second factor wait for another director. Only those requested after `since` (real time) count.
 */
export const openResets = prepared((db: Database, since: number) =>
  db.select({ number: count() }).from(factorResets).where(gt(factorResets.askedAt, since)),
);

/**
 * How many payments of all editions have an unknown outcome, although their attempts ended before `before` (real time).
 * If none of them belongs to this edition, `elsewhere` is one of another edition; otherwise it is null.
 */
export const openPayments = prepared((db: Database, conferenceId: string, before: number) =>
  db
    .select({
      number: count(),
      elsewhere: sql<
        string | null
      >`iif(sum(${payments.conferenceId} = ${conferenceId}) = 0, min(${payments.id}), NULL)`.as("elsewhere"),
    })
    .from(payments)
    .innerJoin(orders, isItsOrder)
    .where(and(eq(payments.state, "unknown"), lt(orders.leaseUntil, before))),
);

/**
 * How many refunds of all editions have an unknown outcome, although their attempts ended before `before` (real time).
 * `paymentId` is the payment of one of them; null if there is none.
 */
export const openRefunds = prepared((db: Database, before: number) =>
  db
    .select({ number: count(), paymentId: sql<string | null>`min(${refunds.paymentId})`.as("payment") })
    .from(refunds)
    .where(and(eq(refunds.state, "unknown"), lt(refunds.leaseUntil, before))),
);

/** The states of money that must still be confirmed or given back. */
const OPEN_TAKINGS = listed([...UNCONFIRMED_TAKINGS, "unwanted"]);

/**
 * How many sums of money that comes in by hand wait for a person: money that must still be confirmed or given back,
 * other money whose reversal waits, and refunds that are under way.
 */
export const openByHand = prepared((db: Database, conferenceId: string) =>
  db
    .select({
      number: subquery(sql<number>`count(*) + (SELECT count(*) FROM ${refunds} JOIN ${payments}
        ON ${payments.id} = ${refunds.paymentId} JOIN ${orders} ON ${isItsOrder} WHERE ${refunds.conferenceId} = ${conferenceId}
        AND ${refunds.state} = 'pending' AND ${orders.means} IN ${listed([...HAND_MEANS])})
        + (SELECT count(*) FROM ${reversals} JOIN ${takings} AS reversed ON reversed.id = ${reversals.takingId}
        WHERE ${reversals.conferenceId} = ${conferenceId} AND ${reversals.state} = 'waiting'
        AND reversed.state NOT IN ${OPEN_TAKINGS})`).as("number"),
    })
    .from(takings)
    .where(and(eq(takings.conferenceId, conferenceId), sql`${takings.state} IN ${OPEN_TAKINGS}`)),
);

/** How many payments were taken back by a bank and still need a decision. */
export const openAtBank = prepared((db: Database, conferenceId: string) =>
  db
    .select({ number: count() })
    .from(refunds)
    .where(
      and(
        eq(refunds.conferenceId, conferenceId),
        sql`${refunds.bankState} = 'open'`,
        sql`${refunds.state} = 'done'`,
      ),
    ),
);

/** How many mails were given up after `since` (UTC ms), without those that were withheld on purpose. */
export const lostMails = prepared((db: Database, since: number) =>
  db
    .select({ number: count() })
    .from(outbox)
    .where(
      and(
        // The partial index has exactly the first three conditions, so SQLite uses the index.
        ...[isNull(outbox.sentAt), isNull(outbox.dueAt), sql`${outbox.failures} <> 0`],
        ...[gt(outbox.createdAt, since), sql`${outbox.report} IS NOT 'withheld'`],
      ),
    ),
);

/** The last inspection, if there was one. */
export const lastInspection = prepared((db: Database) =>
  db.select().from(inspections).orderBy(sql`${inspections.at} DESC`).limit(1),
);

/**
 * The waiting list: the pass that it offers, how many places of that pass are kept by open offers, and how many offers
 * of the edition are open or taken. No row if the portal fills the list by itself, if nobody sees that they wait (people
 * with disabled accounts count here), or if no place can be offered at `now` (UTC ms), because the list has stopped or
 * the pass is not on sale.
 */
export const openPlaces = (db: Database, conferenceId: string, now: number) =>
  db
    .select({
      passType: waitingLists.passType,
      kept: subquery(placesKept(conferenceId, sql`${waitingLists.passType}`, now)).as("kept"),
      offered: subquery(
        sql<number>`(SELECT count(*) FROM ${offers} WHERE ${and(
          eq(offers.conferenceId, conferenceId),
          isNull(offers.endedAt),
          isOnNow(now),
        )})`,
      ).as("offered"),
    })
    .from(waitingLists)
    .where(
      and(
        eq(waitingLists.conferenceId, conferenceId),
        eq(waitingLists.refills, false),
        sql`(${waitingLists.stopsAt} IS NULL OR ${waitingLists.stopsAt} > ${now})`,
        hasRow(
          tickets,
          and(
            eq(tickets.conferenceId, waitingLists.conferenceId),
            eq(tickets.id, waitingLists.passType),
            isSoldNow(now),
          ),
        ),
        sql`EXISTS (SELECT 1 FROM ${decisions} JOIN ${applications} ON ${sameApplication}
          WHERE ${decisions.conferenceId} = ${conferenceId} AND ${seesWaiting(now)})`,
      ),
    );
