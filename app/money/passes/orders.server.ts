import { type SQL, sql } from "drizzle-orm";
import { insertFrom } from "#db/client.ts";
import { payments } from "#db/schema/money.ts";
import { audit } from "#db/schema/staff.ts";
import type { Context } from "~/platform/context.server.ts";
import { newId } from "~/platform/ids.server.ts";

/**
 * For the row of `payments` in a query: whether it belongs to this order. All payments of an order are one charge, so
 * whatever moves one of them moves all, in one statement.
 */
export const isOfOrder = (orderId: string | SQL): SQL =>
  sql`(${payments.id} = ${orderId} OR ${payments.groupId} = ${orderId})`;

/** For the row of `payments` in a query: whether it stands for its order, as one of its payments does. */
export const isFirstOfOrder: SQL = sql`(${payments.groupId} IS NULL OR ${payments.groupId} = ${payments.id})`;

/** The statement that records an act for each payment of an order, if the statement before it changed something. */
export const auditOfOrder = ({ db, requestId }: Context, orderId: string, action: string) =>
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
