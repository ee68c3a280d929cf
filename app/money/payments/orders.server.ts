import { type Column, type SQL, sql } from "drizzle-orm";
import { insertFrom } from "#db/client.ts";
import { payments } from "#db/schema/money.ts";
import { audit } from "#db/schema/staff.ts";
import type { Context } from "~/platform/context.server.ts";
import { newId } from "~/platform/ids.server.ts";
import type { AuditAct } from "~/values/audit-acts.ts";
import type { PaymentState } from "~/values/types.ts";

/**
 * For the row of `payments` in a query: whether it belongs to this order. All payments of an order are one charge, so
 * whatever moves one of them moves all, in one statement.
 */
export const isOfOrder = (orderId: string | SQL): SQL =>
  sql`(${payments.id} = ${orderId} OR ${payments.groupId} = ${orderId})`;

/** For the row of `payments` in a query: the id of its order. */
export const orderIdSql: SQL<string> = sql<string>`coalesce(${payments.groupId}, ${payments.id})`;

/** For the row of `payments` in a query: who pays, the delegate or another person. */
export const paidByUid: SQL<string> = sql<string>`coalesce(${payments.payerUid}, ${payments.delegateUid})`;

/** What has to be paid of an order beside credit, in cents; null if there is none. The id is no column of `payments`. */
export const dueOfOrder = (orderId: string | Column): SQL<number> =>
  sql<number>`(SELECT sum(${payments.amountCents} - ${payments.creditCents}) FROM ${payments}
    WHERE ${isOfOrder(sql`${orderId}`)})`;

/**
 * Where the order of the row of `payments` stands: what one of its people costs may have gone back while the others keep
 * their passes. The id is no column of `payments`.
 */
export const stateOfOrder = (orderId: Column): SQL<PaymentState> =>
  sql<PaymentState>`iif(EXISTS (SELECT 1 FROM ${payments} WHERE ${isOfOrder(sql`${orderId}`)}
    AND ${payments.state} = 'captured'), 'captured', ${payments.state})`;

/** For how many people an order is. The id is no column of `payments`. */
export const peopleOfOrder = (orderId: Column): SQL<number> =>
  sql<number>`(SELECT count(*) FROM ${payments} WHERE ${isOfOrder(sql`${orderId}`)})`;

/** For the row of `payments` in a query: whether it stands for its order, as one of its payments does. */
export const isFirstOfOrder: SQL = sql`(${payments.groupId} IS NULL OR ${payments.groupId} = ${payments.id})`;

/** The statement that records an act for each payment of an order, if the statement before it changed something. */
export const auditOfOrder = ({ db, requestId }: Context, orderId: string, action: AuditAct) =>
  insertFrom(
    db,
    audit,
    {
      ...{ at: Date.now(), action, detail: {}, requestId },
      id: sql`${newId()} || iif(${isFirstOfOrder}, '', '/' || ${payments.id})`,
      object: sql`'payments/' || ${payments.id}`,
    },
    sql`FROM ${payments} WHERE changes() > 0 AND ${isOfOrder(orderId)}`,
  );
