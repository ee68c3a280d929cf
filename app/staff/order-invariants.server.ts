import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { listed } from "#db/client.ts";
import { payments } from "#db/schema/money.ts";

const first = alias(payments, "first");

/** The states of a payment before and without money; what comes after is each payment's own. */
const together = listed(["reserved", "charging", "unknown", "declined", "released"]);

/** What must be true of several payments that are one charge; a row names the object that breaks the rule. */
export const ORDER_RULES: Record<string, () => SQL> = {
  "the payments of an order begin and are paid together, by one person, in one transaction": () => sql`
    SELECT 'payments/' || ${payments.id} AS object FROM ${payments}
    LEFT JOIN ${payments} AS ${first} ON ${first.id} = ${payments.groupId}
    WHERE ${payments.groupId} IS NOT NULL AND (${first.groupId} IS NOT ${payments.groupId}
      OR ${first.payerUid} IS NOT ${payments.payerUid} OR ${first.conferenceId} <> ${payments.conferenceId}
      OR ${first.gateway} <> ${payments.gateway} OR ${first.transactionId} IS NOT ${payments.transactionId}
      OR (${first.state} IN ${together} OR ${payments.state} IN ${together}) AND ${first.state} <> ${payments.state}
      OR (${first.state} = 'voided') <> (${payments.state} = 'voided'))`,
  "whoever is paid for by another person has an order, and spends no credit": () => sql`
    SELECT 'payments/' || ${payments.id} AS object FROM ${payments}
    WHERE (${payments.groupId} IS NULL) <> (${payments.payerUid} IS NULL)
      OR ${payments.payerUid} IS NOT NULL AND ${payments.creditCents} <> 0`,
};
