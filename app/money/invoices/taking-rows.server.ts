import { asc, desc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { conferences } from "#db/schema/conference.ts";
import { invoices, takings } from "#db/schema/invoices.ts";
import { orders, payments } from "#db/schema/money.ts";
import { limitInForce, writeOffLimitInForce } from "~/conference/catalogue.server.ts";
import { deadlineZoneIn } from "~/conference/conferences.server.ts";
import type { Context } from "~/platform/context.server.ts";
import { type Refused, type TakingState, UNCONFIRMED_TAKINGS, WRITTEN_OFF } from "~/values/types.ts";

/** Why money was not recorded, or does not count. */
export type TakingRefusal = Refused<400 | 403 | 404 | 409 | 503>;

export const isUnconfirmed = (state: TakingState): boolean =>
  (UNCONFIRMED_TAKINGS as readonly TakingState[]).includes(state);

const earlier = alias(takings, "earlier");

/** The sum (cents) of the parts that have come in for an order's invoice and meet a condition. */
const sumOfParts = (orderId: SQL, condition: SQL): SQL => sql`(SELECT coalesce(sum(${earlier.amountCents}), 0)
  FROM ${takings} AS ${earlier} WHERE ${earlier.orderId} = ${orderId} AND ${earlier.state} = 'part' AND ${condition})`;

/** How much of an order's open invoice is still to be paid (cents): what is due, less the parts that have come in. */
export const restOf = (orderId: string): SQL<number> =>
  sql<number>`((SELECT ${orders.dueCents} FROM ${orders} WHERE ${orders.id} = ${orderId})
    - ${sumOfParts(sql`${orderId}`, sql`true`)})`;

/** The cents that have come in for this row of `invoices`, while the invoice is open. */
export const partCents: SQL<number> = sql<number>`${sumOfParts(sql`${invoices.orderId}`, sql`true`)}`;

/** Whether a part of the order's invoice has come in. */
export const hasPart = (orderId: string): SQL => sql`EXISTS (SELECT 1 FROM ${takings} AS ${earlier}
  WHERE ${earlier.orderId} = ${orderId} AND ${earlier.state} = 'part')`;

/** The SQL counterpart of `aloneWith` for a row of `takings`, in cents. */
export const aloneCents: SQL<number> = sql<number>`(${takings.amountCents} + iif(${takings.means} = ${WRITTEN_OFF}, 0,
  ${sumOfParts(sql`${takings.orderId}`, sql`${earlier.id} <> ${takings.id} AND ${earlier.confirmedBy} = ${earlier.recordedBy}`)}))`;

/**
 * Reads an order with its invoice, its payments (the first one first), and the money that came in for the invoice. Also
 * reads the year of the edition, the limits in force in the edition, and the time zone in which the order's money is
 * booked. Null if there is no invoice. One round trip.
 */
export async function readForTaking({ db }: Context, orderId: SQL | string) {
  const [[order], bills, [invoice], [limits], money] = await db.batch([
    db
      .select({
        ...getTableColumns(orders),
        deadlineZone: deadlineZoneIn(orders.conferenceId).as("deadline_zone"),
        year: sql<number>`(SELECT ${conferences.year} FROM ${conferences}
          WHERE ${conferences.id} = ${orders.conferenceId})`.as("edition_year"),
      })
      .from(orders)
      .where(sql`${orders.id} = ${orderId}`),
    db
      .select()
      .from(payments)
      .where(sql`${payments.orderId} = ${orderId}`)
      .orderBy(desc(sql`${payments.id} = ${payments.orderId}`), asc(payments.id)),
    db.select().from(invoices).where(sql`${invoices.orderId} = ${orderId}`),
    db
      .select({
        money: limitInForce(invoices.conferenceId).as("limit_in_force"),
        writeOff: writeOffLimitInForce(invoices.conferenceId).as("write_off_limit"),
      })
      .from(invoices)
      .where(sql`${invoices.orderId} = ${orderId}`),
    db.select().from(takings).where(sql`${takings.orderId} = ${orderId}`).orderBy(asc(takings.recordedAt)),
  ]);
  if (!invoice) return null;
  // Every invoice has an order (a foreign key), and the limits are read from the row of the invoice.
  const { deadlineZone, year, ...row } = order!;
  return { order: row, year, deadlineZone, bills, invoice, money, limits: limits! };
}

export type ReadForTaking = NonNullable<Awaited<ReturnType<typeof readForTaking>>>;

/** The row of `takings` with this id. */
export const takingWith = ({ db }: Context, id: string) =>
  db.select().from(takings).where(eq(takings.id, id));
