import { and, type Column, eq, type SQL, sql } from "drizzle-orm";
import { hasRow, insertFrom } from "#db/client.ts";
import { payments } from "#db/schema/money.ts";
import { audit } from "#db/schema/staff.ts";
import type { Context } from "~/platform/context.server.ts";
import { newId } from "~/platform/ids.server.ts";
import type { AuditAct } from "~/values/audit-acts.ts";
import type { PaymentState } from "~/values/types.ts";

/**
 * The state of an order. It stays "captured" while any of its payments is captured, because one person's payment can be
 * given back while the others keep their passes. `orderId` must not be a column of `payments`.
 */
export const stateOfOrder = (orderId: Column): SQL<PaymentState> =>
  sql<PaymentState>`(SELECT ${payments.state} FROM ${payments} WHERE ${payments.orderId} = ${orderId}
    ORDER BY ${payments.state} = 'captured' DESC, ${payments.id} = ${payments.orderId} DESC LIMIT 1)`;

/** The number of people that an order is for. `orderId` must not be a column of `payments`. */
export const peopleOfOrder = (orderId: Column): SQL<number> =>
  sql<number>`(SELECT count(*) FROM ${payments} WHERE ${payments.orderId} = ${orderId})`;

/**
 * The counterpart of `audited` for an action on all payments of an order. `entry` writes an audit entry for each
 * payment that will change, and `isDone` says whether these entries were written. The payments of an order usually
 * change together, so `isDone` looks only at the entry of the first payment. `isDoneForAny` looks at all entries.
 */
export function auditOfOrder(
  { db, requestId }: Context,
  orderId: string,
  action: AuditAct,
  condition: SQL | undefined,
) {
  const id = newId();
  const entry = insertFrom(
    db,
    audit,
    {
      ...{ at: Date.now(), action, detail: {}, requestId },
      id: sql`${id} || iif(${payments.id} = ${payments.orderId}, '', '/' || ${payments.id})`,
      object: sql`'payments/' || ${payments.id}`,
    },
    sql`FROM ${payments} WHERE ${and(eq(payments.orderId, orderId), condition)}`,
  );
  return {
    entry,
    isDone: hasRow(audit, eq(audit.id, id)),
    isDoneForAny: hasRow(audit, sql`${audit.id} >= ${id} AND ${audit.id} < ${`${id}0`}`),
  };
}
