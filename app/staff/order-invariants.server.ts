import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { listed } from "#db/client.ts";
import { orders, payments } from "#db/schema/money.ts";
import { isItsOrder } from "~/standing/payments.server.ts";

const first = alias(payments, "first");

/**
 * The states in which the money for a payment has not come in yet, or never will. If one payment of an order is in such
 * a state, all payments of the order must be in the same state. In later states they may differ.
 */
const together = listed(["reserved", "charging", "unknown", "declined", "released"]);

/** Rules that must hold for payments that share a charge. Each row names the object that breaks the rule. */
export const ORDER_RULES: Record<string, () => SQL> = {
  "the payments of an order begin and are paid together, and come to what it charges": () => sql`
    SELECT 'payments/' || ${payments.id} AS object FROM ${payments}
    LEFT JOIN ${payments} AS ${first} ON ${first.id} = ${payments.orderId}
    WHERE ${first.orderId} IS NOT ${payments.orderId} OR ${first.conferenceId} <> ${payments.conferenceId}
      OR (${first.state} IN ${together} OR ${payments.state} IN ${together}) AND ${first.state} <> ${payments.state}
      OR (${first.state} = 'voided') <> (${payments.state} = 'voided')
    UNION ALL SELECT 'payments/' || ${orders.id} FROM ${orders}
    WHERE ${orders.dueCents} IS NOT (SELECT sum(${payments.amountCents} - ${payments.creditCents}) FROM ${payments}
      WHERE ${payments.orderId} = ${orders.id} AND ${payments.conferenceId} = ${orders.conferenceId})`,
  "whoever is paid for by another person spends no credit": () => sql`
    SELECT 'payments/' || ${payments.id} AS object FROM ${payments} JOIN ${orders} ON ${isItsOrder}
    WHERE ${orders.payerUid} <> ${payments.delegateUid} AND ${payments.creditCents} <> 0`,
};
