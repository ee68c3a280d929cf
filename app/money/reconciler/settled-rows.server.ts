import { and, desc, eq, sql } from "drizzle-orm";
import { subquery } from "#db/client.ts";
import { orders, payments, refunds, subscriptionPeriods, subscriptions } from "#db/schema/money.ts";
import { audit } from "#db/schema/staff.ts";
import { TAKEN_BACK, takeBackNumber } from "~/money/payments/unwanted-charges.server.ts";
import { bankState } from "~/money/refunds/bank-returns.server.ts";
import type { Context } from "~/platform/context.server.ts";
import type { BatchLine } from "~/platform/ports/card-processor.server.ts";
import { isItsOrder } from "~/standing/payments.server.ts";
import type { BatchLineKind } from "~/values/types.ts";

/**
 * What our rows say about a charge or refund: the amount, and the object that the charge or refund belongs to. `object`
 * is in the same form as in `audit`.
 */
export type OursOfLine = { cents: number; object: string };

type Found = OursOfLine & { transactionId: string };

/**
 * At most this many charges that bought nothing, and this many refunded subscriptions, are compared with the refunds in
 * a batch.
 */
const MOST_TAKEN_BACK = 1000;

/** The part of a payment that was charged, and the part of a refund that was sent back. The rest is credit. */
const charged = sql`(${payments.amountCents} - ${payments.creditCents})`;
const sentBack = sql`(${refunds.amountCents} - ${refunds.creditCents})`;
/** Whether the money of a bill came in. It may have gone back since. */
const isPaid = sql`${payments.state} IN ('captured', 'refund_pending', 'refunded')`;

/**
 * What our rows say about the charges and refunds that this processor settled, by transaction id. Transactions that are
 * in no row are left out.
 */
export async function oursOf(
  { db }: Context,
  gateway: string,
  lines: Pick<BatchLine, "transactionId" | "invoiceNumber" | "kind">[],
): Promise<Map<string, OursOfLine>> {
  if (lines.length === 0) return new Map();
  const of = (kind: BatchLineKind) =>
    JSON.stringify(
      lines.filter((line) => line.kind === kind).map((line) => [line.transactionId, line.invoiceNumber]),
    );
  const charges = of("charge");
  const [ofPayments, ofPeriods, ofFirstCharges, takenBack, ofRefunds] = await Promise.all([
    db.all<Found>(sql`
      SELECT ${orders.transactionId} AS transactionId, sum(iif(${isPaid}, ${charged}, 0)) AS cents,
        'payments/' || ${orders.id} AS object
      FROM json_each(${charges}) JOIN ${orders} ON ${orders.transactionId} = value ->> 0 AND ${orders.means} = ${gateway}
      JOIN ${payments} ON ${payments.orderId} = ${orders.id} GROUP BY ${orders.id}`),
    db.all<Found>(sql`
      SELECT ${subscriptionPeriods.transactionId} AS transactionId, ${subscriptionPeriods.amountCents} AS cents,
        'subscriptions/' || ${subscriptions.id} AS object
      FROM json_each(${charges}) JOIN ${subscriptionPeriods} ON ${subscriptionPeriods.transactionId} = value ->> 0
      JOIN ${subscriptions} ON ${subscriptions.id} = ${subscriptionPeriods.subscriptionId}
        AND ${subscriptions.gateway} = ${gateway}`),
    db.all<Found>(sql`
      SELECT ${subscriptions.transactionId} AS transactionId, ${subscriptions.amountCents} AS cents,
        'subscriptions/' || ${subscriptions.id} AS object
      FROM json_each(${charges}) JOIN ${subscriptions} ON ${subscriptions.transactionId} = value ->> 0
        AND ${subscriptions.gateway} = ${gateway}`),
    db.all<Found>(sql`
      SELECT value ->> 0 AS transactionId, ${audit.detail} ->> 'amountCents' AS cents, ${audit.object} AS object
      FROM json_each(${charges}) JOIN ${audit} ON ${audit.object} = 'transactions/' || (value ->> 0)
        AND ${audit.action} = ${TAKEN_BACK}`),
    // If a refund was sent twice, only one of the two transactions is recorded in our row.
    db.all<Found>(sql`
      SELECT value ->> 0 AS transactionId, 'payments/' || ${payments.id} AS object,
        iif(${refunds.state} = 'done' AND ${refunds.kind} = 'money' AND ${refunds.transactionId} = value ->> 0,
          ${sentBack}, 0) AS cents
      FROM json_each(${of("refund")}) JOIN ${refunds} ON ${refunds.id} = value ->> 1
      JOIN ${payments} ON ${payments.id} = ${refunds.paymentId}
      JOIN ${orders} ON ${isItsOrder} AND ${orders.means} = ${gateway}`),
  ]);
  const ours = new Map<string, OursOfLine>();
  for (const { transactionId, ...row } of [
    takenBack,
    ofFirstCharges,
    ofPeriods,
    ofPayments,
    ofRefunds,
  ].flat()) {
    ours.set(transactionId, row);
  }
  const others = lines.filter(({ kind, transactionId }) => kind === "refund" && !ours.has(transactionId));
  if (others.length > 0) {
    const back = await wholeRefunds(db, gateway);
    for (const { transactionId, invoiceNumber } of others) {
      const row = back.get(invoiceNumber);
      if (row) ours.set(transactionId, row);
    }
  }
  return ours;
}

/**
 * The money that went back without a refund row, for charges that bought nothing and for refunded subscriptions. The
 * keys are the invoice numbers of the refunds.
 */
async function wholeRefunds(db: Context["db"], gateway: string): Promise<Map<string, OursOfLine>> {
  const [unwanted, ended] = await db.batch([
    db
      .select({ object: audit.object, cents: sql<number>`${audit.detail} ->> 'amountCents'`.as("cents") })
      .from(audit)
      .where(eq(audit.action, TAKEN_BACK))
      .orderBy(desc(audit.at))
      .limit(MOST_TAKEN_BACK),
    db
      .select({
        id: subscriptions.id,
        cents: subscriptions.amountCents,
        transactionId: subquery(
          sql<string | null>`coalesce((SELECT ${subscriptionPeriods.transactionId} FROM ${subscriptionPeriods}
            WHERE ${subscriptionPeriods.subscriptionId} = ${subscriptions.id}
            ORDER BY ${subscriptionPeriods.periodFrom} DESC LIMIT 1), ${subscriptions.transactionId})`,
        ).as("charge"),
      })
      .from(subscriptions)
      .where(and(eq(subscriptions.state, "refunded"), eq(subscriptions.gateway, gateway)))
      .orderBy(desc(subscriptions.createdAt))
      .limit(MOST_TAKEN_BACK),
  ]);
  return new Map([
    ...ended.map(({ id, cents, transactionId }): [string, OursOfLine] => [
      takeBackNumber(transactionId ?? ""),
      { cents, object: `subscriptions/${id}` },
    ]),
    ...unwanted.map(({ object, cents }): [string, OursOfLine] => [
      takeBackNumber((object ?? "").replace("transactions/", "")),
      { cents, object: object ?? "" },
    ]),
  ]);
}

/** A charge or refund of ours that must be in a batch, in the form of a batch's line. */
export type OursToSettle = OursOfLine & Pick<BatchLine, "transactionId" | "invoiceNumber" | "kind">;

/**
 * The charges and refunds that our rows have for a period (real time, UTC ms) and that must have been settled.
 * Cancelled ones are left out. Money that was given back with a subscription is left out too, because its charge may
 * have been cancelled.
 */
export async function oursBetween(
  { db }: Context,
  gateway: string,
  { after, until }: { after: number; until: number },
): Promise<OursToSettle[]> {
  const found = await Promise.all([
    // An order whose rows were written again has no lease, so the time of its payments counts instead. A charge that a
    // bank took back is left out, because it may never have been settled.
    db.all<OursToSettle>(sql`
      SELECT ${orders.transactionId} AS transactionId, ${orders.id} AS invoiceNumber, 'charge' AS kind,
        sum(${charged}) AS cents, 'payments/' || ${orders.id} AS object
      FROM ${payments} JOIN ${orders} ON ${isItsOrder}
      WHERE ${isPaid} AND ${orders.means} = ${gateway} AND ${bankState} IS NULL
        AND (${orders.leaseUntil} > ${after} AND ${orders.leaseUntil} <= ${until}
          OR ${orders.leaseUntil} = 0 AND ${payments.createdAt} > ${after} AND ${payments.createdAt} <= ${until})
      GROUP BY ${orders.id}`),
    db.all<OursToSettle>(sql`
      SELECT ${refunds.transactionId} AS transactionId, ${refunds.id} AS invoiceNumber, 'refund' AS kind,
        ${sentBack} AS cents, 'payments/' || ${payments.id} AS object
      FROM ${refunds} JOIN ${payments} ON ${payments.id} = ${refunds.paymentId}
      JOIN ${orders} ON ${isItsOrder} AND ${orders.means} = ${gateway}
      WHERE ${refunds.state} = 'done' AND ${refunds.kind} = 'money' AND ${payments.state} <> 'voided'
        AND ${refunds.leaseUntil} > ${after} AND ${refunds.leaseUntil} <= ${until}
        AND ${refunds.transactionId} IS NOT NULL`),
    db.all<OursToSettle>(sql`
      SELECT ${subscriptionPeriods.transactionId} AS transactionId, ${subscriptions.id} AS invoiceNumber,
        'charge' AS kind, ${subscriptionPeriods.amountCents} AS cents, 'subscriptions/' || ${subscriptions.id} AS object
      FROM ${subscriptionPeriods} JOIN ${subscriptions} ON ${subscriptions.id} = ${subscriptionPeriods.subscriptionId}
        AND ${subscriptions.gateway} = ${gateway} AND ${subscriptions.state} <> 'refunded'
      WHERE ${subscriptionPeriods.transactionId} IS NOT NULL
        AND ${subscriptionPeriods.createdAt} > ${after} AND ${subscriptionPeriods.createdAt} <= ${until}`),
  ]);
  return found.flat();
}
