import { type SQL, sql } from "drizzle-orm";
import { listed } from "#db/client.ts";
import { grants } from "#db/schema/grants.ts";
import { creditNotes, invoices, reversals, takings } from "#db/schema/invoices.ts";
import { entries, orders, payments, refunds } from "#db/schema/money.ts";
import { outgoings } from "#db/schema/outgoings.ts";
import { WAIT } from "~/accounts/second-person.ts";
import { isItsOrder } from "~/standing/payments.server.ts";
import { DAY } from "~/values/durations.ts";
import { HAND_MEANS, INVOICED, WRITTEN_OFF } from "~/values/types.ts";

const WEEK = 7 * DAY;

/** For a row of `takings`: whether the money counts although one person both recorded and confirmed it. */
const isOfOne = sql`(${takings.recordedBy} = ${takings.confirmedBy}
  OR ${takings.confirmedBy} IS NULL AND ${takings.state} = 'taken' AND ${takings.recordedBy} = ${takings.settledBy})`;

/**
 * Rules that must hold for invoices, and for money that came in by hand. Each row names the object that breaks the
 * rule.
 */
export const INVOICE_RULES: Record<string, (now: number) => SQL> = {
  "the invoices of an edition are counted without gaps": () => sql`
    SELECT 'editions/' || ${invoices.conferenceId} AS object FROM ${invoices}
    GROUP BY ${invoices.conferenceId} HAVING max(${invoices.number}) <> count(*)`,
  "the credit notes of an edition are counted without gaps": () => sql`
    SELECT 'editions/' || ${creditNotes.conferenceId} AS object FROM ${creditNotes}
    GROUP BY ${creditNotes.conferenceId} HAVING max(${creditNotes.number}) <> count(*)`,
  "what went back of an order that has an invoice has its credit note, and nothing else has one": () => sql`
    SELECT 'payments/' || ${payments.id} AS object FROM ${refunds}
    JOIN ${payments} ON ${payments.id} = ${refunds.paymentId}
    JOIN ${invoices} ON ${invoices.orderId} = ${payments.orderId}
    WHERE ${refunds.state} = 'done' AND ${refunds.amountCents} > 0
      AND NOT EXISTS (SELECT 1 FROM ${creditNotes} WHERE ${creditNotes.refundId} = ${refunds.id})
    UNION ALL SELECT 'payments/' || ${creditNotes.orderId} FROM ${creditNotes}
    WHERE NOT EXISTS (SELECT 1 FROM ${refunds} JOIN ${payments} ON ${payments.id} = ${refunds.paymentId}
      JOIN ${invoices} ON ${invoices.orderId} = ${payments.orderId}
      WHERE ${refunds.id} = ${creditNotes.refundId} AND ${refunds.state} IN ('done', 'refused')
        AND ${payments.orderId} = ${creditNotes.orderId} AND ${invoices.conferenceId} = ${creditNotes.conferenceId})`,
  "a credit note says what its refund gave back and the ledger took out of what was sold, and all of an invoice no more than it":
    () => sql`
    SELECT 'payments/' || ${creditNotes.orderId} AS object FROM ${creditNotes}
    JOIN ${refunds} ON ${refunds.id} = ${creditNotes.refundId}
    WHERE ${creditNotes.cents} <> ${refunds.amountCents}
      OR ${creditNotes.cents} <> (SELECT coalesce(sum(${entries.cents}), 0) FROM ${entries}
        WHERE ${entries.event} = 'refund/' || ${creditNotes.refundId} AND ${entries.side} = 'sold'
          AND ${entries.account} <> ${WRITTEN_OFF})
    UNION ALL SELECT 'payments/' || ${creditNotes.orderId} FROM ${creditNotes}
    JOIN ${refunds} ON ${refunds.id} = ${creditNotes.refundId} AND ${refunds.state} = 'done'
    GROUP BY ${creditNotes.orderId} HAVING sum(${creditNotes.cents}) > (SELECT sum(${payments.amountCents})
      FROM ${payments} WHERE ${payments.orderId} = ${creditNotes.orderId})`,
  "what is kept without a card has its invoice": () => sql`
    SELECT 'payments/' || ${orders.id} AS object FROM ${orders}
    WHERE ${orders.means} IN ${listed([INVOICED, ...HAND_MEANS])}
      AND NOT EXISTS (SELECT 1 FROM ${invoices} WHERE ${invoices.orderId} = ${orders.id})`,
  "what was paid by hand has the money that was recorded for it, to the cent": () => sql`
    SELECT 'payments/' || ${orders.id} AS object FROM ${orders}
    WHERE ${orders.means} IN ${listed([...HAND_MEANS])} AND ${orders.dueCents} <> (
      SELECT coalesce(sum(iif(${takings.state} = 'taken' OR ${takings.state} = 'reversed' AND ${reversals.was} = 'taken',
        ${takings.amountCents}, 0)), 0)
      FROM ${takings} LEFT JOIN ${reversals} ON ${reversals.takingId} = ${takings.id} AND ${reversals.state} = 'done'
      WHERE ${takings.orderId} = ${orders.id})
      AND NOT EXISTS (SELECT 1 FROM ${takings} WHERE ${takings.orderId} = ${orders.id} AND ${takings.isPart}
        AND ${takings.state} <> 'taken')
    UNION ALL SELECT 'payments/' || ${orders.id} FROM ${orders}
    WHERE ${orders.means} IN ${listed([...HAND_MEANS])} AND NOT EXISTS (SELECT 1 FROM ${takings}
      WHERE ${takings.orderId} = ${orders.id} AND ${takings.means} = ${orders.means})`,
  "money that pays an invoice has paid it": () => sql`
    SELECT 'takings/' || ${takings.id} AS object FROM ${takings}
    JOIN ${orders} ON ${orders.id} = ${takings.orderId} JOIN ${payments} ON ${isItsOrder}
    WHERE ${takings.state} = 'taken' AND ${orders.means} NOT IN ${listed([...HAND_MEANS])}
      OR ${takings.state} IN ('waiting', 'part') AND ${payments.state} <> 'reserved'`,
  "money above the limit is recorded by one person and confirmed by another": () => sql`
    SELECT 'takings/' || ${takings.id} AS object FROM ${takings}
    WHERE ${takings.amountCents} > ${takings.limitCents} AND ${isOfOne}
    UNION ALL SELECT 'payments/' || ${takings.orderId} FROM ${takings}
    WHERE ${takings.means} <> ${WRITTEN_OFF} AND ${takings.state} IN ('part', 'taken') AND ${isOfOne}
    GROUP BY ${takings.orderId} HAVING count(*) > 1 AND sum(${takings.amountCents}) > max(${takings.limitCents})
    UNION ALL SELECT 'reversals/' || ${reversals.id} FROM ${reversals}
    JOIN ${takings} ON ${takings.id} = ${reversals.takingId}
    WHERE ${reversals.state} = 'done' AND ${reversals.askedBy} = ${reversals.settledBy}
      AND ${takings.amountCents} > ${reversals.limitCents}`,
  "money that was recorded by mistake has the entry that says so, and what it paid for has ended": () => sql`
    SELECT 'takings/' || ${takings.id} AS object FROM ${takings}
    LEFT JOIN ${reversals} ON ${reversals.takingId} = ${takings.id} AND ${reversals.state} = 'done'
    WHERE (${takings.state} = 'reversed') <> (${reversals.id} IS NOT NULL)
    UNION ALL SELECT 'payments/' || ${payments.id} FROM ${reversals}
    JOIN ${takings} ON ${takings.id} = ${reversals.takingId}
    JOIN ${payments} ON ${payments.orderId} = ${takings.orderId}
    WHERE ${reversals.state} = 'done' AND ${reversals.was} = 'taken' AND (${payments.state} <> 'refunded'
      OR NOT EXISTS (SELECT 1 FROM ${refunds} WHERE ${refunds.paymentId} = ${payments.id}
        AND ${refunds.reversalId} = ${reversals.id} AND ${refunds.amountCents} = ${payments.amountCents}))`,
  "no money waits for a second person for a week": (now) => sql`
    SELECT 'takings/' || ${takings.id} AS object FROM ${takings}
    JOIN ${orders} ON ${orders.id} = ${takings.orderId}
    WHERE ${takings.state} = 'waiting' AND ${orders.leaseUntil} < ${now - WEEK}
      OR ${takings.state} = 'unconfirmed' AND ${takings.createdAt} < ${now - WEEK}
    UNION ALL SELECT 'reversals/' || ${reversals.id} FROM ${reversals}
    WHERE ${reversals.state} = 'waiting' AND ${reversals.createdAt} < ${now - WEEK}`,
  "money out above the limit is proposed by one person and confirmed by another, or by one who was alone for long":
    () =>
      sql`
    SELECT 'outgoings/' || ${outgoings.id} AS object FROM ${outgoings}
    WHERE ${outgoings.state} = 'done' AND ${outgoings.settledBy} = ${outgoings.proposedBy}
      AND coalesce(${outgoings.settledAt} < ${outgoings.aloneAt}, 1)
    UNION ALL SELECT 'outgoings/' || ${outgoings.id} FROM ${outgoings}
    WHERE ${outgoings.aloneAt} - ${outgoings.proposedAt} < ${WAIT}`,
  "money out that two people decided was given once, as it was proposed": () => sql`
    SELECT 'outgoings/' || ${outgoings.id} AS object FROM ${outgoings}
    WHERE ${outgoings.state} = 'done' AND iif(${outgoings.kind} = 'refund',
      NOT EXISTS (SELECT 1 FROM ${refunds} WHERE json_array(${refunds.id}) = ${outgoings.made}
        AND ${refunds.paymentId} = ${outgoings.paymentId} AND ${refunds.amountCents} = ${outgoings.amountCents}
        AND ${refunds.requestedBy} = ${outgoings.proposedBy}),
      json_array_length(${outgoings.made}) <> coalesce(json_array_length(${outgoings.request}, '$.awards'), 1)
      OR EXISTS (SELECT 1 FROM json_each(${outgoings.made}) AS m WHERE NOT EXISTS (SELECT 1 FROM ${grants}
        WHERE ${grants.id} = m.value AND ${grants.createdBy} = ${outgoings.proposedBy})))
    UNION ALL SELECT 'outgoings/' || min(${outgoings.id}) FROM ${outgoings}
    WHERE ${outgoings.state} = 'done' GROUP BY ${outgoings.made} HAVING count(*) > 1`,
  "no money out waits for a second person for a week": () => sql`
    SELECT 'outgoings/' || ${outgoings.id} AS object FROM ${outgoings}
    WHERE ${outgoings.state} IN ('proposed') AND ${outgoings.proposedAt} < ${Date.now() - WEEK}`,
};
