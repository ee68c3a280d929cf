import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { listed } from "#db/client.ts";
import { grants, grantUses } from "#db/schema/grants.ts";
import { reversals, takings } from "#db/schema/invoices.ts";
import {
  entries,
  holdings,
  orders,
  paymentBookings,
  payments,
  refundBookings,
  refundLines,
  refunds,
} from "#db/schema/money.ts";
import { transfers } from "#db/schema/transfers.ts";
import { decisionsFor } from "~/standing/eligibility.ts";
import { isItsOrder } from "~/standing/payments.server.ts";
import { LIVE_HOLDING_STATES, WRITTEN_OFF } from "~/values/types.ts";

const live = listed(LIVE_HOLDING_STATES);
const later = alias(holdings, "later");
const line = alias(holdings, "line");
/**
 * For a row of `holdings`: whether the same item of the same bill is ended by a refund that meets the condition
 * `state`.
 */
const isEndedBy = (state: SQL): SQL => sql`EXISTS (SELECT 1 FROM ${holdings} AS ${line}
  JOIN ${refundLines} ON ${refundLines.holdingId} = ${line.id} AND ${refundLines.ends}
  JOIN ${refunds} ON ${refunds.id} = ${refundLines.refundId} AND ${state}
  WHERE ${line.paymentId} = ${holdings.paymentId} AND ${line.item} = ${holdings.item})`;

const pass = alias(holdings, "pass");
/** For a row of `holdings`: whether it is an add-on whose bill has no pass. */
const boughtLater = sql`(${holdings.item} <> ${holdings.passType} AND NOT EXISTS (SELECT 1 FROM ${holdings} AS ${pass}
  WHERE ${pass.paymentId} = ${holdings.paymentId} AND ${pass.item} = ${pass.passType}))`;
/** For a row of `holdings`: whether the same person holds the pass of the row's `passType` in one of these states. */
const passIn = (states: SQL) => sql`EXISTS (SELECT 1 FROM ${holdings} AS ${pass}
  WHERE ${pass.conferenceId} = ${holdings.conferenceId} AND ${pass.uid} = ${holdings.uid}
    AND ${pass.item} = ${holdings.passType} AND ${pass.state} IN ${states})`;

/** For a row of `payments`: whether it is a bill that has only add-ons. */
export const ofAddOnsAlone = sql`NOT EXISTS (SELECT 1 FROM json_each(${payments.lines})
  WHERE json_each.value ->> 'id' = ${payments.passType})`;

/**
 * For a row of `takings`: whether the money was booked as owed when it came in, because it bought nothing at that time.
 */
const bookedAsOwed = sql`(${takings.confirmedAt} IS NOT NULL AND ${takings.means} <> ${WRITTEN_OFF})`;
/** For a row of `takings`: whether its money bought nothing, and was given back or had been recorded by mistake. */
const bookedAsGone = sql`(${takings.state} = 'returned' OR ${takings.state} = 'reversed' AND EXISTS (SELECT 1 FROM ${reversals}
  WHERE ${reversals.takingId} = ${takings.id} AND ${reversals.state} = 'done' AND ${reversals.was} <> 'taken'))`;

/** Rules that must hold for the ledger after each act. Each row names a payment that breaks the rule. */
export const LEDGER_RULES = {
  "the entries of an event come to nothing": () => sql`
    SELECT 'payments/' || ${entries.paymentId} AS object FROM ${entries}
    GROUP BY ${entries.event} HAVING sum(${entries.cents}) <> 0`,
  "the ledger says of each account what its payments, refunds and takings say": () => sql`
    SELECT DISTINCT 'payments/' || of AS object FROM (
      SELECT ${entries.paymentId} AS of, ${entries.account} AS account, ${entries.cents} AS cents FROM ${entries}
      UNION ALL SELECT ${paymentBookings.paymentId}, ${paymentBookings.account}, -${paymentBookings.cents} FROM ${paymentBookings}
      JOIN ${payments} ON ${payments.id} = ${paymentBookings.paymentId} AND ${payments.state} IN ('captured', 'refund_pending', 'refunded')
      UNION ALL SELECT ${refundBookings.paymentId}, ${refundBookings.account}, -${refundBookings.cents} FROM ${refundBookings}
      JOIN ${refunds} ON ${refunds.id} = ${refundBookings.refundId} AND ${refunds.state} = 'done'
      JOIN ${payments} ON ${payments.id} = ${refundBookings.paymentId} AND ${payments.state} <> 'voided'
      UNION ALL SELECT ${takings.orderId}, iif(json_each.value = 1, ${takings.means}, 'owed'), -json_each.value * ${takings.amountCents}
      FROM ${takings} JOIN json_each('[1,-1]') WHERE ${bookedAsOwed}
      UNION ALL SELECT ${takings.orderId}, iif(json_each.value = 1, ${takings.means}, 'owed'), json_each.value * ${takings.amountCents}
      FROM ${takings} JOIN json_each('[1,-1]') WHERE ${bookedAsGone})
    GROUP BY of, account HAVING sum(cents) <> 0`,
} satisfies Record<string, () => SQL>;

/** Rules that must hold for holdings and refunds. Each row names the object that breaks the rule. */
export const HOLDING_RULES: Record<string, () => SQL> = {
  ...LEDGER_RULES,
  "a delegate holds or pays a pass once": () => sql`
    SELECT 'delegates/' || ${holdings.uid} AS object FROM ${holdings} WHERE ${holdings.state} IN ${live}
    GROUP BY ${holdings.conferenceId}, ${holdings.uid}, ${holdings.item} HAVING count(*) > 1`,
  "what is held comes from a payment that stands, and was not given back": () => sql`
    SELECT 'holdings/' || ${holdings.id} AS object FROM ${holdings}
    JOIN ${payments} ON ${payments.id} = ${holdings.paymentId}
    WHERE ${holdings.state} <> CASE
      WHEN ${payments.state} IN ('reserved', 'charging', 'unknown') THEN 'pending'
      WHEN ${payments.state} NOT IN ('captured', 'refund_pending') THEN 'ended'
      WHEN EXISTS (SELECT 1 FROM ${holdings} AS ${later} WHERE ${later.fromHolding} = ${holdings.id}
        AND ${later.paymentId} = ${holdings.paymentId}) THEN 'ended'
      WHEN ${isEndedBy(sql`${refunds.state} = 'done'`)} THEN 'ended'
      WHEN ${isEndedBy(sql`${refunds.state} <> 'refused'`)} THEN 'ending'
      WHEN ${holdings.state} IN ('ending', 'ended') AND ${boughtLater} AND ${passIn(sql`('ending', 'ended')`)}
        THEN ${holdings.state}
      ELSE 'held' END`,
  "add-ons that were bought later are held with their pass, and are on their way back with it": () => sql`
    SELECT 'holdings/' || ${holdings.id} AS object FROM ${holdings}
    WHERE ${boughtLater} AND (${holdings.state} = 'held' AND NOT ${passIn(sql`('held')`)}
      OR ${holdings.state} = 'ending' AND NOT ${passIn(sql`('ending')`)}
        AND NOT ${isEndedBy(sql`${refunds.state} <> 'refused'`)})`,
  "what took the place of something is of the same line, which nothing else continues": () => sql`
    SELECT 'holdings/' || ${later.id} AS object FROM ${holdings} AS ${later}
    LEFT JOIN ${holdings} ON ${holdings.id} = ${later.fromHolding}
    WHERE ${later.fromHolding} IS NOT NULL
      AND (${holdings.paymentId} IS NOT ${later.paymentId} OR ${holdings.item} IS NOT ${later.item})
    UNION ALL SELECT 'holdings/' || ${holdings.fromHolding} FROM ${holdings}
    WHERE ${holdings.fromHolding} IS NOT NULL GROUP BY ${holdings.fromHolding} HAVING count(*) > 1`,
  "what passed from one person to another did so by an offer that was accepted, with all that went with it":
    () => sql`
    SELECT 'holdings/' || ${later.id} AS object FROM ${holdings} AS ${later}
    JOIN ${holdings} ON ${holdings.id} = ${later.fromHolding} AND ${holdings.uid} <> ${later.uid}
    WHERE ${holdings.passType} <> ${later.passType} OR ${holdings.until} IS NOT ${later.since}
      OR NOT EXISTS (SELECT 1 FROM ${transfers} JOIN ${holdings} AS ${pass} ON ${pass.id} = ${transfers.holdingId}
        WHERE ${transfers.state} = 'accepted' AND ${transfers.fromUid} = ${holdings.uid}
          AND ${transfers.toUid} = ${later.uid} AND ${transfers.closedAt} = ${later.since}
          AND ${pass.passType} = ${later.passType})
    UNION ALL SELECT 'transfers/' || ${transfers.id} FROM ${transfers}
    WHERE ${transfers.state} = 'accepted' AND (NOT EXISTS (SELECT 1 FROM ${holdings} AS ${later}
      WHERE ${later.fromHolding} = ${transfers.holdingId} AND ${later.uid} = ${transfers.toUid})
      OR EXISTS (SELECT 1 FROM ${grantUses} WHERE ${grantUses.holdingId} = ${transfers.holdingId}))
    UNION ALL SELECT 'holdings/' || ${holdings.id} FROM ${holdings}
    JOIN ${holdings} AS ${pass} ON ${pass.paymentId} = ${holdings.paymentId} AND ${pass.state} <> 'ended'
    WHERE ${holdings.state} <> 'ended' AND ${holdings.uid} <> ${pass.uid}`,
  "a pass is transferred to a person with the right to it, and never one that an award paid for": () => sql`
    SELECT 'transfers/' || ${transfers.id} AS object FROM ${transfers}
    JOIN ${holdings} ON ${holdings.id} = ${transfers.holdingId}
    WHERE ${transfers.state} = 'accepted' AND (${transfers.grounds} ->> 'submittedAt' IS NULL
      OR ${transfers.grounds} ->> 'agreementVersion' IS NULL
      OR coalesce(${transfers.grounds} ->> 'decision', '') NOT IN (SELECT value FROM json_each(CASE ${holdings.passType}
        WHEN 'gold' THEN ${JSON.stringify(decisionsFor("gold"))} ELSE ${JSON.stringify(decisionsFor("goldPlus"))} END))
      OR EXISTS (SELECT 1 FROM ${holdings} AS ${line} JOIN ${grantUses} ON ${grantUses.holdingId} = ${line.id}
        JOIN ${grants} ON ${grants.id} = ${grantUses.grantId} AND ${grants.kind} = 'award'
        WHERE ${line.paymentId} = ${holdings.paymentId}))`,
  "of a payment that stands something is held": () => sql`
    SELECT 'payments/' || ${payments.id} AS object FROM ${payments}
    WHERE ${payments.state} = 'captured' AND NOT ${ofAddOnsAlone} AND NOT EXISTS (SELECT 1 FROM ${holdings}
      WHERE ${holdings.paymentId} = ${payments.id} AND ${holdings.state} <> 'ended')`,
  "a bill has a holding for each line, at its price": () => sql`
    SELECT 'payments/' || ${payments.id} AS object FROM ${payments}
    WHERE ${payments.amountCents} <> (SELECT coalesce(sum(${holdings.cents}), 0) FROM ${holdings}
      WHERE ${holdings.paymentId} = ${payments.id} AND ${holdings.fromHolding} IS NULL)`,
  "the lines of a refund are of its bill and add up to it, and none gives back more than it cost": () => sql`
    SELECT 'refunds/' || ${refunds.id} AS object FROM ${refunds}
    WHERE ${refunds.state} <> 'refused' AND ${refunds.amountCents} <> (SELECT coalesce(sum(${refundLines.cents}), 0)
      FROM ${refundLines} WHERE ${refundLines.refundId} = ${refunds.id})
    UNION ALL SELECT 'refunds/' || ${refunds.id} FROM ${refundLines}
    JOIN ${refunds} ON ${refunds.id} = ${refundLines.refundId}
    JOIN ${holdings} ON ${holdings.id} = ${refundLines.holdingId}
    WHERE ${holdings.paymentId} <> ${refunds.paymentId} OR ${holdings.fromHolding} IS NOT NULL
    UNION ALL SELECT 'holdings/' || ${holdings.id} FROM ${refundLines}
    JOIN ${refunds} ON ${refunds.id} = ${refundLines.refundId} AND ${refunds.state} <> 'refused'
    JOIN ${holdings} ON ${holdings.id} = ${refundLines.holdingId}
    GROUP BY ${holdings.id} HAVING sum(${refundLines.cents}) > ${holdings.cents}`,
  "no more is given back than was paid": () => sql`
    SELECT 'payments/' || ${payments.id} AS object FROM ${payments}
    JOIN ${refunds} ON ${refunds.paymentId} = ${payments.id}
    WHERE ${refunds.state} <> 'refused' GROUP BY ${payments.id}
    HAVING sum(${refunds.amountCents}) > ${payments.amountCents}`,
  "what is paid with credit is part of the amount, and what needs no processor is paid with it or costs nothing":
    () => sql`
    SELECT 'payments/' || ${payments.id} AS object FROM ${payments} JOIN ${orders} ON ${isItsOrder}
    WHERE ${payments.creditCents} NOT BETWEEN 0 AND ${payments.amountCents}
      OR ${orders.means} = 'none' AND ${payments.creditCents} <> ${payments.amountCents}
    UNION ALL SELECT 'refunds/' || ${refunds.id} FROM ${refunds}
    WHERE ${refunds.creditCents} NOT BETWEEN 0 AND ${refunds.amountCents}
      OR ${refunds.kind} = 'credit' AND ${refunds.creditCents} <> 0`,
  "nobody spends more credit than they have": () => sql`
    SELECT 'delegates/' || ${payments.delegateUid} AS object FROM ${payments}
    WHERE ${payments.state} NOT IN ('declined', 'released', 'voided') GROUP BY ${payments.delegateUid}
    HAVING sum(${payments.creditCents}) > sum((SELECT coalesce(sum(iif(${refunds.kind} = 'credit', ${refunds.amountCents},
        ${refunds.creditCents})), 0) FROM ${refunds} WHERE ${refunds.paymentId} = ${payments.id}
        AND ${refunds.state} = 'done'))`,
  "a card gets back no more than it was charged": () => sql`
    SELECT 'payments/' || ${payments.id} AS object FROM ${payments}
    JOIN ${refunds} ON ${refunds.paymentId} = ${payments.id} AND ${refunds.kind} = 'money'
    WHERE ${refunds.state} <> 'refused' GROUP BY ${payments.id}
    HAVING sum(${refunds.amountCents} - ${refunds.creditCents}) > ${payments.amountCents} - ${payments.creditCents}`,
  "a payment is on its way back exactly while its refund is": () => sql`
    SELECT 'payments/' || ${payments.id} AS object FROM ${payments}
    LEFT JOIN ${refunds} ON ${refunds.paymentId} = ${payments.id} AND ${refunds.endsAll}
      AND ${refunds.state} IN ('pending', 'sending', 'unknown')
    WHERE (${payments.state} = 'refund_pending') <> (${refunds.id} IS NOT NULL)
      AND ${payments.state} IN ('captured', 'refund_pending', 'refunded', 'voided')`,
};
