import { and, asc, countDistinct, eq, isNull, type SQL, sql } from "drizzle-orm";
import { type Database, listed, subquery } from "#db/client.ts";
import { prepared } from "#db/prepared.ts";
import { takings } from "#db/schema/invoices.ts";
import { holdings, orders, payments } from "#db/schema/money.ts";
import { payerRequests } from "#db/schema/payer-requests.ts";
import type { Viewer } from "~/platform/context.server.ts";
import { emailKey } from "~/values/email-addresses.ts";
import { INVOICED, LIVE_HOLDING_STATES } from "~/values/types.ts";

/** The open requests that a delegate has made to others. */
export const askedPayerRows = prepared((db: Database, conferenceId: string, uid: string) =>
  db
    .select({
      ...{ id: payerRequests.id, passType: payerRequests.passType },
      ...{ addOns: payerRequests.addOns, heldPass: payerRequests.heldPass, email: payerRequests.email },
    })
    .from(payerRequests)
    .where(
      and(
        eq(payerRequests.conferenceId, conferenceId),
        eq(payerRequests.uid, uid),
        isNull(payerRequests.endedAt),
      ),
    ),
);

/**
 * For a row of `payer_requests` in a query: whether the pass is still wanted. It is not wanted if the person who asked
 * holds it, is paying for it or is being refunded for it.
 */
const isStillWanted: SQL = sql`NOT EXISTS (SELECT 1 FROM ${holdings} WHERE ${holdings.conferenceId} = ${payerRequests.conferenceId}
  AND ${holdings.uid} = ${payerRequests.uid} AND ${holdings.item} = ${payerRequests.passType}
  AND ${holdings.state} IN ${listed(LIVE_HOLDING_STATES)})`;

type Asked = Pick<Viewer, "uid" | "email" | "emailVerifiedAt">;

/**
 * A condition: whether a request is open and was made to the viewer, whose e-mail address must be confirmed. The viewer
 * may have made a request to an address that is now their own. Such a request does not count, because the viewer then
 * pays for themselves.
 */
export const isAskedOf = (viewer: Asked): SQL => isAskedBy(...valuesOf(viewer));

/**
 * The viewer as three values of a query: the uid, the key of the e-mail address, and 1 if the address is confirmed
 * (otherwise 0).
 */
const valuesOf = ({
  uid,
  email,
  emailVerifiedAt,
}: Asked): [uid: string, key: string, isConfirmed: number] => [
  uid,
  emailKey(email),
  Number(emailVerifiedAt !== null),
];

const isAskedBy = (uid: string, key: string, isConfirmed: number): SQL =>
  sql`(${payerRequests.endedAt} IS NULL AND ${payerRequests.emailKey} = ${key}
    AND ${payerRequests.uid} <> ${uid} AND ${isConfirmed})`;

const isToMeet = (conferenceId: string, isAsked: SQL) =>
  and(eq(payerRequests.conferenceId, conferenceId), isAsked, isStillWanted);

/** The requests that others made to the viewer and that can still be paid, oldest first. */
export const requestsTo = (db: Database, conferenceId: string, viewer: Asked, limit: number) =>
  db
    .select()
    .from(payerRequests)
    .where(isToMeet(conferenceId, isAskedOf(viewer)))
    .orderBy(asc(payerRequests.createdAt), asc(payerRequests.id))
    .limit(limit);

/**
 * The number of people who ask the viewer to pay, and the number of unpaid invoices that the viewer has to pay for
 * others.
 */
export const toPayRows = (db: Database, conferenceId: string, viewer: Asked) =>
  toPayCount(db, conferenceId, ...valuesOf(viewer));

const toPayCount = prepared(
  (db: Database, conferenceId: string, uid: string, key: string, isConfirmed: number) =>
    db
      .select({
        number: countDistinct(payerRequests.uid),
        invoices:
          subquery(sql<number>`(SELECT count(*) FROM ${orders} JOIN ${payments} ON ${payments.id} = ${orders.id}
        WHERE ${orders.payerUid} = ${uid} AND ${payments.delegateUid} <> ${uid}
        AND ${orders.conferenceId} = ${conferenceId}
        AND ${payments.state} = 'reserved' AND ${orders.means} = ${INVOICED}
        AND ${payments.id} NOT IN (SELECT ${takings.orderId} FROM ${takings}
          WHERE ${takings.conferenceId} = ${conferenceId} AND ${takings.state} = 'waiting'))`).as("invoices"),
      })
      .from(payerRequests)
      .where(isToMeet(conferenceId, isAskedBy(uid, key, isConfirmed))),
);
